//===- CollectiveCounts.cpp - what is communicated, counted ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/CollectiveCounts.h"
#include <algorithm>

using namespace mlir::tp;

void mlir::tp::addCounts(CollectiveCounts &into, const CollectiveCounts &from, int64_t times) {
  for (const auto &[key, count] : from)
    into[key].add(count, times);
}

void mlir::tp::maxCounts(CollectiveCounts &into, const CollectiveCounts &from) {
  for (const auto &[key, count] : from) {
    CollectiveCount &row = into[key];
    row.calls = std::max(row.calls, count.calls);
    row.operandBytes = std::max(row.operandBytes, count.operandBytes);
    row.resultBytes = std::max(row.resultBytes, count.resultBytes);
    row.wireBytes = std::max(row.wireBytes, count.wireBytes);
  }
}

int64_t mlir::tp::getWireBytes(int32_t kind, int64_t devices, int64_t operandBytes,
                               int64_t resultBytes, int64_t targets) {
  auto share = [&](int64_t times, int64_t bytes) {
    return (times * (devices - 1) * bytes + devices - 1) / devices;
  };
  switch (kind) {
  case TP_ALL_REDUCE:
    return share(2, operandBytes);
  case TP_ALL_GATHER:
    return share(1, resultBytes);
  case TP_REDUCE_SCATTER:
  case TP_ALL_TO_ALL:
    return share(1, operandBytes);
  case TP_PERMUTE:
    return targets * operandBytes;
  default:
    return operandBytes;
  }
}

const char *mlir::tp::getCollectiveName(int32_t kind) {
  static const char *const names[] = {"all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                      "permute",    "broadcast",  "send",           "recv"};
  return names[kind];
}

const char *mlir::tp::getReductionName(int32_t reduction) {
  static const char *const names[] = {"sum",   "prod",  "max",   "min", "maxnum", "minnum", "maxsi",
                                      "minsi", "maxui", "minui", "and", "or",     "xor"};
  return reduction < 0 ? "" : names[reduction];
}

const char *mlir::tp::getElementTypeName(int32_t elementType) {
  static const char *const names[] = {"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"};
  return names[elementType];
}

int64_t mlir::tp::getElementSize(int32_t elementType) {
  static const int64_t sizes[] = {1, 1, 2, 4, 8, 2, 2, 4, 8};
  return sizes[elementType];
}
