//===- Axes.cpp - algebra of mesh axes and blocks -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of a mesh axis is an interval [pre, end) of a chain of divisors of the axis' size. Parts
// of one axis that come from one layout are disjoint; parts of two layouts may overlap in ways
// that no chain holds together (the first 2 and the first 3 of 6 devices). Operations that cut
// axes leave such a part whole, and callers see it as overlapping.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Axes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Lists of axes
//===----------------------------------------------------------------------===//

int64_t tp::getNumShards(ArrayRef<Axis> axes) {
  int64_t shards = 1;
  for (const Axis &axis : axes)
    shards *= axis.size;
  return shards;
}

bool tp::overlap(const Axis &a, ArrayRef<Axis> b) {
  return llvm::any_of(b, [&](const Axis &axis) { return a.overlaps(axis); });
}

bool tp::overlap(ArrayRef<Axis> a, ArrayRef<Axis> b) {
  return llvm::any_of(a, [&](const Axis &axis) { return overlap(axis, b); });
}

AxisList tp::mergeAdjacent(ArrayRef<Axis> axes) {
  AxisList merged;
  for (const Axis &axis : axes) {
    if (axis.size == 1)
      continue;
    if (!merged.empty() && merged.back().index == axis.index && merged.back().end() == axis.pre)
      merged.back().size *= axis.size;
    else
      merged.push_back(axis);
  }
  return merged;
}

namespace {
/// Walks a list, merged, from its major end, in steps that may be parts of its axes.
class Cursor {
public:
  explicit Cursor(ArrayRef<Axis> axes) : list(mergeAdjacent(axes)), rest(list) {}
  Cursor(const Cursor &) = delete;
  bool done() const { return rest.empty(); }
  /// The part of the current axis that is not yet taken.
  Axis front() const {
    Axis axis = rest.front();
    return {axis.index, axis.pre * taken, axis.size / taken};
  }
  /// Takes the major `size` of the current axis.
  void take(int64_t size) {
    taken *= size;
    if (rest.front().size == taken) {
      rest = rest.drop_front();
      taken = 1;
    }
  }
  AxisList getRest() const {
    AxisList axes(rest);
    if (!axes.empty())
      axes.front() = front();
    return axes;
  }

private:
  AxisList list;
  ArrayRef<Axis> rest;
  int64_t taken = 1;
};
} // namespace

/// Moves both cursors past their common beginning and returns it.
static AxisList walkCommon(Cursor &a, Cursor &b) {
  AxisList common;
  while (!a.done() && !b.done()) {
    Axis x = a.front(), y = b.front();
    if (x.index != y.index || x.pre != y.pre)
      break;
    int64_t size = std::gcd(x.size, y.size);
    if (size == 1)
      break;
    common.push_back({x.index, x.pre, size});
    a.take(size);
    b.take(size);
  }
  return mergeAdjacent(common);
}

AxisList tp::getCommonPrefix(ArrayRef<Axis> a, ArrayRef<Axis> b) {
  Cursor x(a), y(b);
  return walkCommon(x, y);
}

bool tp::isPrefix(ArrayRef<Axis> prefix, ArrayRef<Axis> axes) {
  Cursor x(prefix), y(axes);
  walkCommon(x, y);
  return x.done();
}

AxisList tp::dropPrefix(ArrayRef<Axis> axes, ArrayRef<Axis> prefix) {
  Cursor x(prefix), y(axes);
  walkCommon(x, y);
  return y.getRest();
}

AxisList tp::splitAt(ArrayRef<Axis> axes, ArrayRef<Axis> others) {
  AxisList pieces;
  for (const Axis &axis : axes) {
    SmallVector<int64_t, 4> borders;
    for (const Axis &other : others)
      if (other.index == axis.index)
        borders.append({other.pre, other.end()});
    llvm::sort(borders);
    int64_t pre = axis.pre;
    for (int64_t border : borders) {
      if (border <= pre || border >= axis.end() || border % pre || axis.end() % border)
        continue;
      pieces.push_back({axis.index, pre, border / pre});
      pre = border;
    }
    pieces.push_back({axis.index, pre, axis.end() / pre});
  }
  return pieces;
}

AxisList tp::subtract(ArrayRef<Axis> axes, ArrayRef<Axis> taken) {
  AxisList rest;
  for (const Axis &piece : splitAt(axes, taken))
    if (!overlap(piece, taken))
      rest.push_back(piece);
  return mergeAdjacent(rest);
}

//===----------------------------------------------------------------------===//
// Attributes and devices
//===----------------------------------------------------------------------===//

Axis tp::resolveAxis(AxisAttr attr, MeshAttr mesh) {
  unsigned index = mesh.getAxisIndex(attr.getName()).value_or(0);
  if (attr.isSubAxis())
    return {index, attr.getPreSize(), attr.getSubSize()};
  return {index, 1, mesh.getAxes()[index].getSize()};
}

