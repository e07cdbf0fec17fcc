//===- ReductionTest.cpp - small floats and element-wise combination ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/BufferView.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <vector>

using namespace mlir::tp;
using llvm::APFloat;

namespace {

uint16_t roundByAPFloat(float value, const llvm::fltSemantics &semantics) {
  APFloat number(value);
  bool loses = false;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &loses);
  return uint16_t(number.bitcastToAPInt().getZExtValue());
}

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// All exponents, with mantissas around every place where rounding changes.
TEST(SmallFloatTest, RoundsAsIEEE) {
  for (uint32_t exponent = 0; exponent < 255; ++exponent)
    for (uint32_t high = 0; high < 1024; high += 31)
      for (uint32_t low : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x1fffu, 0x7fffu, 0x8000u, 0x8001u})
        for (uint32_t sign : {0u, 1u}) {
          float value = fromBits(sign << 31 | exponent << 23 | ((high << 13 ^ low) & 0x7fffff));
          ASSERT_EQ(floatToHalf(value), roundByAPFloat(value, APFloat::IEEEhalf())) << value;
          ASSERT_EQ(floatToBfloat(value), roundByAPFloat(value, APFloat::BFloat())) << value;
        }
  EXPECT_EQ(floatToHalf(INFINITY), 0x7c00);
  EXPECT_EQ(floatToBfloat(-INFINITY), 0xff80);
  EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(NAN))));
  EXPECT_TRUE(std::isnan(bfloatToFloat(floatToBfloat(NAN))));
}

TEST(SmallFloatTest, AllBitsComeBack) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    if (!std::isnan(halfToFloat(bits)))
      ASSERT_EQ(floatToHalf(halfToFloat(bits)), bits);
    if (!std::isnan(bfloatToFloat(bits)))
      ASSERT_EQ(floatToBfloat(bfloatToFloat(bits)), bits);
  }
}

template <typename T>
std::vector<T> combine(std::vector<std::vector<T>> inputs, int32_t type, int32_t reduction) {
  std::vector<BufferView> views;
  for (auto &input : inputs)
    views.emplace_back(input.data(), type, int64_t(input.size()));
  std::vector<T> output(inputs[0].size());
  combineElements(views, BufferView(output.data(), type, int64_t(output.size())), reduction);
  return output;
}

TEST(CombineTest, UsesTheOrderOfInputs) {
  // (1e8 + 1) − 1e8 is 0 in f32, (1e8 − 1e8) + 1 is 1.
  EXPECT_EQ(combine<float>({{1e8f}, {1}, {-1e8f}}, TP_F32, TP_SUM)[0], 0);
  EXPECT_EQ(combine<float>({{1e8f}, {-1e8f}, {1}}, TP_F32, TP_SUM)[0], 1);
}

TEST(CombineTest, ZerosKeepTheirSign) {
  EXPECT_TRUE(std::signbit(combine<float>({{-0.0f}, {-0.0f}}, TP_F32, TP_SUM)[0]));
  EXPECT_FALSE(std::signbit(combine<float>({{-0.0f}, {0.0f}}, TP_F32, TP_MAX)[0]));
  EXPECT_TRUE(std::signbit(combine<float>({{0.0f}, {-0.0f}}, TP_F32, TP_MIN)[0]));
}

TEST(CombineTest, NaN) {
  for (int32_t reduction : {TP_MAX, TP_MIN, TP_SUM, TP_PROD})
    EXPECT_TRUE(std::isnan(combine<double>({{1}, {NAN}}, TP_F64, reduction)[0]));
  EXPECT_EQ(combine<double>({{NAN}, {1}, {NAN}}, TP_F64, TP_MAXNUM)[0], 1);
  EXPECT_TRUE(std::isnan(combine<double>({{NAN}, {NAN}}, TP_F64, TP_MINNUM)[0]));
}

/// Longer than the blocks that are combined at a time, into an input, and with strides.
TEST(CombineTest, LargeInPlaceAndStrided) {
  std::vector<int32_t> a(9000), b(9000);
  for (int32_t i = 0; i < 9000; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  BufferView x(a.data(), TP_I32, int64_t(9000)), y(b.data(), TP_I32, int64_t(9000));
  combineElements({x, y}, {x, y}, TP_SUM);
  for (int32_t i = 0; i < 9000; ++i)
    ASSERT_TRUE(a[i] == 3 * i && b[i] == 3 * i);
  BufferView columns(a.data(), TP_I32, {90, 100}), out(b.data(), TP_I32, {90, 100});
  combineElements({columns.slice(1, 0, 50), columns.slice(1, 50, 50)}, out.slice(1, 25, 50),
                  TP_MAXSI);
  EXPECT_EQ(b[25], 3 * 50);
  EXPECT_EQ(b[100 * 89 + 74], 3 * (100 * 89 + 99));
  EXPECT_EQ(b[75], 3 * 75);
}

} // namespace
