//===- VerifyExplicit.cpp - every op agrees with its rule -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each op with a rule: its strategy is read back from the layouts of its tensors, which must
// agree; every piece of an axis over which operands are partial must be one that the rule lets
// pass, and results must be partial over exactly the reduced axes and those that passed.
//
//===----------------------------------------------------------------------===//

#include "tp/Transforms/Reshards/VerifyExplicit.h"
#include "tp/Planning/Strategies.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_VERIFYEXPLICIT
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

static Layout getFullLayout(const ValueNode &node) {
  Layout layout = node.getLayout();
  layout.partial = node.partial;
  layout.partialKind = node.partialKind;
  return layout;
}

/// Whether the rule lets the operands that are partial over `piece` pass, and to what.
static const PartialPass *findPass(const ShardingRule &rule, ArrayRef<const Layout *> operands,
                                   const Axis &piece) {
  SmallVector<unsigned, 2> partial;
  for (auto [i, layout] : llvm::enumerate(operands))
    if (layout && overlap(piece, layout->partial))
      partial.push_back(i);
  for (const PartialPass &pass : rule.partialPasses) {
    SmallVector<unsigned, 2> needed = pass.operands;
    llvm::sort(needed);
    if (needed == partial &&
        llvm::all_of(partial, [&](unsigned i) { return operands[i]->partialKind == pass.in; }))
      return &pass;
  }
  return nullptr;
}

static LogicalResult verifyPartial(const OpNode &op, const OpStrategy &strategy,
                                   ArrayRef<const Layout *> operands,
                                   ArrayRef<const Layout *> results) {
  AxisList all;
  for (const Layout *layout : operands)
    if (layout)
      all.append(layout->partial.begin(), layout->partial.end());
  AxisList expected = getReducedAxes(op.rule, strategy.factorAxes);
  if (!expected.empty() && overlap(expected, all))
    return op.op->emitError() << "expects no operand to be partial over an axis that splits a "
                                 "reduction of the op";
  ReduceKind kind = getReduceKind(op.rule, strategy.factorAxes);
  SmallVector<Axis> pieces = splitAt(all, all);
  llvm::sort(pieces);
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  for (const Axis &piece : pieces) {
    const PartialPass *pass = findPass(op.rule, operands, piece);
    // One combiner per value.
    if (!pass || (!expected.empty() && pass->out != kind))
      return op.op->emitError() << "expects a partial operand to be reduced before this use";
    kind = pass->out;
    expected.push_back(piece);
  }
  llvm::sort(expected);
  expected = mergeAdjacent(expected);
  for (auto [i, layout] : llvm::enumerate(results)) {
    // What nobody reads may be anything.
    if (!layout || op.op->getResult(i).use_empty())
      continue;
    AxisList found = layout->partial;
    llvm::sort(found);
    if (mergeAdjacent(found) != expected)
      return op.op->emitError() << "expects result " << i
                                << " to be partial over exactly the axes of split reductions and "
                                   "of partial operands";
    if (layout->isPartial() && layout->partialKind != kind)
      return op.op->emitError() << "expects result " << i << " to be combined by \""
                                << stringifyReduceKind(kind) << "\", but it is by \""
                                << stringifyReduceKind(layout->partialKind) << "\"";
  }
  return success();
}

static LogicalResult verifyOp(const FactorGraph &graph, const OpNode &op) {
  std::vector<Layout> storage;
  storage.reserve(op.operands.size() + op.results.size());
  auto get = [&](int value) -> const Layout * {
    if (value < 0)
      return nullptr;
    storage.push_back(getFullLayout(graph.getValues()[value]));
    return &storage.back();
  };
  SmallVector<const Layout *> operands(llvm::map_range(op.operands, get));
  SmallVector<const Layout *> results(llvm::map_range(op.results, get));
  if (op.isEdge) {
    if (operands[0] && *operands[0] != *results[0])
      return op.op->emitError() << "expects operand "
                                << (op.rule.operands[0].use
                                        ? op.rule.operands[0].use->getOperandNumber()
                                        : 0)
                                << " to have the sharding of what it is passed to";
    return success();
  }
  if (isa<ReshardOp>(op.op))
    return success();
  std::string why;
  std::optional<OpStrategy> strategy = deriveStrategy(op.rule, operands, results, why);
  if (!strategy)
    return op.op->emitError() << "expects operands and results to be split as the op's rule says, "
                                 "but "
                              << why;
  return verifyPartial(op, *strategy, operands, results);
}

LogicalResult tp::verifyExplicit(const FactorGraph &graph) {
  for (const OpNode &op : graph.getOps())
    if (failed(verifyOp(graph, op)))
      return failure();
  for (const ReplicatedOp &op : graph.getReplicatedOps())
    for (OpOperand *use : op.uses) {
      int value = graph.lookup(use->get());
      if (value >= 0 && !getFullLayout(graph.getValues()[value]).isFullyReplicated())
        return use->getOwner()->emitError() << "expects operand " << use->getOperandNumber()
                                            << " to be whole: the op has no sharding rule";
    }
  return success();
}

namespace {

struct VerifyExplicit : tp::impl::VerifyExplicitBase<VerifyExplicit> {
  void runOnOperation() override {
    if (failed(expectStage(getOperation(), Stage::Explicit)))
      return signalPassFailure();
    FailureOr<FactorGraph> graph = FactorGraph::build(getOperation());
    if (failed(graph) || failed(verifyExplicit(*graph)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