AxisList tp::resolveAxes(ArrayRef<AxisAttr> attrs, MeshAttr mesh) {
  AxisList axes;
  for (AxisAttr attr : attrs)
    axes.push_back(resolveAxis(attr, mesh));
  return axes;
}

AxisAttr tp::toAttr(const Axis &axis, MeshAttr mesh) {
  MeshAxisAttr meshAxis = mesh.getAxes()[axis.index];
  if (axis.pre == 1 && axis.size == meshAxis.getSize())
    return AxisAttr::get(mesh.getContext(), meshAxis.getName());
  return AxisAttr::get(mesh.getContext(), meshAxis.getName(), axis.pre, axis.size);
}

SmallVector<AxisAttr> tp::toAttrs(ArrayRef<Axis> axes, MeshAttr mesh) {
  return llvm::map_to_vector(axes, [&](const Axis &axis) { return toAttr(axis, mesh); });
}

int64_t tp::getCoordinate(int64_t device, ArrayRef<Axis> axes, MeshAttr mesh) {
  ArrayRef<MeshAxisAttr> meshAxes = mesh.getAxes();
  SmallVector<int64_t, 4> coordinates(meshAxes.size());
  for (unsigned i = meshAxes.size(); i-- > 0;) {
    coordinates[i] = device % meshAxes[i].getSize();
    device /= meshAxes[i].getSize();
  }
  int64_t linear = 0;
  for (const Axis &axis : axes) {
    int64_t below = meshAxes[axis.index].getSize() / axis.end();
    linear = linear * axis.size + coordinates[axis.index] / below % axis.size;
  }
  return linear;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

bool Layout::isFullyReplicated() const {
  return partial.empty() && llvm::all_of(dims, [](const AxisList &dim) { return dim.empty(); });
}

AxisList Layout::getShardedAxes() const {
  AxisList axes;
  for (const AxisList &dim : dims)
    axes.append(dim.begin(), dim.end());
  return axes;
}

/// The axes as a set: sorted and merged.
static AxisList toSet(ArrayRef<Axis> axes) {
  AxisList sorted(axes);
  llvm::sort(sorted);
  return mergeAdjacent(sorted);
}

bool Layout::operator==(const Layout &o) const {
  if (dims.size() != o.dims.size())
    return false;
  for (auto [a, b] : llvm::zip(dims, o.dims))
    if (a != b && mergeAdjacent(a) != mergeAdjacent(b))
      return false;
  AxisList set = toSet(partial);
  return set == toSet(o.partial) && (set.empty() || partialKind == o.partialKind);
}

Layout tp::toLayout(ShardingAttr attr, MeshAttr mesh) {
  Layout layout;
  for (DimShardingAttr dim : attr.getDims())
    layout.dims.push_back(mergeAdjacent(resolveAxes(dim.getAxes(), mesh)));
  layout.partial = toSet(resolveAxes(attr.getPartial(), mesh));
  if (layout.isPartial())
    layout.partialKind = attr.getPartialKind();
  return layout;
}

ShardingAttr tp::toSharding(const Layout &layout, FlatSymbolRefAttr meshName, MeshAttr mesh) {
  MLIRContext *context = mesh.getContext();
  SmallVector<DimShardingAttr> dims;
  for (const AxisList &dim : layout.dims)
    dims.push_back(DimShardingAttr::get(context, toAttrs(mergeAdjacent(dim), mesh),
                                        /*isOpen=*/false, /*priority=*/std::nullopt));
  AxisList partial = toSet(layout.partial);
  return ShardingAttr::get(context, meshName, dims, /*replicated=*/{},
                           partial.empty() ? ReduceKind::Sum : layout.partialKind,
                           toAttrs(partial, mesh));
}

//===----------------------------------------------------------------------===//
// Local sizes
//===----------------------------------------------------------------------===//

SmallVector<int64_t> tp::getLocalShape(ArrayRef<int64_t> shape, const Layout &layout) {
  SmallVector<int64_t> local(shape);
  for (auto [size, axes] : llvm::zip(local, layout.dims))
    if (ShapedType::isStatic(size))
      size = getBlockSize(size, getNumShards(axes));
  return local;
}

RankedTensorType tp::getLocalType(RankedTensorType type, const Layout &layout) {
  return RankedTensorType::get(getLocalShape(type.getShape(), layout), type.getElementType(),
                               type.getEncoding());
}

int64_t tp::getLocalSizeInBytes(RankedTensorType type, const Layout &layout) {
  int64_t bytes = getElementSizeInBytes(type.getElementType());
  for (int64_t size : getLocalShape(type.getShape(), layout))
    if (ShapedType::isStatic(size))
      bytes *= size;
  return bytes;
}

int64_t tp::getElementSizeInBytes(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * getElementSizeInBytes(complex.getElementType());
  if (elementType.isIntOrFloat())
    return (elementType.getIntOrFloatBitWidth() + 7) / 8;
  return 8;
}
