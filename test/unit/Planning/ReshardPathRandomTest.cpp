//===- ReshardPathRandomTest.cpp - reshards of random layouts -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thousands of pairs of random layouts, with sub-axes, partial axes and uneven sizes, over all
// small meshes: the planned steps are done on simulated devices and compared with the definition.
//
//===----------------------------------------------------------------------===//

#include "DeviceSimulator.h"
#include "llvm/Support/InterleavedRange.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::test;

namespace {
class ReshardPathRandomTest : public ::testing::Test {
protected:
  ReshardPathRandomTest() { context.loadDialect<TPDialect>(); }

  MeshAttr getMesh(ArrayRef<int64_t> sizes) {
    SmallVector<MeshAxisAttr> axes;
    for (auto [i, size] : llvm::enumerate(sizes))
      axes.push_back(MeshAxisAttr::get(&context, StringRef("xyz").substr(i, 1), size));
    return MeshAttr::get(&context, axes);
  }

  int64_t draw(int64_t n) { return static_cast<int64_t>(random() % n); }

  /// Cuts each axis at random and gives every piece to a dimension, to the partial axes or to none.
  Layout drawLayout(MeshAttr mesh, unsigned rank, bool mayBePartial) {
    Layout layout = Layout::getReplicated(rank);
    AxisList pieces;
    for (auto [i, axis] : llvm::enumerate(mesh.getAxes())) {
      int64_t pre = 1, size = axis.getSize();
      while (size > 1) {
        int64_t part = size;
        if (draw(2))
          for (part = 2 + draw(size - 1); size % part;)
            part = 2 + draw(size - 1);
        pieces.push_back({static_cast<unsigned>(i), pre, part});
        pre *= part;
        size /= part;
      }
    }
    std::shuffle(pieces.begin(), pieces.end(), random);
    for (const Axis &piece : pieces) {
      int64_t place = draw(rank + (mayBePartial ? 2 : 1));
      if (place < rank)
        layout.dims[place].push_back(piece);
      else if (place > rank)
        layout.partial.push_back(piece);
    }
    if (draw(4) == 0)
      layout.partialKind = ReduceKind::Max;
    return layout;
  }

  std::string describe(MeshAttr mesh, ArrayRef<int64_t> shape, const Layout &from,
                       const Layout &to) {
    std::string text;
    llvm::raw_string_ostream os(text);
    auto name = FlatSymbolRefAttr::get(&context, "mesh");
    os << mesh << " shape " << llvm::interleaved(shape) << "\n  " << toSharding(from, name, mesh)
       << "\n  " << toSharding(to, name, mesh);
    return text;
  }

  void tryCase(MeshAttr mesh, const CostModel &cost) {
    static const int64_t sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12};
    unsigned rank = draw(8) == 0 ? 0 : 1 + draw(3);
    std::vector<int64_t> shape;
    for (unsigned i = 0; i < rank; ++i)
      shape.push_back(sizes[draw(rank > 2 ? 8 : 10)]);
    Layout from = drawLayout(mesh, rank, draw(2)), to = drawLayout(mesh, rank, draw(4) == 0);
    SCOPED_TRACE(describe(mesh, shape, from, to));
    FailureOr<ReshardSteps> steps = planReshard(from, to, shape, 4, mesh, cost);
    ASSERT_TRUE(succeeded(steps));
    DeviceSimulator devices(mesh, shape, from, random());
    double costUs = 0;
    std::string path;
    for (const ReshardStep &step : *steps) {
      path += " " + stringifyCollectiveKind(step.kind).str();
      SCOPED_TRACE(path);
      ASSERT_EQ(devices.run(step), "");
      ASSERT_EQ(devices.check(step.after), "");
      costUs += getStepCost(step, cost);
    }
    ASSERT_EQ(devices.check(to), "");
    EXPECT_EQ(steps->empty() ? from : steps->back().after, to);
    EXPECT_NEAR(getReshardCost(from, to, shape, 4, mesh, cost), costUs, 1e-9);
    ++numCases;
  }

  void tryMesh(ArrayRef<int64_t> sizes, unsigned cases) {
    MeshAttr mesh = getMesh(sizes);
    CostModel equal(mesh), unequal(mesh);
    unequal.setLink(0, {10.0, 3e-5});
    for (unsigned i = 0; i < cases && !HasFailure(); ++i)
      tryCase(mesh, i % 4 ? equal : unequal);
  }

  MLIRContext context;
  std::mt19937 random{1234};
  unsigned numCases = 0;
};
} // namespace

TEST_F(ReshardPathRandomTest, SmallMeshes) {
  for (int64_t x = 1; x <= 4; ++x) {
    tryMesh({x}, 200);
    for (int64_t y = 1; y <= 4 && x * y <= 12; ++y) {
      tryMesh({x, y}, 500);
      for (int64_t z = 1; z <= 4 && x * y * z <= 12; ++z)
        tryMesh({x, y, z}, 1500);
    }
  }
}

// The first 2 and the first 3 of 6 devices are parts of one axis that no common cut holds.
TEST_F(ReshardPathRandomTest, IncompatibleSubAxes) {
  tryMesh({6}, 1500);
  tryMesh({2, 6}, 1500);
  tryMesh({12}, 1500);
}

TEST_F(ReshardPathRandomTest, EightDevices) {
  tryMesh({8}, 1000);
  tryMesh({2, 2, 2}, 3000);
}
