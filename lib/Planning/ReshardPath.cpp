//===- ReshardPath.cpp - cheapest way from one layout to another ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the moves that the search finds into steps on mesh axes, and matches the devices of a
// permute.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/ReshardPath.h"
#include "ReshardSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::reshard;

//===----------------------------------------------------------------------===//
// Permutes
//===----------------------------------------------------------------------===//

/// Disjoint axes, sorted, that together hold all of `axes` and split each at their borders.
static AxisList getHull(ArrayRef<Axis> axes, MeshAttr mesh) {
  AxisList pieces = splitAt(axes, axes);
  llvm::sort(pieces);
  pieces.erase(llvm::unique(pieces), pieces.end());
  AxisList hull;
  for (const Axis &piece : pieces) {
    if (!hull.empty() && overlap(piece, hull)) {
      // Cut in incompatible ways: only the whole axis holds both.
      llvm::erase_if(hull, [&](const Axis &axis) { return axis.index == piece.index; });
      hull.push_back({piece.index, 1, mesh.getAxes()[piece.index].getSize()});
      continue;
    }
    hull.push_back(piece);
  }
  llvm::sort(hull);
  return hull;
}

namespace {
/// Linear coordinate on some axes, as a function of that on a hull of them.
class CoordinateMap {
public:
  CoordinateMap(ArrayRef<Axis> axes, ArrayRef<Axis> hull) {
    for (const Axis &axis : splitAt(axes, hull)) {
      int64_t stride = 1;
      for (const Axis &piece : llvm::reverse(hull)) {
        if (piece.contains(axis))
          digits.push_back({stride * (piece.end() / axis.end()), axis.size});
        stride *= piece.size;
      }
    }
  }
  int64_t operator()(int64_t coordinate) const {
    int64_t linear = 0;
    for (auto [stride, size] : digits)
      linear = linear * size + coordinate / stride % size;
    return linear;
  }

private:
  SmallVector<std::pair<int64_t, int64_t>, 4> digits;
};
} // namespace

