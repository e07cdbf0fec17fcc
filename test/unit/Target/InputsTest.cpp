//===- InputsTest.cpp - arguments from a seed -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Inputs.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {

TEST(InputsTest, DependOnSeedAndPosition) {
  HostTensor a({1000}, TP_F32), b = a, c = a, again = a;
  fillFromSeed(a, 1, 0, {});
  fillFromSeed(b, 1, 1, {});
  fillFromSeed(c, 2, 0, {});
  fillFromSeed(again, 1, 0, {});
  EXPECT_EQ(a.data, again.data);
  EXPECT_NE(a.data, b.data);
  EXPECT_NE(a.data, c.data);
  double sum = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_LE(std::fabs(a.getFloat(i)), 1);
    sum += a.getFloat(i);
  }
  EXPECT_LT(std::fabs(sum), 100);
}

TEST(InputsTest, IntegersFillTheirRange) {
  HostTensor tensor({1000}, TP_I32);
  fillFromSeed(tensor, 0, 0, {-2, 3});
  std::set<int64_t> seen;
  for (int64_t i = 0; i < 1000; ++i)
    seen.insert(tensor.getInt(i));
  EXPECT_EQ(seen, (std::set<int64_t>{-2, -1, 0, 1, 2}));
}

TEST(InputsTest, Ranges) {
  auto range = parseRange("arg12:-3:512");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 12u);
  EXPECT_EQ(range->second.begin, -3);
  EXPECT_EQ(range->second.end, 512);
  for (StringRef wrong :
       {"", "arg", "arg0", "arg0:1", "arg0:1:1", "arg0:2:1", "arg0:0:5x", "x0:0:5", "arg-1:0:5"})
    EXPECT_FALSE(parseRange(wrong)) << wrong.str();
}

} // namespace
