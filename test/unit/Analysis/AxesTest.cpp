//===- AxesTest.cpp - algebra of mesh axes --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checked against coordinates: a list of axes means a function from devices to coordinates, and
// every operation is right if these functions relate as they should, over all small meshes.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Axes.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {
class AxesTest : public ::testing::Test {
protected:
  AxesTest() { context.loadDialect<TPDialect>(); }

  MeshAttr getMesh(ArrayRef<int64_t> sizes) {
    SmallVector<MeshAxisAttr> axes;
    for (auto [i, size] : llvm::enumerate(sizes))
      axes.push_back(MeshAxisAttr::get(&context, StringRef("xyz").substr(i, 1), size));
    return MeshAttr::get(&context, axes);
  }

  /// All parts of all axes.
  static SmallVector<Axis> getParts(MeshAttr mesh) {
    SmallVector<Axis> parts;
    for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
      for (int64_t pre = 1; pre < axis.getSize(); ++pre)
        for (int64_t size = 2; pre * size <= axis.getSize(); ++size)
          if (axis.getSize() % (pre * size) == 0)
            parts.push_back({static_cast<unsigned>(i), pre, size});
    return parts;
  }

  /// All lists of up to two disjoint parts.
  static std::vector<AxisList> getLists(MeshAttr mesh) {
    std::vector<AxisList> lists{{}};
    SmallVector<Axis> parts = getParts(mesh);
    for (const Axis &a : parts) {
      lists.push_back({a});
      for (const Axis &b : parts)
        if (!a.overlaps(b))
          lists.push_back({a, b});
    }
    return lists;
  }

  std::vector<MeshAttr> getMeshes() {
    return {getMesh({1}),    getMesh({4}),    getMesh({6}),       getMesh({8}),
            getMesh({12}),   getMesh({2, 2}), getMesh({2, 3}),    getMesh({4, 3}),
            getMesh({2, 4}), getMesh({1, 4}), getMesh({2, 2, 3}), getMesh({2, 1, 4})};
  }

  MLIRContext context;
};
} // namespace

TEST_F(AxesTest, Coordinates) {
  MeshAttr mesh = getMesh({2, 6});
  EXPECT_EQ(getCoordinate(11, {{0, 1, 2}, {1, 1, 6}}, mesh), 11);
  EXPECT_EQ(getCoordinate(9, {{1, 1, 6}, {0, 1, 2}}, mesh), 7);
  EXPECT_EQ(getCoordinate(5, {{1, 2, 3}}, mesh), 2);
  EXPECT_EQ(getCoordinate(5, {{1, 1, 2}}, mesh), 1);
  EXPECT_EQ(getCoordinate(5, {}, mesh), 0);
}

TEST_F(AxesTest, MergeKeepsTheMeaning) {
  for (MeshAttr mesh : getMeshes())
    for (const AxisList &list : getLists(mesh)) {
      AxisList merged = mergeAdjacent(list);
      EXPECT_LE(merged.size(), list.size());
      for (int64_t d = 0; d < mesh.getNumDevices(); ++d)
        EXPECT_EQ(getCoordinate(d, merged, mesh), getCoordinate(d, list, mesh));
    }
  EXPECT_EQ(mergeAdjacent({{0, 1, 2}, {0, 2, 4}, {1, 1, 1}}), (AxisList{{0, 1, 8}}));
  EXPECT_EQ(mergeAdjacent({{0, 2, 4}, {0, 1, 2}}).size(), 2u);
}

TEST_F(AxesTest, Prefixes) {
  for (MeshAttr mesh : getMeshes())
    for (const AxisList &a : getLists(mesh))
      for (const AxisList &b : getLists(mesh)) {
        AxisList common = getCommonPrefix(a, b);
        ASSERT_TRUE(isPrefix(common, a) && isPrefix(common, b));
        AxisList restA = dropPrefix(a, common), restB = dropPrefix(b, common);
        ASSERT_TRUE(getCommonPrefix(restA, restB).empty());
        ASSERT_EQ(isPrefix(a, b), getNumShards(common) == getNumShards(a));
        AxisList joined = common;
        joined.append(restA);
        ASSERT_EQ(mergeAdjacent(joined), mergeAdjacent(a));
        for (int64_t d = 0; d < mesh.getNumDevices(); ++d)
          ASSERT_EQ(getCoordinate(d, a, mesh),
                    getCoordinate(d, common, mesh) * getNumShards(restA) +
                        getCoordinate(d, restA, mesh));
      }
}

