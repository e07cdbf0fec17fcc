//===- ContractionMatcher.h - contractions for the runtime --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_CONTRACTIONMATCHER_H
#define TP_CONVERSION_CONTRACTIONMATCHER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tp {

/// What tp_contract needs to know of a contraction.
struct ContractionMaps {
  /// The loop of each dimension of lhs, rhs and out, one after the other.
  SmallVector<int64_t> loops;
  int64_t loopCount = 0;
};

/// Matches `out += lhs * rhs` on float memrefs, every loop in at least two operands and one of
/// them summed over: the ops that the runtime takes over.
std::optional<ContractionMaps> matchContraction(linalg::LinalgOp op);

} // namespace mlir::tp

#endif // TP_CONVERSION_CONTRACTIONMATCHER_H
