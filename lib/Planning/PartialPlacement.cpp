//===- PartialPlacement.cpp - where partial values are reduced ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Axes are cut where their parts begin and end, and each piece is decided alone. Parts that no
// common cut holds (of 6 devices the first 2 and the first 3) are pieces that overlap: what is
// partial over one is not over the other, and an op that has to do with one lets none of the other
// pass.
//   1. forward over the ops: which values can be partial on it, by which combiner, through which of
//      the ways that the op's rule lets partial values pass;
//   2. a network: an op that can pass is on the source's side if it does. A value that can be
//      partial has a second node, on the sink's side if some use sees it reduced; the edge between
//      the two weighs what reducing costs, once for all uses;
//   3. the cut of least weight is written back. An op that passes does not split any factor over
//      the axis.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/PartialPlacement.h"
#include "tp/Planning/LeastCut.h"
#include "tp/Planning/ReshardPath.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

/// The decision for one piece of one mesh axis.
class AxisPlacement {
public:
  AxisPlacement(const FactorGraph &graph, const CostModel &cost, unsigned mesh, Axis axis,
                ArrayRef<Axis> pieces, const PartialPlacementOptions &options, ExplicitPlan &plan)
      : graph(graph), cost(cost), mesh(mesh), axis(axis), pieces(pieces), options(options),
        plan(plan) {}

  void run();

private:
  /// A value that can be partial on the axis.
  struct Candidate {
    ReduceKind kind;
    /// Dimensions as made in that case.
    Layout made;
    unsigned partialNode = 0;
    unsigned reducedNode = 0;
  };
  /// An op that makes its results partial, by itself or by passing.
  struct Source {
    unsigned op;
    /// Null where a sharded reduction or gather of its own does it.
    const PartialPass *pass = nullptr;
    OpStrategy strategy;
    unsigned node = 0;
  };

  /// Whether the axis is one of the pieces of `axes`.
  bool isPieceOf(ArrayRef<Axis> axes) const {
    return llvm::is_contained(splitAt(axes, pieces), axis);
  }
  bool isCrossed(unsigned index) const;
  void findCandidates();
  void addArguments();
  std::optional<Source> getSource(unsigned index) const;
  std::optional<OpStrategy> getPassing(unsigned index, const PartialPass &pass) const;
  void buildNetwork();
  void addUses(unsigned index);
  bool isWantedPartial(int value, const Candidate &candidate) const;
  double getPassingCost(const Source &source) const;
  double getReductionCost(int value, const Candidate &candidate) const;
  void writeBack();

  const FactorGraph &graph;
  const CostModel &cost;
  unsigned mesh;
  Axis axis;
  ArrayRef<Axis> pieces;
  const PartialPlacementOptions &options;
  ExplicitPlan &plan;

  llvm::MapVector<int, Candidate> candidates;
  std::vector<Source> sources;
  DenseMap<unsigned, unsigned> sourceOf;
  LeastCut network;
  unsigned begin = 0, end = 0;
};

} // namespace

void AxisPlacement::addArguments() {
  for (auto [i, node] : llvm::enumerate(graph.getValues()))
    if (node.mesh == mesh && isPieceOf(node.partial))
      candidates.insert({static_cast<int>(i), {node.partialKind, plan.made[i]}});
}

/// Whether the op reduces, takes or makes values partial over a part that overlaps the axis.
bool AxisPlacement::isCrossed(unsigned index) const {
  const OpNode &op = graph.getOps()[index];
  if (overlap(axis, getReducedAxes(op.rule, plan.strategies[index].factorAxes)))
    return true;
  if (llvm::any_of(plan.operandPartial[index],
                   [&](const AxisList &partial) { return overlap(axis, partial); }))
    return true;
  return llvm::any_of(op.results, [&](int result) {
    return result >= 0 && overlap(axis, plan.made[result].partial);
  });
}

/// The strategy with which the op passes the partial operands on, if it can.
std::optional<OpStrategy> AxisPlacement::getPassing(unsigned index, const PartialPass &pass) const {
  const OpNode &op = graph.getOps()[index];
  if (options.strict && pass.reassociates)
    return std::nullopt;
  // One combiner per value: reductions of the op's own must agree.
  const OpStrategy &now = plan.strategies[index];
  AxisList own = getReducedAxes(op.rule, now.factorAxes);
  if (!own.empty() && getReduceKind(op.rule, now.factorAxes) != pass.out)
    return std::nullopt;
  for (int result : op.results)
    if (result >= 0 && plan.made[result].isPartial() && plan.made[result].partialKind != pass.out)
      return std::nullopt;
  OpStrategy strategy;
  for (const AxisList &axes : now.factorAxes)
    strategy.factorAxes.push_back(mergeAdjacent(subtract(axes, axis)));
  for (unsigned operand : pass.operands) {
    int value = op.operands[operand];
    auto it = candidates.find(value);
    if (value < 0 || it == candidates.end() || it->second.kind != pass.in)
      return std::nullopt;
    std::optional<Layout> needed =
        getLayout(op.rule, op.rule.operands[operand].dims, strategy.factorAxes);
    if (!needed || needed->dims != it->second.made.dims)
      return std::nullopt;
  }
  auto hasLayout = [&](const auto &tensor) {
    return getLayout(op.rule, tensor.dims, strategy.factorAxes).has_value();
  };
  if (!llvm::all_of(op.rule.operands, hasLayout) || !llvm::all_of(op.rule.results, hasLayout))
    return std::nullopt;
  return strategy;
}

