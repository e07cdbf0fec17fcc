//===- Models.h - parts of the tensor models ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXTENSIONS_TENSOR_MODELS_H
#define TP_EXTENSIONS_TENSOR_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::tp {

/// tensor.bitcast, dim, extract, insert, rank.
void attachAccessModels(MLIRContext *context);
/// tensor.concat.
void attachConcatModels(MLIRContext *context);
/// tensor.empty, from_elements, generate, splat.
void attachCreationModels(MLIRContext *context);
/// tensor.pad.
void attachPadModels(MLIRContext *context);
/// tensor.cast, collapse_shape, expand_shape.
void attachReshapeModels(MLIRContext *context);
/// tensor.extract_slice, insert_slice.
void attachSliceModels(MLIRContext *context);

} // namespace mlir::tp

#endif // TP_EXTENSIONS_TENSOR_MODELS_H
