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
// What is likely to be right goes first, as four levels: elementwise ops between tensors that have
// all of the loops; then all ops along parallel factors, where a tensor that is broadcast only
// receives; then everything; last, results of ops that need a dimension whole (a cut slice, a pad,
// a window) get back the axes that their operand has there.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/Propagation.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <queue>
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {

enum class Level { Elementwise, ParallelFactors, AllFactors, WholeDims };

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

  void runLevel(Level newLevel);
  void drain();
  void shardFunctionResults();
  void visit(const OpNode &op);
  bool isSource(const OpNode &op, const DimFactors &dims) const;
  bool isTarget(const OpNode &op, const DimFactors &dims) const;
  void followWholeDims(const OpNode &op);
  void note(const ValueNode &node, unsigned dim);
  bool followWholeDim(const OpNode &op, unsigned operand, unsigned dim);
  void collectFrom(const OpNode &op, int value, const DimFactors &dims,
                   SmallVectorImpl<Claim> &claims) const;
  bool extend(const OpNode &op, int value, const DimFactors &dims, unsigned factor,
              const Claim &claim);
  bool extendDim(const OpNode &op, ValueNode &node, unsigned dim, ArrayRef<unsigned> dimFactors,
                 unsigned factor, const Claim &claim);
  void enqueueOpsOf(const ValueNode &node);

  FactorGraph &graph;
  std::vector<bool> queued;
  /// By urgency, then in program order, so that what comes from an op's operands is complete before
  /// the op is looked at.
  std::priority_queue<std::pair<unsigned, unsigned>, std::vector<std::pair<unsigned, unsigned>>,
                      std::greater<>>
      worklist;
  int64_t priority = 0;
  Level level = Level::Elementwise;
  /// What a dimension was before level WholeDims changed it.
  struct Change {
    unsigned value, dim;
    AxisList axes;
    DimOrigin origin;
  };
  std::vector<Change> changes;
  PropagationCounters counters;
};

} // namespace

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// Whether the tensor has every loop of the op and each of its dimensions is walked by one.
static bool hasAllLoops(const OpNode &op, const DimFactors &dims) {
  unsigned loops = llvm::count_if(op.rule.factors, [](const Factor &f) { return f.size != 1; });
  unsigned own = 0;
  for (ArrayRef<unsigned> factors : dims) {
    if (factors.empty())
      return false;
    own += llvm::count_if(factors, [&](unsigned f) { return op.rule.factors[f].size != 1; });
  }
  return own == loops;
}

/// Whether an op with parallel factors only repeats the tensor along some of them.
static bool isBroadcast(const OpNode &op, const DimFactors &dims) {
  if (!op.isPassThrough)
    return false;
  for (auto [index, factor] : llvm::enumerate(op.rule.factors)) {
    unsigned f = index;
    if (factor.size != 1 && llvm::none_of(dims, [&](ArrayRef<unsigned> factors) {
          return llvm::is_contained(factors, f);
        }))
      return true;
  }
  return false;
}

/// Whether the op's other tensors may take axes from this one.
bool Propagator::isSource(const OpNode &op, const DimFactors &dims) const {
  if (level == Level::Elementwise)
    return hasAllLoops(op, dims);
  return level != Level::ParallelFactors || !isBroadcast(op, dims);
}

/// Whether this tensor may take axes from the op's others.
bool Propagator::isTarget(const OpNode &op, const DimFactors &dims) const {
  return level != Level::Elementwise || hasAllLoops(op, dims);
}

void Propagator::collectFrom(const OpNode &op, int value, const DimFactors &dims,
                             SmallVectorImpl<Claim> &claims) const {
  if (value < 0 || !isSource(op, dims))
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
    note(node, dim);
    node.axes[dim] = std::move(*axes);
    node.origins[dim] = {static_cast<int>(&op - graph.getOps().begin()), claim.value, claim.dim,
                         claim.beaten};
    return true;
  }
  return false;
}

bool Propagator::extend(const OpNode &op, int value, const DimFactors &dims, unsigned factor,
                        const Claim &claim) {
  if (value < 0 || !isTarget(op, dims))
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
  for (auto [index, claim] : llvm::enumerate(claims)) {
    const Factor &factor = op.rule.factors[index];
    bool later = level == Level::ParallelFactors && factor.kind == FactorKind::Reduction;
    if (!claim.axes.empty() && factor.kind != FactorKind::Gathered && factor.size != 1 && !later)
      order.push_back(index);
  }
  llvm::sort(order, [&](unsigned a, unsigned b) {
    int64_t sizeA = claims[a].sizeInBytes, sizeB = claims[b].sizeInBytes;
    return sizeA != sizeB ? sizeA > sizeB : a < b;
  });
  for (unsigned factor : order) {
    if (up)
      for (auto [value, operand] : llvm::zip_equal(op.operands, op.rule.operands))
        extend(op, value, operand.dims, factor, claims[factor]);
    if (down)
      for (auto [value, result] : llvm::zip_equal(op.results, op.rule.results))
        extend(op, value, result.dims, factor, claims[factor]);
  }
  if (level == Level::WholeDims && down)
    followWholeDims(op);
}

/// Remembers a dimension that is about to change for the time being.
void Propagator::note(const ValueNode &node, unsigned dim) {
  if (level == Level::WholeDims)
    changes.push_back({static_cast<unsigned>(&node - graph.getValues().begin()), dim,
                       node.axes[dim], node.origins[dim]});
}

