//===- LocalBody.cpp - the body that one device runs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalBody.h"
#include "BodyAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tp;

/// Moves all indices of loops to the start of the body, outside of whatever is put around the rest,
/// and returns the position after them.
static OpBuilder hoistIndices(Block &body) {
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  for (linalg::IndexOp index : llvm::to_vector(body.getOps<linalg::IndexOp>())) {
    if (Block::iterator(index) != b.getInsertionPoint())
      index->moveBefore(&body, b.getInsertionPoint());
    b.setInsertionPointAfter(index);
  }
  return b;
}

LocalBody::LocalBody(linalg::GenericOp generic, ArrayRef<Loop> loops,
                     const PartitionContext &context)
    : generic(generic), loops(loops), context(context), outside(generic),
      inside(hoistIndices(*generic.getBody())), offsets(loops.size()), localIndices(loops.size()),
      globalIndices(loops.size()) {}

bool LocalBody::isSharded(const Loop &loop) const {
  return llvm::any_of(loop.getFactors(),
                      [&](unsigned factor) { return context.isSharded(factor); });
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value LocalBody::getOffset(unsigned position) {
  Value &offset = offsets[position];
  if (offset)
    return offset;
  const Loop &loop = loops[position];
  Location loc = generic.getLoc();
  offset = context.getOffset(outside, loc, loop.factor);
  if (loop.isSplit()) {
    Value divisor = arith::ConstantIndexOp::create(outside, loc, loop.divisor);
    Value major = arith::MulIOp::create(outside, loc, offset, divisor);
    Value minor = context.getOffset(outside, loc, loop.factor + 1);
    offset = arith::AddIOp::create(outside, loc, major, minor);
  }
  return offset;
}

Value LocalBody::getLocalIndex(unsigned loop) {
  if (!localIndices[loop])
    localIndices[loop] = linalg::IndexOp::create(inside, generic.getLoc(), loop);
  return localIndices[loop];
}

Value LocalBody::getGlobalIndex(unsigned loop) {
  if (!isSharded(loops[loop]))
    return getLocalIndex(loop);
  if (!globalIndices[loop]) {
    Value local = getLocalIndex(loop);
    globalIndices[loop] = arith::AddIOp::create(inside, generic.getLoc(), local, getOffset(loop));
  }
  return globalIndices[loop];
}

void LocalBody::makeIndicesGlobal() {
  auto indices = llvm::to_vector(generic.getBody()->getOps<linalg::IndexOp>());
  for (linalg::IndexOp index : indices) {
    if (!isSharded(loops[index.getDim()]))
      continue;
    index.replaceAllUsesWith(getGlobalIndex(index.getDim()));
    index.erase();
  }
}

//===----------------------------------------------------------------------===//
// Captured tensors
//===----------------------------------------------------------------------===//

void LocalBody::makeCapturesLocal() {
  SmallVector<const RuleOperand *> captures;
  for (const RuleOperand &operand : context.getRule().operands)
    if (operand.use->getOwner() != context.getOp())
      captures.push_back(&operand);

  for (auto [capture, use] : llvm::zip_equal(captures, getCapturedTensors(generic))) {
    auto extract = dyn_cast<tensor::ExtractOp>(use->getOwner());
    if (!extract)
      continue;
    SmallVector<std::pair<unsigned, unsigned>> gathered; // dimension, factor
    for (auto [dim, factors] : llvm::enumerate(capture->dims)) {
      if (llvm::none_of(factors, [&](unsigned f) { return context.isSharded(f); }))
        continue;
      unsigned factor = factors.front();
      if (context.getRule().factors[factor].kind == FactorKind::Gathered) {
        gathered.push_back({dim, factor});
        continue;
      }
      const Loop *loop = llvm::find_if(loops, [&](const Loop &l) { return l.factor == factor; });
      extract.getIndicesMutable()[dim].set(getLocalIndex(loop - loops.begin()));
    }
    if (!gathered.empty())
      gatherElement(extract, gathered);
  }
}

void LocalBody::gatherElement(tensor::ExtractOp extract,
                              ArrayRef<std::pair<unsigned, unsigned>> dims) {
  Location loc = extract.getLoc();
  OpBuilder b(extract);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value isHere;
  ReduceKind kind = ReduceKind::Sum;
  for (auto [dim, factor] : dims) {
    int64_t size = context.getRule().factors[factor].size;
    kind = context.getRule().factors[factor].combiner;
    Value offset = context.getOffset(outside, loc, factor);
    Value index = extract.getIndices()[dim];
    Value local = arith::SubIOp::create(b, loc, index, offset);
    // Unsigned: positions before the block are far beyond it.
    Value inBlock = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, local,
                                          constant(context.getLocalSize(factor)));
    if (context.isPadded(factor)) {
      Value exists =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, constant(size));
      inBlock = arith::AndIOp::create(b, loc, inBlock, exists);
    }
    Value safe = arith::SelectOp::create(b, loc, inBlock, local, constant(0));
    extract.getIndicesMutable()[dim].set(safe);
    isHere = isHere ? arith::AndIOp::create(b, loc, isHere, inBlock).getResult() : inBlock;
  }
  b.setInsertionPointAfter(extract);
  Value nothing = arith::ConstantOp::create(b, loc, getIdentity(kind, extract.getType()));
  auto element = arith::SelectOp::create(b, loc, isHere, extract, nothing);
  extract.getResult().replaceAllUsesExcept(element, element);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

