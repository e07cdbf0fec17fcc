//===- HostRun.h - devices as threads of one process --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run of one program: N devices, each a thread with a tp_context. Devices meet at collectives;
// the last to come moves the data for all. What every device does is state under one lock (runs,
// waits for what, has ended), so a deadlock is seen the moment the last running device starts to
// wait or ends, never by a clock.
//
// The first failure fails the run: waiting devices are released with TP_ABORTED, and tp_check ends
// each device's program by a long jump to the start of its thread. Between lie only frames of
// compiled code and of the runtime's plain functions, which own nothing; what the program had
// allocated is freed with the run.
//
//===----------------------------------------------------------------------===//

#ifndef TP_RUNTIME_HOST_HOSTRUN_H
#define TP_RUNTIME_HOST_HOSTRUN_H

#include "tp/Runtime/Host/CollectiveCounts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlir::tp {

class HostRun {
public:
  explicit HostRun(int64_t devices);
  ~HostRun();

  /// Runs `program` once per device, each on a thread of its own, and returns when all have ended.
  /// False if any failed; getErrorText tells what went wrong first.
  bool run(llvm::function_ref<void(tp_context *, int64_t device)> program);

  /// Starts the device's live memory at the bytes of its arguments. Before run.
  void setArgumentBytes(int64_t device, int64_t sizeInBytes);

  llvm::StringRef getErrorText() const;
  /// Status of the first failure.
  int32_t getStatus() const;
  /// What was executed, row by row the most over devices.
  CollectiveCounts getCollectives() const;
  /// The most that any device held at a time.
  int64_t getPeakBytes() const;

  class State;

private:
  std::unique_ptr<State> state;
};

/// Names and addresses of everything compiled code may call: the C ABI of Runtime.h and the
/// conversions of small floats that compilers expect from their run-time library.
std::vector<std::pair<const char *, void *>> getHostRuntimeSymbols();

} // namespace mlir::tp

#endif // TP_RUNTIME_HOST_HOSTRUN_H
