//===- ShardingRules.cpp - rules of structured ops --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of a structured op follows from its indexing maps and its body, never from its name:
//
//  1. Each loop is a factor, or two where maps use it as d and as `d floordiv c`. Loops in windows
//     and diagonals are replicated, for now a device must see all of them.
//  2. Loops that results lack are reductions where the body is a combination of the accumulator
//     and a function of the inputs, else replicated.
//  3. Tensors that the body reads by tensor.extract are operands too: a dimension read at a loop's
//     own position has the loop's factor; one read at a computed position is gathered if the body
//     lets partial sums of the element pass, else it stays whole.
//  4. The body is evaluated on partial operands to find which of them may stay partial.
//
//===----------------------------------------------------------------------===//

#include "BodyAnalysis.h"
#include "Loops.h"
#include "Models.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class RuleBuilder {
public:
  explicit RuleBuilder(linalg::LinalgOp op) : op(op), loops(getLoops(op)) {}

  ShardingRule build() {
    addLoops();
    addOperands();
    for (OpOperand *use : getCapturedTensors(op))
      addCapture(*use);
    addPasses();
    rule.flops = countArithmetic(op);
    for (const Loop &loop : loops)
      rule.flops *= ShapedType::isDynamic(loop.size) ? 1.0 : loop.size;
    return std::move(rule);
  }

private:
  void addLoops() {
    llvm::SmallBitVector unsplittable = getUnsplittableLoops(op, loops);
    std::optional<ReduceKind> combiner = matchCombiner(op);
    for (auto [position, loop] : llvm::enumerate(loops)) {
      FactorKind kind = FactorKind::Parallel;
      // Where a block of unknown size starts is not known in the body.
      bool isUnknown = ShapedType::isDynamic(loop.size) && usesIndex(op, position);
      if (unsplittable.test(position) || isUnknown)
        kind = FactorKind::Replicated;
      else if (!isInAllResults(op, position))
        kind = combiner ? FactorKind::Reduction : FactorKind::Replicated;
      ReduceKind by = combiner.value_or(ReduceKind::Sum);
      if (!loop.isSplit()) {
        rule.addFactor(loop.size, kind, by);
        continue;
      }
      for (int64_t size : {loop.size / loop.divisor, loop.divisor})
        rule.factors[rule.addFactor(size, kind, by)].toleratesPadding = false;
    }
  }

  void addOperands() {
    for (OpOperand &use : op->getOpOperands()) {
      if (!isa<RankedTensorType>(use.get().getType()))
        continue;
      RuleOperand operand;
      operand.use = &use;
      operand.dims = getDimFactors(op.getMatchingIndexingMap(&use), loops);
      operand.isRead = readsOperand(op, use);
      if (op.isDpsInit(&use)) {
        operand.tiedResult = op.getTiedOpResult(&use).getResultNumber();
        rule.results.push_back({operand.dims});
      }
      rule.operands.push_back(std::move(operand));
    }
  }

  /// What the destinations that the body reads hold, by block argument.
  DenseMap<Value, PartialState> getDestinations(ReduceKind kind) {
    DenseMap<Value, PartialState> states;
    for (const RuleOperand &operand : rule.operands)
      if (operand.tiedResult && operand.isRead)
        states[op.getMatchingBlockArgument(operand.use)] = PartialState::partial(kind);
    return states;
  }

  /// Whether devices may contribute the element where they hold it, and nothing where not.
  bool canGather(tensor::ExtractOp extract) {
    if (!getIdentity(ReduceKind::Sum, extract.getType()))
      return false;
    DenseMap<Value, PartialState> states = getDestinations(ReduceKind::Sum);
    states[extract.getResult()] = PartialState::partial(ReduceKind::Sum);
    return evaluateBody(op, states).isPartial(ReduceKind::Sum);
  }

  void addCapture(OpOperand &use) {
    RuleOperand operand;
    operand.use = &use;
    auto type = cast<RankedTensorType>(use.get().getType());
    operand.dims.resize(type.getRank());
    if (auto extract = dyn_cast<tensor::ExtractOp>(use.getOwner())) {
      bool gathers = canGather(extract);
      llvm::SmallBitVector seen(loops.size());
      for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
        int64_t size = type.getDimSize(dim);
        if (ShapedType::isDynamic(size) || size == 1)
          continue;
        std::optional<unsigned> loop = getLoopOfIndex(op, index);
        if (loop && loops[*loop].size == size && !seen.test(*loop)) {
          seen.set(*loop);
          operand.dims[dim] = loops[*loop].getFactors();
        } else if (gathers) {
          operand.dims[dim] = {rule.addFactor(size, FactorKind::Gathered, ReduceKind::Sum)};
        }
      }
    }
    rule.operands.push_back(std::move(operand));
  }

  /// The scalar that stands for the operand in the body.
  Value getElement(const RuleOperand &operand) {
    if (operand.use->getOwner() == op)
      return op.getMatchingBlockArgument(operand.use);
    return cast<tensor::ExtractOp>(operand.use->getOwner()).getResult();
  }

  void addPasses() {
    SmallVector<PartialSource> sources;
    bool isInitRead = false;
    for (auto [position, operand] : llvm::enumerate(rule.operands)) {
      isInitRead |= operand.tiedResult && operand.isRead;
      if (operand.tiedResult || !operand.isRead ||
          !(operand.use->getOwner() == op || isa<tensor::ExtractOp>(operand.use->getOwner())))
        continue;
      sources.push_back(
          {static_cast<unsigned>(position), getElementTypeOrSelf(operand.use->get().getType())});
    }
    addPartialPasses(rule, sources, isInitRead,
                     [&](ReduceKind in, ArrayRef<unsigned> partial, ReduceKind destination) {
                       DenseMap<Value, PartialState> states = getDestinations(destination);
                       for (unsigned source : partial)
                         states[getElement(rule.operands[sources[source].operand])] =
                             PartialState::partial(in);
                       return evaluateBody(op, states);
                     });
  }

  linalg::LinalgOp op;
  SmallVector<Loop> loops;
  ShardingRule rule;
};
} // namespace

