//===- CostTest.cpp - costs of collectives --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Cost.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

TEST(CostTest, WireSizes) {
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::AllReduce, 4, 1024), 1536);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::ReduceScatter, 4, 1024), 768);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::AllGather, 4, 256), 768);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::AllToAll, 4, 1024), 768);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::Permute, 4, 1024), 1024);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::Broadcast, 4, 1024), 1024);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::AllSlice, 4, 1024), 0);
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::AllReduce, 1, 1024), 0);
  // Rounded up.
  EXPECT_EQ(getWireSizeInBytes(CollectiveKind::AllReduce, 3, 4), 6);
}

TEST(CostTest, MeshSaysItsCosts) {
  MLIRContext context;
  context.loadDialect<TPDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"(tp.mesh @m <["node"=2, "gpu"=8]> {links = {node = {bandwidth = 50.0, latency = 10.0}},
                                           device = {flops = 990.0, memory = 96}})",
      &context);
  ASSERT_TRUE(module);
  MeshOp mesh = *module->getOps<MeshOp>().begin();
  CostModel cost = CostModel::get(mesh);
  EXPECT_FALSE(cost.hasUniformLinks());
  EXPECT_EQ(cost.getLink(0).bandwidthInGBPerS, 50.0);
  EXPECT_EQ(cost.getLink(0).latencyUs, 10.0);
  EXPECT_EQ(cost.getLink(1).bandwidthInGBPerS, LinkCost().bandwidthInGBPerS);
  EXPECT_EQ(cost.getDevice().peakTFlopPerS, 990.0);
  EXPECT_EQ(cost.getDevice().memoryInGB, 96.0);
  // 2·(2-1)/2·1e6 bytes at 50 GB/s, and the latency.
  EXPECT_DOUBLE_EQ(cost.getTimeUs(CollectiveKind::AllReduce, {{0, 1, 2}}, 1e6), 30.0);
  // The slowest axis counts.
  EXPECT_GT(cost.getTimeUs(CollectiveKind::AllGather, {{0, 1, 2}, {1, 1, 8}}, 1e6),
            cost.getTimeUs(CollectiveKind::AllGather, {{1, 1, 8}}, 1e6) * 2);
  EXPECT_TRUE(CostModel(mesh.getMesh()).hasUniformLinks());
}
