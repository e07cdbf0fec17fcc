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
#include "tp/Planning/ExplicitLayouts.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_VERIFYEXPLICIT
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

static LogicalResult verifyPartial(const OpNode &op, const OpStrategy &strategy,
                                   ArrayRef<const Layout *> operands,
                                   ArrayRef<const Layout *> results) {
  std::string why;
  std::optional<MadePartial> made = getMadePartial(op.rule, strategy, operands, why);
  if (!made)
    return op.op->emitError() << why;
  for (auto [i, layout] : llvm::enumerate(results)) {
    // What nobody reads may be anything.
    if (!layout || op.op->getResult(i).use_empty())
      continue;
    AxisList found = layout->partial;
    llvm::sort(found);
    if (mergeAdjacent(found) != made->axes)
      return op.op->emitError() << "expects result " << i
                                << " to be partial over exactly the axes of split reductions and "
                                   "of partial operands";
    if (layout->isPartial() && layout->partialKind != made->kind)
      return op.op->emitError() << "expects result " << i << " to be combined by \""
                                << stringifyReduceKind(made->kind) << "\", but it is by \""
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
    storage.push_back(graph.getValues()[value].getFullLayout());
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
      if (value >= 0 && !graph.getValues()[value].getFullLayout().isFullyReplicated())
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
    FailureOr<FactorGraph> graph = readExplicit(getOperation());
    if (failed(graph) || failed(verifyExplicit(*graph)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
