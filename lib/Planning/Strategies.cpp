//===- Strategies.cpp - how each op is split ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For one op:
//   1. project the layouts of its tensors to factors; what they say is a factor's candidates, with
//      their common beginnings, what other factors leave of them, and "not split";
//   2. where all agree (nearly always) that is the strategy;
//   3. else try all combinations in which no axis splits two factors, or, when these are too many,
//      improve one factor at a time from the best guess;
//   4. cost of a combination: reshards of operands, reshards of results (partial ones reduced),
//      and the time of the local work.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/Strategies.h"
#include "tp/Planning/ReshardPath.h"

using namespace mlir;
using namespace mlir::tp;

AxisList tp::getReducedAxes(const ShardingRule &rule, ArrayRef<AxisList> factorAxes) {
  AxisList axes;
  for (auto [factor, own] : llvm::zip_equal(rule.factors, factorAxes))
    if (factor.kind == FactorKind::Reduction || factor.kind == FactorKind::Gathered)
      axes.append(own.begin(), own.end());
  llvm::sort(axes);
  return mergeAdjacent(axes);
}

ReduceKind tp::getReduceKind(const ShardingRule &rule, ArrayRef<AxisList> factorAxes) {
  for (auto [factor, own] : llvm::zip_equal(rule.factors, factorAxes))
    if (!own.empty() &&
        (factor.kind == FactorKind::Reduction || factor.kind == FactorKind::Gathered))
      return factor.combiner;
  return ReduceKind::Sum;
}

namespace {

constexpr unsigned kMaxCombinations = 512;
constexpr unsigned kMaxCandidates = 8;

/// The choice for one op.
class StrategyChooser {
public:
  StrategyChooser(const FactorGraph &graph, const OpNode &op, const CostModel &cost)
      : graph(graph), op(op), rule(op.rule), cost(cost), candidates(rule.factors.size()) {}

  OpStrategy choose();

private:
  bool collectCandidates();
  bool collectFrom(int value, const DimFactors &dims);
  void addCandidate(unsigned factor, AxisList axes);
  void widenCandidates();
  bool isConsistent(ArrayRef<AxisList> factorAxes) const;
  bool isPossible(ArrayRef<AxisList> factorAxes) const;
  double getCost(ArrayRef<AxisList> factorAxes) const;
  double getTensorCost(int value, const Layout &needed, bool isResult, ArrayRef<Axis> partial,
                       ReduceKind kind) const;
  OpStrategy tryAll() const;
  OpStrategy improveStepwise() const;

  const FactorGraph &graph;
  const OpNode &op;
  const ShardingRule &rule;
  const CostModel &cost;
  SmallVector<SmallVector<AxisList, 2>, 8> candidates;
};

} // namespace

void StrategyChooser::addCandidate(unsigned factor, AxisList axes) {
  if (rule.factors[factor].kind == FactorKind::Replicated && !axes.empty())
    return;
  if (candidates[factor].size() < kMaxCandidates && !llvm::is_contained(candidates[factor], axes))
    candidates[factor].push_back(std::move(axes));
}

/// Returns whether the tensor's layout is exactly what the projection says.
bool StrategyChooser::collectFrom(int value, const DimFactors &dims) {
  if (value < 0)
    return true;
  const ValueNode &node = graph.getValues()[value];
  SmallVector<AxisList, 8> projected(rule.factors.size());
  bool exact = projectToFactors(rule, dims, node.axes, projected);
  for (ArrayRef<unsigned> dim : dims)
    for (unsigned factor : dim)
      addCandidate(factor, mergeAdjacent(projected[factor]));
  return exact;
}

/// Returns whether all tensors agree exactly.
bool StrategyChooser::collectCandidates() {
  bool agree = true;
  for (auto [value, operand] : llvm::zip_equal(op.operands, rule.operands))
    agree &= collectFrom(value, operand.dims);
  for (auto [value, result] : llvm::zip_equal(op.results, rule.results))
    agree &= collectFrom(value, result.dims);
  for (SmallVector<AxisList, 2> &list : candidates) {
    if (list.empty())
      list.push_back({});
    agree &= list.size() == 1;
  }
  return agree;
}

