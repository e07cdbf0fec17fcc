//===- ConvertKernelsToLoops.cpp - linalg on memrefs to loops -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: linalg ops on memrefs. After: scf loops, except contractions that the runtime takes over.
//
// 1. The op is made generic, and the loop along which most operands are contiguous is moved
//    innermost; the order of the others stays.
// 2. An accumulator of a float reduction may be reassociated, as sharding does anyway.
// 3. Loops; an accumulator that the innermost loop does not index becomes loop-carried, which is
//    right because a destination that is read elsewhere by a reduction is never one of its inputs.
//
//===----------------------------------------------------------------------===//

#include "ContractionMatcher.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tp/Conversion/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_CONVERTKERNELSTOLOOPS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// Stride in elements between neighbours along `loop` in an operand; 0 if the operand does not
/// depend on the loop, nullopt if it is not known or not constant.
static std::optional<int64_t> getLoopStride(AffineMap map, MemRefType type, unsigned loop) {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  int64_t total = 0;
  for (auto [expr, stride] : llvm::zip(map.getResults(), strides)) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    // In sums such as the windows of convolutions the coefficient rarely is another than 1.
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    total += stride;
  }
  return total;
}

/// The loop that should be innermost: contiguous in most operands, the destinations counting
/// twice; the given innermost one where nothing is better.
static unsigned findInnermostLoop(linalg::GenericOp op) {
  unsigned best = op.getNumLoops() - 1;
  int64_t bestScore = -1;
  for (unsigned loop = op.getNumLoops(); loop-- > 0;) {
    int64_t score = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (!type)
        continue;
      std::optional<int64_t> stride =
          getLoopStride(op.getMatchingIndexingMap(&operand), type, loop);
      int64_t weight = op.isDpsInit(&operand) ? 2 : 1;
      score += !stride ? 0 : *stride == 1 ? 4 * weight : *stride == 0 ? 3 * weight : 0;
    }
    int64_t size = op.getStaticLoopRanges()[loop];
    if (size >= 0 && size < 4)
      score = 0;
    if (score > bestScore) {
      bestScore = score;
      best = loop;
    }
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static FailureOr<linalg::GenericOp> moveInnermost(RewriterBase &rewriter, linalg::GenericOp op,
                                                  unsigned loop) {
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < op.getNumLoops(); ++i)
    if (i != loop)
      order.push_back(i);
  order.push_back(loop);
  rewriter.setInsertionPoint(op);
  return linalg::interchangeGenericOp(rewriter, op, order);
}

static void allowReassociation(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return;
  for (BlockArgument accumulator : op.getRegionOutputArgs())
    for (Operation *user : accumulator.getUsers())
      if (auto fastMath = dyn_cast<arith::ArithFastMathInterface>(user))
        if (isa<arith::AddFOp, arith::MulFOp>(user)) {
          auto flags =
              arith::FastMathFlagsAttr::get(op.getContext(), arith::FastMathFlags::reassoc);
          user->setAttr(fastMath.getFastMathAttrName(), flags);
        }
}

/// Replaces indices that are just a loop's variable by it, so that equal positions are equal
/// values.
static void foldPlainIndices(RewriterBase &rewriter, Operation *loops) {
  loops->walk([&](affine::AffineApplyOp apply) {
    auto dim = dyn_cast<AffineDimExpr>(apply.getAffineMap().getResult(0));
    if (dim)
      rewriter.replaceOp(apply, apply.getDimOperands()[dim.getPosition()]);
  });
}

/// Whether a position is the same in every iteration of `loop`.
static bool isInvariant(ValueRange indices, scf::ForOp loop) {
  return llvm::all_of(indices, [&](Value index) { return loop.isDefinedOutsideOfLoop(index); });
}

/// Turns load and store of one position in an innermost loop into a loop-carried value.
static void carryAccumulators(RewriterBase &rewriter, scf::ForOp loop) {
  SmallVector<std::pair<memref::LoadOp, memref::StoreOp>> accumulators;
  for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
    if (!isInvariant(store.getIndices(), loop))
      continue;
    for (auto load : loop.getBody()->getOps<memref::LoadOp>())
      if (load.getMemref() == store.getMemref() && load.getIndices() == store.getIndices()) {
        accumulators.emplace_back(load, store);
        break;
      }
  }
  // One accumulator at a time: every round makes a new loop.
  for (auto &accumulator : accumulators) {
    memref::LoadOp load = accumulator.first;
    memref::StoreOp store = accumulator.second;
    rewriter.setInsertionPoint(loop);
    Value initial =
        memref::LoadOp::create(rewriter, load.getLoc(), load.getMemref(), load.getIndices());
    Value memref = store.getMemref();
    SmallVector<Value> indices(store.getIndices());
    Value next = store.getValueToStore();
    // The load is gone once its value is carried.
    bool isUnchanged = next == load.getResult();
    Location loc = store.getLoc();
    auto replaced = loop.replaceWithAdditionalYields(
        rewriter, initial, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
          rewriter.replaceOp(load, carried.back());
          return SmallVector<Value>{isUnchanged ? Value(carried.back()) : next};
        });
    if (failed(replaced))
      return;
    loop = cast<scf::ForOp>(replaced->getOperation());
    rewriter.eraseOp(store);
    rewriter.setInsertionPointAfter(loop);
    memref::StoreOp::create(rewriter, loc, loop.getResults().back(), memref, indices);
  }
}

static LogicalResult convertToLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return op.emitOpError("cannot be turned into loops");
    generic = *made;
  }
  allowReassociation(generic);
  if (generic.getNumLoops() > 1) {
    FailureOr<linalg::GenericOp> ordered =
        moveInnermost(rewriter, generic, findInnermostLoop(generic));
    if (succeeded(ordered))
      generic = *ordered;
  }
  bool isReduction = generic.getNumReductionLoops() != 0;
  rewriter.setInsertionPoint(generic);
  FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToLoops(rewriter, generic);
  if (failed(loops))
    return generic.emitOpError("cannot be turned into loops");
  rewriter.eraseOp(generic);
  if (!isReduction || loops->empty())
    return success();
  foldPlainIndices(rewriter, loops->front());
  if (auto innermost = dyn_cast<scf::ForOp>(loops->back()))
    carryAccumulators(rewriter, innermost);
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertKernelsToLoops : tp::impl::ConvertKernelsToLoopsBase<ConvertKernelsToLoops> {
  void runOnOperation() override {
    // Powers with small constant exponents become multiplications.
    RewritePatternSet patterns(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && !matchContraction(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      if (failed(convertToLoops(rewriter, op)))
        return signalPassFailure();
  }
};
} // namespace
