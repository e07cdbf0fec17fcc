//===- Syntax.h - text of axes and shardings inside attributes and ops -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the syntax that attributes and ops share. Printed by hand: the default format
// puts spaces around nested attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_IR_SYNTAX_H
#define TP_LIB_IR_SYNTAX_H

#include "tp/IR/TP.h"

namespace mlir::tp {

/// `"x"` or `"x":(1)2`.
void printAxis(AsmPrinter &p, AxisAttr axis);
/// `{"x", "y":(1)2}`.
void printAxisList(AsmPrinter &p, ArrayRef<AxisAttr> axes);
ParseResult parseAxisList(AsmParser &parser, SmallVectorImpl<AxisAttr> &axes);
/// The keyword of a combiner.
FailureOr<ReduceKind> parseReduceKind(AsmParser &parser);
/// `<@mesh, [{"x"}, {}]>`: a sharding without its `#tp.sharding`.
void printShardingBody(AsmPrinter &p, ShardingAttr sharding);
ShardingAttr parseShardingBody(AsmParser &parser);

/// `["data"=2, "model"=4]`.
void printMeshAxes(AsmPrinter &p, ArrayRef<MeshAxisAttr> axes);
ParseResult parseMeshAxisList(AsmParser &parser, SmallVectorImpl<MeshAxisAttr> &axes);
/// `device_ids = [8, 9]`, after the keyword.
ParseResult parseDeviceIds(AsmParser &parser, SmallVectorImpl<int64_t> &ids);

/// Text of an axis in diagnostics: as written.
std::string toString(AxisAttr axis);

// Directives of assembly formats.
ParseResult parseMesh(OpAsmParser &parser, MeshAttr &mesh);
void printMesh(OpAsmPrinter &p, Operation *op, MeshAttr mesh);
ParseResult parseMeshAxes(OpAsmParser &parser, FlatSymbolRefAttr &mesh, ArrayAttr &axes);
void printMeshAxes(OpAsmPrinter &p, Operation *op, FlatSymbolRefAttr mesh, ArrayAttr axes);
ParseResult parseShardings(OpAsmParser &parser, ArrayAttr &shardings);
void printShardings(OpAsmPrinter &p, Operation *op, ArrayAttr shardings);
ParseResult parseKind(OpAsmParser &parser, ReduceKindAttr &kind);
void printKind(OpAsmPrinter &p, Operation *op, ReduceKindAttr kind);
ParseResult parseDirection(OpAsmParser &parser, BarrierDirectionAttr &direction);
void printDirection(OpAsmPrinter &p, Operation *op, BarrierDirectionAttr direction);
ParseResult parsePairs(OpAsmParser &parser, DenseI64ArrayAttr &pairs);
void printPairs(OpAsmPrinter &p, Operation *op, DenseI64ArrayAttr pairs);

} // namespace mlir::tp

#endif // TP_LIB_IR_SYNTAX_H