/// Adds what may be left when factors compete for axes.
void StrategyChooser::widenCandidates() {
  SmallVector<SmallVector<AxisList, 2>, 8> said = candidates;
  for (unsigned f = 0, e = said.size(); f < e; ++f) {
    for (const AxisList &own : said[f]) {
      for (const AxisList &other : said[f])
        addCandidate(f, getCommonPrefix(own, other));
      for (unsigned g = 0; g < e; ++g)
        for (const AxisList &other : said[g])
          if (g != f && overlap(own, other))
            addCandidate(f, mergeAdjacent(subtract(own, other)));
    }
    // Room for this one is always made.
    if (!llvm::is_contained(candidates[f], AxisList()))
      candidates[f].push_back({});
  }
}

bool StrategyChooser::isConsistent(ArrayRef<AxisList> factorAxes) const {
  for (unsigned f = 0, e = factorAxes.size(); f < e; ++f)
    for (unsigned g = f + 1; g < e; ++g)
      if (overlap(factorAxes[f], factorAxes[g]))
        return false;
  return true;
}

/// Whether flat blocks can lay out all tensors so, also constant-like ones, which say nothing.
bool StrategyChooser::isPossible(ArrayRef<AxisList> factorAxes) const {
  auto hasLayout = [&](const auto &tensor) {
    return getLayout(rule, tensor.dims, factorAxes).has_value();
  };
  return llvm::all_of(rule.operands, hasLayout) && llvm::all_of(rule.results, hasLayout);
}

double StrategyChooser::getTensorCost(int value, const Layout &needed, bool isResult,
                                      ArrayRef<Axis> partial, ReduceKind kind) const {
  const ValueNode &node = graph.getValues()[value];
  Layout own = node.getLayout();
  Layout other = needed;
  other.partial.assign(partial.begin(), partial.end());
  other.partialKind = kind;
  int64_t elementSize = getElementSizeInBytes(node.type.getElementType());
  double time = cost.getMemoryTimeUs(getLocalSizeInBytes(node.type, needed));
  if (isResult)
    return time +
           getReshardCost(other, own, node.type.getShape(), elementSize, cost.getMesh(), cost);
  return time + getReshardCost(own, other, node.type.getShape(), elementSize, cost.getMesh(), cost);
}

/// Microseconds; infinite where some tensor cannot be laid out so.
double StrategyChooser::getCost(ArrayRef<AxisList> factorAxes) const {
  constexpr double kImpossible = std::numeric_limits<double>::infinity();
  double total = 0;
  int64_t shards = 1;
  for (const AxisList &axes : factorAxes)
    shards *= getNumShards(axes);
  total += cost.getComputeTimeUs(rule.flops / shards);
  for (auto [value, operand] : llvm::zip_equal(op.operands, rule.operands)) {
    std::optional<Layout> needed = getLayout(rule, operand.dims, factorAxes);
    if (!needed)
      return kImpossible;
    if (value >= 0)
      total += getTensorCost(value, *needed, /*isResult=*/false, {}, ReduceKind::Sum);
  }
  AxisList partial = getReducedAxes(rule, factorAxes);
  ReduceKind kind = getReduceKind(rule, factorAxes);
  for (auto [value, result] : llvm::zip_equal(op.results, rule.results)) {
    std::optional<Layout> made = getLayout(rule, result.dims, factorAxes);
    if (!made)
      return kImpossible;
    if (value >= 0)
      total += getTensorCost(value, *made, /*isResult=*/true, partial, kind);
  }
  return total;
}

OpStrategy StrategyChooser::tryAll() const {
  OpStrategy best;
  double bestCost = std::numeric_limits<double>::infinity();
  SmallVector<AxisList, 8> current(candidates.size());
  SmallVector<unsigned, 8> digits(candidates.size(), 0);
  while (true) {
    for (auto [f, digit] : llvm::enumerate(digits))
      current[f] = candidates[f][digit];
    if (isConsistent(current)) {
      double value = getCost(current);
      if (best.factorAxes.empty() || value < bestCost) {
        best.factorAxes = current;
        bestCost = value;
      }
    }
    unsigned f = 0;
    while (f < digits.size() && ++digits[f] == candidates[f].size())
      digits[f++] = 0;
    if (f == digits.size())
      break;
  }
  if (std::isinf(bestCost))
    best.factorAxes.assign(candidates.size(), AxisList());
  return best;
}

