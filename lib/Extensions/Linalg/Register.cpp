//===- Register.cpp - attaches the models of structured ops -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "tp/Extensions/Extensions.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
template <typename OpTy>
struct RuleModel : ShardingRuleOpInterface::ExternalModel<RuleModel<OpTy>, OpTy> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    return getLinalgRule(cast<linalg::LinalgOp>(op));
  }
  bool isConstantLike(Operation *op) const {
    return isLinalgConstantLike(cast<linalg::LinalgOp>(op));
  }
};

template <typename OpTy>
struct PartitionModel : PartitionOpInterface::ExternalModel<PartitionModel<OpTy>, OpTy> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    return partitionLinalg(cast<linalg::LinalgOp>(op), b, operands, context);
  }
};

template <typename... Ops>
void attach(MLIRContext *context) {
  (Ops::template attachInterface<RuleModel<Ops>, PartitionModel<Ops>>(*context), ...);
}
} // namespace

void mlir::tp::registerLinalgExtension(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attach<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}
