//===- Partition.cpp - local forms of structured ops ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The local op is the op itself on local operands; a named op stays one wherever its body need not
// change. What changes where:
//
//  1. A destination that is read counts once: where the results are partial, it is kept at
//     coordinate 0 of the partial axes and is the neutral element elsewhere.
//  2. Iterations beyond the global size must not contribute to a reduction: operands of a
//     contraction are masked so that their products are neutral, other bodies keep the accumulator
//     there. A body that could trap does not run there at all.
//  3. `linalg.index` of a sharded loop is global: its value plus the device's offset.
//  4. Captured tensors are read at local positions; an element of a gathered dimension that another
//     device holds is the neutral element here.
//
//===----------------------------------------------------------------------===//

#include "BodyAnalysis.h"
#include "LocalBody.h"
#include "Loops.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "tp/Analysis/Extents.h"
#include "tp/Extensions/LocalBlocks.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// The combiner by which the results are partial: of a reduction, a gather, or the only one that
/// partial operands can give.
static std::optional<ReduceKind> getPartialKind(const PartitionContext &context) {
  const ShardingRule &rule = context.getRule();
  for (auto [position, factor] : llvm::enumerate(rule.factors))
    if (factor.kind != FactorKind::Parallel && context.isSharded(position))
      return factor.combiner;
  if (rule.partialPasses.empty())
    return std::nullopt;
  return rule.partialPasses.front().out;
}

static bool isNeutral(ReduceKind kind, Attribute element) {
  bool isProd = kind == ReduceKind::Prod;
  if (auto value = dyn_cast<FloatAttr>(element))
    return isProd ? value.getValue().isExactlyValue(1.0) : value.getValue().isZero();
  if (auto value = dyn_cast<IntegerAttr>(element))
    return isProd ? value.getValue().isOne() : value.getValue().isZero();
  return false;
}

/// Whether every element of the global value changes nothing when combined once per device.
static bool isHarmlessStart(ReduceKind kind, Value global) {
  if (isIdempotent(kind))
    return true;
  while (auto reshard = global.getDefiningOp<ReshardOp>())
    global = reshard.getInput();
  Attribute constant;
  if (auto fill = global.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill->getOperand(0), m_Constant(&constant)) && isNeutral(kind, constant);
  if (!matchPattern(global, m_Constant(&constant)))
    return false;
  auto splat = dyn_cast<SplatElementsAttr>(constant);
  return splat && isNeutral(kind, splat.getSplatValue<Attribute>());
}

/// How iterations beyond the global size are kept from doing harm.
enum class Guard { None, MaskInputs, KeepAccumulator, Skip };

/// Whether zeros in both inputs make each padded iteration neutral.
static bool canMaskInputs(linalg::LinalgOp op, const PartitionContext &context,
                          ArrayRef<unsigned> paddedReductions) {
  if (!linalg::isaContractionOpInterface(op))
    return false;
  for (const RuleOperand &operand : context.getRule().operands) {
    if (operand.tiedResult)
      continue;
    if (!getIdentity(ReduceKind::Sum, getElementTypeOrSelf(operand.use->get().getType())))
      return false;
    for (unsigned factor : paddedReductions)
      if (!llvm::is_contained(operand.dims, ArrayRef<unsigned>(factor)))
        return false;
  }
  return true;
}

static Guard chooseGuard(linalg::LinalgOp op, ArrayRef<Loop> loops,
                         const PartitionContext &context) {
  SmallVector<unsigned> reductions;
  bool isPadded = false;
  for (const Loop &loop : loops) {
    if (!context.isPadded(loop.factor))
      continue;
    isPadded = true;
    if (context.getRule().factors[loop.factor].kind == FactorKind::Reduction)
      reductions.push_back(loop.factor);
  }
  if (isPadded && mayTrap(op))
    return Guard::Skip;
  if (reductions.empty())
    return Guard::None;
  return canMaskInputs(op, context, reductions) ? Guard::MaskInputs : Guard::KeepAccumulator;
}

