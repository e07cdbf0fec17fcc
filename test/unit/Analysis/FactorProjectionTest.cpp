//===- FactorProjectionTest.cpp - dimensions and factors, element by element -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension split over axes and its factors split over axes each say which elements a device
// holds. Both are written out for all devices of small meshes, and must be the same wherever the
// projection says that they are.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/FactorGraph.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {

class FactorProjectionTest : public ::testing::Test {
protected:
  FactorProjectionTest() { context.loadDialect<TPDialect>(); }

  MeshAttr getMesh(ArrayRef<int64_t> sizes) {
    SmallVector<MeshAxisAttr> axes;
    for (auto [i, size] : llvm::enumerate(sizes))
      axes.push_back(MeshAxisAttr::get(&context, StringRef("xyz").substr(i, 1), size));
    return MeshAttr::get(&context, axes);
  }

  /// All lists of up to two disjoint parts of axes, as a sharding may have them on a dimension.
  static std::vector<AxisList> getLists(MeshAttr mesh) {
    SmallVector<Axis> parts;
    for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
      for (int64_t pre = 1; pre < axis.getSize(); ++pre)
        for (int64_t size = 2; pre * size <= axis.getSize(); ++size)
          if (axis.getSize() % (pre * size) == 0)
            parts.push_back({static_cast<unsigned>(i), pre, size});
    std::vector<AxisList> lists{{}};
    for (const Axis &a : parts) {
      lists.push_back({a});
      for (const Axis &b : parts)
        if (!a.overlaps(b) && mergeAdjacent({a, b}).size() == 2)
          lists.push_back({a, b});
    }
    return lists;
  }

  static ShardingRule getRule(ArrayRef<int64_t> sizes) {
    ShardingRule rule;
    for (int64_t size : sizes)
      rule.addFactor(size);
    return rule;
  }

  static SmallVector<unsigned> getPositions(const ShardingRule &rule) {
    return llvm::to_vector(llvm::seq<unsigned>(0, rule.factors.size()));
  }

  /// Elements of a dimension of size `size` that a device holds: one flat block.
  static std::set<int64_t> getBlock(int64_t size, ArrayRef<Axis> axes, int64_t device,
                                    MeshAttr mesh) {
    int64_t block = getBlockSize(size, getNumShards(axes));
    int64_t begin = getCoordinate(device, axes, mesh) * block;
    std::set<int64_t> elements;
    for (int64_t i = begin; i < std::min(size, begin + block); ++i)
      elements.insert(i);
    return elements;
  }

  /// The same from the factors: all combinations of iterations that the device runs.
  static std::set<int64_t> getProduct(const ShardingRule &rule, ArrayRef<AxisList> factorAxes,
                                      int64_t device, MeshAttr mesh) {
    std::set<int64_t> elements{0};
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, factorAxes)) {
      std::set<int64_t> next;
      for (int64_t major : elements)
        for (int64_t minor : getBlock(factor.size, axes, device, mesh))
          next.insert(major * factor.size + minor);
      elements = std::move(next);
    }
    return elements;
  }

  static int64_t getSize(const ShardingRule &rule) {
    int64_t size = 1;
    for (const Factor &factor : rule.factors)
      size *= factor.size;
    return size;
  }

  static void expectSameElements(const ShardingRule &rule, ArrayRef<Axis> axes,
                                 ArrayRef<AxisList> factorAxes, MeshAttr mesh) {
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
      EXPECT_EQ(getBlock(getSize(rule), axes, device, mesh),
                getProduct(rule, factorAxes, device, mesh));
  }

  std::vector<MeshAttr> getMeshes() {
    return {getMesh({4}),    getMesh({6}),    getMesh({8}),      getMesh({12}),
            getMesh({2, 3}), getMesh({2, 4}), getMesh({2, 2, 3})};
  }

  const std::vector<SmallVector<int64_t>> factorisations = {
      {1},    {5},    {6},    {12},      {2, 6},    {6, 2},    {3, 4},    {4, 3},      {1, 6},
      {6, 1}, {5, 2}, {2, 5}, {2, 2, 3}, {3, 2, 2}, {4, 1, 3}, {2, 3, 4}, {2, 2, 2, 2}};

  MLIRContext context;
};

