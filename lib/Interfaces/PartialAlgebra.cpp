//===- PartialAlgebra.cpp - which functions let partial values pass ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/PartialAlgebra.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "tp/Interfaces/PartitionContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

bool mlir::tp::isIdempotent(ReduceKind kind) {
  return kind != ReduceKind::Sum && kind != ReduceKind::Prod && kind != ReduceKind::Xor;
}

std::optional<ReduceKind> mlir::tp::getDual(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Max:
    return ReduceKind::Min;
  case ReduceKind::Min:
    return ReduceKind::Max;
  case ReduceKind::MaxNum:
    return ReduceKind::MinNum;
  case ReduceKind::MinNum:
    return ReduceKind::MaxNum;
  default:
    return std::nullopt;
  }
}

/// Promises on overflow hold for the global value, not for its parts.
static bool promisesNoOverflow(Operation *op) {
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none;
}

std::optional<ReduceKind> mlir::tp::getCombinerOf(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 || promisesNoOverflow(op))
    return std::nullopt;
  bool isBool = getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1);
  if (isa<arith::AddIOp>(op))
    return isBool ? ReduceKind::Xor : ReduceKind::Sum;
  if (isa<arith::MulIOp>(op))
    return isBool ? ReduceKind::And : ReduceKind::Prod;
  if (isa<arith::AddFOp>(op))
    return ReduceKind::Sum;
  if (isa<arith::MulFOp>(op))
    return ReduceKind::Prod;
  if (isa<arith::MaximumFOp>(op))
    return ReduceKind::Max;
  if (isa<arith::MinimumFOp>(op))
    return ReduceKind::Min;
  if (isa<arith::MaxNumFOp>(op))
    return ReduceKind::MaxNum;
  if (isa<arith::MinNumFOp>(op))
    return ReduceKind::MinNum;
  if (isa<arith::MaxSIOp>(op))
    return ReduceKind::MaxSI;
  if (isa<arith::MinSIOp>(op))
    return ReduceKind::MinSI;
  if (isa<arith::MaxUIOp>(op))
    return ReduceKind::MaxUI;
  if (isa<arith::MinUIOp>(op))
    return ReduceKind::MinUI;
  if (isa<arith::AndIOp>(op))
    return ReduceKind::And;
  if (isa<arith::OrIOp>(op))
    return ReduceKind::Or;
  if (isa<arith::XOrIOp>(op))
    return ReduceKind::Xor;
  return std::nullopt;
}

/// Combiners that parts of an element type may have: those with a neutral element.
static SmallVector<ReduceKind> getCombinersFor(Type elementType) {
  SmallVector<ReduceKind> kinds;
  for (ReduceKind kind :
       {ReduceKind::Sum, ReduceKind::Prod, ReduceKind::Max, ReduceKind::Min, ReduceKind::MaxNum,
        ReduceKind::MinNum, ReduceKind::MaxSI, ReduceKind::MinSI, ReduceKind::MaxUI,
        ReduceKind::MinUI, ReduceKind::And, ReduceKind::Or, ReduceKind::Xor})
    if (getIdentity(kind, elementType))
      kinds.push_back(kind);
  return kinds;
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

/// Linear functions. `p[i]`: operand i is partial, otherwise it is whole.
static PartialState transferSum(Operation *op, ArrayRef<bool> p, bool reassociates) {
  PartialState exact = PartialState::partial(ReduceKind::Sum, reassociates);
  PartialState rounded = PartialState::partial(ReduceKind::Sum, true);
  if (promisesNoOverflow(op))
    return PartialState::lost();
  if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp>(op))
    return p[0] && p[1] ? exact : PartialState::lost();
  if (isa<arith::NegFOp>(op))
    return exact;
  if (isa<arith::TruncIOp>(op))
    return exact;
  if (isa<arith::MulIOp>(op))
    return p[0] != p[1] ? exact : PartialState::lost();
  if (isa<arith::ShLIOp>(op))
    return p[0] && !p[1] ? exact : PartialState::lost();
  if (isa<arith::MulFOp>(op))
    return p[0] != p[1] ? rounded : PartialState::lost();
  if (isa<arith::DivFOp>(op))
    return p[0] && !p[1] ? rounded : PartialState::lost();
  if (isa<math::FmaOp>(op))
    return p[0] != p[1] && p[2] ? rounded : PartialState::lost();
  return PartialState::lost();
}

/// Whether the function of one float is non-decreasing on the whole line, infinities included. (The
/// square root and the logarithm are not: a part below 0 would give NaN.)
static bool isNonDecreasing(Operation *op) {
  if (auto trunc = dyn_cast<arith::TruncFOp>(op)) {
    auto type = cast<FloatType>(getElementTypeOrSelf(trunc.getType()));
    return APFloat::semanticsHasInf(type.getFloatSemantics());
  }
  if (auto extend = dyn_cast<arith::ExtFOp>(op)) {
    auto type = cast<FloatType>(getElementTypeOrSelf(extend.getType()));
    return APFloat::semanticsHasInf(type.getFloatSemantics());
  }
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::TanhOp, math::ErfOp, math::AtanOp,
             math::FloorOp, math::CeilOp, math::RoundOp, math::RoundEvenOp, math::TruncOp>(op);
}

