//===- ComparisonTest.cpp - whether numbers agree -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Comparison.h"
#include "tp/Runtime/Runtime.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace mlir::tp;

namespace {

HostTensor makeTensor(ArrayRef<double> values, int32_t type = TP_F32) {
  HostTensor tensor({int64_t(values.size())}, type);
  for (auto [i, value] : llvm::enumerate(values))
    tensor.isFloat() ? tensor.setFloat(i, value) : tensor.setInt(i, int64_t(value));
  return tensor;
}

Comparison compare(ArrayRef<double> actual, ArrayRef<double> expected, int32_t type = TP_F32) {
  Comparison comparison;
  compareResult(comparison, "result 0", "the data", makeTensor(actual, type),
                makeTensor(expected, type), Placement::getReplicated(1));
  return comparison;
}

TEST(ComparisonTest, ToleranceIsRelativeToTheLargest) {
  EXPECT_TRUE(compare({1000, 0.09}, {1000, 0}).passed);
  Comparison wrong = compare({1000, 0.11}, {1000, 0});
  EXPECT_FALSE(wrong.passed);
  EXPECT_NEAR(wrong.maxAbsoluteError, 0.11, 1e-6);
  EXPECT_NEAR(wrong.maxRelativeError, 0.00011, 1e-9);
  ASSERT_EQ(wrong.mismatches.size(), 1u);
  EXPECT_EQ(wrong.mismatches[0], "result 0 at [1] on device 0 is 0.109999999, the data gives 0 "
                                 "(1 of 2 elements differ)");
}

TEST(ComparisonTest, ToleranceDependsOnTheType) {
  EXPECT_TRUE(compare({1.00005}, {1}, TP_F32).passed);
  EXPECT_FALSE(compare({1.00005}, {1}, TP_F64).passed);
  EXPECT_TRUE(compare({1.008}, {1}, TP_F16).passed);
  EXPECT_TRUE(compare({1.03}, {1}, TP_BF16).passed);
  EXPECT_FALSE(compare({1.06}, {1}, TP_BF16).passed);
  EXPECT_FALSE(compare({1000001}, {1000000}, TP_I32).passed);
  EXPECT_FALSE(compare({1}, {0}, TP_I1).passed);
}

TEST(ComparisonTest, SpecialValues) {
  EXPECT_TRUE(compare({NAN, INFINITY}, {NAN, INFINITY}).passed);
  EXPECT_FALSE(compare({NAN, 1}, {1, 1}).passed);
  EXPECT_FALSE(compare({1, 1}, {1, NAN}).passed);
  EXPECT_FALSE(compare({INFINITY}, {-INFINITY}).passed);
  EXPECT_FALSE(compare({1e30}, {INFINITY}).passed);
  // Of an expected zero nothing else is allowed.
  EXPECT_FALSE(compare({1e-30}, {0}).passed);
  EXPECT_TRUE(compare({-0.0}, {0}).passed);
}

TEST(ComparisonTest, ReplicasAgreeBitByBit) {
  MLIRContext context;
  context.loadDialect<TPDialect>();
  MeshAttr mesh = MeshAttr::get(&context, {MeshAxisAttr::get(&context, "x", 2)});
  Placement placement = Placement::getReplicated(1, mesh);
  Comparison comparison;
  HostTensor parts[] = {makeTensor({1, 2}), makeTensor({1, 2})};
  compareReplicas(comparison, "result 0", parts, {2}, placement);
  EXPECT_TRUE(comparison.passed);
  parts[1].setFloat(1, std::nextafter(2.0f, 3.0f));
  compareReplicas(comparison, "result 0", parts, {2}, placement);
  EXPECT_FALSE(comparison.passed);
  EXPECT_EQ(comparison.mismatches[0],
            "result 0 at [1] is 2.00000024 on device 1 but 2 on its replica, device 0");
}

} // namespace
