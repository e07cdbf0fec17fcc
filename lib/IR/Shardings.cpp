//===- Shardings.cpp - what makes a sharding valid -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sharding is checked against its mesh and the type it lays out. It has one spelling: a
// sub-axis is a proper part of its axis, and neighbours that make up one (sub-)axis are written as
// that one, so that equal layouts are equal attributes.
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// ShardingAttr
//===----------------------------------------------------------------------===//

bool ShardingAttr::isFullyReplicated() const {
  return !isPartial() &&
         llvm::all_of(getDims(), [](DimShardingAttr dim) { return dim.getAxes().empty(); });
}

ShardingAttr ShardingAttr::getReplicated(FlatSymbolRefAttr mesh, int64_t rank) {
  MLIRContext *context = mesh.getContext();
  auto dim = DimShardingAttr::get(context, {}, /*isOpen=*/false, std::nullopt);
  return ShardingAttr::get(context, mesh, SmallVector<DimShardingAttr>(rank, dim));
}

LogicalResult ShardingAttr::verify(EmitError emitError, FlatSymbolRefAttr mesh,
                                   ArrayRef<DimShardingAttr> dims, ArrayRef<AxisAttr> replicated,
                                   ReduceKind kind, ArrayRef<AxisAttr> partial) {
  if (!mesh)
    return emitError() << "expects a sharding to name its mesh";
  for (auto [index, dim] : llvm::enumerate(dims))
    if (dim.getPriorityOrDefault() < 0)
      return emitError() << "expects the priority of dimension " << index << " ("
                         << *dim.getPriority() << ") to be at least 0";
  return success();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

MeshOp tp::getMeshOrError(Operation *from, FlatSymbolRefAttr name, EmitError emitError) {
  MeshOp mesh = lookupMesh(from, name);
  if (!mesh)
    emitError() << "expects @" << name.getValue() << " to be a tp.mesh";
  return mesh;
}

static LogicalResult failAt(MeshOp mesh, InFlightDiagnostic diag) {
  diag.attachNote(mesh.getLoc()) << "mesh @" << mesh.getSymName() << " is here";
  return diag;
}

LogicalResult tp::verifyAxis(AxisAttr axis, MeshOp mesh, EmitError emitError) {
  StringRef name = axis.getName();
  std::optional<int64_t> size = mesh.getMesh().getAxisSize(name);
  if (!size)
    return failAt(mesh, emitError() << "expects axis \"" << name << "\" to be an axis of mesh @"
                                    << mesh.getSymName());
  if (!axis.isSubAxis())
    return success();
  int64_t pre = axis.getPreSize(), sub = axis.getSubSize();
  if (pre < 1 || sub < 2 || *size % pre != 0 || (*size / pre) % sub != 0)
    return failAt(mesh, emitError() << "expects the end of sub-axis " << toString(axis) << " ("
                                    << pre << " times " << sub << ") to divide axis \"" << name
                                    << "\" (size " << *size << ")");
  if (sub == *size)
    return failAt(mesh, emitError() << "expects sub-axis " << toString(axis)
                                    << ", which is all of axis \"" << name << "\" (size " << *size
                                    << "), to be written \"" << name << "\"");
  return success();
}

static int64_t getBegin(AxisAttr axis) { return axis.isSubAxis() ? axis.getPreSize() : 1; }
static int64_t getEnd(AxisAttr axis, MeshAttr mesh) { return getBegin(axis) * axis.getSize(mesh); }

bool tp::overlaps(AxisAttr a, AxisAttr b, MeshAttr mesh) {
  return a.getName() == b.getName() && getBegin(a) < getEnd(b, mesh) &&
         getBegin(b) < getEnd(a, mesh);
}

bool tp::contains(AxisAttr whole, AxisAttr part, MeshAttr mesh) {
  return whole.getName() == part.getName() && getBegin(whole) <= getBegin(part) &&
         getEnd(part, mesh) <= getEnd(whole, mesh);
}

AxisAttr tp::join(AxisAttr major, AxisAttr minor, MeshAttr mesh) {
  if (major.getName() != minor.getName() || getEnd(major, mesh) != getBegin(minor))
    return {};
  StringRef name = major.getName();
  int64_t pre = getBegin(major), size = major.getSize(mesh) * minor.getSize(mesh);
  if (size == *mesh.getAxisSize(name))
    return AxisAttr::get(major.getContext(), name);
  return AxisAttr::get(major.getContext(), name, pre, size);
}

LogicalResult tp::verifyAxes(Operation *op, FlatSymbolRefAttr meshName, ArrayAttr axes) {
  auto emitError = [&]() { return op->emitOpError(); };
  MeshOp mesh = getMeshOrError(op, meshName, emitError);
  if (!mesh)
    return failure();
  SmallVector<AxisAttr> list = toAxisVector(axes);
  for (auto [index, axis] : llvm::enumerate(list)) {
    if (failed(verifyAxis(axis, mesh, emitError)))
      return failure();
    for (AxisAttr other : ArrayRef(list).take_front(index)) {
      if (other == axis)
        return emitError() << "expects axis " << toString(axis) << " once";
      if (overlaps(other, axis, mesh.getMesh()))
        return emitError() << "expects axes not to overlap, but " << toString(other) << " and "
                           << toString(axis) << " do";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

LogicalResult tp::verifyReduceKind(ReduceKind kind, Type elementType, EmitError emitError) {
  StringRef name = stringifyReduceKind(kind);
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Prod:
    if (isa<FloatType, IntegerType, IndexType, ComplexType>(elementType))
      return success();
    return emitError() << "expects numbers to be combined by " << name << ", got " << elementType;
  case ReduceKind::Max:
  case ReduceKind::Min:
    if (isa<FloatType>(elementType))
      return success();
    return emitError() << "expects floats to be combined by " << name << ", got " << elementType
                       << "; " << name << "si and " << name << "ui combine integers";
  case ReduceKind::MaxNum:
  case ReduceKind::MinNum:
    if (isa<FloatType>(elementType))
      return success();
    return emitError() << "expects floats to be combined by " << name << ", got " << elementType;
  default:
    if (isa<IntegerType, IndexType>(elementType))
      return success();
    return emitError() << "expects integers to be combined by " << name << ", got " << elementType;
  }
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

namespace {
/// An axis and where the sharding has it.
struct PlacedAxis {
  AxisAttr axis;
  /// "on dimension 0", "replicated" or "partial".
  std::string place;
};
} // namespace

static SmallVector<PlacedAxis> getPlacedAxes(ShardingAttr sharding) {
  SmallVector<PlacedAxis> placed;
  for (auto [index, dim] : llvm::enumerate(sharding.getDims()))
    for (AxisAttr axis : dim.getAxes())
      placed.push_back({axis, ("on dimension " + Twine(index)).str()});
  for (AxisAttr axis : sharding.getReplicated())
    placed.push_back({axis, "replicated"});
  for (AxisAttr axis : sharding.getPartial())
    placed.push_back({axis, "partial"});
  return placed;
}

/// Each axis is valid, no digit is used twice.
static LogicalResult verifyPlacedAxes(ArrayRef<PlacedAxis> placed, MeshOp mesh,
                                      EmitError emitError) {
  for (auto [index, entry] : llvm::enumerate(placed)) {
    if (failed(verifyAxis(entry.axis, mesh, emitError)))
      return failure();
    for (const PlacedAxis &other : placed.take_front(index)) {
      if (other.axis == entry.axis)
        return emitError() << "expects axis " << toString(entry.axis) << " once, but it is "
                           << other.place << " and " << entry.place;
      if (overlaps(other.axis, entry.axis, mesh.getMesh()))
        return emitError() << "expects axes not to overlap, but " << toString(other.axis) << " "
                           << other.place << " and " << toString(entry.axis) << " " << entry.place
                           << " do";
    }
  }
  return success();
}

/// Inside tp.manual the manual axes are used up.
static LogicalResult verifyNotManual(ArrayRef<PlacedAxis> placed, FlatSymbolRefAttr meshName,
                                     MeshOp mesh, Operation *from, EmitError emitError) {
  for (auto manual = from->getParentOfType<ManualOp>(); manual;
       manual = manual->getParentOfType<ManualOp>()) {
    if (manual.getMeshAttr() != meshName)
      continue;
    for (AxisAttr axis : manual.getAxes().getAsRange<AxisAttr>())
      for (const PlacedAxis &entry : placed)
        if (overlaps(axis, entry.axis, mesh.getMesh())) {
          InFlightDiagnostic diag = emitError() << "expects axis " << toString(entry.axis)
                                                << " not to be manual here";
          diag.attachNote(manual.getLoc()) << "axis " << toString(axis) << " is manual in this op";
          return diag;
        }
  }
  return success();
}

/// Neighbours on one dimension that make up one axis are written as one.
static LogicalResult verifyJoined(ShardingAttr sharding, MeshOp mesh, EmitError emitError) {
  for (auto [index, dim] : llvm::enumerate(sharding.getDims()))
    for (size_t i = 1; i < dim.getAxes().size(); ++i) {
      AxisAttr major = dim.getAxes()[i - 1], minor = dim.getAxes()[i];
      if (AxisAttr joined = join(major, minor, mesh.getMesh()))
        return emitError() << "expects " << toString(major) << ", " << toString(minor)
                           << " on dimension " << index << " to be written " << toString(joined);
    }
  return success();
}

static LogicalResult verifyType(ShardingAttr sharding, Type type, EmitError emitError) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return emitError() << "expects a sharding only on a ranked tensor, got " << type;
  if (tensor.getRank() != sharding.getRank())
    return emitError() << "expects one list of axes per dimension of " << type << " (rank "
                       << tensor.getRank() << "), got " << sharding.getRank();
  if (sharding.isPartial())
    return verifyReduceKind(sharding.getPartialKind(), tensor.getElementType(), emitError);
  return success();
}

LogicalResult tp::verifySharding(ShardingAttr sharding, Type type, Operation *from,
                                 function_ref<InFlightDiagnostic()> emitError) {
  MeshOp mesh = getMeshOrError(from, sharding.getMesh(), emitError);
  if (!mesh)
    return failure();
  SmallVector<PlacedAxis> placed = getPlacedAxes(sharding);
  if (failed(verifyPlacedAxes(placed, mesh, emitError)) ||
      failed(verifyNotManual(placed, sharding.getMesh(), mesh, from, emitError)) ||
      failed(verifyJoined(sharding, mesh, emitError)))
    return failure();
  return type ? verifyType(sharding, type, emitError) : success();
}
