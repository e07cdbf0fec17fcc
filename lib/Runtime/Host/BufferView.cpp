//===- BufferView.cpp - strided tensors in memory -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/BufferView.h"
#include "tp/Runtime/Host/CollectiveCounts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstring>

using namespace mlir::tp;
using llvm::ArrayRef;

BufferView::BufferView(const tp_buffer &buffer)
    : data(static_cast<char *>(buffer.data)), elementType(buffer.element_type),
      elementSize(getElementSize(buffer.element_type)),
      sizes(buffer.sizes, buffer.sizes + buffer.rank),
      strides(buffer.strides, buffer.strides + buffer.rank) {}

BufferView::BufferView(void *data, int32_t elementType, ArrayRef<int64_t> sizes)
    : data(static_cast<char *>(data)), elementType(elementType),
      elementSize(getElementSize(elementType)), sizes(sizes), strides(sizes.size()) {
  int64_t stride = 1;
  for (int64_t dim = sizes.size() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride *= sizes[dim];
  }
}

int64_t BufferView::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

bool BufferView::isContiguous() const {
  int64_t stride = 1;
  for (int64_t dim = sizes.size() - 1; dim >= 0; --dim) {
    if (sizes[dim] != 1 && strides[dim] != stride)
      return false;
    stride *= sizes[dim];
  }
  return true;
}

BufferView BufferView::slice(int64_t dim, int64_t offset, int64_t size) const {
  BufferView part = *this;
  part.data += offset * strides[dim] * elementSize;
  part.sizes[dim] = size;
  return part;
}

/// Calls `visit` with the byte offsets in both views of each longest run that is contiguous in
/// both, and the run's length in elements.
static void forEachRun(const BufferView &a, const BufferView &b,
                       llvm::function_ref<void(int64_t, int64_t, int64_t)> visit) {
  if (a.getNumElements() == 0)
    return;
  int64_t outer = a.sizes.size(), run = 1;
  while (outer > 0 &&
         (a.sizes[outer - 1] == 1 || (a.strides[outer - 1] == run && b.strides[outer - 1] == run)))
    run *= a.sizes[--outer];
  llvm::SmallVector<int64_t, 4> index(outer, 0);
  int64_t offsetA = 0, offsetB = 0;
  while (true) {
    visit(offsetA * a.elementSize, offsetB * b.elementSize, run);
    int64_t dim = outer - 1;
    for (; dim >= 0; --dim) {
      offsetA += a.strides[dim];
      offsetB += b.strides[dim];
      if (++index[dim] < a.sizes[dim])
        break;
      offsetA -= a.strides[dim] * a.sizes[dim];
      offsetB -= b.strides[dim] * b.sizes[dim];
      index[dim] = 0;
    }
    if (dim < 0)
      return;
  }
}

void mlir::tp::copyElements(const BufferView &from, const BufferView &to) {
  auto copyRuns = [&](auto copy) {
    forEachRun(from, to, [&](int64_t source, int64_t target, int64_t length) {
      copy(to.data + target, from.data + source, length);
    });
  };
  // Single elements are frequent (transposed copies): spare the call of memmove for them.
  int64_t size = from.elementSize;
  if (size == 4)
    return copyRuns([](char *to, const char *from, int64_t length) {
      length == 1 ? (void)std::memcpy(to, from, 4) : (void)std::memmove(to, from, length * 4);
    });
  copyRuns([size](char *to, const char *from, int64_t length) {
    std::memmove(to, from, length * size);
  });
}

void mlir::tp::clearElements(const BufferView &view) {
  forEachRun(view, view, [&](int64_t offset, int64_t, int64_t length) {
    std::memset(view.data + offset, 0, length * view.elementSize);
  });
}