/// Non-decreasing functions, and what turns the order around.
static PartialState transferExtremum(Operation *op, ArrayRef<bool> p, ReduceKind kind,
                                     bool reassociates) {
  PartialState same = PartialState::partial(kind, reassociates);
  if (std::optional<ReduceKind> dual = getDual(kind)) {
    PartialState turned = PartialState::partial(*dual, reassociates);
    if (isa<arith::NegFOp>(op))
      return turned;
    // A sum of opposite infinities is NaN, which maxnum and minnum would drop.
    bool keepsNaN = kind == ReduceKind::Max || kind == ReduceKind::Min;
    if (isa<arith::AddFOp>(op))
      return keepsNaN && p[0] != p[1] ? same : PartialState::lost();
    if (isa<arith::SubFOp>(op))
      return !keepsNaN || p[0] == p[1] ? PartialState::lost() : p[0] ? same : turned;
    return isNonDecreasing(op) ? same : PartialState::lost();
  }
  bool isSigned = kind == ReduceKind::MaxSI || kind == ReduceKind::MinSI;
  bool isUnsigned = kind == ReduceKind::MaxUI || kind == ReduceKind::MinUI;
  if ((isSigned && isa<arith::ExtSIOp>(op)) || (isUnsigned && isa<arith::ExtUIOp>(op)))
    return same;
  return PartialState::lost();
}

PartialState mlir::tp::joinPartial(const PartialState &a, const PartialState &b) {
  if (a.isWhole() && b.isWhole())
    return a;
  if (a.isPartial() && b.isPartial(a.combiner))
    return PartialState::partial(a.combiner, a.reassociates || b.reassociates);
  return PartialState::lost();
}

PartialState mlir::tp::transferPartial(Operation *op, ArrayRef<PartialState> operands) {
  auto isWhole = [](const PartialState &s) { return s.isWhole(); };
  if (llvm::all_of(operands, isWhole))
    return PartialState::whole();
  if (op->getNumRegions() != 0)
    return PartialState::lost();

  std::optional<ReduceKind> kind;
  bool reassociates = false;
  SmallVector<bool, 4> isPartial;
  for (const PartialState &state : operands) {
    if (state.isLost() || (state.isPartial() && kind && *kind != state.combiner))
      return PartialState::lost();
    if (state.isPartial())
      kind = state.combiner;
    reassociates |= state.reassociates;
    isPartial.push_back(state.isPartial());
  }

  if (isa<arith::SelectOp>(op))
    return operands[0].isWhole() ? joinPartial(operands[1], operands[2]) : PartialState::lost();
  if (std::optional<ReduceKind> combiner = getCombinerOf(op); combiner && *combiner == *kind)
    return (isPartial[0] && isPartial[1]) || isIdempotent(*kind)
               ? PartialState::partial(*kind, reassociates)
               : PartialState::lost();
  if (*kind == ReduceKind::Sum)
    return transferSum(op, isPartial, reassociates);
  return transferExtremum(op, isPartial, *kind, reassociates);
}

//===----------------------------------------------------------------------===//
// Alternatives
//===----------------------------------------------------------------------===//

/// Sets of `count` things to try: all where there are few, else singles, pairs and the whole.
static SmallVector<SmallVector<unsigned>> getSubsets(unsigned count) {
  SmallVector<SmallVector<unsigned>> subsets;
  if (count <= 4) {
    for (unsigned bits = 1; bits < (1u << count); ++bits) {
      SmallVector<unsigned> subset;
      for (unsigned i = 0; i < count; ++i)
        if (bits & (1u << i))
          subset.push_back(i);
      subsets.push_back(std::move(subset));
    }
    llvm::sort(subsets, [](const auto &a, const auto &b) {
      return std::make_pair(a.size(), a) < std::make_pair(b.size(), b);
    });
    return subsets;
  }
  for (unsigned i = 0; i < count; ++i)
    subsets.push_back({i});
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = i + 1; j < count; ++j)
      subsets.push_back({i, j});
  subsets.push_back(llvm::to_vector(llvm::seq(count)));
  return subsets;
}

void mlir::tp::addPartialPasses(
    ShardingRule &rule, ArrayRef<PartialSource> sources, bool isInitRead,
    function_ref<PartialState(ReduceKind in, ArrayRef<unsigned>, ReduceKind destination)>
        evaluate) {
  std::optional<ReduceKind> out;
  for (const Factor &factor : rule.factors)
    if (factor.kind == FactorKind::Reduction || factor.kind == FactorKind::Gathered)
      out = factor.combiner;

  for (ArrayRef<unsigned> subset : getSubsets(sources.size())) {
    SmallVector<unsigned, 2> operands;
    for (unsigned source : subset)
      operands.push_back(sources[source].operand);
    for (ReduceKind in : getCombinersFor(sources[subset.front()].elementType)) {
      if (!llvm::all_of(subset, [&](unsigned source) {
            return static_cast<bool>(getIdentity(in, sources[source].elementType));
          }))
        continue;
      PartialState result = evaluate(in, subset, in);
      if (!result.isPartial(in)) {
        // Destinations that are read must have turned too.
        std::optional<ReduceKind> dual = getDual(in);
        if (dual && isInitRead)
          result = evaluate(in, subset, *dual);
        if (!dual || !result.isPartial(*dual))
          continue;
      }
      // A destination that is read starts from one neutral element.
      if (isInitRead && out && *out != result.combiner)
        continue;
      out = result.combiner;
      rule.partialPasses.push_back({in, operands, result.combiner, result.reassociates});
    }
  }
}
