//===- Models.h - parts of the arith and math models --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXTENSIONS_ARITH_MODELS_H
#define TP_EXTENSIONS_ARITH_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::tp {

/// Attaches the models of arith.constant.
void attachConstantModels(MLIRContext *context);

} // namespace mlir::tp

#endif // TP_EXTENSIONS_ARITH_MODELS_H
