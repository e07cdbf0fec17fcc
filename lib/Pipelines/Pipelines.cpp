//===- Pipelines.cpp - passes in their order ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Pipelines/Pipelines.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "tp/Transforms/Passes.h"

using namespace mlir;

void tp::buildExplicitToLocalPipeline(OpPassManager &pm, const GlobalToLocalOptions &options) {
  // Equal and needless changes of layout are cheapest to see while they are single ops.
  pm.addPass(createOptimizeReshards());
  if (options.verify)
    pm.addPass(createVerifyExplicit());
  pm.addPass(createPartition());
  pm.addPass(createOptimizeCollectives());
  // Local copies of constants and coordinates are made per use.
  pm.addPass(createCSEPass());
  if (options.verify)
    pm.addPass(createVerifyLocal());
}

void tp::buildPropagatedToLocalPipeline(OpPassManager &pm, const GlobalToLocalOptions &options) {
  if (options.verify)
    pm.addPass(createVerifyPropagated());
  InsertReshardsOptions insert;
  insert.strict = options.strict;
  pm.addPass(createInsertReshards(insert));
  buildExplicitToLocalPipeline(pm, options);
}

void tp::buildGlobalToLocalPipeline(OpPassManager &pm, const GlobalToLocalOptions &options) {
  // Merged dimensions could be split along their most major part only.
  pm.addPass(createExposeDimensions());
  pm.addPass(createPropagateShardings());
  buildPropagatedToLocalPipeline(pm, options);
}

void tp::buildTosaToLinalgPipeline(OpPassManager &pm) {
  // No profile is asked for: what is no valid tosa for a device may be for us.
  tosa::addTosaToLinalgPasses(pm, TosaToLinalgOptions(), TosaToLinalgNamedOptions(), std::nullopt);
  // What is left are constants, scalars and reshapes.
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createTosaToArithPass());
  functions.addPass(createTosaToTensorPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void tp::registerPipelines() {
  PassPipelineRegistration<GlobalToLocalOptions>(
      "tp-global-to-local", "From an annotated program to the one that each device runs",
      buildGlobalToLocalPipeline);
  PassPipelineRegistration<>("tp-tosa-to-linalg",
                             "From tosa to linalg on tensors, which tp-global-to-local takes",
                             buildTosaToLinalgPipeline);
}
