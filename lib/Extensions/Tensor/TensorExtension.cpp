//===- TensorExtension.cpp - models of the tensor dialect -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Extensions/Extensions.h"
#include "tp/IR/TP.h"

using namespace mlir;

void mlir::tp::registerTensorExtension(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *dialect) {
    attachAccessModels(context);
    attachConcatModels(context);
    attachCreationModels(context);
    attachPadModels(context);
    attachReshapeModels(context);
    attachSliceModels(context);
  });
}
