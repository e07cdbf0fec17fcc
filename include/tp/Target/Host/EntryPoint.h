//===- EntryPoint.h - signature of a local program ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_ENTRYPOINT_H
#define TP_TARGET_HOST_ENTRYPOINT_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Target/Host/Distribution.h"

namespace mlir::tp {

/// An argument or result of the entry function.
struct EntryValue {
  /// Sizes of the whole tensor and of a device's part; ShapedType::kDynamic where not known.
  SmallVector<int64_t> shape, localShape;
  int32_t elementType = TP_F32;
  /// Passed by value and equal on all devices; shapes are empty.
  bool isScalar = false;
  Placement placement;
};

/// What tools need to know of a local program to run it, independent of its later lowering.
struct EntryPoint {
  std::string name;
  /// Null where the program has no mesh; it then runs on one device.
  MeshAttr mesh;
  std::string meshName;
  int64_t devices = 1;
  std::vector<EntryValue> arguments, results;
};

/// The mesh that the program is on: the only one, or the one its functions and collectives name.
/// Null (with success) if there is none; an error is emitted if there are several.
FailureOr<MeshOp> findMesh(ModuleOp module);

/// Reads `tp.sharding` and `tp.global_type` of the function called `name`; values without them are
/// replicated. Emits an error if there is no such function or a type does not fit.
FailureOr<EntryPoint> readEntryPoint(ModuleOp module, StringRef name);

/// Makes every function but `name` private and drops what is not reached from it. Emits an error
/// if there is no such function, or it has no body.
LogicalResult keepOnlyEntryPoint(ModuleOp module, StringRef name);

/// Turns a global program into one for a single device: without meshes and `tp` attributes, its
/// reshards, constraints, barriers and groups as the identities that they are.
LogicalResult makeUnpartitioned(ModuleOp module);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_ENTRYPOINT_H
