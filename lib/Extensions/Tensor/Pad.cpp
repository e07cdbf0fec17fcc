//===- Pad.cpp - how tensor.pad is sharded ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions that grow stay whole on every device, the others are factors. A body that reads the
// position of an element gets global positions.
//
// A partial value may be padded on every device if combining the padding with itself gives the
// padding again: anything for maxima, minima and bits, 0 for a sum, 1 for a product.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

/// Whether `value` combined with itself by `kind` is itself.
static bool combinesToItself(Value value, ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Xor:
    return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
  case ReduceKind::Prod:
    return matchPattern(value, m_One()) || matchPattern(value, m_OneFloat());
  default:
    return true;
  }
}

namespace {

struct PadRule : ShardingRuleOpInterface::ExternalModel<PadRule, tensor::PadOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    if (capturesTensor(op))
      return std::nullopt;
    ShardingRule rule;
    DimFactors dims;
    for (auto [size, low, high] : llvm::zip_equal(pad.getSourceType().getShape(),
                                                  pad.getMixedLowPad(), pad.getMixedHighPad())) {
      dims.emplace_back();
      if (!isZeroInteger(low) || !isZeroInteger(high))
        continue;
      unsigned factor = rule.addFactor(size);
      rule.factors[factor].toleratesPadding = isBodySpeculatable(op);
      dims.back().push_back(factor);
    }
    addOperand(rule, pad.getSourceMutable(), dims);
    rule.results.push_back({dims});
    if (Value padding = pad.getConstantPaddingValue())
      for (ReduceKind kind : getReduceKinds(pad.getType().getElementType()))
        if (combinesToItself(padding, kind))
          rule.partialPasses.push_back({kind, {0}, kind});
    return rule;
  }
};

struct PadPartition : PartitionOpInterface::ExternalModel<PadPartition, tensor::PadOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    SmallVector<Value> offsets =
        getBlockOffsets(b, op->getLoc(), context, context.getRule().results[0].dims);
    FailureOr<SmallVector<Value>> results = context.cloneLocally(b, op, operands);
    if (succeeded(results)) {
      Region &body = results->front().getDefiningOp()->getRegion(0);
      addOffsets(b, op->getLoc(), body.front(), offsets);
    }
    return results;
  }
};

} // namespace

void mlir::tp::attachPadModels(MLIRContext *context) {
  tensor::PadOp::attachInterface<PadRule, PadPartition>(*context);
}
