//===- Slice.cpp - how slices are sharded -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension that a slice takes whole is a factor; one that it cuts stays whole on every device,
// before and after. So offsets and strides never speak of a sharded dimension, and only the sizes
// of whole dimensions differ between the global and the local op.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// Whether `size` is the extent of dimension `dim` of `tensor`.
static bool isExtent(OpFoldResult size, Value tensor, int64_t dim) {
  int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(extent))
    return isConstantIntValue(size, extent);
  auto dimOp = dyn_cast<Value>(size) ? cast<Value>(size).getDefiningOp<tensor::DimOp>() : nullptr;
  return dimOp && dimOp.getSource() == tensor && dimOp.getConstantIndex() == dim;
}

/// Whether the slice has all of dimension `dim` of the tensor `whole`, which it is cut from or put
/// into.
template <typename SliceOp>
static bool isWhole(SliceOp op, Value whole, int64_t dim) {
  return isZeroInteger(op.getMixedOffsets()[dim]) && isOneInteger(op.getMixedStrides()[dim]) &&
         isExtent(op.getMixedSizes()[dim], whole, dim);
}

/// Adds a factor for every dimension that the slice takes whole: to `whole` and, where the
/// dimension is not dropped, to `part`.
template <typename SliceOp>
static void addWholeDims(ShardingRule &rule, SliceOp op, Value whole, DimFactors &wholeDims,
                         DimFactors &partDims) {
  auto type = cast<RankedTensorType>(whole.getType());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  wholeDims.resize(type.getRank());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (dropped.test(dim))
      continue;
    partDims.emplace_back();
    if (!isWhole(op, whole, dim))
      continue;
    unsigned factor = rule.addFactor(type.getDimSize(dim));
    wholeDims[dim].push_back(factor);
    partDims.back().push_back(factor);
  }
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Sizes of the local slice, given the factors of the tensor it is cut from or put into.
template <typename SliceOp>
static SmallVector<OpFoldResult> getLocalSizes(OpBuilder &b, SliceOp op,
                                               const PartitionContext &context,
                                               const DimFactors &wholeDims) {
  SmallVector<OpFoldResult> sizes;
  for (auto [size, factors] : llvm::zip_equal(op.getMixedSizes(), wholeDims))
    sizes.push_back(getLocalExtent(b, op.getLoc(), context, factors, size));
  return sizes;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

struct ExtractSliceRule
    : ShardingRuleOpInterface::ExternalModel<ExtractSliceRule, tensor::ExtractSliceOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    ShardingRule rule;
    DimFactors source, result;
    addWholeDims(rule, slice, slice.getSource(), source, result);
    addOperand(rule, slice.getSourceMutable(), source);
    rule.results.push_back({result});
    addMovementPasses(rule, slice.getType().getElementType(), {0});
    return rule;
  }
};

struct ExtractSlicePartition
    : PartitionOpInterface::ExternalModel<ExtractSlicePartition, tensor::ExtractSliceOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    Value local = tensor::ExtractSliceOp::create(
        b, op->getLoc(), context.getLocalResultType(0), operands[0],
        lookup(context, slice.getMixedOffsets()),
        getLocalSizes(b, slice, context, context.getRule().operands[0].dims),
        lookup(context, slice.getMixedStrides()));
    return SmallVector<Value>{local};
  }
};

struct InsertSliceRule
    : ShardingRuleOpInterface::ExternalModel<InsertSliceRule, tensor::InsertSliceOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    ShardingRule rule;
    DimFactors source, dest;
    addWholeDims(rule, slice, slice.getDest(), dest, source);
    addOperand(rule, slice.getSourceMutable(), source);
    // Not tied to the result: its elements are moved like the source's, not the start of a sum.
    addOperand(rule, slice.getDestMutable(), dest);
    rule.results.push_back({dest});
    addMovementPasses(rule, slice.getType().getElementType(), {0, 1});
    return rule;
  }
};

struct InsertSlicePartition
    : PartitionOpInterface::ExternalModel<InsertSlicePartition, tensor::InsertSliceOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    Value local = tensor::InsertSliceOp::create(
        b, op->getLoc(), operands[0], operands[1], lookup(context, slice.getMixedOffsets()),
        getLocalSizes(b, slice, context, context.getRule().operands[1].dims),
        lookup(context, slice.getMixedStrides()));
    return SmallVector<Value>{local};
  }
};

} // namespace

void mlir::tp::attachSliceModels(MLIRContext *context) {
  tensor::ExtractSliceOp::attachInterface<ExtractSliceRule, ExtractSlicePartition>(*context);
  tensor::InsertSliceOp::attachInterface<InsertSliceRule, InsertSlicePartition>(*context);
}
