//===- EmitReshard.cpp - a reshard as local ops ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One local op per step of the planned path. Collectives move whole blocks only; where a dimension
// is not divided evenly it is padded up before it is split, and cut back after it is gathered:
//
//   tensor<5x4xf32>, [{"x"}, {}] to [{}, {"x"}] over "x"=2, held: tensor<3x4xf32>
//     %0 = tp.all_to_all split 1 concat 0 over @mesh{"x"} ins(%local : ...) -> tensor<6x2xf32>
//     %1 = tensor.extract_slice %0[0, 0] [5, 2] [1, 1]
//
//===----------------------------------------------------------------------===//

#include "tp/Transforms/Partition/EmitReshard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Analysis/Extents.h"
#include "tp/Interfaces/PartitionContext.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class ReshardEmitter {
public:
  ReshardEmitter(OpBuilder &b, Location loc, RankedTensorType globalType,
                 FlatSymbolRefAttr meshName, MeshAttr mesh)
      : b(b), loc(loc), globalType(globalType), meshName(meshName), mesh(mesh) {}

  /// What the device holds after `step`, given what it holds before.
  FailureOr<Value> emit(Value value, const ReshardStep &step);

private:
  Value emitSplit(Value value, const ReshardStep &step, RankedTensorType after);
  Value emitGather(Value value, const ReshardStep &step, RankedTensorType after);
  FailureOr<Value> emitNeutralize(Value value, const ReshardStep &step);
  Value pad(Value value, int64_t dim, int64_t size);
  Value cut(Value value, RankedTensorType type);

  OpBuilder &b;
  Location loc;
  RankedTensorType globalType;
  FlatSymbolRefAttr meshName;
  MeshAttr mesh;
};
} // namespace

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static RankedTensorType resizeDim(RankedTensorType type, int64_t dim, int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Pads dimension `dim` at its end up to `size`, with zeros where the type has a zero attribute.
Value ReshardEmitter::pad(Value value, int64_t dim, int64_t size) {
  RankedTensorType type = getTensorType(value);
  int64_t oldSize = type.getDimSize(dim);
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(oldSize) || oldSize >= size)
    return value;
  RankedTensorType padded = resizeDim(type, dim, size);
  TypedAttr zero = b.getZeroAttr(type.getElementType());
  SmallVector<OpFoldResult> zeros(type.getRank(), b.getIndexAttr(0));
  if (!zero) {
    SmallVector<OpFoldResult> sizes = getExtents(b, loc, value);
    SmallVector<OpFoldResult> ones(type.getRank(), b.getIndexAttr(1)), paddedSizes = sizes;
    paddedSizes[dim] = b.getIndexAttr(size);
    Value empty = tensor::EmptyOp::create(b, loc, paddedSizes, type.getElementType());
    return tensor::InsertSliceOp::create(b, loc, value, empty, zeros, sizes, ones);
  }
  SmallVector<OpFoldResult> high = zeros;
  high[dim] = b.getIndexAttr(size - oldSize);
  Value fill = arith::ConstantOp::create(b, loc, zero);
  return tensor::PadOp::create(b, loc, padded, value, zeros, high, fill);
}

