//===- PartialPlacement.h - where partial values are reduced ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PLANNING_PARTIALPLACEMENT_H
#define TP_PLANNING_PARTIALPLACEMENT_H

#include "tp/Planning/Strategies.h"

namespace mlir::tp {

/// What every op does and how every value is laid out where it is made.
struct ExplicitPlan {
  /// By op of the graph.
  std::vector<OpStrategy> strategies;
  /// By op of the graph and operand of its rule: the axes over which the op takes the value
  /// partial.
  std::vector<SmallVector<AxisList, 4>> operandPartial;
  /// By value of the graph: the layout in which its op, function or caller makes it.
  std::vector<Layout> made;
};

struct PartialPlacementOptions {
  /// Keep float multiplications and divisions after the reduction.
  bool strict = false;
};

/// Decides how far partial values travel before they are reduced: per axis a cut of least weight
/// between the ops that make partial values and the first uses that need them whole. A weight is
/// the time of bringing the value, as it is then, to its own layout; work that is no longer
/// divided because the axis is busy counts too.
ExplicitPlan placeReductions(const FactorGraph &graph, ArrayRef<CostModel> costs,
                             std::vector<OpStrategy> strategies,
                             const PartialPlacementOptions &options = {});

} // namespace mlir::tp

#endif // TP_PLANNING_PARTIALPLACEMENT_H
