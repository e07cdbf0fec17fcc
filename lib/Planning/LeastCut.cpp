//===- LeastCut.cpp - minimum cut of a directed graph ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dinic's algorithm (E. A. Dinic, 1970): blocking flows in the graph of shortest paths. Paths are
// followed with an explicit stack, since chains of ops are as long as the program.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/LeastCut.h"
#include <algorithm>

using namespace mlir::tp;

static constexpr double kNothing = 1e-9;

unsigned LeastCut::addNode() {
  outgoing.emplace_back();
  return outgoing.size() - 1;
}

void LeastCut::addEdge(unsigned from, unsigned to, double weight) {
  outgoing[from].push_back(edges.size());
  edges.push_back({to, weight});
  outgoing[to].push_back(edges.size());
  edges.push_back({from, 0.0});
}

bool LeastCut::buildLevels(unsigned source, unsigned sink) {
  level.assign(outgoing.size(), -1);
  std::vector<unsigned> queue = {source};
  level[source] = 0;
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned e : outgoing[queue[i]])
      if (edges[e].capacity > kNothing && level[edges[e].to] < 0) {
        level[edges[e].to] = level[queue[i]] + 1;
        queue.push_back(edges[e].to);
      }
  return level[sink] >= 0;
}

/// Sends flow along one path of the level graph; 0 when there is none left.
double LeastCut::augment(unsigned source, unsigned sink) {
  std::vector<unsigned> path;
  unsigned node = source;
  while (node != sink) {
    if (next[node] < outgoing[node].size()) {
      unsigned e = outgoing[node][next[node]];
      if (edges[e].capacity > kNothing && level[edges[e].to] == level[node] + 1) {
        path.push_back(e);
        node = edges[e].to;
      } else {
        ++next[node];
      }
      continue;
    }
    if (path.empty())
      return 0;
    node = edges[path.back() ^ 1].to;
    ++next[node];
    path.pop_back();
  }
  double flow = kInfinite;
  for (unsigned e : path)
    flow = std::min(flow, edges[e].capacity);
  for (unsigned e : path) {
    edges[e].capacity -= flow;
    edges[e ^ 1].capacity += flow;
  }
  return flow;
}

double LeastCut::solve(unsigned source, unsigned sink) {
  double total = 0;
  while (total < kInfinite && buildLevels(source, sink)) {
    next.assign(outgoing.size(), 0);
    while (double flow = augment(source, sink)) {
      total += flow;
      if (total >= kInfinite)
        break;
    }
  }
  // The last search for a path has reached the smallest source side.
  onSourceSide.resize(outgoing.size());
  for (size_t node = 0; node < outgoing.size(); ++node)
    onSourceSide[node] = level[node] >= 0;
  return total;
}
