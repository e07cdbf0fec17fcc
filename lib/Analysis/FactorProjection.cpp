//===- FactorProjection.cpp - between dimensions and factors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension of flat blocks over axes is the same as its factors split over parts of these axes
// as long as each factor is used up exactly before the next, more minor one begins. Everything
// that does not fit is left out: the caller sees it as a difference that needs a reshard.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/FactorGraph.h"
#include <numeric>

using namespace mlir;
using namespace mlir::tp;

namespace {

/// Factors of a dimension that have more than one iteration.
SmallVector<unsigned, 2> getNonUnitFactors(const ShardingRule &rule,
                                           ArrayRef<unsigned> dimFactors) {
  SmallVector<unsigned, 2> result;
  for (unsigned f : dimFactors)
    if (rule.factors[f].size != 1)
      result.push_back(f);
  return result;
}

/// The axes that a factor standing alone in its dimension takes.
bool takeAlone(const Factor &factor, ArrayRef<Axis> axes, AxisList &taken) {
  if (factor.kind == FactorKind::Replicated)
    return axes.empty();
  bool dynamic = ShapedType::isDynamic(factor.size);
  if (dynamic)
    return axes.empty();
  if (factor.toleratesPadding) {
    taken.append(axes.begin(), axes.end());
    return true;
  }
  int64_t shards = 1;
  for (Axis axis : axes) {
    int64_t part = std::gcd(factor.size / shards, axis.size);
    if (part > 1)
      taken.push_back({axis.index, axis.pre, part});
    if (part != axis.size)
      return false;
    shards *= part;
  }
  return true;
}

} // namespace

bool tp::projectDim(const ShardingRule &rule, ArrayRef<unsigned> dimFactors, ArrayRef<Axis> axes,
                    MutableArrayRef<AxisList> factorAxes) {
  SmallVector<unsigned, 2> factors = getNonUnitFactors(rule, dimFactors);
  if (axes.empty())
    return true;
  if (factors.empty()) {
    // A dimension of size 1 split over devices: the first holds it. Only a single unit factor can
    // carry that; a dimension that no factor walks cannot.
    if (dimFactors.size() == 1)
      return takeAlone(rule.factors[dimFactors.front()], axes, factorAxes[dimFactors.front()]);
    return false;
  }
  if (factors.size() == 1)
    return takeAlone(rule.factors[factors.front()], axes, factorAxes[factors.front()]);

  unsigned position = 0;
  int64_t remaining = rule.factors[factors[0]].size;
  for (Axis axis : axes) {
    while (axis.size > 1) {
      if (remaining == 1) {
        if (++position == factors.size())
          return false;
        remaining = rule.factors[factors[position]].size;
      }
      const Factor &factor = rule.factors[factors[position]];
      if (factor.kind == FactorKind::Replicated || ShapedType::isDynamic(factor.size))
        return false;
      int64_t part = std::gcd(remaining, axis.size);
      if (part > 1)
        factorAxes[factors[position]].push_back({axis.index, axis.pre, part});
      // What is left of the factor shares no devices with what is left of the axis.
      if (part != axis.size && part != remaining)
        return false;
      remaining /= part;
      axis = {axis.index, axis.pre * part, axis.size / part};
    }
  }
  return true;
}

bool tp::projectToFactors(const ShardingRule &rule, const DimFactors &dims,
                          ArrayRef<AxisList> dimAxes, MutableArrayRef<AxisList> factorAxes) {
  bool exact = true;
  for (auto [factors, axes] : llvm::zip_equal(dims, dimAxes))
    exact &= projectDim(rule, factors, axes, factorAxes);
  return exact;
}

std::optional<AxisList> tp::getDimAxes(const ShardingRule &rule, ArrayRef<unsigned> dimFactors,
                                       ArrayRef<AxisList> factorAxes) {
  SmallVector<unsigned, 2> factors = getNonUnitFactors(rule, dimFactors);
  AxisList axes;
  if (factors.empty()) {
    if (dimFactors.size() == 1)
      return mergeAdjacent(factorAxes[dimFactors.front()]);
    return axes;
  }
  if (factors.size() == 1) {
    const Factor &factor = rule.factors[factors.front()];
    ArrayRef<Axis> own = factorAxes[factors.front()];
    if (!own.empty() && (ShapedType::isDynamic(factor.size) ||
                         (!factor.toleratesPadding && factor.size % getNumShards(own) != 0)))
      return std::nullopt;
    return mergeAdjacent(own);
  }
  bool usedUp = true;
  for (unsigned f : factors) {
    int64_t shards = getNumShards(factorAxes[f]);
    if (shards > 1 && (!usedUp || rule.factors[f].size % shards != 0))
      return std::nullopt;
    usedUp &= shards == rule.factors[f].size;
    axes.append(factorAxes[f].begin(), factorAxes[f].end());
  }
  return mergeAdjacent(axes);
}

std::optional<Layout> tp::getLayout(const ShardingRule &rule, const DimFactors &dims,
                                    ArrayRef<AxisList> factorAxes) {
  Layout layout;
  for (ArrayRef<unsigned> dim : dims) {
    std::optional<AxisList> axes = getDimAxes(rule, dim, factorAxes);
    if (!axes)
      return std::nullopt;
    layout.dims.push_back(std::move(*axes));
  }
  return layout;
}
