//===- LeastCutTest.cpp - minimum cuts against all cuts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/LeastCut.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir::tp;

namespace {

struct Edge {
  unsigned from, to;
  double weight;
};

/// Weight of the cut whose source side is the set of nodes with a bit in `side`.
double getWeight(const std::vector<Edge> &edges, unsigned side) {
  double weight = 0;
  for (const Edge &edge : edges)
    if ((side >> edge.from & 1) && !(side >> edge.to & 1))
      weight += edge.weight;
  return weight;
}

/// The least weight of all cuts between node 0 and node 1, and the intersection of the source sides
/// that have it.
std::pair<double, unsigned> tryAllCuts(unsigned numNodes, const std::vector<Edge> &edges) {
  double best = std::numeric_limits<double>::infinity();
  unsigned side = 0;
  for (unsigned tried = 0; tried < 1u << numNodes; ++tried) {
    if (!(tried & 1) || (tried & 2))
      continue;
    double weight = getWeight(edges, tried);
    if (weight < best) {
      best = weight;
      side = tried;
    } else if (weight == best) {
      side &= tried;
    }
  }
  return {best, side};
}

unsigned getSourceSide(const LeastCut &cut, unsigned numNodes) {
  unsigned side = 0;
  for (unsigned node = 0; node < numNodes; ++node)
    side |= cut.isOnSourceSide(node) << node;
  return side;
}

TEST(LeastCutTest, Chain) {
  LeastCut cut;
  unsigned begin = cut.addNode(), middle = cut.addNode(), end = cut.addNode();
  cut.addEdge(begin, middle, 5);
  cut.addEdge(middle, end, 3);
  EXPECT_EQ(cut.solve(begin, end), 3);
  EXPECT_TRUE(cut.isOnSourceSide(begin));
  EXPECT_TRUE(cut.isOnSourceSide(middle));
  EXPECT_FALSE(cut.isOnSourceSide(end));
}

// Of two cuts of one weight the one nearer to the source.
TEST(LeastCutTest, SmallestSourceSide) {
  LeastCut cut;
  unsigned begin = cut.addNode(), middle = cut.addNode(), end = cut.addNode();
  cut.addEdge(begin, middle, 3);
  cut.addEdge(middle, end, 3);
  EXPECT_EQ(cut.solve(begin, end), 3);
  EXPECT_FALSE(cut.isOnSourceSide(middle));
}

TEST(LeastCutTest, NotConnected) {
  LeastCut cut;
  unsigned begin = cut.addNode(), end = cut.addNode();
  cut.addEdge(end, begin, 7);
  EXPECT_EQ(cut.solve(begin, end), 0);
  EXPECT_FALSE(cut.isOnSourceSide(end));
}

TEST(LeastCutTest, NoFiniteCut) {
  LeastCut cut;
  unsigned begin = cut.addNode(), middle = cut.addNode(), end = cut.addNode();
  cut.addEdge(begin, middle, LeastCut::kInfinite);
  cut.addEdge(middle, end, LeastCut::kInfinite);
  EXPECT_GE(cut.solve(begin, end), LeastCut::kInfinite);
}

// As long as a large program; a search that recursed along it would run out of stack.
TEST(LeastCutTest, LongChain) {
  constexpr unsigned kLength = 200000;
  LeastCut cut;
  unsigned begin = cut.addNode(), last = begin;
  for (unsigned i = 0; i < kLength; ++i) {
    unsigned next = cut.addNode();
    cut.addEdge(last, next, i == kLength / 2 ? 1 : 2);
    last = next;
  }
  EXPECT_EQ(cut.solve(begin, last), 1);
  EXPECT_TRUE(cut.isOnSourceSide(kLength / 2));
  EXPECT_FALSE(cut.isOnSourceSide(kLength / 2 + 1));
}

// All cuts of random graphs with small integer weights, which make ties frequent.
TEST(LeastCutTest, RandomGraphs) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 2000; ++round) {
    unsigned numNodes = 2 + random() % 6;
    std::vector<Edge> edges;
    for (unsigned i = 0, e = random() % (3 * numNodes); i < e; ++i) {
      Edge edge{unsigned(random() % numNodes), unsigned(random() % numNodes), 0};
      edge.weight = random() % 8 == 0 ? LeastCut::kInfinite : random() % 5;
      edges.push_back(edge);
    }
    LeastCut cut;
    for (unsigned node = 0; node < numNodes; ++node)
      cut.addNode();
    for (const Edge &edge : edges)
      cut.addEdge(edge.from, edge.to, edge.weight);
    auto [weight, side] = tryAllCuts(numNodes, edges);
    double found = cut.solve(0, 1);
    if (weight >= LeastCut::kInfinite) {
      EXPECT_GE(found, LeastCut::kInfinite) << "round " << round;
      continue;
    }
    EXPECT_EQ(found, weight) << "round " << round;
    EXPECT_EQ(getSourceSide(cut, numNodes), side) << "round " << round;
  }
}

} // namespace
