//===- LocalBlocks.cpp - what models of foreign ops have in common ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Extensions/LocalBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "tp/Analysis/Extents.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

void mlir::tp::addOperand(ShardingRule &rule, OpOperand &use, DimFactors dims) {
  rule.operands.push_back({&use, std::move(dims), /*tiedResult=*/std::nullopt, /*isRead=*/true});
}

DimFactors mlir::tp::addFactorPerDim(ShardingRule &rule, RankedTensorType type) {
  DimFactors dims;
  for (int64_t size : type.getShape())
    dims.push_back({rule.addFactor(size)});
  return dims;
}

SmallVector<ReduceKind> mlir::tp::getReduceKinds(Type elementType) {
  SmallVector<ReduceKind> kinds;
  for (uint32_t i = 0; i <= getMaxEnumValForReduceKind(); ++i)
    if (std::optional<ReduceKind> kind = symbolizeReduceKind(i))
      if (getIdentity(*kind, elementType))
        kinds.push_back(*kind);
  return kinds;
}

void mlir::tp::addMovementPasses(ShardingRule &rule, Type elementType,
                                 ArrayRef<unsigned> operands) {
  for (ReduceKind kind : getReduceKinds(elementType))
    rule.partialPasses.push_back({kind, SmallVector<unsigned, 2>(operands), kind});
}

bool mlir::tp::capturesTensor(Operation *op) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (inner == op)
      return WalkResult::advance();
    for (Value operand : inner->getOperands())
      if (isa<TensorType>(operand.getType()) &&
          !op->isAncestor(operand.getParentRegion()->getParentOp()))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool mlir::tp::isBodySpeculatable(Operation *op) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (inner == op || inner->hasTrait<OpTrait::IsTerminator>() || isPure(inner))
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Partitioning
//===----------------------------------------------------------------------===//

OpFoldResult mlir::tp::lookup(const PartitionContext &context, OpFoldResult global) {
  if (auto value = dyn_cast<Value>(global))
    return context.lookup(value);
  return global;
}

SmallVector<OpFoldResult> mlir::tp::lookup(const PartitionContext &context,
                                           ArrayRef<OpFoldResult> globals) {
  return llvm::map_to_vector(globals, [&](OpFoldResult global) { return lookup(context, global); });
}

/// Axes that a dimension is split over, major to minor.
static AxisList getDimAxes(const PartitionContext &context, ArrayRef<unsigned> factors) {
  AxisList axes;
  for (unsigned factor : factors)
    llvm::append_range(axes, context.getFactorAxes(factor));
  return axes;
}

OpFoldResult mlir::tp::getLocalExtent(OpBuilder &b, Location loc, const PartitionContext &context,
                                      ArrayRef<unsigned> factors, OpFoldResult global) {
  AxisList axes = getDimAxes(context, factors);
  OpFoldResult uniform = lookup(context, global);
  if (axes.empty())
    return uniform;
  int64_t shards = getNumShards(axes);
  if (std::optional<int64_t> size = getConstantIntValue(uniform))
    return b.getIndexAttr(getBlockSize(*size, shards));
  Value count = arith::ConstantIndexOp::create(b, loc, shards);
  return arith::CeilDivUIOp::create(b, loc, cast<Value>(uniform), count).getResult();
}

/// `value` with `high` zeros after its elements along `dim`.
static Value padHigh(OpBuilder &b, Location loc, Value value, unsigned dim, int64_t high) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] += high;
  SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), highs = low;
  highs[dim] = b.getIndexAttr(high);
  Type elementType = type.getElementType();
  Value zero;
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    TypedAttr part = b.getZeroAttr(complex.getElementType());
    zero = complex::ConstantOp::create(b, loc, complex, b.getArrayAttr({part, part}));
  } else {
    zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(elementType));
  }
  return tensor::PadOp::create(b, loc, type.clone(shape), value, low, highs, zero);
}

Value mlir::tp::takeBlock(OpBuilder &b, Location loc, const PartitionContext &context, Value whole,
                          const DimFactors &dims) {
  Value block = whole;
  for (auto [dim, factors] : llvm::enumerate(dims)) {
    AxisList axes = getDimAxes(context, factors);
    if (axes.empty())
      continue;
    auto type = cast<RankedTensorType>(block.getType());
    int64_t size = type.getDimSize(dim), shards = getNumShards(axes);
    int64_t local = getBlockSize(size, shards);
    if (local * shards != size)
      block = padHigh(b, loc, block, dim, local * shards - size);
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = local;
    block = AllSliceOp::create(b, loc, type.clone(shape), block, static_cast<int64_t>(dim),
                               context.getMeshName(), toAttrs(axes, context.getMesh()))
                ->getResult(0);
  }
  return block;
}

Value mlir::tp::maskPadding(OpBuilder &b, Location loc, const PartitionContext &context,
                            Value local, const DimFactors &dims, TypedAttr fill) {
  SmallVector<std::pair<unsigned, unsigned>> padded; // dimension, factor
  for (auto [dim, factors] : llvm::enumerate(dims))
    for (unsigned factor : factors)
      if (context.isPadded(factor))
        padded.push_back({dim, factor});
  if (padded.empty())
    return local;

  auto type = cast<RankedTensorType>(local.getType());
  SmallVector<Value> offsets, sizes;
  for (auto [dim, factor] : padded) {
    offsets.push_back(context.getOffset(b, loc, factor));
    sizes.push_back(arith::ConstantIndexOp::create(b, loc, context.getRule().factors[factor].size));
  }
  Value fillValue = arith::ConstantOp::create(b, loc, fill);
  Value init = tensor::EmptyOp::create(b, loc, getExtents(b, loc, local), type.getElementType());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, type, local, init, ArrayRef<AffineMap>{identity, identity}, loops,
      [&](OpBuilder &body, Location l, ValueRange args) {
        Value result = args[0];
        for (auto [i, position] : llvm::enumerate(padded)) {
          Value index = linalg::IndexOp::create(body, l, position.first);
          Value global = arith::AddIOp::create(body, l, index, offsets[i]);
          Value inside =
              arith::CmpIOp::create(body, l, arith::CmpIPredicate::ult, global, sizes[i]);
          result = arith::SelectOp::create(body, l, inside, result, fillValue);
        }
        linalg::YieldOp::create(body, l, result);
      });
  return generic.getResult(0);
}

SmallVector<Value> mlir::tp::getBlockOffsets(OpBuilder &b, Location loc,
                                             const PartitionContext &context,
                                             const DimFactors &dims) {
  return llvm::map_to_vector(dims, [&](ArrayRef<unsigned> factors) -> Value {
    if (factors.size() != 1 || !context.isSharded(factors.front()))
      return {};
    return context.getOffset(b, loc, factors.front());
  });
}

void mlir::tp::addOffsets(OpBuilder &b, Location loc, Block &body, ArrayRef<Value> offsets) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&body);
  for (auto [argument, offset] : llvm::zip_equal(body.getArguments(), offsets)) {
    if (!offset || argument.use_empty())
      continue;
    auto global = arith::AddIOp::create(b, loc, argument, offset);
    argument.replaceAllUsesExcept(global, global);
  }
}
