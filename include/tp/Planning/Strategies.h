//===- Strategies.h - how each op is split ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PLANNING_STRATEGIES_H
#define TP_PLANNING_STRATEGIES_H

#include "tp/Analysis/Cost.h"
#include "tp/Analysis/FactorGraph.h"

namespace mlir::tp {

/// The axes of each factor of one op.
struct OpStrategy {
  SmallVector<AxisList, 8> factorAxes;
};

/// Axes over which sharded reductions and gathers of the strategy make the results partial.
AxisList getReducedAxes(const ShardingRule &rule, ArrayRef<AxisList> factorAxes);
/// The combiner of a rule's sharded reductions and gathers.
ReduceKind getReduceKind(const ShardingRule &rule, ArrayRef<AxisList> factorAxes);

/// Chooses for each op of the graph, whose values have their final layouts, the factor axes of
/// least cost: bytes moved to bring operands and results into place, and work that is not
/// divided. Order of operands does not matter. Linear in ops; for one op the candidates are what
/// its tensors say, at most a few hundred.
std::vector<OpStrategy> chooseStrategies(const FactorGraph &graph, ArrayRef<CostModel> costs);

/// Reads back the strategy of an op from the layouts of its operands and results (nullptr: any,
/// for constant-like operands). nullopt, with `why` set, where they do not agree with the rule.
std::optional<OpStrategy> deriveStrategy(const ShardingRule &rule,
                                         ArrayRef<const Layout *> operands,
                                         ArrayRef<const Layout *> results, std::string &why);

} // namespace mlir::tp

#endif // TP_PLANNING_STRATEGIES_H