TEST_F(AxesTest, SplitAndSubtract) {
  for (MeshAttr mesh : getMeshes())
    for (const AxisList &a : getLists(mesh))
      for (const AxisList &b : getLists(mesh)) {
        AxisList pieces = splitAt(a, b);
        ASSERT_EQ(mergeAdjacent(pieces), mergeAdjacent(a));
        AxisList rest = subtract(a, b);
        ASSERT_FALSE(overlap(rest, b));
        int64_t kept = 1;
        for (const Axis &piece : pieces)
          if (!overlap(piece, b))
            kept *= piece.size;
        ASSERT_EQ(kept, getNumShards(rest));
      }
  EXPECT_EQ(subtract({{0, 1, 8}}, {{0, 2, 2}}), (AxisList{{0, 1, 2}, {0, 4, 2}}));
  EXPECT_EQ(splitAt({{0, 1, 6}}, {{0, 2, 3}}), (AxisList{{0, 1, 2}, {0, 2, 3}}));
  // No cut of the first 3 of 6 is the first 2.
  EXPECT_EQ(splitAt({{0, 1, 3}}, {{0, 1, 2}}), (AxisList{{0, 1, 3}}));
  EXPECT_TRUE(subtract({{0, 1, 3}}, {{0, 1, 2}}).empty());
}

TEST_F(AxesTest, OverlapIsSharedDigits) {
  for (MeshAttr mesh : getMeshes())
    for (const Axis &a : getParts(mesh))
      for (const Axis &b : getParts(mesh)) {
        // Disjoint parts of the mesh have independent coordinates.
        std::set<std::pair<int64_t, int64_t>> pairs;
        for (int64_t d = 0; d < mesh.getNumDevices(); ++d)
          pairs.insert({getCoordinate(d, a, mesh), getCoordinate(d, b, mesh)});
        if (!a.overlaps(b))
          EXPECT_EQ(static_cast<int64_t>(pairs.size()), a.size * b.size);
        else if (a.contains(b) || b.contains(a))
          EXPECT_LT(static_cast<int64_t>(pairs.size()), a.size * b.size);
      }
}

TEST_F(AxesTest, AttributesRoundTrip) {
  auto name = FlatSymbolRefAttr::get(&context, "mesh");
  for (MeshAttr mesh : getMeshes())
    for (const AxisList &list : getLists(mesh)) {
      EXPECT_EQ(resolveAxes(toAttrs(list, mesh), mesh), list);
      Layout layout = Layout::getReplicated(2);
      layout.dims[1] = list;
      EXPECT_EQ(toLayout(toSharding(layout, name, mesh), mesh), layout);
    }
}

TEST_F(AxesTest, Layouts) {
  Layout a = Layout::getReplicated(2), b = a;
  EXPECT_TRUE(a.isFullyReplicated());
  a.dims[0] = {{0, 1, 2}, {0, 2, 2}};
  b.dims[0] = {{0, 1, 4}};
  EXPECT_EQ(a, b);
  a.partial = {{1, 2, 2}, {1, 1, 2}};
  EXPECT_NE(a, b);
  b.partial = {{1, 1, 4}};
  EXPECT_EQ(a, b);
  b.partialKind = ReduceKind::Max;
  EXPECT_NE(a, b);
  EXPECT_FALSE(a.isFullyReplicated());
  EXPECT_EQ(a.getShardedAxes().size(), 2u);
  EXPECT_EQ(getLocalShape({10, ShapedType::kDynamic}, a),
            (SmallVector<int64_t>{3, ShapedType::kDynamic}));
  EXPECT_EQ(getLocalShape({0, 1}, a), (SmallVector<int64_t>{0, 1}));
}

TEST_F(AxesTest, Sizes) {
  Layout layout = Layout::getReplicated(2);
  layout.dims[0] = {{0, 1, 4}};
  auto type = RankedTensorType::get({10, 3}, IntegerType::get(&context, 1));
  EXPECT_EQ(getLocalSizeInBytes(type, layout), 9);
  EXPECT_EQ(getLocalSizeInBytes(type.clone(Float32Type::get(&context)), layout), 36);
  EXPECT_EQ(getLocalType(type, layout).getShape(), (ArrayRef<int64_t>{3, 3}));
  EXPECT_EQ(getElementSizeInBytes(ComplexType::get(Float32Type::get(&context))), 8);
  EXPECT_EQ(getElementSizeInBytes(IndexType::get(&context)), 8);
}