/// Whether the body or the maps of the local op differ from the global op's.
static bool needsLocalBody(linalg::LinalgOp op, ArrayRef<Loop> loops,
                           const PartitionContext &context) {
  for (auto [position, loop] : llvm::enumerate(loops)) {
    bool isSharded =
        llvm::any_of(loop.getFactors(), [&](unsigned factor) { return context.isSharded(factor); });
    if (isSharded && (loop.isSplit() || usesIndex(op, position)))
      return true;
  }
  return llvm::any_of(context.getRule().operands, [&](const RuleOperand &operand) {
    if (operand.use->getOwner() == op)
      return false;
    return llvm::any_of(operand.dims, [&](ArrayRef<unsigned> factors) {
      return llvm::any_of(factors, [&](unsigned factor) { return context.isSharded(factor); });
    });
  });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// `local` at coordinate 0 of the partial axes, the neutral element elsewhere.
static Value keepAtFirst(OpBuilder &b, Location loc, const PartitionContext &context, Value local,
                         TypedAttr identity) {
  Value isFirst = context.isFirst(b, loc, context.getPartialAxes());
  Value element = arith::ConstantOp::create(b, loc, identity);
  Value empty = tensor::EmptyOp::create(b, loc, getExtents(b, loc, local), identity.getType());
  Value neutral = linalg::FillOp::create(b, loc, element, empty).getResult(0);
  return arith::SelectOp::create(b, loc, isFirst, local, neutral);
}

static LogicalResult maskDestinations(linalg::LinalgOp op, OpBuilder &b,
                                      const PartitionContext &context,
                                      MutableArrayRef<Value> operands) {
  if (context.getPartialAxes().empty())
    return success();
  std::optional<ReduceKind> kind = getPartialKind(context);
  SmallVector<unsigned> live = getLiveResults(op);
  for (auto [operand, local] : llvm::zip_equal(context.getRule().operands, operands)) {
    if (!operand.tiedResult || !operand.isRead || !llvm::is_contained(live, *operand.tiedResult))
      continue;
    if (kind && isHarmlessStart(*kind, operand.use->get()))
      continue;
    Type elementType = getElementTypeOrSelf(local.getType());
    TypedAttr identity = kind ? getIdentity(*kind, elementType) : TypedAttr();
    if (!identity)
      return op.emitOpError() << "expects result " << *operand.tiedResult
                              << " to be whole on each device: nothing of type " << elementType
                              << " is neutral in it";
    local = keepAtFirst(b, op.getLoc(), context, local, identity);
  }
  return success();
}

/// Makes products in padded iterations of reductions neutral: −0 times +0 for floats.
static void maskInputs(linalg::LinalgOp op, OpBuilder &b, const PartitionContext &context,
                       MutableArrayRef<Value> operands) {
  bool isFirst = true;
  const ShardingRule &rule = context.getRule();
  for (auto [operand, local] : llvm::zip_equal(rule.operands, operands)) {
    if (operand.tiedResult)
      continue;
    DimFactors dims(operand.dims.size());
    for (auto [masked, factors] : llvm::zip_equal(dims, operand.dims))
      for (unsigned factor : factors)
        if (rule.factors[factor].kind == FactorKind::Reduction)
          masked.push_back(factor);
    Type elementType = getElementTypeOrSelf(local.getType());
    TypedAttr fill = isFirst ? getIdentity(ReduceKind::Sum, elementType)
                             : cast<TypedAttr>(b.getZeroAttr(elementType));
    local = maskPadding(b, op.getLoc(), context, local, dims, fill);
    isFirst = false;
  }
}

/// The local op as a generic, the body of which may be changed.
static linalg::GenericOp toGeneric(linalg::LinalgOp local) {
  if (auto generic = dyn_cast<linalg::GenericOp>(local.getOperation()))
    return generic;
  IRRewriter rewriter(local.getContext());
  rewriter.setInsertionPoint(local);
  return *linalg::generalizeNamedOp(rewriter, local);
}

FailureOr<SmallVector<Value>> mlir::tp::partitionLinalg(linalg::LinalgOp op, OpBuilder &b,
                                                        ValueRange operands,
                                                        PartitionContext &context) {
  // A rule that the user wrote holds for the op as it is.
  if (op->hasAttr(kRuleAttrName))
    return context.cloneLocally(b, op, operands);

  SmallVector<Value> locals(operands);
  if (failed(maskDestinations(op, b, context, locals)))
    return failure();
  SmallVector<Loop> loops = getLoops(op);
  Guard guard = chooseGuard(op, loops, context);
  if (guard == Guard::MaskInputs)
    maskInputs(op, b, context, locals);

  FailureOr<SmallVector<Value>> results = context.cloneLocally(b, op, locals);
  bool isGuarded = guard == Guard::KeepAccumulator || guard == Guard::Skip;
  if (failed(results) || !(isGuarded || needsLocalBody(op, loops, context)))
    return results;

  linalg::GenericOp generic = toGeneric(cast<linalg::LinalgOp>(results->front().getDefiningOp()));
  LocalBody body(generic, loops, context);
  body.makeIndicesGlobal();
  body.makeCapturesLocal();
  body.makeMapsLocal();
  if (guard == Guard::KeepAccumulator)
    body.keepAccumulatorBeyondBounds();
  if (guard == Guard::Skip)
    body.skipBeyondBounds();
  return SmallVector<Value>(generic.getResults());
}
