//===- Register.cpp - everything a tool has to register ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Pipelines/Register.h"
#include "tp/Extensions/Extensions.h"
#include "tp/IR/TP.h"

using namespace mlir;

void mlir::tp::registerAll(DialectRegistry &registry) {
  registry.insert<TPDialect>();
#ifdef TP_HAVE_ARITH
  registerArithExtension(registry);
#endif
#ifdef TP_HAVE_FUNC
  registerFuncExtension(registry);
#endif
#ifdef TP_HAVE_LINALG
  registerLinalgExtension(registry);
#endif
#ifdef TP_HAVE_TENSOR
  registerTensorExtension(registry);
#endif
}

void mlir::tp::registerAllTPPasses() {}