/// The beginning of `value` that has type `type`.
Value ReshardEmitter::cut(Value value, RankedTensorType type) {
  if (value.getType() == type)
    return value;
  // Slices of dimensions of size 0 do not verify, whatever their offset.
  if (type.hasStaticShape() && type.getNumElements() == 0)
    return tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  SmallVector<OpFoldResult> sizes = getExtents(b, loc, value);
  for (auto [size, wanted] : llvm::zip(sizes, type.getShape()))
    if (ShapedType::isStatic(wanted))
      size = b.getIndexAttr(wanted);
  SmallVector<OpFoldResult> zeros(type.getRank(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, type, value, zeros, sizes, ones);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Steps that split a dimension: the result has the block of `after`.
Value ReshardEmitter::emitSplit(Value value, const ReshardStep &step, RankedTensorType after) {
  SmallVector<AxisAttr> axes = toAttrs(step.axes, mesh);
  int64_t block = after.getDimSize(step.dim);
  if (ShapedType::isStatic(block))
    value = pad(value, step.dim, block * getNumShards(step.axes));
  if (step.kind == CollectiveKind::AllSlice)
    return AllSliceOp::create(b, loc, after, value, step.dim, meshName, axes)->getResult(0);
  return ReduceScatterOp::create(b, loc, after, value, step.reduceKind, step.dim, meshName, axes)
      ->getResult(0);
}

/// Steps that make a dimension longer, and may split another.
Value ReshardEmitter::emitGather(Value value, const ReshardStep &step, RankedTensorType after) {
  SmallVector<AxisAttr> axes = toAttrs(step.axes, mesh);
  int64_t devices = getNumShards(step.axes);
  bool exchanges = step.kind == CollectiveKind::AllToAll;
  int64_t dim = exchanges ? step.concatDim : step.dim;
  if (exchanges && ShapedType::isStatic(after.getDimSize(step.dim)))
    value = pad(value, step.dim, after.getDimSize(step.dim) * devices);
  int64_t block = getTensorType(value).getDimSize(dim);
  RankedTensorType type = after;
  if (ShapedType::isStatic(block))
    type = resizeDim(after, dim, block * devices);
  if (exchanges)
    value = AllToAllOp::create(b, loc, type, value, step.dim, dim, meshName, axes)->getResult(0);
  else
    value = AllGatherOp::create(b, loc, type, value, dim, meshName, axes)->getResult(0);
  return cut(value, after);
}

/// The device at coordinate 0 keeps its value, the others hold the identity.
FailureOr<Value> ReshardEmitter::emitNeutralize(Value value, const ReshardStep &step) {
  RankedTensorType type = getTensorType(value);
  TypedAttr identity = getIdentity(step.reduceKind, type.getElementType());
  if (!identity)
    return emitError(loc) << "expects an element type with an identity for \""
                          << stringifyReduceKind(step.reduceKind) << "\" to make a value partial, "
                          << "but got " << type.getElementType();
  Value neutral = arith::ConstantOp::create(b, loc, identity);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value coordinate = CoordinateOp::create(b, loc, meshName, toAttrs(step.axes, mesh));
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, coordinate, zero);
  Value empty = tensor::EmptyOp::create(b, loc, getExtents(b, loc, value), type.getElementType());
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto body = [&](OpBuilder &nested, Location nestedLoc, ValueRange args) {
    Value element = arith::SelectOp::create(nested, nestedLoc, isFirst, args[0], neutral);
    linalg::YieldOp::create(nested, nestedLoc, element);
  };
  return linalg::GenericOp::create(b, loc, TypeRange(type), ValueRange(value), ValueRange(empty),
                                   maps, iterators, body)
      .getResult(0);
}

FailureOr<Value> ReshardEmitter::emit(Value value, const ReshardStep &step) {
  SmallVector<AxisAttr> axes = toAttrs(step.axes, mesh);
  RankedTensorType after = getLocalType(globalType, step.after);
  switch (step.kind) {
  case CollectiveKind::AllReduce:
    return AllReduceOp::create(b, loc, after, value, step.reduceKind, meshName, axes)->getResult(0);
  case CollectiveKind::AllSlice:
  case CollectiveKind::ReduceScatter:
    return emitSplit(value, step, after);
  case CollectiveKind::AllGather:
  case CollectiveKind::AllToAll:
    return emitGather(value, step, after);
  case CollectiveKind::Permute: {
    SmallVector<int64_t> pairs;
    for (auto [source, target] : step.pairs)
      pairs.append({source, target});
    return PermuteOp::create(b, loc, after, value, pairs, meshName, axes)->getResult(0);
  }
  case CollectiveKind::Neutralize:
    return emitNeutralize(value, step);
  case CollectiveKind::Broadcast:
  case CollectiveKind::Send:
    break;
  }
  return failure();
}

FailureOr<Value> tp::emitReshard(OpBuilder &b, Location loc, Value local,
                                 RankedTensorType globalType, const Layout &from, const Layout &to,
                                 FlatSymbolRefAttr meshName, MeshAttr mesh, const CostModel &cost) {
  int64_t elementSizeInBytes = getElementSizeInBytes(globalType.getElementType());
  FailureOr<ReshardSteps> steps =
      planReshard(from, to, globalType.getShape(), elementSizeInBytes, mesh, cost);
  if (failed(steps))
    return emitError(loc) << "expects shardings of rank " << globalType.getRank() << " for "
                          << globalType << ", but got ranks " << from.dims.size() << " and "
                          << to.dims.size();
  RankedTensorType localType = getLocalType(globalType, from);
  if (local.getType() != localType)
    return emitError(loc) << "expects a local value of type " << localType << " for " << globalType
                          << ", but got " << local.getType();
  ReshardEmitter emitter(b, loc, globalType, meshName, mesh);
  for (const ReshardStep &step : *steps) {
    FailureOr<Value> value = emitter.emit(local, step);
    if (failed(value))
      return failure();
    local = *value;
  }
  return local;
}