OpStrategy StrategyChooser::improveStepwise() const {
  OpStrategy best;
  best.factorAxes.assign(candidates.size(), AxisList());
  double bestCost = getCost(best.factorAxes);
  // Each round improves the best combination by one factor's change; a few rounds settle it.
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned f = 0, e = candidates.size(); f < e; ++f) {
      for (const AxisList &axes : candidates[f]) {
        SmallVector<AxisList, 8> tried = best.factorAxes;
        tried[f] = axes;
        for (unsigned g = 0; g < e; ++g)
          if (g != f && overlap(tried[g], axes))
            tried[g] = mergeAdjacent(subtract(tried[g], axes));
        double value = getCost(tried);
        if (value < bestCost * (1 - 1e-12)) {
          best.factorAxes = tried;
          bestCost = value;
          changed = true;
        }
      }
    }
  }
  return best;
}

OpStrategy StrategyChooser::choose() {
  bool agree = collectCandidates();
  OpStrategy said;
  for (const SmallVector<AxisList, 2> &list : candidates)
    said.factorAxes.push_back(list.front());
  if (agree && isConsistent(said.factorAxes) && isPossible(said.factorAxes))
    return said;
  widenCandidates();
  unsigned combinations = 1;
  for (const SmallVector<AxisList, 2> &list : candidates)
    combinations = std::min<unsigned>(combinations * list.size(), kMaxCombinations + 1);
  return combinations <= kMaxCombinations ? tryAll() : improveStepwise();
}

std::vector<OpStrategy> tp::chooseStrategies(const FactorGraph &graph, ArrayRef<CostModel> costs) {
  std::vector<OpStrategy> strategies;
  strategies.reserve(graph.getOps().size());
  for (const OpNode &op : graph.getOps())
    strategies.push_back(StrategyChooser(graph, op, costs[op.mesh]).choose());
  return strategies;
}

//===----------------------------------------------------------------------===//
// Reading strategies back
//===----------------------------------------------------------------------===//

static std::string describe(StringRef role, unsigned position, StringRef what) {
  return (role + " " + Twine(position) + " " + what).str();
}

std::optional<OpStrategy> tp::deriveStrategy(const ShardingRule &rule,
                                             ArrayRef<const Layout *> operands,
                                             ArrayRef<const Layout *> results, std::string &why) {
  OpStrategy strategy;
  strategy.factorAxes.resize(rule.factors.size());
  SmallVector<bool, 8> known(rule.factors.size(), false);
  auto read = [&](const DimFactors &dims, const Layout &layout, StringRef role, unsigned i) {
    SmallVector<AxisList, 8> projected(rule.factors.size());
    if (!projectToFactors(rule, dims, layout.dims, projected)) {
      why = describe(role, i, "is split in a way that the rule cannot express");
      return false;
    }
    for (ArrayRef<unsigned> dim : dims)
      for (unsigned f : dim) {
        AxisList axes = mergeAdjacent(projected[f]);
        if (known[f] && axes != strategy.factorAxes[f]) {
          why = describe(role, i, "does not agree with the others");
          return false;
        }
        strategy.factorAxes[f] = std::move(axes);
        known[f] = true;
      }
    return true;
  };
  for (auto [i, operand] : llvm::enumerate(rule.operands))
    if (operands[i] && !read(operand.dims, *operands[i], "operand", i))
      return std::nullopt;
  for (auto [i, result] : llvm::enumerate(rule.results))
    if (results[i] && !read(result.dims, *results[i], "result", i))
      return std::nullopt;
  for (unsigned f = 0, e = rule.factors.size(); f < e; ++f)
    for (unsigned g = f + 1; g < e; ++g)
      if (overlap(strategy.factorAxes[f], strategy.factorAxes[g])) {
        why = "one axis splits two loops of the op";
        return std::nullopt;
      }
  return strategy;
}
