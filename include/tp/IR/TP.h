//===- TP.h - the tp dialect --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TP_H
#define TP_IR_TP_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tp/IR/TPDialect.h.inc"
#include "tp/IR/TPEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "tp/IR/TPAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "tp/IR/TPTypes.h.inc"

namespace mlir::tp {

class MeshOp;

/// The mesh symbol `name` as seen from `from`, or null.
MeshOp lookupMesh(Operation *from, FlatSymbolRefAttr name);
/// Number of devices along `axes` (an array of AxisAttr) of the mesh `name`; nullopt where the mesh
/// or one of the axes does not exist.
std::optional<int64_t> getNumDevicesAlong(Operation *from, FlatSymbolRefAttr name, ArrayAttr axes);

} // namespace mlir::tp

#include "tp/IR/CollectiveOpInterface.h.inc"
#define GET_OP_CLASSES
#include "tp/IR/TPOps.h.inc"

namespace mlir::tp {

/// Names of discardable attributes.
inline constexpr StringLiteral kShardingAttrName = "tp.sharding";
inline constexpr StringLiteral kShardingsAttrName = "tp.shardings";
inline constexpr StringLiteral kBeforeShardingsAttrName = "tp.before_shardings";
inline constexpr StringLiteral kGlobalTypeAttrName = "tp.global_type";
inline constexpr StringLiteral kStageAttrName = "tp.stage";
inline constexpr StringLiteral kNameAttrName = "tp.name";
inline constexpr StringLiteral kDonatedAttrName = "tp.donated";
inline constexpr StringLiteral kRuleAttrName = "tp.rule";
inline constexpr StringLiteral kCallAttrName = "tp.call";
inline constexpr StringLiteral kReplicatedOpsAttrName = "tp.replicated_ops";

/// Checks the axes of `sharding` against its mesh, and its rank, partial kind and element type
/// against `type` (may be null). Errors go to `emitError` and name dimension, size and axis.
LogicalResult verifySharding(ShardingAttr sharding, Type type, Operation *from,
                             function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::tp

#endif // TP_IR_TP_H
