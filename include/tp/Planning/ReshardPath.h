//===- ReshardPath.h - cheapest way from one layout to another -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshard is a path through layouts; each step is one local op. The planner finds the cheapest
// path under the costs of the mesh by search, not by a list of cases, and obeys flat blocks: a
// step exists only where it moves whole blocks, up to padding at the end of a dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TP_PLANNING_RESHARDPATH_H
#define TP_PLANNING_RESHARDPATH_H

#include "tp/Analysis/Cost.h"

namespace mlir::tp {

/// One step. Sizes of operands and results follow from the layouts before and after: the dimension
/// that is split (AllSlice, ReduceScatter, AllToAll) is first padded to (devices of `axes`) x (its
/// block after the step); the one that is gathered (AllGather, AllToAll) is (devices of `axes`) x
/// (its block before), of which what exceeds the block after the step is cut off.
struct ReshardStep {
  CollectiveKind kind;
  /// Devices that take part, major to minor.
  AxisList axes;
  /// Dimension that is gathered, scattered, sliced or, in an all-to-all, split.
  int64_t dim = -1;
  /// Dimension along which an all-to-all puts received blocks together.
  int64_t concatDim = -1;
  /// Combiner of AllReduce, ReduceScatter and Neutralize.
  ReduceKind reduceKind = ReduceKind::Sum;
  /// For Permute: source and target, linear coordinates on `axes`. A device that keeps what it has
  /// is its own source.
  SmallVector<std::pair<int64_t, int64_t>, 0> pairs;
  /// Layout that holds after the step.
  Layout after;
  /// Size of what one device puts in, padding included.
  int64_t operandSizeInBytes = 0;
};

using ReshardSteps = SmallVector<ReshardStep, 0>;

/// The cheapest steps from `from` to `to` (none if they are equal) for a tensor of `globalShape`.
/// Dynamic dimensions are taken as multiples of every number of devices. Fails if the ranks differ.
FailureOr<ReshardSteps> planReshard(const Layout &from, const Layout &to,
                                    ArrayRef<int64_t> globalShape, int64_t elementSizeInBytes,
                                    MeshAttr mesh, const CostModel &cost);

/// Time that planReshard's steps take, in microseconds. The usual cases (one collective and
/// slices) are computed directly, others remembered in `cost`. Infinite if the ranks differ.
double getReshardCost(const Layout &from, const Layout &to, ArrayRef<int64_t> globalShape,
                      int64_t elementSizeInBytes, MeshAttr mesh, const CostModel &cost);

/// Time of one step.
double getStepCost(const ReshardStep &step, const CostModel &cost);

/// Axes and pairs of a permute that takes layout `before` to `after`, which have equally many
/// blocks along every dimension and the same partial axes. Devices that hold their block keep it,
/// and no device sends to more than one other.
void getPermutePairs(const Layout &before, const Layout &after, MeshAttr mesh, AxisList &axes,
                     SmallVectorImpl<std::pair<int64_t, int64_t>> &pairs);

} // namespace mlir::tp

#endif // TP_PLANNING_RESHARDPATH_H