/// The dimension of the op's result that stands where dimension `dim` of the operand does takes
/// its axes, though the op reads the operand whole.
bool Propagator::followWholeDim(const OpNode &op, unsigned operand, unsigned dim) {
  int value = op.operands[operand];
  const ValueNode &source = graph.getValues()[value];
  ValueNode &target = graph.getValues()[op.results[0]];
  if (!target.open[dim] || !target.axes[dim].empty())
    return false;
  AxisList axes = source.axes[dim];
  // A slice of few elements at a run-time position comes from one shard or two.
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op.op);
  if (target.type.isDynamicDim(dim) || target.type.getDimSize(dim) < getNumShards(axes) ||
      (slice && slice.isDynamicOffset(dim)))
    return false;
  AxisList inUse = target.replicated;
  for (const AxisList &own : target.axes)
    inUse.append(own.begin(), own.end());
  inUse.append(target.partial.begin(), target.partial.end());
  if (llvm::any_of(axes, [&](Axis axis) { return overlap(axis, inUse); }))
    return false;
  note(target, dim);
  target.axes[dim] = std::move(axes);
  target.origins[dim] = {static_cast<int>(&op - graph.getOps().begin()), value, dim, {}};
  return true;
}

void Propagator::followWholeDims(const OpNode &op) {
  if (op.results.size() != 1 || op.results[0] < 0)
    return;
  ValueNode &target = graph.getValues()[op.results[0]];
  bool changed = false;
  for (auto [index, operand] : llvm::enumerate(op.rule.operands)) {
    if (op.operands[index] < 0)
      continue;
    const ValueNode &source = graph.getValues()[op.operands[index]];
    if (source.type.getRank() != target.type.getRank())
      continue;
    for (auto [dim, factors] : llvm::enumerate(operand.dims)) {
      bool whole = llvm::all_of(factors, [&](unsigned factor) {
        return op.rule.factors[factor].kind == FactorKind::Replicated;
      });
      if (whole && !source.axes[dim].empty() && source.priority[dim] <= priority)
        changed |= followWholeDim(op, index, dim);
    }
  }
  if (changed) {
    ++counters.updates;
    enqueueOpsOf(target);
  }
}

//===----------------------------------------------------------------------===//
// Driving
//===----------------------------------------------------------------------===//

/// Edges of data flow first: a value takes what is written for the result that it becomes. Then ops
/// with parallel factors only.
static unsigned getUrgency(const OpNode &op) { return op.isEdge ? 0 : op.isPassThrough ? 1 : 2; }

void Propagator::enqueueOpsOf(const ValueNode &node) {
  for (unsigned index : node.ops) {
    if (queued[index] || (level == Level::Elementwise && !graph.getOps()[index].isPassThrough))
      continue;
    queued[index] = true;
    worklist.push({getUrgency(graph.getOps()[index]), index});
  }
}

void Propagator::drain() {
  while (!worklist.empty()) {
    unsigned index = worklist.top().second;
    worklist.pop();
    queued[index] = false;
    visit(graph.getOps()[index]);
  }
}

void Propagator::runLevel(Level newLevel) {
  level = newLevel;
  for (const ValueNode &node : graph.getValues())
    if (llvm::any_of(node.axes, [](const AxisList &axes) { return !axes.empty(); }))
      enqueueOpsOf(node);
  drain();
}

/// Follows axes through ops that need a dimension whole, and keeps of that only what functions
/// return, and what follows from it.
void Propagator::shardFunctionResults() {
  level = Level::WholeDims;
  for (const OpNode &op : graph.getOps())
    followWholeDims(op);
  drain();
  DenseSet<std::pair<unsigned, unsigned>> changed;
  for (const Change &change : changes)
    changed.insert({change.value, change.dim});
  std::vector<Change> kept;
  for (auto [value, dim] : changed) {
    const ValueNode &node = graph.getValues()[value];
    func::FuncOp function = node.function;
    if (node.value || !function.isPublic())
      continue;
    // The values on the way lose their axes again: the origin is the one behind them.
    DimOrigin origin = node.origins[dim];
    for (size_t step = 0; step < changes.size() && changed.contains({origin.value, origin.dim});
         ++step)
      origin = graph.getValues()[origin.value].origins[origin.dim];
    kept.push_back({value, dim, node.axes[dim], origin});
  }
  llvm::sort(kept, [](const Change &a, const Change &b) {
    return std::tie(a.value, a.dim) < std::tie(b.value, b.dim);
  });
  for (const Change &change : llvm::reverse(changes)) {
    graph.getValues()[change.value].axes[change.dim] = change.axes;
    graph.getValues()[change.value].origins[change.dim] = change.origin;
  }
  level = Level::AllFactors;
  for (Change &change : kept) {
    ValueNode &node = graph.getValues()[change.value];
    node.axes[change.dim] = std::move(change.axes);
    node.origins[change.dim] = std::move(change.origin);
    enqueueOpsOf(node);
  }
  drain();
}

PropagationCounters Propagator::run() {
  std::set<int64_t> priorities = {0};
  for (const ValueNode &node : graph.getValues())
    priorities.insert(node.priority.begin(), node.priority.end());
  for (int64_t next : priorities) {
    priority = next;
    runLevel(Level::Elementwise);
    runLevel(Level::ParallelFactors);
    runLevel(Level::AllFactors);
  }
  shardFunctionResults();
  return counters;
}

PropagationCounters tp::propagate(FactorGraph &graph) { return Propagator(graph).run(); }
