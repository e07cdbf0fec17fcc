//===- Comparison.h - whether numbers agree -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_COMPARISON_H
#define TP_TARGET_HOST_COMPARISON_H

#include "tp/Target/Host/Distribution.h"

namespace mlir::tp {

/// What every |error| is compared with, relative to the largest absolute value of the expected
/// result: f64 1e-11, f32 1e-4, f16 1e-2, bf16 4e-2, others 0.
double getTolerance(int32_t elementType);

/// Outcome of all comparisons so far.
struct Comparison {
  bool passed = true;
  double maxAbsoluteError = 0;
  /// Relative to the largest absolute value of the result.
  double maxRelativeError = 0;
  /// One line per result and device that differs: the first element that does.
  std::vector<std::string> mismatches;
};

/// Compares each device's part of result `name` with `expected`, which `origin` names ("the
/// unpartitioned program"). NaN agrees with NaN only, an infinity with itself only. A result that
/// is partial is compared as a whole.
void compareResult(Comparison &comparison, StringRef name, StringRef origin,
                   ArrayRef<HostTensor> parts, const HostTensor &expected,
                   const Placement &placement);

/// Compares the replicas of each block bit by bit.
void compareReplicas(Comparison &comparison, StringRef name, ArrayRef<HostTensor> parts,
                     ArrayRef<int64_t> shape, const Placement &placement);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_COMPARISON_H
