//===- Inputs.h - arguments from data or from a seed --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_INPUTS_H
#define TP_TARGET_HOST_INPUTS_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Target/Host/EntryPoint.h"

namespace mlir::tp {

/// From `begin` up to but not including `end`.
struct ValueRange64 {
  int64_t begin = 0;
  int64_t end = 8;
};

/// For each argument of the function the range of integers that keeps every index computed from it
/// in range, as far as its uses tell: positions of tensor.extract and of slices, bounds that are
/// asserted, positions it is compared with.
SmallVector<ValueRange64> findIntegerRanges(ModuleOp module, StringRef function);

/// Fills with numbers that depend on the seed, the argument's position and the element's position
/// only: floats from [-1, 1), integers from `range`.
void fillFromSeed(HostTensor &tensor, uint64_t seed, unsigned position, ValueRange64 range);

/// `arg3:0:512` for integers: position and range. nullopt if it is not of this form.
std::optional<std::pair<unsigned, ValueRange64>> parseRange(StringRef text);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_INPUTS_H
