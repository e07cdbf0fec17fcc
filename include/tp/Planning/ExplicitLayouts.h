//===- ExplicitLayouts.h - layouts of explicit programs -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_PLANNING_EXPLICITLAYOUTS_H
#define TP_PLANNING_EXPLICITLAYOUTS_H

#include "tp/Analysis/FactorGraph.h"
#include "tp/Planning/Strategies.h"

namespace mlir::tp {

/// Over what, and by which combiner, an op's results are partial.
struct MadePartial {
  AxisList axes;
  ReduceKind kind = ReduceKind::Sum;
};

/// What follows for an op's results from how it is split and from its operands (null: made for the
/// use). nullopt, with the reason in `why`, where an operand must be reduced before.
std::optional<MadePartial> getMadePartial(const ShardingRule &rule, const OpStrategy &strategy,
                                          ArrayRef<const Layout *> operands, std::string &why);

/// Reads a module of stage explicit. Ops that rewrites made since reshards were inserted carry no
/// shardings: theirs follow from the tensors around, which had to agree with what the ops replace.
FailureOr<FactorGraph> readExplicit(ModuleOp module);

} // namespace mlir::tp

#endif // TP_PLANNING_EXPLICITLAYOUTS_H
