//===- Pipelines.h - passes in their order ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PIPELINES_PIPELINES_H
#define TP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::tp {

struct GlobalToLocalOptions : PassPipelineOptions<GlobalToLocalOptions> {
  Option<bool> strict{*this, "strict",
                      llvm::cl::desc("Keep float multiplications and divisions after reductions"),
                      llvm::cl::init(false)};
  Option<bool> verify{*this, "verify", llvm::cl::desc("Check what holds after each stage"),
                      llvm::cl::init(true)};
};

/// From a program of stage annotated to one of stage local. The module is the anchor.
void buildGlobalToLocalPipeline(OpPassManager &pm, const GlobalToLocalOptions &options);
/// The same from stage propagated and from stage explicit.
void buildPropagatedToLocalPipeline(OpPassManager &pm, const GlobalToLocalOptions &options);
void buildExplicitToLocalPipeline(OpPassManager &pm, const GlobalToLocalOptions &options);

/// From tosa to linalg on tensors by upstream's passes; annotations of arguments and results stay.
void buildTosaToLinalgPipeline(OpPassManager &pm);

/// Registers `tp-global-to-local` and `tp-tosa-to-linalg`.
void registerPipelines();

} // namespace mlir::tp

#endif // TP_PIPELINES_PIPELINES_H
