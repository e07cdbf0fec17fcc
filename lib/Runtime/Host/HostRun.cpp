//===- HostRun.cpp - devices as threads of one process --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/HostRun.h"
#include "HostState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/thread.h"
#include <cstdlib>

using namespace mlir::tp;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

int32_t HostRun::State::fail(int32_t failure, std::string text) {
  if (!hasFailed()) {
    status = failure;
    errorText = std::move(text);
  }
  for (auto &device : devices)
    device->released.notify_all();
  return failure;
}

void HostRun::State::checkProgress() {
  if (hasFailed())
    return;
  auto count = [&](DeviceState state) {
    return llvm::count_if(devices, [&](auto &device) { return device->state == state; });
  };
  if (count(DeviceState::Running) != 0)
    return;
  if (count(DeviceState::Waiting) != 0) {
    for (auto &[members, group] : groups) {
      std::string mismatch = findMismatch(group);
      if (!mismatch.empty()) {
        fail(TP_MISMATCH, mismatch);
        return;
      }
    }
    fail(TP_DEADLOCK, describeDeadlock(*this));
    return;
  }
  for (auto &[route, messages] : mailboxes)
    if (!messages.empty()) {
      fail(TP_DEADLOCK, "device " + std::to_string(std::get<1>(route)) +
                            " has ended without receiving what device " +
                            std::to_string(std::get<0>(route)) + " sent by " +
                            describe(*messages.front().op));
      return;
    }
}

void HostRun::State::endDevice(tp_context &device) {
  std::lock_guard<std::mutex> held(lock);
  device.state = DeviceState::Ended;
  checkProgress();
}

Group &HostRun::State::findGroup(int64_t device, const tp_collective &op) {
  std::vector<int64_t> members = {device};
  ArrayRef<int64_t> axes(op.axes, 2 * op.axis_count);
  for (size_t i = 0; i < axes.size(); i += 2)
    members[0] -= (device / axes[i]) % axes[i + 1] * axes[i];
  for (size_t i = 0; i < axes.size(); i += 2) {
    std::vector<int64_t> extended;
    for (int64_t member : members)
      for (int64_t digit = 0; digit < axes[i + 1]; ++digit)
        extended.push_back(member + digit * axes[i]);
    members = std::move(extended);
  }
  std::vector<int64_t> key = members;
  llvm::sort(key);
  Group &group = groups[key];
  if (group.arrivals.empty())
    group.members = std::move(members);
  return group;
}

void HostRun::State::wait(tp_context &device, std::unique_lock<std::mutex> &held,
                          llvm::function_ref<bool()> isReleased) {
  device.state = DeviceState::Waiting;
  checkProgress();
  device.released.wait(held, isReleased);
  device.state = DeviceState::Running;
}

int32_t HostRun::State::meet(tp_context &device, Arrival &arrival) {
  std::unique_lock<std::mutex> held(lock);
  if (hasFailed())
    return TP_ABORTED;
  Group &group = findGroup(device.device, *arrival.op);
  group.arrivals.push_back(&arrival);
  // A mismatch is reported when no device runs any more, so that of several it is always the same.
  if (group.arrivals.size() < group.members.size() || !findMismatch(group).empty()) {
    device.awaitedGroup = &group;
    // While data is moved, the buffers of all must stay, whatever else fails.
    wait(device, held, [&] { return arrival.isDone || (hasFailed() && !arrival.isExecuting); });
    device.awaitedGroup = nullptr;
    return arrival.isDone ? TP_OK : TP_ABORTED;
  }
  for (Arrival *member : group.arrivals)
    member->isExecuting = true;
  held.unlock();
  executeCollective(group);
  held.lock();
  for (Arrival *member : group.arrivals) {
    member->isDone = true;
    devices[member->device]->state = DeviceState::Running;
    devices[member->device]->released.notify_all();
  }
  group.arrivals.clear();
  return TP_OK;
}

