//===- Collectives.cpp - data movement and checks of collectives ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tp;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string mlir::tp::describe(const tp_collective &op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << getCollectiveName(op.kind);
  if (op.reduction != TP_NO_REDUCTION)
    os << ' ' << getReductionName(op.reduction);
  switch (op.kind) {
  case TP_ALL_GATHER:
  case TP_REDUCE_SCATTER:
    os << " dim " << op.first;
    break;
  case TP_ALL_TO_ALL:
    os << " split " << op.first << " concat " << op.second;
    break;
  case TP_BROADCAST:
    os << " root " << op.first;
    break;
  case TP_SEND:
    os << " to " << op.first << " tag " << op.second;
    break;
  case TP_RECV:
    os << " from " << op.first << " tag " << op.second;
    break;
  default:
    break;
  }
  if (op.kind != TP_SEND && op.kind != TP_RECV)
    os << " over " << op.axes_text;
  os << " at " << op.location;
  return text;
}

static void print(llvm::raw_ostream &os, const tp_buffer &buffer) {
  for (int64_t size : ArrayRef<int64_t>(buffer.sizes, buffer.rank))
    os << size << 'x';
  os << getElementTypeName(buffer.element_type);
}

std::string mlir::tp::describe(const tp_collective &op, ArrayRef<tp_buffer> buffers) {
  std::string text = describe(op);
  llvm::raw_string_ostream os(text);
  os << " (of ";
  llvm::interleaveComma(buffers, os, [&](const tp_buffer &buffer) { print(os, buffer); });
  os << ')';
  return text;
}

std::string mlir::tp::describeDeadlock(const HostRun::State &run) {
  std::string text = "the devices wait for each other for ever";
  llvm::raw_string_ostream os(text);
  auto explain = [&](const tp_context &device) {
    os << "\n  device " << device.device;
    if (device.state == DeviceState::Ended) {
      os << " has ended";
      return;
    }
    os << " waits in ";
    if (device.awaitedMessage) {
      os << describe(*device.awaitedMessage) << " for device " << device.awaitedMessage->first;
      return;
    }
    auto isHere = [&](int64_t member) {
      return llvm::any_of(device.awaitedGroup->arrivals,
                          [&](const Arrival *arrival) { return arrival->device == member; });
    };
    for (const Arrival *arrival : device.awaitedGroup->arrivals)
      if (arrival->device == device.device)
        os << describe(*arrival->op);
    SmallVector<int64_t> missing;
    llvm::copy_if(device.awaitedGroup->members, std::back_inserter(missing),
                  [&](int64_t member) { return !isHere(member); });
    os << " for device" << (missing.size() == 1 ? " " : "s ");
    llvm::interleaveComma(missing, os);
  };
  constexpr size_t mostLines = 32;
  for (auto &device : run.devices) {
    if (size_t(device->device) == mostLines) {
      os << "\n  and " << run.devices.size() - mostLines << " more";
      break;
    }
    explain(*device);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

static bool haveEqualTypes(ArrayRef<tp_buffer> a, ArrayRef<tp_buffer> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           const auto &[x, y] = pair;
           return x.element_type == y.element_type && x.rank == y.rank &&
                  std::equal(x.sizes, x.sizes + x.rank, y.sizes);
         });
}

/// What differs between two calls that should be one collective, or null.
static const char *findDifference(const Arrival &a, const Arrival &b) {
  auto equal = [](const int64_t *x, int64_t countX, const int64_t *y, int64_t countY) {
    return countX == countY && std::equal(x, x + countX, y);
  };
  if (a.op->kind != b.op->kind)
    return "different collectives";
  if (a.op->reduction != b.op->reduction)
    return "different reductions";
  if (!equal(a.op->axes, 2 * a.op->axis_count, b.op->axes, 2 * b.op->axis_count))
    return "different axes";
  if (a.op->first != b.op->first || a.op->second != b.op->second)
    return "different dimensions";
  if (!equal(a.op->pairs, 2 * a.op->pair_count, b.op->pairs, 2 * b.op->pair_count))
    return "different pairs";
  if (!haveEqualTypes(a.inputs, b.inputs) || !haveEqualTypes(a.outputs, b.outputs))
    return "different sizes or types";
  return nullptr;
}

