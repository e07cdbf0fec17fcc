//===- Constant.cpp - how arith.constant is sharded -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constant is known on every device: a splat is made with the local type, anything else is held
// whole and sliced by the device's coordinate.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

struct ConstantRule : ShardingRuleOpInterface::ExternalModel<ConstantRule, arith::ConstantOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return std::nullopt;
    ShardingRule rule;
    rule.results.push_back({addFactorPerDim(rule, type)});
    return rule;
  }

  bool isConstantLike(Operation *op) const { return true; }
};

struct ConstantPartition
    : PartitionOpInterface::ExternalModel<ConstantPartition, arith::ConstantOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    Location loc = op->getLoc();
    TypedAttr value = cast<arith::ConstantOp>(op).getValue();
    RankedTensorType localType = context.getLocalResultType(0);
    auto dense = dyn_cast<DenseElementsAttr>(value);
    if (dense && dense.isSplat()) {
      Value splat = arith::ConstantOp::create(b, loc, dense.resizeSplat(localType));
      return SmallVector<Value>{splat};
    }
    Value whole = arith::ConstantOp::create(b, loc, value);
    return SmallVector<Value>{takeBlock(b, loc, context, whole, context.getRule().results[0].dims)};
  }
};

} // namespace

void mlir::tp::attachConstantModels(MLIRContext *context) {
  arith::ConstantOp::attachInterface<ConstantRule, ConstantPartition>(*context);
}