int32_t HostRun::State::send(tp_context &device, const tp_collective &op,
                             ArrayRef<tp_buffer> inputs) {
  Message message;
  message.op = &op;
  for (const tp_buffer &input : inputs) {
    BufferView view(input);
    message.data.emplace_back(view.getNumElements() * view.elementSize);
    message.buffers.emplace_back(message.data.back().data(), view.elementType, view.sizes);
    copyElements(view, message.buffers.back());
  }
  std::lock_guard<std::mutex> held(lock);
  if (hasFailed())
    return TP_ABORTED;
  if (op.first < 0 || op.first >= int64_t(devices.size()))
    return fail(TP_MISMATCH, "device " + std::to_string(device.device) + " sends to device " +
                                 std::to_string(op.first) + ", which does not exist, by " +
                                 describe(op));
  mailboxes[{device.device, op.first, op.second}].push_back(std::move(message));
  tp_context &receiver = *devices[op.first];
  // From here on the receiver counts as running: it has what it waits for.
  if (receiver.awaitedMessage && receiver.awaitedMessage->first == device.device &&
      receiver.awaitedMessage->second == op.second)
    receiver.state = DeviceState::Running;
  receiver.released.notify_all();
  return TP_OK;
}

int32_t HostRun::State::receive(tp_context &device, const tp_collective &op,
                                ArrayRef<tp_buffer> outputs) {
  std::unique_lock<std::mutex> held(lock);
  auto &mailbox = mailboxes[{op.first, device.device, op.second}];
  if (mailbox.empty() && !hasFailed()) {
    device.awaitedMessage = &op;
    wait(device, held, [&] { return !mailbox.empty() || hasFailed(); });
    device.awaitedMessage = nullptr;
  }
  if (hasFailed())
    return TP_ABORTED;
  Message message = std::move(mailbox.front());
  mailbox.pop_front();
  bool fits = message.buffers.size() == outputs.size();
  for (size_t i = 0; fits && i < outputs.size(); ++i) {
    BufferView output(outputs[i]);
    fits = output.elementType == message.buffers[i].elementType &&
           output.sizes == message.buffers[i].sizes;
  }
  if (!fits)
    return fail(TP_MISMATCH, "device " + std::to_string(op.first) +
                                 " sends other sizes or types by " + describe(*message.op) +
                                 " than device " + std::to_string(device.device) + " receives by " +
                                 describe(op, outputs));
  for (size_t i = 0; i < outputs.size(); ++i)
    copyElements(message.buffers[i], BufferView(outputs[i]));
  return TP_OK;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

HostRun::HostRun(int64_t devices) : state(std::make_unique<State>()) {
  for (int64_t device = 0; device < devices; ++device) {
    auto context = std::make_unique<tp_context>();
    context->run = state.get();
    context->device = device;
    state->devices.push_back(std::move(context));
  }
}

HostRun::~HostRun() {
  for (auto &device : state->devices)
    for (auto &[data, size] : device->allocations)
      std::free(data);
}

/// A frame of its own for the jump: nothing in it changes between setjmp and longjmp.
static void runDevice(llvm::function_ref<void(tp_context *, int64_t)> program,
                      tp_context *context) {
  if (setjmp(context->programEnd) == 0)
    program(context, context->device);
}

bool HostRun::run(llvm::function_ref<void(tp_context *, int64_t)> program) {
  // Compiled code keeps small buffers on the stack.
  constexpr unsigned stackSizeInBytes = 64u << 20;
  for (auto &device : state->devices)
    device->state = DeviceState::Running;
  std::vector<llvm::thread> threads;
  for (auto &device : state->devices)
    threads.emplace_back(std::optional<unsigned>(stackSizeInBytes), [&, context = device.get()] {
      runDevice(program, context);
      state->endDevice(*context);
    });
  for (llvm::thread &thread : threads)
    thread.join();
  return !state->hasFailed();
}

void HostRun::setArgumentBytes(int64_t device, int64_t sizeInBytes) {
  state->devices[device]->liveBytes = sizeInBytes;
  state->devices[device]->peakBytes = sizeInBytes;
}

llvm::StringRef HostRun::getErrorText() const { return state->errorText; }
int32_t HostRun::getStatus() const { return state->status; }

CollectiveCounts HostRun::getCollectives() const {
  CollectiveCounts counts;
  for (auto &device : state->devices)
    maxCounts(counts, device->counts);
  return counts;
}

int64_t HostRun::getPeakBytes() const {
  int64_t peak = 0;
  for (auto &device : state->devices)
    peak = std::max(peak, device->peakBytes);
  return peak;
}
