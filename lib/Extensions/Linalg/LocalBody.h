//===- LocalBody.h - the body that one device runs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_EXTENSIONS_LINALG_LOCALBODY_H
#define TP_LIB_EXTENSIONS_LINALG_LOCALBODY_H

#include "Loops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Interfaces/PartitionContext.h"

namespace mlir::tp {

/// Turns the body of a generic, cloned from the global op with local operands, into what one
/// device runs. The steps are independent; call them in the order in which they stand here.
class LocalBody {
public:
  LocalBody(linalg::GenericOp generic, ArrayRef<Loop> loops, const PartitionContext &context);

  /// Adds the device's offset to the indices of sharded loops.
  void makeIndicesGlobal();
  /// Reads captured tensors at local positions; where another device holds the element, it is the
  /// neutral element of the gathered factor.
  void makeCapturesLocal();
  /// Divides by local sizes in maps.
  void makeMapsLocal();
  /// Yields the accumulator in iterations of padded reductions that do not exist globally.
  void keepAccumulatorBeyondBounds();
  /// Runs nothing of the body in iterations that do not exist globally.
  void skipBeyondBounds();

private:
  /// First global iteration of the loop on this device, made before the generic.
  Value getOffset(unsigned loop);
  Value getLocalIndex(unsigned loop);
  Value getGlobalIndex(unsigned loop);
  bool isSharded(const Loop &loop) const;
  void gatherElement(tensor::ExtractOp extract, ArrayRef<std::pair<unsigned, unsigned>> dims);
  /// Whether the iteration exists globally, as far as the padded loops go that are selected.
  Value isInBounds(bool onlyReductions);

  linalg::GenericOp generic;
  ArrayRef<Loop> loops;
  const PartitionContext &context;
  /// Before the generic, and at the start of the body after what was put there before.
  OpBuilder outside, inside;
  SmallVector<Value> offsets, localIndices, globalIndices;
};

} // namespace mlir::tp

#endif // TP_LIB_EXTENSIONS_LINALG_LOCALBODY_H