// Where a projection is exact, a device holds the elements that its iterations touch, and the way
// back leads to the axes that it came from.
TEST_F(FactorProjectionTest, ExactProjections) {
  unsigned numExact = 0;
  for (MeshAttr mesh : getMeshes())
    for (ArrayRef<int64_t> sizes : factorisations) {
      ShardingRule rule = getRule(sizes);
      SmallVector<unsigned> positions = getPositions(rule);
      for (const AxisList &axes : getLists(mesh)) {
        SmallVector<AxisList> factorAxes(sizes.size());
        if (!projectDim(rule, positions, axes, factorAxes))
          continue;
        ++numExact;
        expectSameElements(rule, axes, factorAxes, mesh);
        std::optional<AxisList> back = getDimAxes(rule, positions, factorAxes);
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, mergeAdjacent(axes));
      }
    }
  EXPECT_GT(numExact, 300u);
}

// What a projection leaves out is minor: the rest describes larger blocks of the same layout.
TEST_F(FactorProjectionTest, InexactProjections) {
  for (MeshAttr mesh : getMeshes())
    for (ArrayRef<int64_t> sizes : factorisations) {
      ShardingRule rule = getRule(sizes);
      SmallVector<unsigned> positions = getPositions(rule);
      for (const AxisList &axes : getLists(mesh)) {
        SmallVector<AxisList> factorAxes(sizes.size());
        if (projectDim(rule, positions, axes, factorAxes))
          continue;
        std::optional<AxisList> kept = getDimAxes(rule, positions, factorAxes);
        ASSERT_TRUE(kept);
        EXPECT_LT(getNumShards(*kept), getNumShards(axes));
        EXPECT_TRUE(isPrefix(*kept, axes));
        expectSameElements(rule, *kept, factorAxes, mesh);
      }
    }
}

// Any way to split two factors either has no flat blocks, or has those that are given.
TEST_F(FactorProjectionTest, DimensionsOfFactors) {
  unsigned numFlat = 0, numOther = 0;
  for (MeshAttr mesh : getMeshes())
    for (ArrayRef<int64_t> sizes : factorisations) {
      if (sizes.size() != 2)
        continue;
      ShardingRule rule = getRule(sizes);
      std::vector<AxisList> lists = getLists(mesh);
      for (const AxisList &major : lists)
        for (const AxisList &minor : lists) {
          if (overlap(major, minor))
            continue;
          std::optional<AxisList> axes = getDimAxes(rule, {0, 1}, {major, minor});
          if (!axes) {
            ++numOther;
            continue;
          }
          // A unit factor in a dimension with others is not split.
          if ((sizes[0] == 1 && !major.empty()) || (sizes[1] == 1 && !minor.empty()))
            continue;
          ++numFlat;
          expectSameElements(rule, *axes, {major, minor}, mesh);
        }
    }
  EXPECT_GT(numFlat, 300u);
  EXPECT_GT(numOther, 300u);
}

// A factor that tolerates no padding takes axes only as far as they divide it.
TEST_F(FactorProjectionTest, NoPadding) {
  MeshAttr mesh = getMesh({4, 3});
  ShardingRule rule = getRule({6});
  rule.factors[0].toleratesPadding = false;
  SmallVector<AxisList> factorAxes(1);
  EXPECT_FALSE(projectDim(rule, {0}, {{0, 1, 4}}, factorAxes));
  EXPECT_EQ(factorAxes[0], (AxisList{{0, 1, 2}}));
  factorAxes[0].clear();
  EXPECT_TRUE(projectDim(rule, {0}, {{1, 1, 3}}, factorAxes));
  EXPECT_FALSE(getDimAxes(rule, {0}, {AxisList{{0, 1, 4}}}));
  expectSameElements(rule, {{1, 1, 3}}, factorAxes, mesh);
}

TEST_F(FactorProjectionTest, ReplicatedAndDynamicFactors) {
  ShardingRule rule = getRule({ShapedType::kDynamic});
  rule.addFactor(6, FactorKind::Replicated);
  Axis x{0, 1, 2};
  SmallVector<AxisList> factorAxes(2);
  EXPECT_FALSE(projectDim(rule, {0}, {x}, factorAxes));
  EXPECT_FALSE(projectDim(rule, {1}, {x}, factorAxes));
  EXPECT_TRUE(factorAxes[0].empty());
  EXPECT_TRUE(factorAxes[1].empty());
  EXPECT_TRUE(projectDim(rule, {1}, {}, factorAxes));
  EXPECT_FALSE(getDimAxes(rule, {0}, {AxisList{x}, AxisList()}));
}

// A dimension that no loop walks stays whole.
TEST_F(FactorProjectionTest, NoFactors) {
  ShardingRule rule;
  EXPECT_TRUE(projectDim(rule, {}, {}, {}));
  EXPECT_FALSE(projectDim(rule, {}, {{0, 1, 2}}, {}));
  EXPECT_EQ(getDimAxes(rule, {}, {}), AxisList());
}

} // namespace
