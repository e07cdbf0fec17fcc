//===- Verify.h - checks that attributes and ops share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_IR_VERIFY_H
#define TP_LIB_IR_VERIFY_H

#include "tp/IR/TP.h"

namespace mlir::tp {

/// Device ids, ranks and coordinates are 32-bit in the runtime.
inline constexpr int64_t kMaxDevices = int64_t(1) << 31;

using EmitError = function_ref<InFlightDiagnostic()>;

/// The mesh `name`, or null after an error.
MeshOp getMeshOrError(Operation *from, FlatSymbolRefAttr name, EmitError emitError);

/// That `axis` exists in `mesh` and, if it is a sub-axis, is a proper part of its axis.
LogicalResult verifyAxis(AxisAttr axis, MeshOp mesh, EmitError emitError);

/// Whether two valid axes share a digit of the coordinate.
bool overlaps(AxisAttr a, AxisAttr b, MeshAttr mesh);
/// Whether all of `part` lies in `whole`; both are valid.
bool contains(AxisAttr whole, AxisAttr part, MeshAttr mesh);

/// The axis that `major` followed by `minor` make up, or null.
AxisAttr join(AxisAttr major, AxisAttr minor, MeshAttr mesh);

/// Checks the axes of an op: each valid for the mesh, none overlapping another.
LogicalResult verifyAxes(Operation *op, FlatSymbolRefAttr mesh, ArrayAttr axes);

/// That values of `elementType` can be combined by `kind`.
LogicalResult verifyReduceKind(ReduceKind kind, Type elementType, EmitError emitError);

/// The axes of an op as a vector.
SmallVector<AxisAttr> toAxisVector(ArrayAttr axes);

} // namespace mlir::tp

#endif // TP_LIB_IR_VERIFY_H
