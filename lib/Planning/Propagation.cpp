//===- Propagation.cpp - spreads shardings over a factor graph ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step looks at one op. Each tensor's axes are projected to the op's factors; per factor the
// longest list wins, where two lists contradict the one of the larger tensor (it would be the more
// expensive to move). Where two factors claim an axis for the same tensor, the claim whose tensors
// are larger goes first. Then every tensor takes what it can: its dimension is open, the axes are
// not in use in the tensor, and flat blocks can express the result. Lists only grow, so a worklist
// ends.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/Propagation.h"
#include <queue>
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {

class Propagator {
public:
  explicit Propagator(FactorGraph &graph) : graph(graph), queued(graph.getOps().size(), false) {}

  PropagationCounters run();

private:
  /// What the tensors of an op say about a factor.
  struct Claim {
    AxisList axes;
    int64_t sizeInBytes = 0;
    /// Who says it, and who says otherwise.
    int value = -1;
    unsigned dim = 0;
    SmallVector<std::pair<int, AxisList>, 0> beaten;
  };

  void runLevel(bool passThroughOnly);
  void visit(const OpNode &op);
  void collectFrom(const OpNode &op, int value, const DimFactors &dims,
                   SmallVectorImpl<Claim> &claims) const;
  bool extend(const OpNode &op, int value, const DimFactors &dims, unsigned factor,
              const Claim &claim);
  bool extendDim(const OpNode &op, ValueNode &node, unsigned dim, ArrayRef<unsigned> dimFactors,
                 unsigned factor, const Claim &claim);
  void enqueueOpsOf(const ValueNode &node);

  FactorGraph &graph;
  std::vector<bool> queued;
  /// Ops with parallel factors only go first; then in program order, so that what comes from an
  /// op's operands is complete before the op is looked at.
  std::priority_queue<std::pair<bool, unsigned>, std::vector<std::pair<bool, unsigned>>,
                      std::greater<>>
      worklist;
  int64_t priority = 0;
  bool passThroughOnly = false;
  PropagationCounters counters;
};

} // namespace

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

void Propagator::collectFrom(const OpNode &op, int value, const DimFactors &dims,
                             SmallVectorImpl<Claim> &claims) const {
  if (value < 0)
    return;
  const ValueNode &node = graph.getValues()[value];
  SmallVector<AxisList, 8> projected(op.rule.factors.size());
  bool any = false;
  for (auto [dim, factors] : llvm::enumerate(dims)) {
    if (node.axes[dim].empty() || node.priority[dim] > priority)
      continue;
    projectDim(op.rule, factors, node.axes[dim], projected);
    any = true;
  }
  if (!any)
    return;
  int64_t size = node.type.hasStaticShape() ? node.type.getNumElements() *
                                                  getElementSizeInBytes(node.type.getElementType())
                                            : 0;
  for (unsigned factor = 0, e = projected.size(); factor < e; ++factor) {
    Claim &claim = claims[factor];
    const AxisList &axes = projected[factor];
    if (axes.empty() || axes == claim.axes)
      continue;
    bool longer = isPrefix(claim.axes, axes);
    bool shorter = isPrefix(axes, claim.axes);
    bool contradicts = !longer && !shorter;
    bool wins = longer ? !shorter : (contradicts && size > claim.sizeInBytes);
    if (contradicts)
      claim.beaten.push_back(wins ? std::make_pair(claim.value, claim.axes)
                                  : std::make_pair(value, axes));
    if (wins) {
      claim.axes = axes;
      claim.value = value;
      claim.dim =
          llvm::find_if(dims,
                        [&](ArrayRef<unsigned> dim) { return llvm::is_contained(dim, factor); }) -
          dims.begin();
    }
    claim.sizeInBytes = std::max(claim.sizeInBytes, size);
  }
}

