//===- BodyAnalysis.cpp - what the body of a structured op does -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tp/Interfaces/PartitionContext.h"

using namespace mlir;
using namespace mlir::tp;

static Region &getBody(linalg::LinalgOp op) { return op->getRegion(0); }

//===----------------------------------------------------------------------===//
// Effects and reads
//===----------------------------------------------------------------------===//

bool mlir::tp::hasOnlyAsserts(linalg::LinalgOp op) {
  WalkResult result = getBody(op).walk([](Operation *inner) {
    // Ops with regions have the effects of the ops in them.
    bool isFine = inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                  isa<cf::AssertOp>(inner) || isMemoryEffectFree(inner);
    return isFine ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

bool mlir::tp::mayTrap(linalg::LinalgOp op) {
  WalkResult result = getBody(op).walk([](Operation *inner) {
    bool traps =
        isa<cf::AssertOp, tensor::ExtractOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
            arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(inner) ||
        inner->getNumRegions() != 0;
    return traps ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool mlir::tp::readsOperand(linalg::LinalgOp op, OpOperand &use) {
  Block &body = getBody(op).front();
  return use.getOperandNumber() < body.getNumArguments() &&
         !body.getArgument(use.getOperandNumber()).use_empty();
}

SmallVector<OpOperand *> mlir::tp::getCapturedTensors(linalg::LinalgOp op) {
  SmallVector<OpOperand *> uses;
  getBody(op).walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (OpOperand &use : inner->getOpOperands())
      if (isa<TensorType>(use.get().getType()) &&
          !getBody(op).isAncestor(use.get().getParentRegion()))
        uses.push_back(&use);
  });
  return uses;
}

std::optional<unsigned> mlir::tp::getLoopOfIndex(linalg::LinalgOp op, Value index) {
  unsigned narrowest = 64;
  while (Operation *def = index.getDefiningOp()) {
    if (auto loop = dyn_cast<linalg::IndexOp>(def)) {
      if (loop->getParentOp() != op)
        return std::nullopt;
      int64_t size = op.getStaticLoopRanges()[loop.getDim()];
      // The largest iteration must fit as a signed number into the narrowest type on the way.
      bool fits =
          narrowest >= 64 || (!ShapedType::isDynamic(size) && llvm::isIntN(narrowest, size - 1));
      return fits ? std::optional<unsigned>(loop.getDim()) : std::nullopt;
    }
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp>(def))
      return std::nullopt;
    if (auto type = dyn_cast<IntegerType>(def->getResult(0).getType()))
      narrowest = std::min(narrowest, type.getWidth());
    index = def->getOperand(0);
  }
  return std::nullopt;
}

bool mlir::tp::usesIndex(linalg::LinalgOp op, unsigned loop) {
  WalkResult result = getBody(op).walk([&](linalg::IndexOp index) {
    return index.getDim() == loop ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

unsigned mlir::tp::countArithmetic(linalg::LinalgOp op) {
  unsigned count = 0;
  getBody(op).walk([&](Operation *inner) {
    if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(inner->getDialect()) &&
        !isa<CastOpInterface, arith::ConstantOp>(inner) && !inner->getResult(0).getType().isIndex())
      ++count;
  });
  return count;
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

SmallVector<unsigned> mlir::tp::getLiveResults(linalg::LinalgOp op) {
  SmallVector<unsigned> live;
  for (OpResult result : op->getResults())
    if (!result.use_empty())
      live.push_back(result.getResultNumber());
  if (live.empty())
    live = llvm::to_vector(llvm::seq<unsigned>(op->getNumResults()));
  return live;
}

/// Values of the body that depend on an accumulator. Returns false if an effect does.
static bool collectDependents(Block &body, ArrayRef<BlockArgument> accumulators,
                              DenseSet<Value> &dependents) {
  dependents.insert(accumulators.begin(), accumulators.end());
  bool isPureBody = true;
  for (Operation &inner : body.without_terminator()) {
    bool depends = false;
    inner.walk([&](Operation *nested) {
      depends |= llvm::any_of(nested->getOperands(),
                              [&](Value operand) { return dependents.contains(operand); });
    });
    if (!depends)
      continue;
    dependents.insert_range(inner.getResults());
    isPureBody &= isMemoryEffectFree(&inner);
  }
  return isPureBody;
}

/// `select(a > b, a, b)` on integers and the like.
static std::optional<ReduceKind> matchIntegerSelect(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return std::nullopt;
  Value a = select.getTrueValue(), b = select.getFalseValue();
  bool straight = compare.getLhs() == a && compare.getRhs() == b;
  bool swapped = compare.getLhs() == b && compare.getRhs() == a;
  if (!straight && !swapped)
    return std::nullopt;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sge:
    return straight ? ReduceKind::MaxSI : ReduceKind::MinSI;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sle:
    return straight ? ReduceKind::MinSI : ReduceKind::MaxSI;
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
    return straight ? ReduceKind::MaxUI : ReduceKind::MinUI;
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
    return straight ? ReduceKind::MinUI : ReduceKind::MaxUI;
  default:
    return std::nullopt;
  }
}

/// The combiner where `yielded` is the accumulator combined with something that does not depend
/// on any accumulator.
static std::optional<ReduceKind> matchCombine(Value yielded, BlockArgument accumulator,
                                              const DenseSet<Value> &dependents) {
  Operation *combine = yielded.getDefiningOp();
  if (!combine || combine->getBlock() != accumulator.getOwner())
    return std::nullopt;
  Value a, b;
  std::optional<ReduceKind> kind;
  if (auto select = dyn_cast<arith::SelectOp>(combine)) {
    kind = matchIntegerSelect(select);
    a = select.getTrueValue();
    b = select.getFalseValue();
  } else if ((kind = getCombinerOf(combine))) {
    a = combine->getOperand(0);
    b = combine->getOperand(1);
  }
  if (!kind)
    return std::nullopt;
  Value other = a == accumulator ? b : a;
  if ((a != accumulator && b != accumulator) || dependents.contains(other))
    return std::nullopt;
  return kind;
}

std::optional<ReduceKind> mlir::tp::matchCombiner(linalg::LinalgOp op) {
  Block &body = getBody(op).front();
  Operation *yield = body.getTerminator();
  DenseSet<Value> dependents;
  if (!collectDependents(body, op.getRegionOutputArgs(), dependents))
    return std::nullopt;

  std::optional<ReduceKind> kind;
  for (unsigned result : getLiveResults(op)) {
    std::optional<ReduceKind> match =
        matchCombine(yield->getOperand(result), op.getRegionOutputArgs()[result], dependents);
    if (!match || (kind && *kind != *match) ||
        !getIdentity(*match, getElementTypeOrSelf(op->getResult(result).getType())))
      return std::nullopt;
    kind = match;
  }
  return kind;
}

//===----------------------------------------------------------------------===//
// Partial values
//===----------------------------------------------------------------------===//

namespace {
/// Runs through a body once, keeping what is held of each value.
class BodyEvaluator {
public:
  explicit BodyEvaluator(const DenseMap<Value, PartialState> &sources) : sources(sources) {}

  /// Returns false if an effect depends on a part.
  bool run(Block &block) {
    for (Operation &inner : block.without_terminator())
      if (!visit(inner))
        return false;
    return true;
  }

  PartialState lookup(Value value) const {
    if (auto it = states.find(value); it != states.end())
      return it->second;
    auto it = sources.find(value);
    return it == sources.end() ? PartialState::whole() : it->second;
  }

private:
  bool visit(Operation &inner) {
    if (isa<tensor::ExtractOp>(inner) && sources.contains(inner.getResult(0))) {
      // An element at a position that is itself a part is no part of anything.
      bool isWholePosition = llvm::all_of(inner.getOperands(),
                                          [&](Value operand) { return lookup(operand).isWhole(); });
      if (!isWholePosition)
        states[inner.getResult(0)] = PartialState::lost();
      return true;
    }
    if (auto branch = dyn_cast<scf::IfOp>(inner); branch && lookup(branch.getCondition()).isWhole())
      return visitIf(branch);

    bool isWhole = true;
    inner.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        isWhole &= lookup(operand).isWhole();
      for (Value result : nested->getResults())
        isWhole &= nested == &inner || lookup(result).isWhole();
    });
    if (isWhole)
      return true;
    if (!isMemoryEffectFree(&inner))
      return false;
    SmallVector<PartialState> operands =
        llvm::map_to_vector(inner.getOperands(), [&](Value operand) { return lookup(operand); });
    PartialState state =
        inner.getNumRegions() ? PartialState::lost() : transferPartial(&inner, operands);
    for (Value result : inner.getResults())
      states[result] = state;
    return true;
  }

  bool visitIf(scf::IfOp branch) {
    for (Region &region : branch->getRegions())
      if (!region.empty() && !run(region.front()))
        return false;
    for (auto [i, result] : llvm::enumerate(branch.getResults()))
      states[result] = joinPartial(lookup(branch.thenYield()->getOperand(i)),
                                   lookup(branch.elseYield()->getOperand(i)));
    return true;
  }

  const DenseMap<Value, PartialState> &sources;
  DenseMap<Value, PartialState> states;
};
} // namespace

PartialState mlir::tp::evaluateBody(linalg::LinalgOp op,
                                    const DenseMap<Value, PartialState> &sources) {
  BodyEvaluator evaluator(sources);
  Block &body = getBody(op).front();
  if (!evaluator.run(body))
    return PartialState::lost();
  std::optional<PartialState> joined;
  for (unsigned result : getLiveResults(op)) {
    PartialState state = evaluator.lookup(body.getTerminator()->getOperand(result));
    joined = joined ? joinPartial(*joined, state) : state;
  }
  return joined.value_or(PartialState::lost());
}
