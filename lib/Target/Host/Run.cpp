//===- Run.cpp - running a compiled program on all devices ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/CompiledProgram.h"
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::tp;

namespace {

/// While it lives, a trap of the compiled program ends the process with a message and the status of
/// bad input. Such a trap is the program's own: it divides by zero, or an index is out of range.
class TrapGuard {
public:
  TrapGuard() {
    struct sigaction action = {};
    action.sa_handler = report;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < kSignals.size(); ++i)
      sigaction(kSignals[i], &action, &before[i]);
  }
  ~TrapGuard() {
    for (size_t i = 0; i < kSignals.size(); ++i)
      sigaction(kSignals[i], &before[i], nullptr);
  }

private:
  static constexpr std::array<int, 3> kSignals = {SIGFPE, SIGSEGV, SIGBUS};

  /// Calls nothing that is not safe in a signal handler.
  static void report(int signal) {
    StringRef text = signal == SIGFPE
                         ? "tp-run: error: the program divides an integer by zero, or a quotient "
                           "does not fit its type\n"
                         : "tp-run: error: the program reads or writes outside a tensor: an index "
                           "is out of range\n";
    ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    (void)written;
    _exit(2);
  }

  std::array<struct sigaction, kSignals.size()> before;
};

} // namespace

/// Appends a memref descriptor (two addresses, offset, sizes, strides), or a scalar.
static void pushParameter(std::vector<uint64_t> &slots, HostTensor &tensor, bool isScalar) {
  if (isScalar) {
    uint64_t &slot = slots.emplace_back(0);
    std::memcpy(&slot, tensor.data.data(), tensor.data.size());
    return;
  }
  BufferView view = tensor.getView();
  slots.push_back(reinterpret_cast<uint64_t>(view.data));
  slots.push_back(reinterpret_cast<uint64_t>(view.data));
  slots.push_back(0);
  for (int64_t size : view.sizes)
    slots.push_back(size);
  for (int64_t stride : view.strides)
    slots.push_back(stride);
}

/// Copies a result out of its descriptor, or a scalar.
static HostTensor readResult(const char *bytes, const EntryValue &value) {
  if (value.isScalar) {
    HostTensor scalar({}, value.elementType);
    std::memcpy(scalar.data.data(), bytes, scalar.data.size());
    return scalar;
  }
  size_t rank = value.localShape.size();
  std::vector<int64_t> fields(3 + 2 * rank);
  std::memcpy(fields.data(), bytes, fields.size() * sizeof(int64_t));
  tp_buffer buffer = {nullptr, value.elementType, int32_t(rank), fields.data() + 3,
                      fields.data() + 3 + rank};
  BufferView view(buffer);
  view.data = reinterpret_cast<char *>(fields[1]) + fields[2] * view.elementSize;
  HostTensor result(view.sizes, value.elementType);
  copyElements(view, result.getView());
  return result;
}

RunResult CompiledProgram::run(ArrayRef<HostTensor> arguments) const {
  RunResult outcome;
  outcome.results.assign(entry.results.size(), std::vector<HostTensor>(entry.devices));
  std::vector<std::vector<HostTensor>> parts(entry.devices);
  HostRun run(entry.devices);
  for (int64_t device = 0; device < entry.devices; ++device) {
    int64_t bytes = 0;
    for (auto [argument, value] : llvm::zip(arguments, entry.arguments)) {
      parts[device].push_back(distribute(argument, value.placement, device));
      if (!value.isScalar)
        bytes += parts[device].back().data.size();
    }
    run.setArgumentBytes(device, bytes);
  }
  auto start = std::chrono::steady_clock::now();
  // Owned here, so that a device that is ended on its way leaves nothing behind.
  std::vector<std::vector<uint64_t>> slots(entry.devices);
  std::vector<std::vector<char>> results(entry.devices);
  for (int64_t device = 0; device < entry.devices; ++device) {
    slots[device].push_back(0);
    for (auto [part, value] : llvm::zip(parts[device], entry.arguments))
      pushParameter(slots[device], part, value.isScalar);
    results[device].resize(resultSize);
    slots[device].push_back(reinterpret_cast<uint64_t>(results[device].data()));
  }
  TrapGuard guard;
  bool ended = run.run([&](tp_context *context, int64_t device) {
    slots[device][0] = reinterpret_cast<uint64_t>(context);
    function(slots[device].data());
  });
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  outcome.seconds = elapsed.count();
  outcome.collectives = run.getCollectives();
  outcome.peakBytes = run.getPeakBytes();
  if (!ended) {
    outcome.error = run.getErrorText().str();
    return outcome;
  }
  for (auto [index, value] : llvm::enumerate(entry.results))
    for (int64_t device = 0; device < entry.devices; ++device)
      outcome.results[index][device] =
          readResult(results[device].data() + resultOffsets[index], value);
  return outcome;
}
