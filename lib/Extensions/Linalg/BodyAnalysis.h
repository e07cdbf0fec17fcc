//===- BodyAnalysis.h - what the body of a structured op does -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_EXTENSIONS_LINALG_BODYANALYSIS_H
#define TP_LIB_EXTENSIONS_LINALG_BODYANALYSIS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Interfaces/PartialAlgebra.h"

namespace mlir::tp {

/// Whether the body has no effects but asserts, so that it can run on any device.
bool hasOnlyAsserts(linalg::LinalgOp op);
/// Whether the body may stop the program at some iteration: asserts, division of integers, reads.
bool mayTrap(linalg::LinalgOp op);

/// Whether the body reads the elements of the op's operand.
bool readsOperand(linalg::LinalgOp op, OpOperand &use);
/// Uses, in the body, of tensors defined outside of it, in program order.
SmallVector<OpOperand *> getCapturedTensors(linalg::LinalgOp op);

/// The loop whose iteration `index` always is, seen through casts that lose nothing.
std::optional<unsigned> getLoopOfIndex(linalg::LinalgOp op, Value index);
/// Whether the body asks for the loop's iteration.
bool usesIndex(linalg::LinalgOp op, unsigned loop);

/// The combiner of results whose body is `combine(out, f(ins))`; the same for all results that are
/// used. nullopt where a body is something else, or where the combiner has no neutral element.
std::optional<ReduceKind> matchCombiner(linalg::LinalgOp op);

/// Results that are used, or all where none is.
SmallVector<unsigned> getLiveResults(linalg::LinalgOp op);

/// What is held of the live results when the block arguments and extracted elements in `sources`
/// are partial as given and all other values whole. Lost if they are not all partial by one
/// combiner, or if an effect depends on a part.
PartialState evaluateBody(linalg::LinalgOp op, const DenseMap<Value, PartialState> &sources);

/// Arithmetic ops of one iteration.
unsigned countArithmetic(linalg::LinalgOp op);

} // namespace mlir::tp

#endif // TP_LIB_EXTENSIONS_LINALG_BODYANALYSIS_H