std::string mlir::tp::findMismatch(const Group &group) {
  SmallVector<const Arrival *> arrivals(group.arrivals.begin(), group.arrivals.end());
  llvm::sort(arrivals, [](auto *a, auto *b) { return a->device < b->device; });
  for (const Arrival *other : ArrayRef(arrivals).drop_front(arrivals.empty() ? 0 : 1)) {
    const char *difference = findDifference(*arrivals[0], *other);
    if (!difference)
      continue;
    auto text = [](const Arrival &arrival) {
      return "device " + std::to_string(arrival.device) + " calls " +
             describe(*arrival.op, arrival.inputs);
    };
    return std::string("devices of one group call ") + difference + ": " + text(*arrivals[0]) +
           ", " + text(*other);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

/// One operand of a collective: its buffers by coordinate.
struct Operand {
  const tp_collective &op;
  SmallVector<BufferView> inputs, outputs;

  int64_t getNumDevices() const { return inputs.size(); }
};

static void gather(const Operand &operand) {
  int64_t dim = operand.op.first;
  for (const BufferView &output : operand.outputs)
    for (int64_t source = 0; source < operand.getNumDevices(); ++source) {
      int64_t block = operand.inputs[source].sizes[dim];
      copyElements(operand.inputs[source], output.slice(dim, source * block, block));
    }
}

static void reduceScatter(const Operand &operand) {
  int64_t dim = operand.op.first;
  for (int64_t target = 0; target < operand.getNumDevices(); ++target) {
    int64_t block = operand.outputs[target].sizes[dim];
    SmallVector<BufferView> parts;
    for (const BufferView &input : operand.inputs)
      parts.push_back(input.slice(dim, target * block, block));
    combineElements(parts, operand.outputs[target], operand.op.reduction);
  }
}

static void exchange(const Operand &operand) {
  int64_t split = operand.op.first, concat = operand.op.second, devices = operand.getNumDevices();
  for (int64_t target = 0; target < devices; ++target)
    for (int64_t source = 0; source < devices; ++source) {
      const BufferView &input = operand.inputs[source], &output = operand.outputs[target];
      int64_t block = input.sizes[split] / devices;
      BufferView part = input.slice(split, target * block, block);
      copyElements(part, output.slice(concat, source * part.sizes[concat], part.sizes[concat]));
    }
}

/// Through a copy of what is sent: an output may be an input.
static void permute(const Operand &operand) {
  ArrayRef<int64_t> pairs(operand.op.pairs, 2 * operand.op.pair_count);
  std::vector<std::vector<char>> sent(operand.getNumDevices());
  auto viewOf = [&](int64_t source) {
    const BufferView &input = operand.inputs[source];
    return BufferView(sent[source].data(), input.elementType, input.sizes);
  };
  for (int64_t source = 0; source < operand.getNumDevices(); ++source) {
    const BufferView &input = operand.inputs[source];
    sent[source].resize(input.getNumElements() * input.elementSize);
    copyElements(input, viewOf(source));
  }
  for (const BufferView &output : operand.outputs)
    clearElements(output);
  for (size_t i = 0; i < pairs.size(); i += 2)
    copyElements(viewOf(pairs[i]), operand.outputs[pairs[i + 1]]);
}

static void execute(const Operand &operand) {
  switch (operand.op.kind) {
  case TP_ALL_REDUCE:
    return combineElements(operand.inputs, operand.outputs, operand.op.reduction);
  case TP_ALL_GATHER:
    return gather(operand);
  case TP_REDUCE_SCATTER:
    return reduceScatter(operand);
  case TP_ALL_TO_ALL:
    return exchange(operand);
  case TP_PERMUTE:
    return permute(operand);
  default: // broadcast
    for (const BufferView &output : operand.outputs)
      if (output.data != operand.inputs[operand.op.first].data)
        copyElements(operand.inputs[operand.op.first], output);
  }
}

void mlir::tp::executeCollective(const Group &group) {
  SmallVector<const Arrival *> byCoordinate;
  for (int64_t member : group.members)
    byCoordinate.push_back(*llvm::find_if(
        group.arrivals, [&](const Arrival *arrival) { return arrival->device == member; }));
  for (size_t i = 0; i < byCoordinate[0]->inputs.size(); ++i) {
    Operand operand{*byCoordinate[0]->op, {}, {}};
    for (const Arrival *arrival : byCoordinate) {
      operand.inputs.emplace_back(arrival->inputs[i]);
      operand.outputs.emplace_back(arrival->outputs[i]);
    }
    execute(operand);
  }
}
