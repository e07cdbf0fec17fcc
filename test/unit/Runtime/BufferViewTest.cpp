//===- BufferViewTest.cpp - strided tensors in memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/BufferView.h"
#include "gtest/gtest.h"
#include <numeric>
#include <vector>

using namespace mlir::tp;

namespace {

TEST(BufferViewTest, CopiesTransposed) {
  for (int32_t type : {TP_I32, TP_I64}) {
    std::vector<int64_t> storage(64, 0), source(64);
    std::iota(source.begin(), source.end(), 0);
    std::vector<int32_t> narrow(source.begin(), source.end());
    void *data = type == TP_I32 ? static_cast<void *>(narrow.data()) : source.data();
    BufferView from(data, type, {4, 6}), to(storage.data(), type, {6, 4});
    std::swap(from.sizes[0], from.sizes[1]);
    std::swap(from.strides[0], from.strides[1]);
    copyElements(from, to);
    for (int64_t i = 0; i < 6; ++i)
      for (int64_t j = 0; j < 4; ++j) {
        int64_t got = type == TP_I32 ? reinterpret_cast<int32_t *>(storage.data())[4 * i + j]
                                     : storage[4 * i + j];
        EXPECT_EQ(got, 6 * j + i);
      }
  }
}

TEST(BufferViewTest, SlicesAndClears) {
  std::vector<int16_t> storage(24, 7);
  BufferView view(storage.data(), TP_I16, {2, 3, 4});
  clearElements(view.slice(1, 1, 2).slice(2, 3, 1));
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(storage[i], i / 4 % 3 >= 1 && i % 4 == 3 ? 0 : 7) << i;
}

TEST(BufferViewTest, KnowsWhatIsContiguous) {
  std::vector<char> storage(64);
  BufferView view(storage.data(), TP_I8, {2, 3, 4});
  EXPECT_TRUE(view.isContiguous());
  EXPECT_TRUE(view.slice(0, 1, 1).isContiguous());
  EXPECT_FALSE(view.slice(1, 0, 2).isContiguous());
  EXPECT_EQ(view.slice(1, 0, 2).getNumElements(), 16);
}

TEST(BufferViewTest, NothingToCopy) {
  char byte = 1;
  BufferView empty(&byte, TP_I8, {3, 0});
  copyElements(empty, empty);
  clearElements(empty);
  EXPECT_EQ(byte, 1);
  BufferView scalar(&byte, TP_I8, {});
  clearElements(scalar);
  EXPECT_EQ(byte, 0);
}

} // namespace