std::optional<AxisPlacement::Source> AxisPlacement::getSource(unsigned index) const {
  const OpNode &op = graph.getOps()[index];
  Source source;
  source.op = index;
  source.strategy = plan.strategies[index];
  if (isPieceOf(getReducedAxes(op.rule, source.strategy.factorAxes)))
    return source;
  if (isCrossed(index))
    return std::nullopt;
  // The way that takes most operands leaves fewest to be reduced.
  for (const PartialPass &pass : op.rule.partialPasses) {
    if (source.pass && pass.operands.size() <= source.pass->operands.size())
      continue;
    if (std::optional<OpStrategy> strategy = getPassing(index, pass)) {
      source.pass = &pass;
      source.strategy = std::move(*strategy);
    }
  }
  if (!source.pass)
    return std::nullopt;
  return source;
}

void AxisPlacement::findCandidates() {
  addArguments();
  for (auto [index, op] : llvm::enumerate(graph.getOps())) {
    if (op.mesh != mesh || op.isEdge)
      continue;
    std::optional<Source> source = getSource(index);
    if (!source)
      continue;
    ReduceKind kind =
        source->pass ? source->pass->out : getReduceKind(op.rule, source->strategy.factorAxes);
    for (auto [value, result] : llvm::zip_equal(op.results, op.rule.results))
      if (value >= 0)
        candidates.insert(
            {value, {kind, *getLayout(op.rule, result.dims, source->strategy.factorAxes)}});
    sourceOf[index] = sources.size();
    sources.push_back(std::move(*source));
  }
}

/// Time of bringing the value from its partial form to its own layout, for this axis.
double AxisPlacement::getReductionCost(int value, const Candidate &candidate) const {
  const ValueNode &node = graph.getValues()[value];
  Layout from = candidate.made;
  from.partial = {axis};
  from.partialKind = candidate.kind;
  return getReshardCost(from, node.getLayout(), node.type.getShape(),
                        getElementSizeInBytes(node.type.getElementType()), cost.getMesh(), cost);
}

/// Time that passing adds: work not divided by the axis, and other operands moved further.
double AxisPlacement::getPassingCost(const Source &source) const {
  const OpNode &op = graph.getOps()[source.op];
  const OpStrategy &now = plan.strategies[source.op];
  int64_t before = 1, after = 1;
  for (auto [a, b] : llvm::zip_equal(now.factorAxes, source.strategy.factorAxes)) {
    before *= getNumShards(a);
    after *= getNumShards(b);
  }
  if (before == after)
    return 0;
  double total = cost.getComputeTimeUs(op.rule.flops / after - op.rule.flops / before);
  for (unsigned i = 0, e = op.rule.operands.size(); i < e; ++i) {
    const RuleOperand &operand = op.rule.operands[i];
    if (op.operands[i] < 0 || llvm::is_contained(source.pass->operands, i))
      continue;
    const ValueNode &node = graph.getValues()[op.operands[i]];
    int64_t size = getElementSizeInBytes(node.type.getElementType());
    Layout own = node.getLayout();
    auto time = [&](const OpStrategy &strategy) {
      std::optional<Layout> needed = getLayout(op.rule, operand.dims, strategy.factorAxes);
      return needed ? getReshardCost(own, *needed, node.type.getShape(), size, cost.getMesh(), cost)
                    : LeastCut::kInfinite;
    };
    total += std::max(0.0, time(source.strategy) - time(now));
  }
  return total;
}

/// Whether the argument or result `value` of a function is written to be what the candidate is.
bool AxisPlacement::isWantedPartial(int value, const Candidate &candidate) const {
  const ValueNode &node = graph.getValues()[value];
  return isPieceOf(node.partial) && node.partialKind == candidate.kind &&
         node.getLayout().dims == candidate.made.dims;
}

/// Uses of partial values by one op.
void AxisPlacement::addUses(unsigned index) {
  const OpNode &op = graph.getOps()[index];
  auto it = sourceOf.find(index);
  const Source *source = it == sourceOf.end() ? nullptr : &sources[it->second];
  for (auto [i, value] : llvm::enumerate(op.operands)) {
    auto candidate = candidates.find(value);
    if (value < 0 || candidate == candidates.end())
      continue;
    // What is wanted partial need not be reduced for it.
    if (op.isEdge && isWantedPartial(op.results[0], candidate->second))
      continue;
    bool passes = source && source->pass && llvm::is_contained(source->pass->operands, i);
    unsigned reduced = candidate->second.reducedNode;
    if (passes) {
      network.addEdge(reduced, source->node, LeastCut::kInfinite);
      network.addEdge(source->node, candidate->second.partialNode, LeastCut::kInfinite);
    } else {
      network.addEdge(reduced, end, LeastCut::kInfinite);
    }
  }
}

