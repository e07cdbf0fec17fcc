//===- Concat.cpp - how tensor.concat is sharded ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dimension that grows stays whole on every device; all others are factors.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

struct ConcatRule : ShardingRuleOpInterface::ExternalModel<ConcatRule, tensor::ConcatOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto concat = cast<tensor::ConcatOp>(op);
    ShardingRule rule;
    DimFactors dims;
    // The inferred type has a size wherever one of the operands has it.
    RankedTensorType type =
        tensor::ConcatOp::inferResultType(concat.getDim(), concat->getOperandTypes());
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      dims.emplace_back();
      if (dim != concat.getDim())
        dims.back().push_back(rule.addFactor(size));
    }
    SmallVector<unsigned> all;
    for (OpOperand &operand : op->getOpOperands()) {
      all.push_back(rule.operands.size());
      addOperand(rule, operand, dims);
    }
    rule.results.push_back({dims});
    addMovementPasses(rule, type.getElementType(), all);
    return rule;
  }
};

struct ConcatPartition : PartitionOpInterface::ExternalModel<ConcatPartition, tensor::ConcatOp> {};

} // namespace

void mlir::tp::attachConcatModels(MLIRContext *context) {
  tensor::ConcatOp::attachInterface<ConcatRule, ConcatPartition>(*context);
}
