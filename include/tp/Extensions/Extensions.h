//===- Extensions.h - models of foreign ops, one function a dialect -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXTENSIONS_EXTENSIONS_H
#define TP_EXTENSIONS_EXTENSIONS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tp {

/// Each function attaches the sharding rules and the partitioning of one dialect's ops, as soon as
/// that dialect is loaded. The folder of the same name under lib/Extensions implements it.
void registerArithExtension(DialectRegistry &registry);
void registerLinalgExtension(DialectRegistry &registry);
void registerTensorExtension(DialectRegistry &registry);
/// The dialect's own global ops; their folder is TP.
void registerTPOpsExtension(DialectRegistry &registry);

} // namespace mlir::tp

#endif // TP_EXTENSIONS_EXTENSIONS_H
