//===- DeviceSimulator.cpp - reshard steps on integers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceSimulator.h"
#include "llvm/ADT/StringExtras.h"
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::test;

static constexpr int64_t kGarbage = -7777777;
static constexpr int64_t kLowest = std::numeric_limits<int32_t>::min();

static int64_t combine(ReduceKind kind, int64_t a, int64_t b) {
  return kind == ReduceKind::Sum ? a + b : std::max(a, b);
}
static int64_t getNeutral(ReduceKind kind) { return kind == ReduceKind::Sum ? 0 : kLowest; }

//===----------------------------------------------------------------------===//
// Piece
//===----------------------------------------------------------------------===//

Piece::Piece(std::vector<int64_t> shape, int64_t fill) : shape(std::move(shape)) {
  int64_t size = 1;
  for (int64_t n : this->shape)
    size *= n;
  data.assign(size, fill);
}

int64_t &Piece::at(const std::vector<int64_t> &index) {
  int64_t linear = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    linear = linear * shape[i] + index[i];
  return data[linear];
}

void Piece::forEach(function_ref<void(const std::vector<int64_t> &)> f) const {
  std::vector<int64_t> index(shape.size());
  for (size_t linear = 0; linear < data.size(); ++linear) {
    int64_t rest = linear;
    for (size_t i = shape.size(); i-- > 0;) {
      index[i] = rest % shape[i];
      rest /= shape[i];
    }
    f(index);
  }
}

Piece Piece::sliced(unsigned dim, int64_t offset, int64_t size) const {
  std::vector<int64_t> newShape = shape;
  newShape[dim] = size;
  Piece result(newShape, kGarbage);
  result.forEach([&](std::vector<int64_t> index) {
    int64_t &element = result.at(index);
    index[dim] += offset;
    if (index[dim] < shape[dim])
      element = const_cast<Piece *>(this)->at(index);
  });
  return result;
}

Piece Piece::resized(unsigned dim, int64_t size) const { return sliced(dim, 0, size); }

void Piece::insert(const Piece &other, unsigned dim, int64_t offset) {
  other.forEach([&](std::vector<int64_t> index) {
    int64_t element = const_cast<Piece &>(other).at(index);
    index[dim] += offset;
    at(index) = element;
  });
}

//===----------------------------------------------------------------------===//
// DeviceSimulator
//===----------------------------------------------------------------------===//

static AxisList getWholeMesh(MeshAttr mesh) {
  AxisList axes;
  for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
    axes.push_back({static_cast<unsigned>(i), 1, axis.getSize()});
  return axes;
}

/// Calls `f` with the local and the global index of every element that counts.
static void
forEachElement(int64_t device, const Piece &block, ArrayRef<int64_t> shape, const Layout &layout,
               MeshAttr mesh,
               function_ref<void(const std::vector<int64_t> &, const std::vector<int64_t> &)> f) {
  block.forEach([&](const std::vector<int64_t> &local) {
    std::vector<int64_t> global = local;
    for (size_t i = 0; i < shape.size(); ++i) {
      global[i] += getCoordinate(device, layout.dims[i], mesh) * block.shape[i];
      if (global[i] >= shape[i])
        return;
    }
    f(local, global);
  });
}

DeviceSimulator::DeviceSimulator(MeshAttr mesh, std::vector<int64_t> shape, Layout layout,
                                 unsigned seed)
    : mesh(mesh), shape(shape), numDevices(mesh.getNumDevices()), global(shape) {
  std::mt19937 random(seed);
  auto local = getLocalShape(shape, layout);
  blocks.assign(numDevices, Piece({local.begin(), local.end()}, kGarbage));
  int64_t parts = getNumShards(layout.partial);
  std::vector<Piece> contributions(parts, Piece(shape));
  bool isFirst = true;
  for (Piece &part : contributions) {
    for (size_t i = 0; i < part.data.size(); ++i) {
      part.data[i] = static_cast<int64_t>(random() % 2001) - 1000;
      global.data[i] =
          isFirst ? part.data[i] : combine(layout.partialKind, global.data[i], part.data[i]);
    }
    isFirst = false;
  }
  for (int64_t device = 0; device < numDevices; ++device) {
    Piece &part = contributions[getCoordinate(device, layout.partial, mesh)];
    forEachElement(device, blocks[device], shape, layout, mesh,
                   [&](const std::vector<int64_t> &local, const std::vector<int64_t> &index) {
                     blocks[device].at(local) = part.at(index);
                   });
  }
}

/// Devices that differ from `device` on `axes` only, by their coordinate on them.
std::vector<int64_t> DeviceSimulator::getGroup(int64_t device, ArrayRef<Axis> axes) const {
  AxisList rest = subtract(getWholeMesh(mesh), axes);
  std::vector<int64_t> group(getNumShards(axes), -1);
  for (int64_t other = 0; other < numDevices; ++other)
    if (getCoordinate(other, rest, mesh) == getCoordinate(device, rest, mesh))
      group[getCoordinate(other, axes, mesh)] = other;
  return group;
}