void AxisPlacement::buildNetwork() {
  begin = network.addNode();
  end = network.addNode();
  for (auto &[value, candidate] : candidates) {
    candidate.partialNode = network.addNode();
    candidate.reducedNode = network.addNode();
    network.addEdge(candidate.partialNode, candidate.reducedNode,
                    getReductionCost(value, candidate));
    if (isPieceOf(graph.getValues()[value].partial))
      network.addEdge(begin, candidate.partialNode, LeastCut::kInfinite);
  }
  for (Source &source : sources) {
    source.node = network.addNode();
    if (source.pass)
      network.addEdge(source.node, end, getPassingCost(source));
    else
      network.addEdge(begin, source.node, LeastCut::kInfinite);
    // Results are partial exactly if the op makes them so.
    for (int result : graph.getOps()[source.op].results) {
      if (result < 0)
        continue;
      unsigned node = candidates.find(result)->second.partialNode;
      network.addEdge(source.node, node, LeastCut::kInfinite);
      network.addEdge(node, source.node, LeastCut::kInfinite);
    }
  }
  for (unsigned index = 0, e = graph.getOps().size(); index < e; ++index)
    if (graph.getOps()[index].mesh == mesh)
      addUses(index);
  // Uses outside the graph's ops need whole values.
  for (const ReplicatedOp &replicated : graph.getReplicatedOps())
    for (OpOperand *use : replicated.uses) {
      auto it = candidates.find(graph.lookup(use->get()));
      if (it != candidates.end())
        network.addEdge(it->second.reducedNode, end, LeastCut::kInfinite);
    }
}

void AxisPlacement::writeBack() {
  for (const Source &source : sources) {
    if (!network.isOnSourceSide(source.node))
      continue;
    const OpNode &op = graph.getOps()[source.op];
    plan.strategies[source.op] = source.strategy;
    if (source.pass)
      for (unsigned operand : source.pass->operands)
        plan.operandPartial[source.op][operand].push_back(axis);
    for (int result : op.results) {
      if (result < 0)
        continue;
      Layout &made = plan.made[result];
      const Candidate &candidate = candidates.find(result)->second;
      made.dims = candidate.made.dims;
      made.partialKind = candidate.kind;
      made.partial.push_back(axis);
    }
  }
}

void AxisPlacement::run() {
  findCandidates();
  if (candidates.empty())
    return;
  buildNetwork();
  network.solve(begin, end);
  writeBack();
}

//===----------------------------------------------------------------------===//
// All axes
//===----------------------------------------------------------------------===//

/// The pieces of axes over which some value of the mesh is or becomes partial.
static AxisList collectPieces(const FactorGraph &graph, ArrayRef<OpStrategy> strategies,
                              unsigned mesh) {
  AxisList all;
  auto add = [&](ArrayRef<Axis> axes) {
    for (const Axis &axis : axes)
      if (!llvm::is_contained(all, axis))
        all.push_back(axis);
  };
  for (auto [op, strategy] : llvm::zip_equal(graph.getOps(), strategies))
    if (op.mesh == mesh)
      add(getReducedAxes(op.rule, strategy.factorAxes));
  for (const ValueNode &node : graph.getValues())
    if (node.mesh == mesh)
      add(node.partial);
  AxisList pieces = splitAt(all, all);
  llvm::sort(pieces);
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  return pieces;
}

ExplicitPlan tp::placeReductions(const FactorGraph &graph, ArrayRef<CostModel> costs,
                                 std::vector<OpStrategy> strategies,
                                 const PartialPlacementOptions &options) {
  ExplicitPlan plan;
  plan.strategies = std::move(strategies);
  for (const ValueNode &node : graph.getValues())
    plan.made.push_back(node.getFullLayout());
  for (auto [index, op] : llvm::enumerate(graph.getOps())) {
    plan.operandPartial.emplace_back(op.operands.size());
    if (op.isEdge) {
      // A call gives its results as the callee makes them.
      if (isa<func::CallOp>(op.op) && !op.rule.operands[0].use)
        plan.made[op.results[0]] = plan.made[op.operands[0]];
      continue;
    }
    for (auto [value, result] : llvm::zip_equal(op.results, op.rule.results))
      if (value >= 0)
        plan.made[value] = *getLayout(op.rule, result.dims, plan.strategies[index].factorAxes);
  }
  for (unsigned mesh = 0, e = graph.getMeshes().size(); mesh < e; ++mesh) {
    AxisList pieces = collectPieces(graph, plan.strategies, mesh);
    for (const Axis &piece : pieces)
      AxisPlacement(graph, costs[mesh], mesh, piece, pieces, options, plan).run();
  }
  auto normalize = [](AxisList &axes) {
    llvm::sort(axes);
    axes = mergeAdjacent(axes);
  };
  for (Layout &made : plan.made)
    normalize(made.partial);
  for (SmallVector<AxisList, 4> &operands : plan.operandPartial)
    llvm::for_each(operands, normalize);
  return plan;
}
