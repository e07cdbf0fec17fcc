//===- DeviceSimulator.h - reshard steps on integers ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds what every device of a mesh has of one tensor of integers, does the steps of a reshard one
// by one as the local ops define them, and compares with the definition of a layout.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TEST_UNIT_PLANNING_DEVICESIMULATOR_H
#define TP_TEST_UNIT_PLANNING_DEVICESIMULATOR_H

#include "tp/Planning/ReshardPath.h"
#include <string>
#include <vector>

namespace mlir::tp::test {

/// A dense array of integers.
struct Piece {
  std::vector<int64_t> shape;
  std::vector<int64_t> data;

  explicit Piece(std::vector<int64_t> shape, int64_t fill = 0);
  int64_t &at(const std::vector<int64_t> &index);
  /// Calls `f` with every index.
  void forEach(function_ref<void(const std::vector<int64_t> &)> f) const;
  /// `shape[dim]` becomes `size`: cut off, or padded with garbage.
  Piece resized(unsigned dim, int64_t size) const;
  /// [offset, offset + size) of dimension `dim`.
  Piece sliced(unsigned dim, int64_t offset, int64_t size) const;
  void insert(const Piece &other, unsigned dim, int64_t offset);
};

class DeviceSimulator {
public:
  /// Distributes a tensor of random integers by `layout`; padding is garbage.
  DeviceSimulator(MeshAttr mesh, std::vector<int64_t> shape, Layout layout, unsigned seed);
  /// Does the step; returns what is wrong with it, or nothing.
  std::string run(const ReshardStep &step);
  /// Compares what the devices hold with the tensor in `layout`; returns the first difference.
  std::string check(const Layout &layout) const;

private:
  using Pieces = std::vector<Piece>;
  std::vector<int64_t> getGroup(int64_t device, ArrayRef<Axis> axes) const;
  Piece reduceGroup(int64_t device, ArrayRef<Axis> axes, ReduceKind kind,
                    const Pieces &blocks) const;
  std::string runPermute(const ReshardStep &step, const Pieces &before);

  MeshAttr mesh;
  std::vector<int64_t> shape;
  int64_t numDevices;
  Piece global;
  Pieces blocks;
};

} // namespace mlir::tp::test

#endif // TP_TEST_UNIT_PLANNING_DEVICESIMULATOR_H
