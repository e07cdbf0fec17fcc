//===- Models.h - parts of the TP extension ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXTENSIONS_TP_MODELS_H
#define TP_EXTENSIONS_TP_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::tp {

/// Rules of the collectives that stand in tp.manual.
void attachCollectiveRules(MLIRContext *context);

} // namespace mlir::tp

#endif // TP_EXTENSIONS_TP_MODELS_H
