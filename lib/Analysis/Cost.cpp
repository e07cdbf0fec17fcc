//===- Cost.cpp - what communication and computation cost -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Cost.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

StringRef tp::stringifyCollectiveKind(CollectiveKind kind) {
  switch (kind) {
  case CollectiveKind::AllReduce:
    return "all_reduce";
  case CollectiveKind::ReduceScatter:
    return "reduce_scatter";
  case CollectiveKind::AllGather:
    return "all_gather";
  case CollectiveKind::AllSlice:
    return "all_slice";
  case CollectiveKind::AllToAll:
    return "all_to_all";
  case CollectiveKind::Permute:
    return "permute";
  case CollectiveKind::Broadcast:
    return "broadcast";
  case CollectiveKind::Send:
    return "send";
  case CollectiveKind::Neutralize:
    return "neutralize";
  }
  return "";
}

/// Bytes that a device sends, not rounded.
static double getWireSize(CollectiveKind kind, int64_t devices, double operandSizeInBytes) {
  if (devices <= 1)
    return 0;
  double others = static_cast<double>(devices - 1);
  switch (kind) {
  case CollectiveKind::AllReduce:
    return 2 * others * operandSizeInBytes / devices;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    return others * operandSizeInBytes / devices;
  case CollectiveKind::AllGather:
    return others * operandSizeInBytes;
  case CollectiveKind::Permute:
  case CollectiveKind::Broadcast:
  case CollectiveKind::Send:
    return operandSizeInBytes;
  case CollectiveKind::AllSlice:
  case CollectiveKind::Neutralize:
    return 0;
  }
  return 0;
}

int64_t tp::getWireSizeInBytes(CollectiveKind kind, int64_t devices, int64_t operandSizeInBytes) {
  if (devices <= 1)
    return 0;
  int64_t others = devices - 1;
  switch (kind) {
  case CollectiveKind::AllReduce:
    return llvm::divideCeil(2 * others * operandSizeInBytes, devices);
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    return llvm::divideCeil(others * operandSizeInBytes, devices);
  default:
    return static_cast<int64_t>(getWireSize(kind, devices, operandSizeInBytes));
  }
}

CostModel::CostModel(MeshAttr mesh) : mesh(mesh), links(mesh.getAxes().size()) {}

/// The number called `name` in `dictionary`, or `otherwise`.
static double getNumber(DictionaryAttr dictionary, StringRef name, double otherwise) {
  Attribute attr = dictionary.get(name);
  double value = otherwise;
  if (auto number = dyn_cast_or_null<FloatAttr>(attr))
    value = number.getValueAsDouble();
  else if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    value = static_cast<double>(integer.getInt());
  return value > 0 ? value : otherwise;
}

CostModel CostModel::get(MeshOp op) {
  MeshAttr mesh = op.getMesh();
  CostModel cost(mesh);
  if (auto links = op->getAttrOfType<DictionaryAttr>("links")) {
    for (auto [axis, link] : llvm::zip(mesh.getAxes(), cost.links)) {
      auto values = dyn_cast_or_null<DictionaryAttr>(links.get(axis.getName()));
      if (!values)
        continue;
      link.bandwidthInGBPerS = getNumber(values, "bandwidth", link.bandwidthInGBPerS);
      link.latencyUs = getNumber(values, "latency", link.latencyUs);
    }
  }
  if (auto values = op->getAttrOfType<DictionaryAttr>("device")) {
    DeviceCost &device = cost.device;
    device.peakTFlopPerS = getNumber(values, "flops", device.peakTFlopPerS);
    device.bandwidthInGBPerS = getNumber(values, "bandwidth", device.bandwidthInGBPerS);
    device.memoryInGB = getNumber(values, "memory", device.memoryInGB);
  }
  return cost;
}

bool CostModel::hasUniformLinks() const {
  return llvm::all_of(links, [&](const LinkCost &link) {
    return link.bandwidthInGBPerS == links.front().bandwidthInGBPerS &&
           link.latencyUs == links.front().latencyUs;
  });
}

double CostModel::getTimeUs(CollectiveKind kind, ArrayRef<Axis> axes,
                            double operandSizeInBytes) const {
  int64_t devices = getNumShards(axes);
  if (devices <= 1 || kind == CollectiveKind::AllSlice || kind == CollectiveKind::Neutralize)
    return 0;
  double bandwidth = std::numeric_limits<double>::infinity(), latency = 0;
  for (const Axis &axis : axes) {
    bandwidth = std::min(bandwidth, links[axis.index].bandwidthInGBPerS);
    latency = std::max(latency, links[axis.index].latencyUs);
  }
  return latency + getWireSize(kind, devices, operandSizeInBytes) / (bandwidth * 1e3);
}
