//===- CollectiveCounts.h - what is communicated, counted ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for both ways to know what a program communicates: reading the local program and
// running it. Rows with equal kind, axes, reduction and element type are one.
//
//===----------------------------------------------------------------------===//

#ifndef TP_RUNTIME_HOST_COLLECTIVECOUNTS_H
#define TP_RUNTIME_HOST_COLLECTIVECOUNTS_H

#include "tp/Runtime/Runtime.h"
#include <map>
#include <string>
#include <tuple>

namespace mlir::tp {

/// What makes two collectives one row of a report. Receiving is counted by the sender.
struct CollectiveKey {
  int32_t kind = TP_ALL_REDUCE;
  std::string axes;
  int32_t reduction = TP_NO_REDUCTION;
  std::string elementType;

  bool operator<(const CollectiveKey &o) const {
    return std::tie(kind, axes, reduction, elementType) <
           std::tie(o.kind, o.axes, o.reduction, o.elementType);
  }
};

/// Totals of one device.
struct CollectiveCount {
  int64_t calls = 0;
  int64_t operandBytes = 0;
  int64_t resultBytes = 0;
  int64_t wireBytes = 0;

  void add(const CollectiveCount &o, int64_t times = 1) {
    calls += o.calls * times;
    operandBytes += o.operandBytes * times;
    resultBytes += o.resultBytes * times;
    wireBytes += o.wireBytes * times;
  }
};

using CollectiveCounts = std::map<CollectiveKey, CollectiveCount>;

/// Adds `times` times the rows of `from` to `into`.
void addCounts(CollectiveCounts &into, const CollectiveCounts &from, int64_t times = 1);
/// Row by row the larger of the two.
void maxCounts(CollectiveCounts &into, const CollectiveCounts &from);

/// Bytes that one of `devices` sends, rounded up. All-reduce 2(n−1)/n·S, all-gather and
/// reduce-scatter (n−1)/n·S, S being the full tensor; all-to-all (n−1)/n of the operand; broadcast,
/// send: the operand; permute: the operand times `targets`, the other devices it is sent to.
int64_t getWireBytes(int32_t kind, int64_t devices, int64_t operandBytes, int64_t resultBytes,
                     int64_t targets = 1);

/// Names as in the program: "all_reduce", "sum" (empty for none), "f32".
const char *getCollectiveName(int32_t kind);
const char *getReductionName(int32_t reduction);
const char *getElementTypeName(int32_t elementType);
/// Bytes of one element in memory.
int64_t getElementSize(int32_t elementType);

} // namespace mlir::tp

#endif // TP_RUNTIME_HOST_COLLECTIVECOUNTS_H
