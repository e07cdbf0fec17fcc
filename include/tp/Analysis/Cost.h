//===- Cost.h - what communication and computation cost ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times in microseconds, from bytes on the wire over the bandwidth of the axes, and from operations
// and bytes of memory over what a device can do.
//
// A mesh says what it is made of in two attributes of its symbol:
//
//   tp.mesh @mesh <["node"=2, "gpu"=8]>
//     {links = {node = {bandwidth = 50.0, latency = 10.0}, gpu = {bandwidth = 450.0, latency
//     = 2.0}},
//      device = {flops = 990.0, bandwidth = 3350.0, memory = 80.0}}
//
// in GB/s, microseconds, TFLOP/s and GB. Where it says nothing, bytes decide and the number of
// collectives breaks ties.
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_COST_H
#define TP_ANALYSIS_COST_H

#include "tp/Analysis/Axes.h"
#include <string>
#include <unordered_map>

namespace mlir::tp {

/// What devices do together, or (AllSlice, Neutralize) each for itself.
enum class CollectiveKind {
  AllReduce,
  ReduceScatter,
  AllGather,
  AllSlice,
  AllToAll,
  Permute,
  Broadcast,
  Send,
  Neutralize
};

/// Mnemonic of the collective: "all_reduce".
StringRef stringifyCollectiveKind(CollectiveKind kind);

/// Bytes that one device sends when `devices` of them take part and each contributes an operand of
/// `operandSizeInBytes`: AR 2(n-1)/n·S, AG (n-1)·S, RS and A2A (n-1)/n·S, broadcast, permute and
/// send S; with one device nothing. Rounded up.
int64_t getWireSizeInBytes(CollectiveKind kind, int64_t devices, int64_t operandSizeInBytes);

/// The devices along one mesh axis are joined by links of this kind.
struct LinkCost {
  double bandwidthInGBPerS = 100.0;
  double latencyUs = 1e-5;
};

struct DeviceCost {
  double peakTFlopPerS = 100.0;
  double bandwidthInGBPerS = 1000.0;
  double memoryInGB = 80.0;
};

/// Costs over one mesh. Not to be shared between threads: it remembers the costs of reshards.
class CostModel {
public:
  /// Equal links on all axes.
  explicit CostModel(MeshAttr mesh);
  /// What the attributes of the symbol say.
  static CostModel get(MeshOp mesh);

  MeshAttr getMesh() const { return mesh; }
  const LinkCost &getLink(unsigned axis) const { return links[axis]; }
  void setLink(unsigned axis, LinkCost link) { links[axis] = link; }
  const DeviceCost &getDevice() const { return device; }
  /// Whether all axes have equal links.
  bool hasUniformLinks() const;

  /// Time of one collective over `axes`: latency of the slowest axis, and the bytes on the wire at
  /// its bandwidth.
  double getTimeUs(CollectiveKind kind, ArrayRef<Axis> axes, double operandSizeInBytes) const;
  double getComputeTimeUs(double flops) const { return flops / (device.peakTFlopPerS * 1e6); }
  double getMemoryTimeUs(double sizeInBytes) const {
    return sizeInBytes / (device.bandwidthInGBPerS * 1e3);
  }

  /// Costs of reshards by a key that the planner makes.
  std::unordered_map<std::string, double> &getReshardCache() const { return reshardCache; }

private:
  MeshAttr mesh;
  SmallVector<LinkCost, 4> links;
  DeviceCost device;
  mutable std::unordered_map<std::string, double> reshardCache;
};

} // namespace mlir::tp

#endif // TP_ANALYSIS_COST_H
