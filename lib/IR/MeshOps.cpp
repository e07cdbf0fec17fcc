//===- MeshOps.cpp - meshes and their axes ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// MeshAttr
//===----------------------------------------------------------------------===//

int64_t MeshAttr::getNumDevices() const {
  int64_t count = 1;
  for (MeshAxisAttr axis : getAxes())
    count *= axis.getSize();
  return count;
}

std::optional<unsigned> MeshAttr::getAxisIndex(StringRef name) const {
  for (auto [index, axis] : llvm::enumerate(getAxes()))
    if (axis.getName() == name)
      return index;
  return std::nullopt;
}

std::optional<int64_t> MeshAttr::getAxisSize(StringRef name) const {
  std::optional<unsigned> index = getAxisIndex(name);
  return index ? std::optional<int64_t>(getAxes()[*index].getSize()) : std::nullopt;
}

static LogicalResult verifyDeviceIds(function_ref<InFlightDiagnostic()> emitError,
                                     int64_t numDevices, ArrayRef<int64_t> ids) {
  if (int64_t(ids.size()) != numDevices)
    return emitError() << "expects one device id per device (" << numDevices << "), got "
                       << ids.size();
  llvm::SmallSet<int64_t, 16> seen;
  for (auto [index, id] : llvm::enumerate(ids)) {
    if (id < 0)
      return emitError() << "expects device id " << id << " (at position " << index
                         << ") to be at least 0";
    if (!seen.insert(id).second)
      return emitError() << "expects device id " << id << " once, but it is again at position "
                         << index;
  }
  return success();
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes, ArrayRef<int64_t> deviceIds) {
  llvm::SmallSet<StringRef, 4> names;
  int64_t numDevices = 1;
  for (MeshAxisAttr axis : axes) {
    if (axis.getName().empty())
      return emitError() << "expects every axis to have a name";
    if (!names.insert(axis.getName()).second)
      return emitError() << "expects axis \"" << axis.getName() << "\" once in a mesh";
    if (axis.getSize() < 1)
      return emitError() << "expects axis \"" << axis.getName() << "\" (size " << axis.getSize()
                         << ") to have a size of at least 1";
    if (axis.getSize() >= kMaxDevices / numDevices)
      return emitError() << "expects a mesh to have fewer than " << kMaxDevices
                         << " devices, which axis \"" << axis.getName() << "\" (size "
                         << axis.getSize() << ") exceeds";
    numDevices *= axis.getSize();
  }
  return deviceIds.empty() ? success() : verifyDeviceIds(emitError, numDevices, deviceIds);
}

//===----------------------------------------------------------------------===//
// MeshOp
//===----------------------------------------------------------------------===//

/// A dictionary of numbers greater than 0, with none but the given names.
static LogicalResult verifyNumbers(MeshOp op, const Twine &what, Attribute attr,
                                   ArrayRef<StringLiteral> names) {
  auto numbers = dyn_cast<DictionaryAttr>(attr);
  if (!numbers)
    return op.emitOpError() << "expects " << what << " to be a dictionary, got " << attr;
  for (NamedAttribute entry : numbers) {
    if (!llvm::is_contained(names, entry.getName().getValue())) {
      InFlightDiagnostic diag = op.emitOpError()
                                << "expects the entries of " << what << " to be among ";
      llvm::interleaveComma(names, diag);
      return diag << ", got " << entry.getName();
    }
    auto number = dyn_cast<FloatAttr>(entry.getValue());
    auto integer = dyn_cast<IntegerAttr>(entry.getValue());
    bool isPositive = number    ? number.getValue().isFinite() && number.getValueAsDouble() > 0
                      : integer ? integer.getValue().isStrictlyPositive()
                                : false;
    if (!isPositive)
      return op.emitOpError() << "expects " << entry.getName() << " of " << what
                              << " to be a number greater than 0, got " << entry.getValue();
  }
  return success();
}

LogicalResult MeshOp::verify() {
  for (NamedAttribute link :
       getLinksAttr() ? getLinksAttr().getValue() : ArrayRef<NamedAttribute>()) {
    StringRef axis = link.getName();
    if (!getMesh().getAxisIndex(axis))
      return emitOpError() << "expects the entries of links to be axes of the mesh, got " << axis;
    if (failed(verifyNumbers(*this, "links of axis \"" + axis + "\"", link.getValue(),
                             {"bandwidth", "latency"})))
      return failure();
  }
  if (!getDeviceAttr())
    return success();
  return verifyNumbers(*this, "device", getDeviceAttr(), {"flops", "bandwidth", "memory"});
}

//===----------------------------------------------------------------------===//
// AxisAttr
//===----------------------------------------------------------------------===//

int64_t AxisAttr::getSize(MeshAttr mesh) const {
  return isSubAxis() ? getSubSize() : mesh.getAxisSize(getName()).value_or(1);
}

//===----------------------------------------------------------------------===//
// Looking meshes up
//===----------------------------------------------------------------------===//

MeshOp tp::lookupMesh(Operation *from, FlatSymbolRefAttr name) {
  if (!from || !name)
    return {};
  auto mesh = SymbolTable::lookupNearestSymbolFrom<MeshOp>(from, name);
  // Ops may be verified before the mesh that they name.
  return mesh && mesh.getMeshAttr() ? mesh : MeshOp();
}

std::optional<int64_t> tp::getNumDevicesAlong(Operation *from, FlatSymbolRefAttr name,
                                              ArrayAttr axes) {
  MeshOp mesh = lookupMesh(from, name);
  if (!mesh)
    return std::nullopt;
  int64_t count = 1;
  for (AxisAttr axis : axes.getAsRange<AxisAttr>()) {
    if (!mesh.getMesh().getAxisIndex(axis.getName()))
      return std::nullopt;
    count *= axis.getSize(mesh.getMesh());
  }
  return count;
}
