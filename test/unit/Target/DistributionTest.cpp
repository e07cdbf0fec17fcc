//===- DistributionTest.cpp - whole tensors and what devices hold ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Distribution.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace mlir::tp;

namespace {

class DistributionTest : public ::testing::Test {
protected:
  DistributionTest() { context.loadDialect<TPDialect>(); }

  MeshAttr getMesh(ArrayRef<int64_t> sizes) {
    SmallVector<MeshAxisAttr> axes;
    for (auto [i, size] : llvm::enumerate(sizes))
      axes.push_back(MeshAxisAttr::get(&context, StringRef("xyz").substr(i, 1), size));
    return MeshAttr::get(&context, axes);
  }
  static HostTensor getCounting(ArrayRef<int64_t> shape, int32_t type = TP_F32) {
    HostTensor tensor(shape, type);
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      tensor.isFloat() ? tensor.setFloat(i, i + 1) : tensor.setInt(i, i + 1);
    return tensor;
  }
  static std::vector<HostTensor> distributeAll(const HostTensor &whole, const Placement &p) {
    std::vector<HostTensor> parts;
    for (int64_t device = 0; device < p.devices; ++device)
      parts.push_back(distribute(whole, p, device));
    return parts;
  }

  MLIRContext context;
};

/// Sizes below, at and above what divides, over every placement of two axes on two dimensions.
TEST_F(DistributionTest, CollectIsTheInverse) {
  MeshAttr mesh = getMesh({2, 3});
  Axis x{0, 1, 2}, y{1, 1, 3};
  std::vector<SmallVector<AxisList, 4>> layouts = {
      {{}, {}}, {{x}, {}}, {{}, {y}}, {{x}, {y}}, {{y}, {x}}, {{x, y}, {}}, {{}, {y, x}}};
  for (int64_t rows : {0, 1, 2, 5, 6, 7})
    for (int64_t columns : {1, 4, 6})
      for (auto &dims : layouts)
        for (int32_t type : {TP_F32, TP_I8}) {
          Placement placement = Placement::getReplicated(2, mesh);
          placement.layout.dims = dims;
          HostTensor whole = getCounting({rows, columns}, type);
          HostTensor back = collect(distributeAll(whole, placement), whole.shape, placement);
          EXPECT_EQ(back.data, whole.data) << rows << "x" << columns;
        }
}

TEST_F(DistributionTest, BlocksAreFlatAndPaddingShows) {
  Placement placement = Placement::getReplicated(1, getMesh({4}));
  placement.layout.dims[0] = {{0, 1, 4}};
  auto parts = distributeAll(getCounting({5}), placement);
  // 2, 2, 1, 0 elements in buffers of 2.
  EXPECT_EQ(parts[1].getFloat(0), 3);
  EXPECT_EQ(parts[1].getFloat(1), 4);
  EXPECT_EQ(parts[2].getFloat(0), 5);
  EXPECT_TRUE(std::isnan(parts[2].getFloat(1)));
  EXPECT_TRUE(std::isnan(parts[3].getFloat(0)));
  auto integers = distributeAll(getCounting({5}, TP_I32), placement);
  EXPECT_NE(std::abs(integers[3].getInt(0)), 0);
  EXPECT_GT(std::abs(integers[3].getInt(0)), 1000);
}

TEST_F(DistributionTest, MinorPartOfAnAxis) {
  Placement placement = Placement::getReplicated(1, getMesh({4}));
  placement.layout.dims[0] = {{0, 2, 2}};
  auto parts = distributeAll(getCounting({2}), placement);
  EXPECT_EQ(parts[0].getFloat(0), 1);
  EXPECT_EQ(parts[1].getFloat(0), 2);
  EXPECT_EQ(parts[2].getFloat(0), 1);
}

TEST_F(DistributionTest, PartialValues) {
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Prod, ReduceKind::Max, ReduceKind::Min}) {
    Placement placement = Placement::getReplicated(1, getMesh({2, 3}));
    placement.layout.partial = {{1, 1, 3}};
    placement.layout.partialKind = kind;
    placement.layout.dims[0] = {{0, 1, 2}};
    HostTensor whole = getCounting({3});
    whole.setFloat(0, 5);
    auto parts = distributeAll(whole, placement);
    EXPECT_NE(parts[1].getFloat(0), parts[0].getFloat(0));
    EXPECT_EQ(collect(parts, whole.shape, placement).data, whole.data);
  }
}

} // namespace
