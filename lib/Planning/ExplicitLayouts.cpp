//===- ExplicitLayouts.cpp - layouts of explicit programs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where results carry no shardings, dimensions come by propagation: all else is closed, and without
// a reshard between nothing contradicts. Then, in program order, what each such op's results are
// partial over follows from its split reductions and its operands.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/ExplicitLayouts.h"
#include "tp/Planning/Propagation.h"

using namespace mlir;
using namespace mlir::tp;

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

std::optional<MadePartial> tp::getMadePartial(const ShardingRule &rule, const OpStrategy &strategy,
                                              ArrayRef<const Layout *> operands, std::string &why) {
  AxisList all;
  for (const Layout *layout : operands)
    if (layout)
      all.append(layout->partial.begin(), layout->partial.end());
  MadePartial made{getReducedAxes(rule, strategy.factorAxes),
                   getReduceKind(rule, strategy.factorAxes)};
  if (overlap(made.axes, all)) {
    why = "expects no operand to be partial over an axis that splits a reduction of the op";
    return std::nullopt;
  }
  SmallVector<Axis> pieces = splitAt(all, all);
  llvm::sort(pieces);
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  for (const Axis &piece : pieces) {
    const PartialPass *pass = findPass(rule, operands, piece);
    // One combiner per value.
    if (!pass || (!made.axes.empty() && pass->out != made.kind)) {
      why = "expects a partial operand to be reduced before this use";
      return std::nullopt;
    }
    made.kind = pass->out;
    made.axes.push_back(piece);
  }
  llvm::sort(made.axes);
  made.axes = mergeAdjacent(made.axes);
  return made;
}

/// Results that carry no sharding are partial as the op makes them. What does not fit is left to
/// verification.
static void completePartial(FactorGraph &graph, const OpNode &op) {
  MutableArrayRef<ValueNode> values = graph.getValues();
  if (op.isEdge ||
      llvm::all_of(op.results, [&](int value) { return value < 0 || values[value].isAnnotated; }))
    return;
  std::vector<Layout> storage;
  storage.reserve(op.operands.size() + op.results.size());
  auto get = [&](int value) -> const Layout * {
    if (value < 0)
      return nullptr;
    storage.push_back(values[value].getFullLayout());
    return &storage.back();
  };
  SmallVector<const Layout *> operands(llvm::map_range(op.operands, get));
  SmallVector<const Layout *> results(llvm::map_range(op.results, get));
  std::string why;
  std::optional<OpStrategy> strategy = deriveStrategy(op.rule, operands, results, why);
  if (!strategy)
    return;
  std::optional<MadePartial> made = getMadePartial(op.rule, *strategy, operands, why);
  if (!made)
    return;
  for (int value : op.results)
    if (value >= 0 && !values[value].isAnnotated) {
      values[value].partial = made->axes;
      values[value].partialKind = made->kind;
    }
}

FailureOr<FactorGraph> tp::readExplicit(ModuleOp module) {
  FailureOr<FactorGraph> graph = FactorGraph::build(module);
  if (failed(graph))
    return failure();
  if (llvm::all_of(graph->getValues(), [](const ValueNode &node) { return node.isAnnotated; }))
    return graph;
  propagate(*graph);
  for (const OpNode &op : graph->getOps())
    completePartial(*graph, op);
  return graph;
}
