//===- Runtime.cpp - the C ABI on the host --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfers are complete when their start returns, so handles carry nothing.
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Runtime.h"
#include "HostState.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <cstring>

using namespace mlir::tp;
using llvm::ArrayRef;

static int64_t getSizeInBytes(const tp_buffer &buffer) {
  BufferView view(buffer);
  return view.getNumElements() * view.elementSize;
}

/// Other devices that the device sends to in a permute.
static int64_t countTargets(const tp_context &device, const tp_collective &op) {
  int64_t coordinate = 0, targets = 0;
  for (int64_t i = 0; i < op.axis_count; ++i)
    coordinate =
        coordinate * op.axes[2 * i + 1] + (device.device / op.axes[2 * i]) % op.axes[2 * i + 1];
  for (int64_t i = 0; i < op.pair_count; ++i)
    targets += op.pairs[2 * i] == coordinate && op.pairs[2 * i + 1] != coordinate;
  return targets;
}

static void count(tp_context &device, const tp_collective &op, ArrayRef<tp_buffer> inputs,
                  ArrayRef<tp_buffer> outputs) {
  CollectiveKey key;
  key.kind = op.kind;
  key.axes = op.axes_text;
  key.reduction = op.reduction;
  CollectiveCount row;
  row.calls = 1;
  for (const tp_buffer &input : inputs) {
    llvm::StringRef name = getElementTypeName(input.element_type);
    if (key.elementType.empty())
      key.elementType = name.str();
    row.operandBytes += getSizeInBytes(input);
  }
  for (const tp_buffer &output : outputs)
    row.resultBytes += getSizeInBytes(output);
  int64_t members = 1;
  for (int64_t i = 0; i < op.axis_count; ++i)
    members *= op.axes[2 * i + 1];
  row.wireBytes =
      getWireBytes(op.kind, members, row.operandBytes, row.resultBytes, countTargets(device, op));
  device.counts[key].add(row);
}

int32_t tp_run_collective(tp_context *context, const tp_collective *op, int32_t operandCount,
                          const tp_buffer *inputs, const tp_buffer *outputs, tp_handle *handle) {
  if (handle)
    handle->state = nullptr;
  if (op->kind == TP_RECV)
    return context->run->receive(*context, *op, {outputs, size_t(operandCount)});
  Arrival arrival;
  arrival.device = context->device;
  arrival.op = op;
  arrival.inputs = {inputs, size_t(operandCount)};
  if (op->kind != TP_SEND)
    arrival.outputs = {outputs, size_t(operandCount)};
  count(*context, *op, arrival.inputs, arrival.outputs);
  if (op->kind == TP_SEND)
    return context->run->send(*context, *op, arrival.inputs);
  return context->run->meet(*context, arrival);
}

int32_t tp_wait(tp_context *, tp_handle *) { return TP_OK; }

int64_t tp_get_device(tp_context *context) { return context->device; }

int32_t tp_copy(tp_context *, const tp_buffer *source, const tp_buffer *target) {
  copyElements(BufferView(*source), BufferView(*target));
  return TP_OK;
}

void *tp_allocate(tp_context *context, int64_t sizeInBytes) {
  constexpr int64_t alignment = 64;
  int64_t padded = (std::max<int64_t>(sizeInBytes, 1) + alignment - 1) / alignment * alignment;
  void *data = std::aligned_alloc(alignment, padded);
  context->allocations[data] = sizeInBytes;
  context->liveBytes += sizeInBytes;
  context->peakBytes = std::max(context->peakBytes, context->liveBytes);
  return data;
}

void tp_free(tp_context *context, void *data) {
  auto it = context->allocations.find(data);
  if (it == context->allocations.end())
    return;
  context->liveBytes -= it->second;
  context->allocations.erase(it);
  std::free(data);
}

int32_t tp_fail_assertion(tp_context *context, const char *message, const char *location) {
  std::lock_guard<std::mutex> held(context->run->lock);
  return context->run->fail(TP_ASSERTION, "device " + std::to_string(context->device) +
                                              ": assertion failed at " + location + ": " + message);
}

void tp_check(tp_context *context, int32_t status) {
  if (status != TP_OK)
    std::longjmp(context->programEnd, 1);
}

const char *tp_error_text(tp_context *context) { return context->run->errorText.c_str(); }
