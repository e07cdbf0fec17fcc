//===- EmitReshard.h - a reshard as local ops ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PARTITION_EMITRESHARD_H
#define TP_TRANSFORMS_PARTITION_EMITRESHARD_H

#include "mlir/IR/Builders.h"
#include "tp/Planning/ReshardPath.h"

namespace mlir::tp {

/// Creates the local ops that take `local`, what a device holds of a tensor of type `globalType` in
/// layout `from`, to layout `to`, along the cheapest path. Returns what the device then holds
/// (`local` itself if the layouts are equal). Elements beyond the global size are of no meaning
/// before and after. Emits an error if the types do not fit, or a partial result is wanted of a
/// type without identity for its combiner.
FailureOr<Value> emitReshard(OpBuilder &b, Location loc, Value local, RankedTensorType globalType,
                             const Layout &from, const Layout &to, FlatSymbolRefAttr meshName,
                             MeshAttr mesh, const CostModel &cost);

} // namespace mlir::tp

#endif // TP_TRANSFORMS_PARTITION_EMITRESHARD_H
