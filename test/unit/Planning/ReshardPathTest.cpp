//===- ReshardPathTest.cpp - reshards with known answers ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceSimulator.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::test;

namespace {
using Kind = CollectiveKind;

class ReshardPathTest : public ::testing::Test {
protected:
  ReshardPathTest() { context.loadDialect<TPDialect>(); }

  void setMesh(int64_t x, int64_t y) {
    mesh = MeshAttr::get(
        &context, {MeshAxisAttr::get(&context, "x", x), MeshAxisAttr::get(&context, "y", y)});
    X = {0, 1, x};
    Y = {1, 1, y};
    cost.emplace(mesh);
  }

  /// Kinds of the planned steps without the free ones; checks the steps on devices.
  std::vector<Kind> plan(const Layout &from, const Layout &to, std::vector<int64_t> shape) {
    steps = *planReshard(from, to, shape, 4, mesh, *cost);
    DeviceSimulator devices(mesh, shape, from, 1);
    std::vector<Kind> kinds;
    for (const ReshardStep &step : steps) {
      EXPECT_EQ(devices.run(step), "");
      if (step.kind != Kind::AllSlice && step.kind != Kind::Neutralize)
        kinds.push_back(step.kind);
    }
    EXPECT_EQ(devices.check(to), "");
    return kinds;
  }

  static Layout make(std::initializer_list<AxisList> dims, AxisList partial = {},
                     ReduceKind kind = ReduceKind::Sum) {
    Layout layout;
    layout.dims.assign(dims.begin(), dims.end());
    layout.partial = partial;
    layout.partialKind = kind;
    return layout;
  }

  double getCost(const Layout &from, const Layout &to, ArrayRef<int64_t> shape) {
    return getReshardCost(from, to, shape, 4, mesh, *cost);
  }

  MLIRContext context;
  MeshAttr mesh;
  std::optional<CostModel> cost;
  ReshardSteps steps;
  Axis X, Y;
};
} // namespace

using Kinds = std::vector<Kind>;

TEST_F(ReshardPathTest, OneCollective) {
  setMesh(2, 3);
  EXPECT_EQ(plan(make({{X}, {}}), make({{X}, {}}), {12, 12}), Kinds{});
  EXPECT_EQ(plan(make({{}, {}}), make({{X}, {Y}}), {12, 12}), Kinds{});
  EXPECT_EQ(plan(make({{X}, {}}), make({{}, {}}), {12, 12}), Kinds{Kind::AllGather});
  EXPECT_EQ(plan(make({{X}, {}}), make({{}, {X}}), {12, 12}), Kinds{Kind::AllToAll});
  EXPECT_EQ(plan(make({{X, Y}, {}}), make({{X}, {Y}}), {12, 12}), Kinds{Kind::AllToAll});
  EXPECT_EQ(steps[0].axes, AxisList{Y});
  EXPECT_EQ(plan(make({{X, Y}, {}}), make({{}, {X, Y}}), {12, 12}), Kinds{Kind::AllToAll});
  EXPECT_EQ(plan(make({{X, Y}}), make({{Y, X}}), {12}), Kinds{Kind::Permute});
  EXPECT_EQ(plan(make({{}, {}}, {X}), make({{}, {}}), {12, 12}), Kinds{Kind::AllReduce});
  EXPECT_EQ(plan(make({{}, {}}, {X}), make({{X}, {}}), {12, 12}), Kinds{Kind::ReduceScatter});
  EXPECT_EQ(plan(make({{Y}, {}}, {X}), make({{Y, X}, {}}), {12, 12}), Kinds{Kind::ReduceScatter});
  EXPECT_EQ(plan(make({{}}, {X, Y}, ReduceKind::Max), make({{}}), {12}), Kinds{Kind::AllReduce});
  EXPECT_EQ(steps[0].reduceKind, ReduceKind::Max);
  EXPECT_EQ(steps[0].operandSizeInBytes, 48);
}

TEST_F(ReshardPathTest, SwapOfTwoDimensions) {
  setMesh(2, 2);
  EXPECT_EQ(plan(make({{X}, {Y}}), make({{Y}, {X}}), {8, 8}), Kinds{Kind::Permute});
  // Two of the four devices keep their block.
  EXPECT_EQ(llvm::count_if(steps[0].pairs, [](auto &pair) { return pair.first == pair.second; }),
            2);
  EXPECT_EQ(plan(make({{X}}), make({{Y}}), {8}), Kinds{Kind::Permute});
  setMesh(2, 3);
  Kinds kinds = plan(make({{X}, {Y}}), make({{Y}, {X}}), {12, 12});
  EXPECT_LE(kinds.size(), 3u);
  EXPECT_EQ(llvm::count(kinds, Kind::AllGather), 0);
}