void LocalBody::makeMapsLocal() {
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  for (AffineMap &map : maps) {
    SmallVector<AffineExpr> results(map.getResults());
    for (AffineExpr &expr : results)
      if (auto match = matchFloorDiv(expr); match && loops[match->first].isSplit())
        expr = getAffineDimExpr(match->first, map.getContext())
                   .floorDiv(context.getLocalSize(loops[match->first].factor + 1));
    map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), results, map.getContext());
  }
  generic.setIndexingMapsAttr(outside.getAffineMapArrayAttr(maps));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Value LocalBody::isInBounds(bool onlyReductions) {
  Location loc = generic.getLoc();
  Value all;
  for (auto [position, loop] : llvm::enumerate(loops)) {
    const Factor &factor = context.getRule().factors[loop.factor];
    if (!context.isPadded(loop.factor) || (onlyReductions && factor.kind != FactorKind::Reduction))
      continue;
    Value index = getGlobalIndex(position);
    Value size = arith::ConstantIndexOp::create(outside, loc, loop.size);
    Value one = arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::ult, index, size);
    all = all ? arith::AndIOp::create(inside, loc, all, one).getResult() : one;
  }
  return all;
}

void LocalBody::keepAccumulatorBeyondBounds() {
  Value exists = isInBounds(/*onlyReductions=*/true);
  Operation *yield = generic.getBody()->getTerminator();
  OpBuilder b(yield);
  for (auto [i, accumulator] : llvm::enumerate(generic.getRegionOutputArgs())) {
    Value kept =
        arith::SelectOp::create(b, yield->getLoc(), exists, yield->getOperand(i), accumulator);
    yield->setOperand(i, kept);
  }
}

void LocalBody::skipBeyondBounds() {
  Value exists = isInBounds(/*onlyReductions=*/false);
  Block &body = *generic.getBody();
  Operation *yield = body.getTerminator();
  Location loc = generic.getLoc();
  auto first = inside.getInsertionPoint();
  auto branch =
      scf::IfOp::create(inside, loc, yield->getOperandTypes(), exists, /*withElseRegion=*/true);

  Block *then = branch.thenBlock();
  then->getOperations().splice(then->end(), body.getOperations(), first, Block::iterator(yield));
  OpBuilder b = OpBuilder::atBlockEnd(then);
  scf::YieldOp::create(b, loc, yield->getOperands());
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, loc, generic.getRegionOutputArgs());
  yield->setOperands(branch.getResults());
}
