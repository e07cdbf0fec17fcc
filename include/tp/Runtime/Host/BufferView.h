//===- BufferView.h - strided tensors in memory -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_RUNTIME_HOST_BUFFERVIEW_H
#define TP_RUNTIME_HOST_BUFFERVIEW_H

#include "tp/Runtime/Runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tp {

/// A strided tensor; strides count elements.
struct BufferView {
  char *data = nullptr;
  int32_t elementType = TP_F32;
  int64_t elementSize = 4;
  llvm::SmallVector<int64_t, 4> sizes, strides;

  BufferView() = default;
  explicit BufferView(const tp_buffer &buffer);
  /// Row-major.
  BufferView(void *data, int32_t elementType, llvm::ArrayRef<int64_t> sizes);

  int64_t getNumElements() const;
  bool isContiguous() const;
  /// The part [offset, offset + size) of dimension `dim`.
  BufferView slice(int64_t dim, int64_t offset, int64_t size) const;
};

/// Copies between views of equal sizes and element type.
void copyElements(const BufferView &from, const BufferView &to);
/// Sets all bytes of all elements to 0.
void clearElements(const BufferView &view);
/// Element-wise combination of `inputs`, in their order, into each of `outputs`. All have equal
/// sizes and types; an output may be an input. f16 and bf16 are combined in f32 and rounded once.
void combineElements(llvm::ArrayRef<BufferView> inputs, llvm::ArrayRef<BufferView> outputs,
                     int32_t reduction);

float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);
float bfloatToFloat(uint16_t bits);
uint16_t floatToBfloat(float value);

} // namespace mlir::tp

#endif // TP_RUNTIME_HOST_BUFFERVIEW_H
