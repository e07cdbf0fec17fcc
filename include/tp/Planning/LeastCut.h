//===- LeastCut.h - minimum cut of a directed graph ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PLANNING_LEASTCUT_H
#define TP_PLANNING_LEASTCUT_H

#include <cstdint>
#include <vector>

namespace mlir::tp {

/// A flow network. The cut that is found has the least weight and, among those of least weight,
/// the smallest source side.
class LeastCut {
public:
  static constexpr double kInfinite = 1e30;

  unsigned addNode();
  /// Weight paid when `from` is on the source's side and `to` on the sink's.
  void addEdge(unsigned from, unsigned to, double weight);
  /// Finds the cut between `source` and `sink`, which are nodes; returns its weight (kInfinite or
  /// more: there is none).
  double solve(unsigned source, unsigned sink);
  /// After solve: whether the node is on the source's side.
  bool isOnSourceSide(unsigned node) const { return onSourceSide[node]; }

private:
  struct Edge {
    unsigned to;
    double capacity;
  };
  bool buildLevels(unsigned source, unsigned sink);
  double augment(unsigned source, unsigned sink);

  /// Edge 2i+1 is the reverse of edge 2i.
  std::vector<Edge> edges;
  std::vector<std::vector<unsigned>> outgoing;
  std::vector<int> level;
  std::vector<unsigned> next;
  std::vector<bool> onSourceSide;
};

} // namespace mlir::tp

#endif // TP_PLANNING_LEASTCUT_H
