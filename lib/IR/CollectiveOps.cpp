//===- CollectiveOps.cpp - local ops that communicate ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

static ArrayAttr toArrayAttr(OpBuilder &b, ArrayRef<AxisAttr> axes) {
  return b.getArrayAttr(SmallVector<Attribute>(axes.begin(), axes.end()));
}

void AllReduceOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                        ReduceKind kind, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        ReduceKindAttr::get(b.getContext(), kind), mesh, toArrayAttr(b, axes), TypeAttr(),
        FloatAttr(), UnitAttr());
}

void AllGatherOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                        int64_t dim, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(), b.getI64IntegerAttr(dim),
        mesh, toArrayAttr(b, axes), TypeAttr(), FloatAttr(), UnitAttr());
}

void ReduceScatterOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                            ReduceKind kind, int64_t dim, FlatSymbolRefAttr mesh,
                            ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        ReduceKindAttr::get(b.getContext(), kind), b.getI64IntegerAttr(dim), mesh,
        toArrayAttr(b, axes), TypeAttr(), FloatAttr(), UnitAttr());
}

void AllToAllOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                       int64_t splitDim, int64_t concatDim, FlatSymbolRefAttr mesh,
                       ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        b.getI64IntegerAttr(splitDim), b.getI64IntegerAttr(concatDim), mesh, toArrayAttr(b, axes),
        TypeAttr(), FloatAttr(), UnitAttr());
}

void PermuteOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                      ArrayRef<int64_t> pairs, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        b.getDenseI64ArrayAttr(pairs), mesh, toArrayAttr(b, axes), TypeAttr(), FloatAttr(),
        UnitAttr());
}

void BroadcastOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                        int64_t root, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(), b.getI64IntegerAttr(root),
        mesh, toArrayAttr(b, axes), TypeAttr(), FloatAttr(), UnitAttr());
}

void AllSliceOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                       int64_t dim, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(), b.getI64IntegerAttr(dim),
        mesh, toArrayAttr(b, axes));
}

void CoordinateOp::build(OpBuilder &b, OperationState &state, FlatSymbolRefAttr mesh,
                         ArrayRef<AxisAttr> axes) {
  build(b, state, b.getIndexType(), mesh, toArrayAttr(b, axes));
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// On tensors there are none: every device of a group runs the op or none does, so a dead one may
/// go and equal ones may merge. On memrefs inputs are read and destinations written.
static void getBufferEffects(MutableOperandRange inputs, MutableOperandRange inits,
                             Effects &effects) {
  auto add = [&](MutableOperandRange operands, MemoryEffects::Effect *effect) {
    for (OpOperand &operand : operands)
      if (isa<BaseMemRefType>(operand.get().getType()))
        effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
  };
  add(inputs, MemoryEffects::Read::get());
  add(inits, MemoryEffects::Write::get());
}

#define TP_GROUPED_OP(Op, speculatability)                                                         \
  void Op::getEffects(Effects &effects) {                                                          \
    getBufferEffects(getInputsMutable(), getInitsMutable(), effects);                              \
  }                                                                                                \
  Speculation::Speculatability Op::getSpeculatability() { return speculatability; }

// A collective that only some devices reach never ends: it is never moved over a condition.
TP_GROUPED_OP(AllReduceOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(AllGatherOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(ReduceScatterOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(AllToAllOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(PermuteOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(BroadcastOp, Speculation::NotSpeculatable)
// A slice is local.
TP_GROUPED_OP(AllSliceOp, Speculation::Speculatable)
#undef TP_GROUPED_OP

void WaitOp::getEffects(Effects &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<BaseMemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
    }
  // What a wait without tensors orders is not visible in its operands.
  if (getResults().empty())
    effects.emplace_back(MemoryEffects::Write::get(), SideEffects::DefaultResource::get());
}

Speculation::Speculatability WaitOp::getSpeculatability() { return Speculation::NotSpeculatable; }

//===----------------------------------------------------------------------===//
// Types and shapes
//===----------------------------------------------------------------------===//

static RankedTensorType multiplyDim(RankedTensorType type, int64_t dim, int64_t factor) {
  SmallVector<int64_t> sizes(type.getShape());
  if (!ShapedType::isDynamic(sizes[dim]))
    sizes[dim] *= factor;
  return RankedTensorType::get(sizes, type.getElementType(), type.getEncoding());
}

static RankedTensorType divideDim(RankedTensorType type, int64_t dim, int64_t divisor) {
  SmallVector<int64_t> sizes(type.getShape());
  if (!ShapedType::isDynamic(sizes[dim]))
    sizes[dim] /= divisor;
  return RankedTensorType::get(sizes, type.getElementType(), type.getEncoding());
}

RankedTensorType AllGatherOp::inferResultType(RankedTensorType input, int64_t dim,
                                              int64_t numDevices) {
  return multiplyDim(input, dim, numDevices);
}

RankedTensorType ReduceScatterOp::inferResultType(RankedTensorType input, int64_t dim,
                                                  int64_t numDevices) {
  return divideDim(input, dim, numDevices);
}

RankedTensorType AllSliceOp::inferResultType(RankedTensorType input, int64_t dim,
                                             int64_t numDevices) {
  return divideDim(input, dim, numDevices);
}

RankedTensorType AllToAllOp::inferResultType(RankedTensorType input, int64_t splitDim,
                                             int64_t concatDim, int64_t numDevices) {
  return multiplyDim(divideDim(input, splitDim, numDevices), concatDim, numDevices);
}

/// Sizes of the results: those of the inputs, where dimension `multiplied` is times and `divided`
/// is over the number of devices.
static LogicalResult reifyShapes(CollectiveOpInterface op, OpBuilder &b,
                                 ReifiedRankedShapedTypeDims &shapes,
                                 std::optional<int64_t> multiplied,
                                 std::optional<int64_t> divided) {
  std::optional<int64_t> devices = op.getGroupSize();
  // A token has no shape, and every result is asked for.
  if (!devices || op.isAsync())
    return failure();
  Location loc = op.getLoc();
  ValueRange inputs = OperandRange(op.getInputsMutable());
  for (OpResult result : op->getResults()) {
    SmallVector<OpFoldResult> &sizes = shapes.emplace_back();
    auto type = cast<RankedTensorType>(result.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim)) {
        sizes.push_back(b.getIndexAttr(type.getDimSize(dim)));
        continue;
      }
      Value size = tensor::DimOp::create(b, loc, inputs[result.getResultNumber()], dim);
      Value count = multiplied == dim || divided == dim
                        ? Value(arith::ConstantIndexOp::create(b, loc, *devices))
                        : Value();
      if (divided == dim)
        size = arith::DivUIOp::create(b, loc, size, count);
      if (multiplied == dim)
        size = arith::MulIOp::create(b, loc, size, count);
      sizes.push_back(size);
    }
  }
  return success();
}

LogicalResult AllReduceOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, std::nullopt, std::nullopt);
}

LogicalResult PermuteOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, std::nullopt, std::nullopt);
}

LogicalResult BroadcastOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, std::nullopt, std::nullopt);
}

LogicalResult AllGatherOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, getDim(), std::nullopt);
}

LogicalResult ReduceScatterOp::reifyResultShapes(OpBuilder &b,
                                                 ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, std::nullopt, getDim());
}

LogicalResult AllSliceOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, std::nullopt, getDim());
}

LogicalResult AllToAllOp::reifyResultShapes(OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapes(*this, b, shapes, getConcatDim(), getSplitDim());
}
