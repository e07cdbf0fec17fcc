//===- Pipeline.cpp - from the local program to the host ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "tp/Conversion/Passes.h"

using namespace mlir;

void tp::buildBufferizeLocalPipeline(OpPassManager &pm) {
  // Across calls, buffers could neither be shared in place nor freed before the end of a block.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  // Dead results (such as an unused arg-max) and their buffers go first.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Elementwise arith and math ops on tensors have no bufferization of their own.
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createPrepareBufferization());
  pm.addPass(createConvertGlobals());
  // Callers and callees agree on contiguous buffers, whatever is passed.
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  options.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  bufferization::buildBufferDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
  // Deallocation stands at the end of blocks until here; peak memory is what is live at a time.
  pm.addNestedPass<func::FuncOp>(bufferization::createOptimizeAllocationLivenessPass());
}

void tp::buildBufferizedToHostPipeline(OpPassManager &pm) {
  pm.addPass(createOutlineKernels());
  pm.addPass(createConvertKernelsToLoops());
  pm.addPass(createConvertLocalToRuntime());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  // Integer powers first; then what LLVM has itself; then the mathematical library.
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  // What the two before left in structured control flow.
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void tp::buildLocalToHostPipeline(OpPassManager &pm) {
  buildBufferizeLocalPipeline(pm);
  buildBufferizedToHostPipeline(pm);
}

void tp::registerConversionPipelines() {
  PassPipelineRegistration<>("tp-bufferize-local",
                             "Local ops on memrefs, with every deallocation in place",
                             buildBufferizeLocalPipeline);
  PassPipelineRegistration<>("tp-local-to-host",
                             "From the local program to LLVM and calls of the host runtime",
                             buildLocalToHostPipeline);
}
