//===- Register.h - everything a tool has to register -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PIPELINES_REGISTER_H
#define TP_PIPELINES_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tp {

/// Adds the tp dialect and its models for the ops of other dialects. What it does not add are the
/// other dialects themselves: a model is attached when its dialect is loaded.
void registerAll(DialectRegistry &registry);

/// Adds the tp passes and pipelines to the global registry, under their command-line names.
void registerAllTPPasses();

} // namespace mlir::tp

#endif // TP_PIPELINES_REGISTER_H
