//===- Register.cpp - everything a tool has to register ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Pipelines/Register.h"
#include "tp/Conversion/Passes.h"
#include "tp/Extensions/Extensions.h"
#include "tp/IR/TP.h"
#include "tp/Pipelines/Pipelines.h"
#include "tp/Transforms/Passes.h"

using namespace mlir;

void mlir::tp::registerAll(DialectRegistry &registry) {
  registry.insert<TPDialect>();
  registerArithExtension(registry);
  registerLinalgExtension(registry);
  registerTensorExtension(registry);
  registerTPOpsExtension(registry);
  registerBufferizationModels(registry);
}

void mlir::tp::registerAllTPPasses() {
  registerTPPasses();
  registerPipelines();
  registerTPConversionPasses();
  registerConversionPipelines();
}
