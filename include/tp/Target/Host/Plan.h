//===- Plan.h - what a program will communicate and hold ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_PLAN_H
#define TP_TARGET_HOST_PLAN_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Runtime/Host/CollectiveCounts.h"

namespace mlir::tp {

struct Plan {
  CollectiveCounts collectives;
  /// Arguments plus live allocations, at the moment when they are the most.
  int64_t peakBytes = 0;
  /// Loops whose number of trips is only known when running; they are counted once.
  int64_t unknownTrips = 0;
};

/// Reads a bufferized local program from its function `entry` on, as it would run on one device:
/// loops by their trips, calls at each site, of two branches the one that sends more. Dynamic
/// dimensions count as 1.
Plan makePlan(ModuleOp bufferized, StringRef entry);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_PLAN_H
