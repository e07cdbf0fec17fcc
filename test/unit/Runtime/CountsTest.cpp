//===- CountsTest.cpp - what is communicated, counted ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/CollectiveCounts.h"
#include "gtest/gtest.h"

using namespace mlir::tp;

namespace {

TEST(CountsTest, WireBytes) {
  EXPECT_EQ(getWireBytes(TP_ALL_REDUCE, 8, 16384, 16384), 28672);
  EXPECT_EQ(getWireBytes(TP_ALL_GATHER, 4, 4096, 16384), 12288);
  EXPECT_EQ(getWireBytes(TP_REDUCE_SCATTER, 4, 16384, 4096), 12288);
  EXPECT_EQ(getWireBytes(TP_ALL_TO_ALL, 4, 16384, 16384), 12288);
  EXPECT_EQ(getWireBytes(TP_BROADCAST, 4, 100, 100), 100);
  EXPECT_EQ(getWireBytes(TP_PERMUTE, 4, 100, 100, 0), 0);
  EXPECT_EQ(getWireBytes(TP_PERMUTE, 4, 100, 100, 3), 300);
  // One device has nobody to send to; fractions of bytes are rounded up.
  EXPECT_EQ(getWireBytes(TP_ALL_REDUCE, 1, 100, 100), 0);
  EXPECT_EQ(getWireBytes(TP_ALL_REDUCE, 3, 4, 4), 6);
}

TEST(CountsTest, AddAndTakeTheMost) {
  CollectiveKey sum{TP_ALL_REDUCE, "{\"x\"}", TP_SUM, "f32"}, max = sum;
  max.reduction = TP_MAX;
  CollectiveCounts a, b;
  a[sum] = {1, 10, 20, 30};
  b[sum] = {2, 5, 50, 5};
  b[max] = {1, 1, 1, 1};
  CollectiveCounts most = a;
  maxCounts(most, b);
  EXPECT_EQ(most[sum].calls, 2);
  EXPECT_EQ(most[sum].operandBytes, 10);
  EXPECT_EQ(most[max].calls, 1);
  addCounts(a, b, 3);
  EXPECT_EQ(a[sum].calls, 7);
  EXPECT_EQ(a[sum].wireBytes, 45);
  EXPECT_EQ(a[max].resultBytes, 3);
}

} // namespace
