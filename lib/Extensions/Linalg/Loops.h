//===- Loops.h - from indexing maps to factors --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_EXTENSIONS_LINALG_LOOPS_H
#define TP_LIB_EXTENSIONS_LINALG_LOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tp/Interfaces/ShardingRule.h"

namespace mlir::tp {

/// A loop of a structured op and the factors that it is a product of.
struct Loop {
  int64_t size = 1;
  /// The c of `d floordiv c` where maps use the loop d by itself and so (grouped heads): the loop
  /// is two factors, size / c by c. 0 otherwise.
  int64_t divisor = 0;
  /// Position of the first factor.
  unsigned factor = 0;

  bool isSplit() const { return divisor != 0; }
  SmallVector<unsigned, 1> getFactors() const {
    return isSplit() ? SmallVector<unsigned, 1>{factor, factor + 1}
                     : SmallVector<unsigned, 1>{factor};
  }
};

/// The loops in order; factors are counted from 0 in the same order.
SmallVector<Loop> getLoops(linalg::LinalgOp op);

/// `d` and `c` where `expr` is `d floordiv c`.
std::optional<std::pair<unsigned, int64_t>> matchFloorDiv(AffineExpr expr);

/// Factors of the dimensions of a tensor that `map` walks: of loops and of split loops. Other
/// results (constants, windows) have none.
DimFactors getDimFactors(AffineMap map, ArrayRef<Loop> loops);

/// Loops that no device may run a part of only, because of how maps use them: in windows, twice on
/// one tensor, or in some results' maps and not in others.
llvm::SmallBitVector getUnsplittableLoops(linalg::LinalgOp op, ArrayRef<Loop> loops);

/// Whether each result's map uses the loop as it is.
bool isInAllResults(linalg::LinalgOp op, unsigned loop);

} // namespace mlir::tp

#endif // TP_LIB_EXTENSIONS_LINALG_LOOPS_H
