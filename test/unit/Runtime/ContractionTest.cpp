//===- ContractionTest.cpp - contractions by BLAS -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every way to order the loops of three operands, against plain sums of small integers, which are
// exact in every type.
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/BufferView.h"
#include "gtest/gtest.h"
#include <functional>
#include <numeric>
#include <vector>

using namespace mlir::tp;

namespace {

/// One operand: the loop of each dimension, and a buffer with room around it.
struct Operand {
  std::vector<int64_t> loops, sizes, strides;
  std::vector<double> values;
  int32_t elementType = TP_F64;
  std::vector<char> storage;

  Operand(std::vector<int64_t> loops, const std::vector<int64_t> &extents, int32_t elementType,
          int64_t padding, int seed)
      : loops(std::move(loops)), elementType(elementType) {
    for (int64_t loop : this->loops)
      sizes.push_back(extents[loop]);
    strides.resize(sizes.size());
    int64_t stride = 1;
    for (size_t i = sizes.size(); i-- > 0;) {
      strides[i] = stride;
      stride *= sizes[i] + (i + 1 == sizes.size() ? padding : 0);
    }
    values.resize(std::max<int64_t>(stride, 1));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = double(int64_t(i * 7 + seed) % 5 - 2);
    storage.resize(values.size() * 8);
    for (size_t i = 0; i < values.size(); ++i)
      write(i, values[i]);
  }

  void write(size_t i, double value) {
    if (elementType == TP_F64)
      reinterpret_cast<double *>(storage.data())[i] = value;
    else if (elementType == TP_F32)
      reinterpret_cast<float *>(storage.data())[i] = float(value);
    else
      reinterpret_cast<uint16_t *>(storage.data())[i] =
          elementType == TP_F16 ? floatToHalf(float(value)) : floatToBfloat(float(value));
  }
  double read(size_t i) const {
    if (elementType == TP_F64)
      return reinterpret_cast<const double *>(storage.data())[i];
    if (elementType == TP_F32)
      return reinterpret_cast<const float *>(storage.data())[i];
    uint16_t bits = reinterpret_cast<const uint16_t *>(storage.data())[i];
    return elementType == TP_F16 ? halfToFloat(bits) : bfloatToFloat(bits);
  }
  int64_t getPosition(const std::vector<int64_t> &index) const {
    int64_t position = 0;
    for (size_t i = 0; i < loops.size(); ++i)
      position += index[loops[i]] * strides[i];
    return position;
  }
  tp_buffer getBuffer() {
    return {storage.data(), elementType, int32_t(sizes.size()), sizes.data(), strides.data()};
  }
};

void forEachIndex(const std::vector<int64_t> &extents,
                  const std::function<void(const std::vector<int64_t> &)> &visit) {
  std::vector<int64_t> index(extents.size(), 0);
  int64_t count = std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>());
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (size_t loop = extents.size(); loop-- > 0; rest /= extents[loop])
      index[loop] = rest % extents[loop];
    visit(index);
  }
}

void expectContraction(const std::vector<int64_t> &extents, Operand lhs, Operand rhs, Operand out) {
  std::vector<double> expected = out.values;
  forEachIndex(extents, [&](const std::vector<int64_t> &index) {
    expected[out.getPosition(index)] +=
        lhs.values[lhs.getPosition(index)] * rhs.values[rhs.getPosition(index)];
  });
  std::vector<int64_t> maps = lhs.loops;
  maps.insert(maps.end(), rhs.loops.begin(), rhs.loops.end());
  maps.insert(maps.end(), out.loops.begin(), out.loops.end());
  tp_contraction op = {maps.data(), int64_t(extents.size()), ""};
  tp_buffer a = lhs.getBuffer(), b = rhs.getBuffer(), c = out.getBuffer();
  ASSERT_EQ(tp_contract(nullptr, &op, &a, &b, &c), TP_OK);
  // Room around the elements stays as it was.
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(out.read(i), expected[i]) << "element " << i;
}

/// All orders of the loops of a batched product (b, m, n, k), with and without room between rows.
TEST(ContractionTest, AllOrders) {
  std::vector<int64_t> extents = {2, 3, 4, 5};
  for (std::vector<int64_t> lhs = {0, 1, 3};;) {
    for (std::vector<int64_t> rhs = {0, 2, 3};;) {
      for (std::vector<int64_t> out = {0, 1, 2};;) {
        for (int64_t padding : {0, 3})
          expectContraction(extents, Operand(lhs, extents, TP_F32, padding, 1),
                            Operand(rhs, extents, TP_F32, padding, 2),
                            Operand(out, extents, TP_F32, padding, 3));
        if (!std::next_permutation(out.begin(), out.end()))
          break;
      }
      if (!std::next_permutation(rhs.begin(), rhs.end()))
        break;
    }
    if (!std::next_permutation(lhs.begin(), lhs.end()))
      break;
  }
}

TEST(ContractionTest, TypesOfOperands) {
  std::vector<int64_t> extents = {3, 4, 5};
  for (auto [in, out] :
       {std::pair(TP_F64, TP_F64), std::pair(TP_F32, TP_F32), std::pair(TP_F16, TP_F32),
        std::pair(TP_BF16, TP_F32), std::pair(TP_F16, TP_F16), std::pair(TP_BF16, TP_BF16)})
    expectContraction(extents, Operand({0, 2}, extents, in, 0, 1),
                      Operand({2, 1}, extents, in, 0, 2), Operand({0, 1}, extents, out, 0, 3));
}

/// Several loops in a group, not all collapsible; groups without loops; sizes 0 and 1.
TEST(ContractionTest, ShapesOfGroups) {
  std::vector<int64_t> extents = {2, 3, 2, 4, 3};
  expectContraction(extents, Operand({0, 1, 3, 4}, extents, TP_F32, 0, 1),
                    Operand({4, 2, 3}, extents, TP_F32, 0, 2),
                    Operand({1, 2, 0}, extents, TP_F32, 0, 3));
  expectContraction({7}, Operand({0}, {7}, TP_F32, 0, 1), Operand({0}, {7}, TP_F32, 0, 2),
                    Operand({}, {7}, TP_F32, 0, 3));
  expectContraction({4, 3}, Operand({0, 1}, {4, 3}, TP_F64, 0, 1),
                    Operand({1}, {4, 3}, TP_F64, 0, 2), Operand({0}, {4, 3}, TP_F64, 0, 3));
  for (std::vector<int64_t> sizes : {std::vector<int64_t>{1, 4, 5},
                                     {3, 1, 5},
                                     {3, 4, 1},
                                     {1, 1, 1},
                                     {0, 4, 5},
                                     {3, 0, 5},
                                     {3, 4, 0}})
    expectContraction(sizes, Operand({0, 2}, sizes, TP_F32, 2, 1),
                      Operand({2, 1}, sizes, TP_F32, 2, 2), Operand({0, 1}, sizes, TP_F32, 2, 3));
}

} // namespace