TEST_F(ReshardPathTest, Mixtures) {
  setMesh(2, 3);
  // The scatter first: the reduction over y is then of half the size.
  EXPECT_EQ(plan(make({{}}, {X, Y}), make({{X}}), {12}),
            (Kinds{Kind::ReduceScatter, Kind::AllReduce}));
  EXPECT_EQ(plan(make({{}, {}}, {X}), make({{Y}, {}}), {12, 12}), Kinds{Kind::AllReduce});
  EXPECT_EQ(steps[0].kind, Kind::AllSlice);
  EXPECT_EQ(plan(make({{}}), make({{}}, {X}), {12}), Kinds{});
  EXPECT_EQ(steps[0].kind, Kind::Neutralize);
  EXPECT_EQ(plan(make({{X}}, {Y}), make({{X}}, {Y}), {12}), Kinds{});
  EXPECT_EQ(plan(make({{}}, {X}), make({{}}, {X}, ReduceKind::Max), {12}), Kinds{Kind::AllReduce});
}

// Cases where blocks of the coarser layout are not unions of blocks of the finer one.
TEST_F(ReshardPathTest, UnevenBlocks) {
  setMesh(2, 2);
  EXPECT_EQ(plan(make({{X, Y}}), make({{X}}), {5}), Kinds{Kind::AllGather});
  EXPECT_EQ(steps[0].axes, (AxisList{X, Y}));
  EXPECT_EQ(plan(make({{X}}), make({{X, Y}}), {5}), Kinds{Kind::AllGather});
  EXPECT_EQ(plan(make({{X, Y}}), make({{X}}), {7}), Kinds{Kind::AllGather});
  EXPECT_EQ(steps[0].axes, AxisList{Y});
  EXPECT_EQ(plan(make({{X, Y}}), make({{Y, X}}), {5}), Kinds{Kind::Permute});
  EXPECT_EQ(plan(make({{X}, {}}), make({{}, {X}}), {5, 3}), Kinds{Kind::AllToAll});
  EXPECT_EQ(plan(make({{X, Y}, {}}), make({{}, {X, Y}}), {0, 1}), Kinds{Kind::AllToAll});
  setMesh(3, 4);
  EXPECT_EQ(plan(make({{X, Y}}), make({{X}}), {10}), Kinds{Kind::AllGather});
  EXPECT_EQ(steps[0].axes, AxisList{Y});
  EXPECT_EQ(plan(make({{X, Y}}), make({{X}}), {14}), Kinds{Kind::AllGather});
  EXPECT_EQ(steps[0].axes, (AxisList{X, Y}));
  setMesh(2, 4);
  EXPECT_EQ(plan(make({{X, Y}}), make({{X}}), {70}), Kinds{Kind::AllGather});
}

TEST_F(ReshardPathTest, SubAxes) {
  setMesh(8, 1);
  Axis outer{0, 1, 2}, inner{0, 2, 4};
  EXPECT_EQ(plan(make({{X}, {}}), make({{outer}, {inner}}), {8, 8}), Kinds{Kind::AllToAll});
  EXPECT_EQ(plan(make({{outer}, {inner}}), make({{outer}, {}}), {8, 8}), Kinds{Kind::AllGather});
  EXPECT_EQ(steps[0].axes, AxisList{inner});
  EXPECT_EQ(plan(make({{outer, inner}}), make({{X}}), {8}), Kinds{});
}

TEST_F(ReshardPathTest, Costs) {
  setMesh(2, 4);
  EXPECT_EQ(getCost(make({{X}, {}}), make({{X}, {Y}}), {64, 64}), 0);
  double swap = getCost(make({{X}, {}}), make({{}, {X}}), {64, 64});
  EXPECT_DOUBLE_EQ(swap, getCost(make({{}, {X}}), make({{X}, {}}), {64, 64}));
  double gather = getCost(make({{X}, {}}), make({{}, {}}), {64, 64});
  double scatter = getCost(make({{}, {}}, {X}), make({{X}, {}}), {64, 64});
  double reduce = getCost(make({{}, {}}, {X}), make({{}, {}}), {64, 64});
  EXPECT_DOUBLE_EQ(gather, scatter);
  EXPECT_NEAR(reduce, gather + scatter, 1e-4);
  EXPECT_LT(reduce, gather + scatter);
  EXPECT_LT(swap, gather);
  EXPECT_EQ(getCost(make({{X}}), make({{}, {}}), {64, 64}),
            std::numeric_limits<double>::infinity());
  EXPECT_TRUE(failed(planReshard(make({{X}}), make({{}, {}}), {64, 64}, 4, mesh, *cost)));
  // Half of a megabyte over 100 GB/s.
  EXPECT_NEAR(getCost(make({{X}}), make({{}}), {1 << 18}), (1 << 19) / 1e5, 1e-3);
}

// With one slow axis a reduction over both is done in three parts.
TEST_F(ReshardPathTest, SlowAxis) {
  setMesh(2, 4);
  cost->setLink(0, {1.0, 1e-5});
  EXPECT_EQ(plan(make({{}}, {X, Y}), make({{}}), {64}),
            (Kinds{Kind::ReduceScatter, Kind::AllReduce, Kind::AllGather}));
}

TEST_F(ReshardPathTest, DynamicDimensions) {
  setMesh(2, 3);
  auto steps = *planReshard(make({{X}, {}}), make({{}, {X}}),
                            {ShapedType::kDynamic, ShapedType::kDynamic}, 4, mesh, *cost);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].kind, Kind::AllToAll);
}
