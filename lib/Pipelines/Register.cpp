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
#ifdef TP_HAVE_ArithExtension
  registerArithExtension(registry);
#endif
#ifdef TP_HAVE_FuncExtension
  registerFuncExtension(registry);
#endif
#ifdef TP_HAVE_LinalgExtension
  registerLinalgExtension(registry);
#endif
#ifdef TP_HAVE_TensorExtension
  registerTensorExtension(registry);
#endif
#ifdef TP_HAVE_OpsExtension
  registerTPOpsExtension(registry);
#endif
#ifdef TP_HAVE_Conversion
  registerBufferizationModels(registry);
#endif
}

void mlir::tp::registerAllTPPasses() {
#ifdef TP_HAVE_Transforms
  registerTPPasses();
  registerPipelines();
#endif
#ifdef TP_HAVE_Conversion
  registerTPConversionPasses();
  registerConversionPipelines();
#endif
}
