//===- Axes.h - algebra of mesh axes and blocks -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain values that stand for parts of a mesh, free of IR. An `Axis` is a (sub-)axis resolved
// against its mesh; a list of axes is ordered major to minor. All propagation and planning is
// done on these; attributes are read once and written once.
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_AXES_H
#define TP_ANALYSIS_AXES_H

#include "tp/IR/TP.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tp {

/// The part of mesh axis `index` with `pre` blocks of devices before it and `size` devices: of
/// an axis of n devices the coordinate c has the sub-coordinate (c / (n / (pre·size))) mod size.
struct Axis {
  unsigned index = 0;
  int64_t pre = 1;
  int64_t size = 1;

  /// First position after this one: pre·size.
  int64_t end() const { return pre * size; }
  bool operator==(const Axis &o) const {
    return index == o.index && pre == o.pre && size == o.size;
  }
  bool operator!=(const Axis &o) const { return !(*this == o); }
  /// By axis, then from major to minor, then by size.
  bool operator<(const Axis &o) const {
    return std::tie(index, pre, size) < std::tie(o.index, o.pre, o.size);
  }
  /// Whether the two cannot vary independently: they share digits of the coordinate, or are parts
  /// of one axis that no common cut of it has (of 6 devices the first 2 and the last 2).
  bool overlaps(const Axis &o) const {
    return index == o.index && o.pre % end() != 0 && pre % o.end() != 0;
  }
  /// Whether all of `o` lies in this one.
  bool contains(const Axis &o) const {
    return index == o.index && o.pre % pre == 0 && end() % o.end() == 0;
  }
};

using AxisList = SmallVector<Axis, 2>;

/// Number of devices along all axes of the list.
int64_t getNumShards(ArrayRef<Axis> axes);
/// Whether any axis of one list overlaps one of the other.
bool overlap(ArrayRef<Axis> a, ArrayRef<Axis> b);
bool overlap(const Axis &a, ArrayRef<Axis> b);
/// Joins neighbours that are adjacent parts of one mesh axis, so that equal layouts compare equal.
AxisList mergeAdjacent(ArrayRef<Axis> axes);
/// Length in devices-major order of the common beginning: the longest list that is a prefix of
/// both, splitting the axis where they part if one part divides the other.
AxisList getCommonPrefix(ArrayRef<Axis> a, ArrayRef<Axis> b);
/// Whether `prefix` describes the major part of `axes`.
bool isPrefix(ArrayRef<Axis> prefix, ArrayRef<Axis> axes);
/// The rest of `axes` after its prefix `prefix`.
AxisList dropPrefix(ArrayRef<Axis> axes, ArrayRef<Axis> prefix);
/// Parts of `axes` (in order) that do not overlap `taken`: sub-axes are split where needed.
AxisList subtract(ArrayRef<Axis> axes, ArrayRef<Axis> taken);
/// Cuts every axis of `axes` at the borders of the axes in `others`, so that each piece is either
/// contained in or disjoint from each of `others`.
AxisList splitAt(ArrayRef<Axis> axes, ArrayRef<Axis> others);

/// The axis of `mesh` that `attr` names; `attr` must be valid for `mesh`.
Axis resolveAxis(AxisAttr attr, MeshAttr mesh);
AxisList resolveAxes(ArrayRef<AxisAttr> attrs, MeshAttr mesh);
AxisAttr toAttr(const Axis &axis, MeshAttr mesh);
SmallVector<AxisAttr> toAttrs(ArrayRef<Axis> axes, MeshAttr mesh);

/// Coordinate on `axes` (linear, major to minor) of the device at row-major position `device` of
/// the mesh.
int64_t getCoordinate(int64_t device, ArrayRef<Axis> axes, MeshAttr mesh);

/// Size of the block that each of `shards` devices holds of a dimension: ceil(size / shards).
inline int64_t getBlockSize(int64_t size, int64_t shards) { return (size + shards - 1) / shards; }

/// The layout of one tensor, resolved against a mesh.
struct Layout {
  SmallVector<AxisList, 4> dims;
  ReduceKind partialKind = ReduceKind::Sum;
  AxisList partial;

  static Layout getReplicated(int64_t rank) {
    Layout l;
    l.dims.resize(rank);
    return l;
  }
  bool isPartial() const { return !partial.empty(); }
  bool isFullyReplicated() const;
  /// All axes on dimensions.
  AxisList getShardedAxes() const;
  bool operator==(const Layout &o) const;
  bool operator!=(const Layout &o) const { return !(*this == o); }
};

/// The layout that `attr` describes (openness, priorities and explicit replication dropped).
Layout toLayout(ShardingAttr attr, MeshAttr mesh);
/// A closed sharding attribute for `layout`.
ShardingAttr toSharding(const Layout &layout, FlatSymbolRefAttr meshName, MeshAttr mesh);

/// Shape of what one device holds of `shape`: ceil(size / shards) per dimension; dynamic stays so.
SmallVector<int64_t> getLocalShape(ArrayRef<int64_t> shape, const Layout &layout);
RankedTensorType getLocalType(RankedTensorType type, const Layout &layout);
/// Bytes of one device's part; dynamic dimensions count as 1.
int64_t getLocalSizeInBytes(RankedTensorType type, const Layout &layout);
/// Bytes of an element, rounded up (i1 is a byte).
int64_t getElementSizeInBytes(Type elementType);

} // namespace mlir::tp

#endif // TP_ANALYSIS_AXES_H
