//===- ManualOp.cpp - regions in local view --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that a body sees what each device along the manual axes holds. Shardings, sizes and
// types of arguments and of yielded values are one relation; both sides go through one function.
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// The axes of the op, resolved.
struct ManualAxes {
  ManualOp op;
  MeshAttr mesh;
  SmallVector<AxisAttr> axes;

  enum class Part { None, Some, All };
  /// How much of `axis` is manual.
  Part getPart(AxisAttr axis) const {
    Part part = Part::None;
    for (AxisAttr manual : axes) {
      if (contains(manual, axis, mesh))
        return Part::All;
      if (overlaps(manual, axis, mesh))
        part = Part::Some;
    }
    return part;
  }
};
} // namespace

/// Number of devices along the manual axes of a dimension; checks their place.
static FailureOr<int64_t> getManualShards(const ManualAxes &manual, DimShardingAttr dim,
                                          unsigned index, EmitError emitError) {
  int64_t shards = 1;
  bool isFreeSeen = false;
  for (AxisAttr axis : dim.getAxes()) {
    switch (manual.getPart(axis)) {
    case ManualAxes::Part::None:
      isFreeSeen = true;
      break;
    case ManualAxes::Part::Some:
      return emitError() << "expects axis " << toString(axis) << " of dimension " << index
                         << " to be manual as a whole or not at all",
             failure();
    case ManualAxes::Part::All:
      if (isFreeSeen)
        return emitError() << "expects manual axis " << toString(axis)
                           << " to stand before the other axes of dimension " << index,
               failure();
      shards *= axis.getSize(manual.mesh);
    }
  }
  return shards;
}

/// Checks one operand or result against what the body has for it.
static LogicalResult verifyManualValue(const ManualAxes &manual, StringRef role, unsigned index,
                                       ShardingAttr sharding, RankedTensorType global, Type local) {
  ManualOp op = manual.op;
  auto emitError = [&]() { return op.emitOpError(role + " " + Twine(index) + ": "); };
  if (sharding.getMesh() != op.getMeshAttr())
    return emitError() << "expects a sharding on mesh @" << op.getMesh() << ", got @"
                       << sharding.getMesh().getValue();
  if (failed(verifySharding(sharding, global, op, emitError)))
    return failure();
  SmallVector<int64_t> sizes(global.getShape());
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    FailureOr<int64_t> shards = getManualShards(manual, sharding.getDims()[dim], dim, emitError);
    if (failed(shards))
      return failure();
    if (!ShapedType::isDynamic(size))
      size = llvm::divideCeil(size, *shards);
  }
  auto expected = RankedTensorType::get(sizes, global.getElementType(), global.getEncoding());
  if (local != expected)
    return emitError() << "expects type " << expected << " in the body, what a device holds of "
                       << global << ", got " << local;
  return success();
}

LogicalResult ManualOp::verifyRegions() {
  auto count = [&](StringRef what, StringRef of, size_t expected, size_t actual) -> LogicalResult {
    if (expected == actual)
      return success();
    return emitOpError() << "expects one " << what << " per " << of << " (" << expected << "), got "
                         << actual;
  };
  if (failed(count("in-sharding", "operand", getInputs().size(), getInShardings().size())) ||
      failed(count("out-sharding", "result", getNumResults(), getOutShardings().size())) ||
      failed(count("block argument", "operand", getInputs().size(), getBody().getNumArguments())))
    return failure();
  return count("yielded value", "result", getNumResults(),
               getBody().front().getTerminator()->getNumOperands());
}

LogicalResult ManualOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyAxes(*this, getMeshAttr(), getAxes())))
    return failure();
  ManualAxes manual{*this, lookupMesh(*this, getMeshAttr()).getMesh(), toAxisVector(getAxes())};
  auto verifyAll = [&](StringRef role, ArrayAttr shardings, TypeRange globals,
                       TypeRange locals) -> LogicalResult {
    for (auto [index, sharding, global, local] :
         llvm::enumerate(shardings.getAsRange<ShardingAttr>(), globals, locals))
      if (failed(verifyManualValue(manual, role, index, sharding, cast<RankedTensorType>(global),
                                   local)))
        return failure();
    return success();
  };
  if (failed(verifyAll("operand", getInShardings(), getInputs().getTypes(),
                       getBody().getArgumentTypes())))
    return failure();
  return verifyAll("result", getOutShardings(), getResultTypes(),
                   getBody().front().getTerminator()->getOperandTypes());
}
