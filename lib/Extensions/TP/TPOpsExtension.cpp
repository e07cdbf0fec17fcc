//===- TPOpsExtension.cpp - rules of the dialect's own ops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tp.reshard, tp.constrain and tp.barrier are identities: one factor per dimension, and no partial
// value passes, since what they say is said of a whole value. The operands of tp.group share their
// factors; the op itself does nothing and is gone once the program is local.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "tp/Extensions/Extensions.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

template <typename OpTy>
struct IdentityRule : ShardingRuleOpInterface::ExternalModel<IdentityRule<OpTy>, OpTy> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    return getElementwiseRule(op);
  }
};

template <typename OpTy>
struct IdentityPartition : PartitionOpInterface::ExternalModel<IdentityPartition<OpTy>, OpTy> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    return SmallVector<Value>(operands);
  }
};

struct GroupRule : ShardingRuleOpInterface::ExternalModel<GroupRule, GroupOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    ShardingRule rule;
    DimFactors dims = addFactorPerDim(rule, cast<RankedTensorType>(op->getOperand(0).getType()));
    for (OpOperand &operand : op->getOpOperands())
      addOperand(rule, operand, dims);
    return rule;
  }
};

struct GroupPartition : PartitionOpInterface::ExternalModel<GroupPartition, GroupOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    return SmallVector<Value>();
  }
};

} // namespace

template <typename... OpTys>
static void attachIdentities(MLIRContext *context) {
  (OpTys::template attachInterface<IdentityRule<OpTys>, IdentityPartition<OpTys>>(*context), ...);
}

void mlir::tp::registerTPOpsExtension(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TPDialect *dialect) {
    attachIdentities<BarrierOp, ConstrainOp, ReshardOp>(context);
    GroupOp::attachInterface<GroupRule, GroupPartition>(*context);
    attachCollectiveRules(context);
  });
}
