//===- Extents.h - sizes of tensors as their types say ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_EXTENTS_H
#define TP_ANALYSIS_EXTENTS_H

#include "mlir/IR/Builders.h"

namespace mlir::tp {

/// One size per dimension of the ranked tensor `value`: an attribute exactly where the type is
/// static, so that what is made of these sizes has the same dynamic dimensions. (Upstream's
/// tensor::getMixedSizes looks through casts and may know more than the type.)
SmallVector<OpFoldResult> getExtents(OpBuilder &b, Location loc, Value value);

} // namespace mlir::tp

#endif // TP_ANALYSIS_EXTENTS_H
