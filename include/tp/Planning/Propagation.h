//===- Propagation.h - spreads shardings over a factor graph ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PLANNING_PROPAGATION_H
#define TP_PLANNING_PROPAGATION_H

#include "tp/Analysis/FactorGraph.h"

namespace mlir::tp {

struct PropagationCounters {
  /// Ops looked at, with repetitions.
  int64_t opVisits = 0;
  /// Dimensions that were given axes.
  int64_t updates = 0;
};

/// Adds axes to open dimensions until nothing changes: priority by priority, and within one first
/// along ops whose factors are all parallel, then along all. Deterministic; linear in the uses of
/// values times the axes each receives; independent of the sizes of axes.
PropagationCounters propagate(FactorGraph &graph);

} // namespace mlir::tp

#endif // TP_PLANNING_PROPAGATION_H