Piece DeviceSimulator::reduceGroup(int64_t device, ArrayRef<Axis> axes, ReduceKind kind,
                                   const Pieces &before) const {
  Piece result(before[device].shape, getNeutral(kind));
  for (int64_t other : getGroup(device, axes))
    for (size_t i = 0; i < result.data.size(); ++i)
      result.data[i] = combine(kind, result.data[i], before[other].data[i]);
  return result;
}

std::string DeviceSimulator::runPermute(const ReshardStep &step, const Pieces &before) {
  std::set<int64_t> targets;
  std::vector<int64_t> sent(getNumShards(step.axes));
  for (auto [source, target] : step.pairs) {
    if (!targets.insert(target).second)
      return "target used twice";
    if (source != target && ++sent[source] > 1)
      return "device sends twice";
  }
  for (int64_t device = 0; device < numDevices; ++device) {
    std::vector<int64_t> group = getGroup(device, step.axes);
    int64_t coordinate = getCoordinate(device, step.axes, mesh);
    std::fill(blocks[device].data.begin(), blocks[device].data.end(), 0);
    for (auto [source, target] : step.pairs)
      if (target == coordinate)
        blocks[device] = before[group[source]];
  }
  return "";
}

std::string DeviceSimulator::run(const ReshardStep &step) {
  Pieces before = blocks;
  int64_t devices = getNumShards(step.axes);
  auto after = getLocalShape(shape, step.after);
  if (step.kind == CollectiveKind::Permute)
    return runPermute(step, before);
  // Operands, padded where they are split.
  bool splits = step.kind == CollectiveKind::AllSlice || step.kind == CollectiveKind::AllToAll ||
                step.kind == CollectiveKind::ReduceScatter;
  if (splits)
    for (Piece &block : before) {
      if (block.shape[step.dim] > devices * after[step.dim])
        return "dimension to split is too large";
      block = block.resized(step.dim, devices * after[step.dim]);
    }
  for (int64_t device = 0; device < numDevices; ++device) {
    std::vector<int64_t> group = getGroup(device, step.axes);
    int64_t coordinate = getCoordinate(device, step.axes, mesh);
    Piece &result = blocks[device];
    auto take = [&](const Piece &block) {
      return block.sliced(step.dim, coordinate * after[step.dim], after[step.dim]);
    };
    auto gather = [&](unsigned dim, function_ref<Piece(int64_t)> get) {
      Piece first = get(group[0]);
      std::vector<int64_t> gathered = first.shape;
      int64_t block = gathered[dim];
      gathered[dim] *= devices;
      result = Piece(gathered);
      for (int64_t i = 0; i < devices; ++i)
        result.insert(get(group[i]), dim, i * block);
      if (after[dim] > gathered[dim])
        return std::string("gathered dimension is too small");
      result = result.resized(dim, after[dim]);
      return std::string();
    };
    std::string error;
    switch (step.kind) {
    case CollectiveKind::AllReduce:
      result = reduceGroup(device, step.axes, step.reduceKind, before);
      break;
    case CollectiveKind::ReduceScatter:
      result = take(reduceGroup(device, step.axes, step.reduceKind, before));
      break;
    case CollectiveKind::AllSlice:
      result = take(before[device]);
      break;
    case CollectiveKind::AllGather:
      error = gather(step.dim, [&](int64_t source) { return before[source]; });
      break;
    case CollectiveKind::AllToAll:
      error = gather(step.concatDim, [&](int64_t source) { return take(before[source]); });
      break;
    case CollectiveKind::Neutralize:
      if (coordinate != 0)
        result = Piece(result.shape, getNeutral(step.reduceKind));
      break;
    default:
      return "unexpected step";
    }
    if (!error.empty())
      return error;
    if (ArrayRef<int64_t>(result.shape) != ArrayRef<int64_t>(after))
      return "wrong shape after the step";
  }
  return "";
}

std::string DeviceSimulator::check(const Layout &layout) const {
  auto local = getLocalShape(shape, layout);
  for (int64_t device = 0; device < numDevices; ++device) {
    if (ArrayRef<int64_t>(blocks[device].shape) != ArrayRef<int64_t>(local))
      return "wrong shape";
    Piece value = layout.isPartial()
                      ? reduceGroup(device, layout.partial, layout.partialKind, blocks)
                      : blocks[device];
    std::string error;
    forEachElement(device, value, shape, layout, mesh,
                   [&](const std::vector<int64_t> &index, const std::vector<int64_t> &position) {
                     int64_t want = const_cast<Piece &>(global).at(position);
                     if (value.at(index) != want && error.empty())
                       error = "device " + std::to_string(device) + " holds " +
                               std::to_string(value.at(index)) + ", wanted " + std::to_string(want);
                   });
    if (!error.empty())
      return error;
  }
  return "";
}
