//===- Models.h - rules and partitioning of structured ops --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_EXTENSIONS_LINALG_MODELS_H
#define TP_LIB_EXTENSIONS_LINALG_MODELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tp/Interfaces/ShardingInterfaces.h"

namespace mlir::tp {

std::optional<ShardingRule> getLinalgRule(linalg::LinalgOp op);
bool isLinalgConstantLike(linalg::LinalgOp op);
FailureOr<SmallVector<Value>> partitionLinalg(linalg::LinalgOp op, OpBuilder &b,
                                              ValueRange operands, PartitionContext &context);

} // namespace mlir::tp

#endif // TP_LIB_EXTENSIONS_LINALG_MODELS_H
