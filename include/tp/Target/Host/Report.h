//===- Report.h - what tp-run tells -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_REPORT_H
#define TP_TARGET_HOST_REPORT_H

#include "tp/Runtime/Host/CollectiveCounts.h"
#include "tp/Target/Host/Comparison.h"
#include "tp/Target/Host/EntryPoint.h"
#include "llvm/Support/JSON.h"

namespace mlir::tp {

/// What a run or a plan has found. Both report the same fields.
struct Report {
  std::string file;
  EntryPoint entry;
  CollectiveCounts collectives;
  int64_t peakBytes = 0;
  /// Ops that partitioning left whole on every device, of all that it looked at.
  int64_t replicatedOps = 0, totalOps = 0;
  int64_t unknownTrips = 0;
  std::optional<Comparison> check;
  double compileSeconds = 0;
  /// Not for a plan.
  std::optional<double> runSeconds;
};

llvm::json::Value toJSON(const Report &report);
void printText(const Report &report, raw_ostream &os);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_REPORT_H
