//===- Loops.cpp - from indexing maps to factors ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::tp;

std::optional<std::pair<unsigned, int64_t>> mlir::tp::matchFloorDiv(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!dim || !divisor)
    return std::nullopt;
  return std::make_pair(dim.getPosition(), divisor.getValue());
}

/// The one c > 1 by which maps divide the loop, where they use it in no other way than that and by
/// itself; else 0.
static int64_t getDivisor(ArrayRef<AffineMap> maps, unsigned loop, int64_t size) {
  int64_t divisor = 0;
  for (AffineMap map : maps) {
    for (AffineExpr expr : map.getResults()) {
      if (!expr.isFunctionOfDim(loop) || isa<AffineDimExpr>(expr))
        continue;
      auto match = matchFloorDiv(expr);
      if (!match || (divisor != 0 && divisor != match->second))
        return 0;
      divisor = match->second;
    }
  }
  bool divides = divisor > 1 && !ShapedType::isDynamic(size) && size > 0 && size % divisor == 0;
  return divides ? divisor : 0;
}

SmallVector<Loop> mlir::tp::getLoops(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Loop> loops;
  unsigned factor = 0;
  for (auto [position, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    loops.push_back({size, getDivisor(maps, position, size), factor});
    factor += loops.back().isSplit() ? 2 : 1;
  }
  return loops;
}

DimFactors mlir::tp::getDimFactors(AffineMap map, ArrayRef<Loop> loops) {
  DimFactors dims;
  for (AffineExpr expr : map.getResults()) {
    auto &factors = dims.emplace_back();
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      factors = loops[dim.getPosition()].getFactors();
    else if (auto match = matchFloorDiv(expr); match && loops[match->first].isSplit())
      factors.push_back(loops[match->first].factor);
  }
  return dims;
}

bool mlir::tp::isInAllResults(linalg::LinalgOp op, unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init).getResultPosition(dim).has_value();
  });
}

llvm::SmallBitVector mlir::tp::getUnsplittableLoops(linalg::LinalgOp op, ArrayRef<Loop> loops) {
  llvm::SmallBitVector result(loops.size());
  auto markUsed = [&](AffineExpr expr) {
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (expr.isFunctionOfDim(loop))
        result.set(loop);
  };
  for (OpOperand &use : op->getOpOperands()) {
    llvm::SmallBitVector seen(loops.size());
    for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults()) {
      if (isa<AffineConstantExpr>(expr))
        continue;
      unsigned loop;
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        loop = dim.getPosition();
      } else if (auto match = matchFloorDiv(expr);
                 match && loops[match->first].isSplit() && !op.isDpsInit(&use)) {
        loop = match->first;
      } else {
        markUsed(expr);
        continue;
      }
      if (seen.test(loop))
        result.set(loop);
      seen.set(loop);
    }
  }

  // Iterations of a loop that only some results lack write these several times over.
  for (unsigned loop = 0; loop < loops.size(); ++loop) {
    bool inSome = llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
      return op.getMatchingIndexingMap(&init).isFunctionOfDim(loop);
    });
    bool isReduction = op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    if (!isInAllResults(op, loop) && (inSome || !isReduction))
      result.set(loop);
  }
  return result;
}
