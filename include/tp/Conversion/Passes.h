//===- Passes.h - lowering of the local program -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_PASSES_H
#define TP_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tp {

#define GEN_PASS_DECL
#include "tp/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "tp/Conversion/Passes.h.inc"

/// Local ops on memrefs instead of tensors, with the deallocation of every buffer in place.
void buildBufferizeLocalPipeline(OpPassManager &pm);
/// From the bufferized local program to the LLVM dialect and calls of the runtime.
void buildBufferizedToHostPipeline(OpPassManager &pm);
/// Both of the above: `tp-local-to-host`.
void buildLocalToHostPipeline(OpPassManager &pm);
void registerConversionPipelines();

/// Lets one-shot bufferization see the local ops.
void registerBufferizationModels(DialectRegistry &registry);

} // namespace mlir::tp

#endif // TP_CONVERSION_PASSES_H
