//===- VerifyExplicit.h - every op agrees with its rule -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_RESHARDS_VERIFYEXPLICIT_H
#define TP_TRANSFORMS_RESHARDS_VERIFYEXPLICIT_H

#include "tp/Analysis/FactorGraph.h"

namespace mlir::tp {

/// Fails, with a diagnostic, unless operands and results of every op are laid out as one way of
/// splitting its loops says, and no op takes a partial value that it must see reduced.
LogicalResult verifyExplicit(const FactorGraph &graph);

} // namespace mlir::tp

#endif // TP_TRANSFORMS_RESHARDS_VERIFYEXPLICIT_H