/// Gives `factor` of a dimension as many of the axes it lacks as possible.
bool Propagator::extendDim(const OpNode &op, ValueNode &node, unsigned dim,
                           ArrayRef<unsigned> dimFactors, unsigned factor, const Claim &claim) {
  ArrayRef<Axis> wanted = claim.axes;
  SmallVector<AxisList, 8> own(op.rule.factors.size());
  if (!projectDim(op.rule, dimFactors, node.axes[dim], own))
    return false;
  if (own[factor].size() && !isPrefix(own[factor], wanted))
    return false;
  AxisList inUse = node.replicated;
  for (const AxisList &axes : node.axes)
    inUse.append(axes.begin(), axes.end());
  inUse.append(node.partial.begin(), node.partial.end());
  AxisList extended = own[factor];
  for (Axis axis : dropPrefix(wanted, own[factor])) {
    if (overlap(axis, inUse))
      break;
    extended.push_back(axis);
  }
  // Fewer axes may fit where the more minor ones do not divide.
  for (; getNumShards(extended) > getNumShards(own[factor]); extended.pop_back()) {
    SmallVector<AxisList, 8> tried = own;
    tried[factor] = extended;
    std::optional<AxisList> axes = getDimAxes(op.rule, dimFactors, tried);
    if (!axes)
      continue;
    node.axes[dim] = std::move(*axes);
    node.origins[dim] = {static_cast<int>(&op - graph.getOps().begin()), claim.value, claim.dim,
                         claim.beaten};
    return true;
  }
  return false;
}

bool Propagator::extend(const OpNode &op, int value, const DimFactors &dims, unsigned factor,
                        const Claim &claim) {
  if (value < 0)
    return false;
  ValueNode &node = graph.getValues()[value];
  bool changed = false;
  for (auto [dim, factors] : llvm::enumerate(dims))
    if (node.open[dim] && llvm::is_contained(factors, factor))
      changed |= extendDim(op, node, dim, factors, factor, claim);
  if (changed) {
    ++counters.updates;
    enqueueOpsOf(node);
  }
  return changed;
}

void Propagator::visit(const OpNode &op) {
  ++counters.opVisits;
  // A barrier lets claims of one side through, or of none.
  auto barrier = dyn_cast<BarrierOp>(op.op);
  bool down = !barrier || barrier.getDirection() == BarrierDirection::Backward;
  bool up = !barrier || barrier.getDirection() == BarrierDirection::Forward;
  SmallVector<Claim, 8> claims(op.rule.factors.size());
  if (down)
    for (unsigned i = 0, e = op.operands.size(); i < e; ++i)
      collectFrom(op, op.operands[i], op.rule.operands[i].dims, claims);
  if (up)
    for (unsigned i = 0, e = op.results.size(); i < e; ++i)
      collectFrom(op, op.results[i], op.rule.results[i].dims, claims);
  SmallVector<unsigned, 8> order;
  for (auto [factor, claim] : llvm::enumerate(claims))
    if (!claim.axes.empty() && op.rule.factors[factor].kind != FactorKind::Gathered &&
        op.rule.factors[factor].size != 1)
      order.push_back(factor);
  llvm::stable_sort(
      order, [&](unsigned a, unsigned b) { return claims[a].sizeInBytes > claims[b].sizeInBytes; });
  for (unsigned factor : order) {
    if (up)
      for (auto [value, operand] : llvm::zip_equal(op.operands, op.rule.operands))
        extend(op, value, operand.dims, factor, claims[factor]);
    if (down)
      for (auto [value, result] : llvm::zip_equal(op.results, op.rule.results))
        extend(op, value, result.dims, factor, claims[factor]);
  }
}

//===----------------------------------------------------------------------===//
// Driving
//===----------------------------------------------------------------------===//

void Propagator::enqueueOpsOf(const ValueNode &node) {
  for (unsigned index : node.ops) {
    if (queued[index] || (passThroughOnly && !graph.getOps()[index].isPassThrough))
      continue;
    queued[index] = true;
    worklist.push({!graph.getOps()[index].isPassThrough, index});
  }
}

void Propagator::runLevel(bool onlyPassThrough) {
  passThroughOnly = onlyPassThrough;
  for (const ValueNode &node : graph.getValues())
    if (llvm::any_of(node.axes, [](const AxisList &axes) { return !axes.empty(); }))
      enqueueOpsOf(node);
  while (!worklist.empty()) {
    unsigned index = worklist.top().second;
    worklist.pop();
    queued[index] = false;
    visit(graph.getOps()[index]);
  }
}

PropagationCounters Propagator::run() {
  std::set<int64_t> priorities = {0};
  for (const ValueNode &node : graph.getValues())
    priorities.insert(node.priority.begin(), node.priority.end());
  for (int64_t level : priorities) {
    priority = level;
    runLevel(/*passThroughOnly=*/true);
    runLevel(/*passThroughOnly=*/false);
  }
  return counters;
}

PropagationCounters tp::propagate(FactorGraph &graph) { return Propagator(graph).run(); }