void tp::getPermutePairs(const Layout &before, const Layout &after, MeshAttr mesh, AxisList &axes,
                         SmallVectorImpl<std::pair<int64_t, int64_t>> &pairs) {
  AxisList involved, sources;
  SmallVector<std::pair<AxisList, AxisList>, 4> lists;
  for (auto [source, target] : llvm::zip(before.dims, after.dims)) {
    AxisList common = getCommonPrefix(source, target);
    lists.emplace_back(dropPrefix(source, common), dropPrefix(target, common));
    sources.append(lists.back().first);
    involved.append(lists.back().first);
    involved.append(lists.back().second);
  }
  axes = getHull(involved, mesh);

  // Axes within the hull that stay as they are: blocks move only between devices that agree on
  // them.
  AxisList others = before.getShardedAxes();
  others.append(before.partial);
  AxisList context;
  for (const Axis &axis : subtract(splitAt(others, axes), sources))
    if (overlap(axis, axes))
      context.push_back(axis);

  SmallVector<CoordinateMap, 8> from{CoordinateMap(context, axes)}, to = from;
  for (auto &[source, target] : lists) {
    from.emplace_back(source, axes);
    to.emplace_back(target, axes);
  }
  using Block = SmallVector<int64_t, 8>;
  auto getBlock = [](ArrayRef<CoordinateMap> maps, int64_t coordinate) {
    return Block(llvm::map_range(maps, [&](const CoordinateMap &map) { return map(coordinate); }));
  };
  std::map<Block, SmallVector<int64_t, 2>> holders;
  SmallVector<std::pair<Block, int64_t>> receivers;
  for (int64_t i = 0, e = getNumShards(axes); i < e; ++i) {
    Block held = getBlock(from, i), wanted = getBlock(to, i);
    if (held == wanted) {
      pairs.push_back({i, i});
      continue;
    }
    holders[held].push_back(i);
    receivers.emplace_back(std::move(wanted), i);
  }
  std::map<Block, unsigned> used;
  for (auto &[block, device] : receivers)
    pairs.push_back({holders[block][used[block]++], device});
  llvm::sort(pairs);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static ReshardStep makeStep(const Problem &problem, const Layout &before, const Move &move,
                            const State &state, MeshAttr mesh) {
  ReshardStep step;
  step.kind = move.kind;
  step.axes = problem.getAxes(move.atoms);
  step.after = problem.getLayout(move.after);
  step.operandSizeInBytes = static_cast<int64_t>(move.operandSizeInBytes + 0.5);
  switch (move.kind) {
  case CollectiveKind::AllToAll:
    step.concatDim = problem.getDim(move.concatDim).position;
    [[fallthrough]];
  case CollectiveKind::AllGather:
  case CollectiveKind::AllSlice:
    step.dim = problem.getDim(move.dim).position;
    break;
  case CollectiveKind::ReduceScatter:
    step.dim = problem.getDim(move.dim).position;
    step.reduceKind = problem.getReduceKind(state);
    break;
  case CollectiveKind::AllReduce:
    step.reduceKind = problem.getReduceKind(state);
    break;
  case CollectiveKind::Neutralize:
    step.reduceKind = problem.getReduceKind(move.after);
    break;
  case CollectiveKind::Permute:
    getPermutePairs(before, step.after, mesh, step.axes, step.pairs);
    break;
  case CollectiveKind::Broadcast:
  case CollectiveKind::Send:
    break;
  }
  return step;
}

static bool hasRank(const Layout &layout, ArrayRef<int64_t> shape) {
  return layout.dims.size() == shape.size();
}

FailureOr<ReshardSteps> tp::planReshard(const Layout &from, const Layout &to,
                                        ArrayRef<int64_t> globalShape, int64_t elementSizeInBytes,
                                        MeshAttr mesh, const CostModel &cost) {
  if (!hasRank(from, globalShape) || !hasRank(to, globalShape))
    return failure();
  ReshardSteps steps;
  if (from == to)
    return steps;
  Problem problem(from, to, globalShape, elementSizeInBytes, cost);
  if (!problem.isValid())
    return failure();
  std::optional<Path> path = problem.getDirectPath();
  if (!path)
    path = problem.search();
  State state = problem.getStart();
  Layout layout = from;
  for (const Move &move : *path) {
    ReshardStep step = makeStep(problem, layout, move, state, mesh);
    state = move.after;
    layout = step.after;
    // The same blocks by other names.
    if (move.kind == CollectiveKind::Permute &&
        llvm::all_of(step.pairs, [](auto &pair) { return pair.first == pair.second; }))
      continue;
    steps.push_back(std::move(step));
  }
  return steps;
}

double tp::getReshardCost(const Layout &from, const Layout &to, ArrayRef<int64_t> globalShape,
                          int64_t elementSizeInBytes, MeshAttr mesh, const CostModel &cost) {
  if (from == to)
    return 0;
  double infinity = std::numeric_limits<double>::infinity();
  if (!hasRank(from, globalShape) || !hasRank(to, globalShape))
    return infinity;
  Problem problem(from, to, globalShape, elementSizeInBytes, cost);
  if (!problem.isValid())
    return infinity;
  auto sum = [](ArrayRef<Move> path) {
    double costUs = 0;
    for (const Move &move : path)
      costUs += move.costUs;
    return costUs;
  };
  if (std::optional<Path> path = problem.getDirectPath())
    return sum(*path);
  auto [it, isNew] = cost.getReshardCache().try_emplace(problem.getKey(), 0);
  if (isNew)
    it->second = sum(problem.search());
  return it->second;
}

double tp::getStepCost(const ReshardStep &step, const CostModel &cost) {
  return cost.getTimeUs(step.kind, step.axes, static_cast<double>(step.operandSizeInBytes));
}
