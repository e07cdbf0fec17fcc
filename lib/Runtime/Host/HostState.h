//===- HostState.h - state of a run on the host -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_RUNTIME_HOST_HOSTSTATE_H
#define TP_RUNTIME_HOST_HOSTSTATE_H

#include "tp/Runtime/Host/BufferView.h"
#include "tp/Runtime/Host/HostRun.h"
#include "llvm/ADT/DenseMap.h"
#include <condition_variable>
#include <csetjmp>
#include <deque>
#include <map>
#include <mutex>

namespace mlir::tp {

enum class DeviceState { Running, Waiting, Ended };

/// A device at a collective.
struct Arrival {
  int64_t device = 0;
  const tp_collective *op = nullptr;
  llvm::ArrayRef<tp_buffer> inputs, outputs;
  /// All have come, and the data is being moved.
  bool isExecuting = false;
  bool isDone = false;
};

/// The devices that do a collective together, by their coordinate.
struct Group {
  std::vector<int64_t> members;
  std::vector<Arrival *> arrivals;
};

/// A sent buffer on its way.
struct Message {
  const tp_collective *op = nullptr;
  std::vector<BufferView> buffers;
  std::vector<std::vector<char>> data;
};

} // namespace mlir::tp

/// One device of a run.
struct tp_context {
  mlir::tp::HostRun::State *run = nullptr;
  int64_t device = 0;
  std::jmp_buf programEnd;
  mlir::tp::DeviceState state = mlir::tp::DeviceState::Running;
  std::condition_variable released;
  /// What the device waits for: a group's meeting or a message.
  const mlir::tp::Group *awaitedGroup = nullptr;
  const tp_collective *awaitedMessage = nullptr;
  /// Counted by the device alone.
  mlir::tp::CollectiveCounts counts;
  int64_t liveBytes = 0, peakBytes = 0;
  llvm::DenseMap<void *, int64_t> allocations;
};

namespace mlir::tp {

class HostRun::State {
public:
  std::mutex lock;
  std::vector<std::unique_ptr<tp_context>> devices;
  std::string errorText;
  int32_t status = TP_OK;
  /// By the sorted members.
  std::map<std::vector<int64_t>, Group> groups;
  /// By sender, receiver and tag.
  std::map<std::tuple<int64_t, int64_t, int64_t>, std::deque<Message>> mailboxes;

  bool hasFailed() const { return status != TP_OK; }
  /// Records the first failure and releases every waiting device. Under the lock.
  int32_t fail(int32_t failure, std::string text);
  /// Fails the run if devices wait and none runs. Under the lock.
  void checkProgress();
  void endDevice(tp_context &device);

  int32_t meet(tp_context &device, Arrival &arrival);
  int32_t send(tp_context &device, const tp_collective &op, llvm::ArrayRef<tp_buffer> inputs);
  int32_t receive(tp_context &device, const tp_collective &op, llvm::ArrayRef<tp_buffer> outputs);

private:
  Group &findGroup(int64_t device, const tp_collective &op);
  /// Blocks until `isReleased` or the run has failed.
  void wait(tp_context &device, std::unique_lock<std::mutex> &held,
            llvm::function_ref<bool()> isReleased);
};

/// How messages name an op: `all_reduce sum over {"x"} of 4x2xf32 at file:3:5`.
std::string describe(const tp_collective &op, llvm::ArrayRef<tp_buffer> buffers);
std::string describe(const tp_collective &op);
/// Why the arrivals cannot be one collective, naming the first device that differs from the one at
/// coordinate 0; empty if they agree.
std::string findMismatch(const Group &group);
/// Moves the data of a collective for all devices of the group.
void executeCollective(const Group &group);
/// Names every device that waits, what for, and who has ended.
std::string describeDeadlock(const HostRun::State &run);

} // namespace mlir::tp

#endif // TP_RUNTIME_HOST_HOSTSTATE_H