std::optional<ShardingRule> mlir::tp::getLinalgRule(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || !hasOnlyAsserts(op))
    return std::nullopt;
  bool capturesUnranked = llvm::any_of(getCapturedTensors(op), [](OpOperand *use) {
    return !isa<RankedTensorType>(use->get().getType());
  });
  if (capturesUnranked)
    return std::nullopt;
  return RuleBuilder(op).build();
}

//===----------------------------------------------------------------------===//
// Constant-like ops
//===----------------------------------------------------------------------===//

/// Chains of splats that are longer than this are computed once and passed on.
static constexpr unsigned kMaxSplatChain = 6;

static bool isCheapToRepeat(linalg::LinalgOp op, unsigned depth);

/// Whether all elements of `value` are one that is known without any argument.
static bool isSplat(Value value, unsigned depth) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || depth > kMaxSplatChain)
    return false;
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.isSplat();
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return type.getRank() == 0 && isConstantLike(value);
  bool readsIndex = !op->getRegion(0).getOps<linalg::IndexOp>().empty();
  return !readsIndex && isCheapToRepeat(op, depth + 1);
}

static bool isCheapToRepeat(linalg::LinalgOp op, unsigned depth) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0 || !isMemoryEffectFree(op) ||
      !getCapturedTensors(op).empty())
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &use) {
    if (!isa<TensorType>(use.get().getType()))
      return true;
    if (op.isDpsInit(&use))
      return !readsOperand(op, use);
    return isSplat(use.get(), depth);
  });
}

bool mlir::tp::isLinalgConstantLike(linalg::LinalgOp op) { return isCheapToRepeat(op, 0); }
