//===- ReshardProblem.cpp - states and moves of a reshard -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshardSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::reshard;

std::string State::getKey() const {
  std::string key;
  for (const Atoms &list : dims) {
    key.append(list.begin(), list.end());
    key.push_back('\xff');
  }
  key.append(reinterpret_cast<const char *>(&partial), sizeof(partial));
  key.push_back(neutralized);
  return key;
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

/// Moves pieces that `a` and `b` have in common to `common`.
static void extractCommon(AxisList &a, AxisList &b, AxisList &common) {
  AxisList first = splitAt(a, b), second = splitAt(b, a);
  auto isIn = [](const AxisList &list) {
    return [&list](const Axis &axis) { return llvm::is_contained(list, axis); };
  };
  a.clear();
  llvm::copy_if(first, std::back_inserter(common), isIn(second));
  llvm::copy_if(first, std::back_inserter(a), std::not_fn(isIn(second)));
  b.clear();
  llvm::copy_if(second, std::back_inserter(b), std::not_fn(isIn(first)));
}

/// The axes that both lists begin with and that may stay out of the problem: each of their parts
/// of the dimension is exactly filled by the blocks of both lists. Gives what follows.
static AxisList getFixedPrefix(ArrayRef<Axis> from, ArrayRef<Axis> to, int64_t size,
                               AxisList &source, AxisList &target) {
  AxisList prefix = getCommonPrefix(from, to);
  if (size % getNumShards(from) != 0 || size % getNumShards(to) != 0)
    prefix.clear();
  source = dropPrefix(from, prefix);
  target = dropPrefix(to, prefix);
  return prefix;
}

Problem::Problem(const Layout &from, const Layout &to, ArrayRef<int64_t> shape,
                 int64_t elementSizeInBytes, const CostModel &cost)
    : cost(cost), startKind(from.isPartial() ? from.partialKind : to.partialKind),
      goalKind(to.isPartial() ? to.partialKind : from.partialKind), fixed(from),
      unitSizeInBytes(static_cast<double>(elementSizeInBytes)) {
  int64_t devices = cost.getMesh().getNumDevices();
  SmallVector<Dim, 4> idle;
  SmallVector<std::pair<AxisList, AxisList>, 4> lists;
  for (auto [i, size] : llvm::enumerate(shape)) {
    int64_t staticSize = ShapedType::isDynamic(size) ? devices : size;
    AxisList source, target;
    AxisList prefix = getFixedPrefix(from.dims[i], to.dims[i], staticSize, source, target);
    if (source != target) {
      dims.push_back({static_cast<int64_t>(i), prefix, staticSize / getNumShards(prefix)});
      lists.emplace_back(std::move(source), std::move(target));
      continue;
    }
    unitSizeInBytes *= getBlockSize(staticSize, getNumShards(from.dims[i]));
    if (source.empty() && staticSize > 0)
      idle.push_back({static_cast<int64_t>(i), prefix, staticSize / getNumShards(prefix)});
  }

  AxisList reduced = from.partial, neutralized = to.partial;
  fixed.partial.clear();
  kindsDiffer = startKind != goalKind;
  if (!kindsDiffer)
    extractCommon(reduced, neutralized, fixed.partial);

  AxisList borders(reduced);
  borders.append(neutralized);
  for (auto &[source, target] : lists) {
    borders.append(source);
    borders.append(target);
  }
  for (auto &[source, target] : lists) {
    start.dims.push_back(addAtoms(source, borders));
    goal.dims.push_back(addAtoms(target, borders));
  }
  for (uint8_t atom : addAtoms(reduced, borders))
    start.partial |= uint64_t(1) << atom;
  for (uint8_t atom : addAtoms(neutralized, borders))
    goal.partial |= uint64_t(1) << atom;
  goal.neutralized = kindsDiffer;
  findConflicts();
  addScratchDim(idle);
}

Atoms Problem::addAtoms(ArrayRef<Axis> axes, ArrayRef<Axis> borders) {
  Atoms added;
  for (const Axis &axis : splitAt(axes, borders)) {
    auto *it = llvm::find(atoms, axis);
    added.push_back(static_cast<uint8_t>(std::distance(atoms.begin(), it)));
    if (it == atoms.end())
      atoms.push_back(axis);
  }
  return added;
}

void Problem::findConflicts() {
  if (!isValid())
    return;
  for (const Axis &a : atoms) {
    uint64_t mask = 0;
    for (auto [i, b] : llvm::enumerate(atoms))
      if (a.overlaps(b))
        mask |= uint64_t(1) << i;
    conflicts.push_back(mask);
  }
}

/// A dimension that no layout changes can hold atoms for a while: one is enough, preferably one
/// that all atoms divide.
void Problem::addScratchDim(ArrayRef<Dim> idle) {
  if (idle.empty())
    return;
  int64_t shards = 1;
  for (const Axis &atom : atoms)
    shards *= atom.size;
  const Dim *best = llvm::find_if(idle, [&](const Dim &dim) { return dim.size % shards == 0; });
  if (best == idle.end())
    best = llvm::max_element(idle, [](const Dim &a, const Dim &b) { return a.size < b.size; });
  dims.push_back(*best);
  start.dims.emplace_back();
  goal.dims.emplace_back();
  unitSizeInBytes /= best->size;
}

//===----------------------------------------------------------------------===//
// Reading states
//===----------------------------------------------------------------------===//

ReduceKind Problem::getReduceKind(const State &state) const {
  return state.neutralized ? goalKind : startKind;
}

AxisList Problem::getAxes(ArrayRef<uint8_t> list) const {
  AxisList axes;
  for (uint8_t atom : list)
    axes.push_back(atoms[atom]);
  return mergeAdjacent(axes);
}

Layout Problem::getLayout(const State &state) const {
  Layout layout = fixed;
  for (auto [dim, list] : llvm::zip(dims, state.dims)) {
    AxisList axes = dim.prefix;
    axes.append(getAxes(list));
    layout.dims[dim.position] = mergeAdjacent(axes);
  }
  for (auto [i, atom] : llvm::enumerate(atoms))
    if (state.partial >> i & 1)
      layout.partial.push_back(atom);
  llvm::sort(layout.partial);
  layout.partial = mergeAdjacent(layout.partial);
  layout.partialKind = layout.isPartial() ? getReduceKind(state) : ReduceKind::Sum;
  return layout;
}

std::string Problem::getKey() const {
  std::string key = start.getKey() + goal.getKey();
  auto add = [&](auto value) { key.append(reinterpret_cast<const char *>(&value), sizeof(value)); };
  for (const Dim &dim : dims)
    add(dim.size);
  for (const Axis &atom : atoms) {
    add(atom.index);
    add(atom.pre);
    add(atom.size);
  }
  add(unitSizeInBytes);
  return key;
}

int64_t Problem::getShards(ArrayRef<uint8_t> list) const {
  int64_t shards = 1;
  for (uint8_t atom : list)
    shards *= atoms[atom].size;
  return shards;
}

double Problem::getSizeInBytes(const State &state) const {
  double size = unitSizeInBytes;
  for (auto [i, list] : llvm::enumerate(state.dims))
    size *= getBlock(i, list);
  return size;
}

uint64_t Problem::getBlocked(ArrayRef<uint8_t> list) const {
  uint64_t mask = 0;
  for (uint8_t atom : list)
    mask |= conflicts[atom];
  return mask;
}

uint64_t Problem::getBlocked(const State &state) const {
  uint64_t mask = 0;
  for (const Atoms &list : state.dims)
    mask |= getBlocked(list);
  for (unsigned i = 0; i < atoms.size(); ++i)
    if (state.partial >> i & 1)
      mask |= conflicts[i];
  return mask;
}

Atoms Problem::getReducible(const State &state) const {
  Atoms list;
  uint64_t mask = state.partial & start.partial;
  for (unsigned i = 0; i < atoms.size() && !state.neutralized; ++i)
    if (mask >> i & 1)
      list.push_back(i);
  return list;
}

bool Problem::canNeutralize(const State &state) const {
  return !kindsDiffer || state.neutralized || state.partial == 0;
}

bool Problem::nests(unsigned dim, ArrayRef<uint8_t> list, ArrayRef<uint8_t> more) const {
  if (list.empty() && dims[dim].prefix.empty())
    return true;
  int64_t outer = getShards(list), inner = getShards(more);
  return getBlockSize(dims[dim].size, outer) == inner * getBlockSize(dims[dim].size, outer * inner);
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

Move Problem::makeMove(CollectiveKind kind, const State &state, ArrayRef<uint8_t> list) const {
  Move move{kind, Atoms(list), 0, 0, getSizeInBytes(state), 0, state};
  return move;
}

void Problem::price(Move &move) const {
  move.costUs = cost.getTimeUs(move.kind, getAxes(move.atoms), move.operandSizeInBytes);
}

/// The size of the operand once dimension `dim` is padded for a split over the atoms of `move`.
static double getPaddedSize(const Move &move, int64_t block, int64_t inner, int64_t innerBlock) {
  return block == 0 ? 0 : move.operandSizeInBytes / block * inner * innerBlock;
}

std::optional<Move> Problem::gather(const State &state, unsigned dim, unsigned keep) const {
  ArrayRef<uint8_t> list = state.dims[dim];
  if (!nests(dim, list.take_front(keep), list.drop_front(keep)))
    return std::nullopt;
  Move move = makeMove(CollectiveKind::AllGather, state, list.drop_front(keep));
  move.dim = dim;
  move.after.dims[dim].truncate(keep);
  price(move);
  return move;
}

std::optional<Move> Problem::slice(const State &state, unsigned dim, ArrayRef<uint8_t> more) const {
  if (!nests(dim, state.dims[dim], more))
    return std::nullopt;
  Move move = makeMove(CollectiveKind::AllSlice, state, more);
  move.dim = dim;
  move.after.dims[dim].append(more.begin(), more.end());
  return move;
}

std::optional<Move> Problem::allToAll(const State &state, unsigned dim, unsigned keep,
                                      unsigned target) const {
  ArrayRef<uint8_t> list = state.dims[dim], moved = list.drop_front(keep);
  if (!nests(dim, list.take_front(keep), moved) || !nests(target, state.dims[target], moved))
    return std::nullopt;
  Move move = makeMove(CollectiveKind::AllToAll, state, moved);
  move.dim = target;
  move.concatDim = dim;
  move.after.dims[dim].truncate(keep);
  move.after.dims[target].append(moved.begin(), moved.end());
  move.operandSizeInBytes =
      getPaddedSize(move, getBlock(target, state.dims[target]), getShards(moved),
                    getBlock(target, move.after.dims[target]));
  price(move);
  return move;
}

Move Problem::allReduce(const State &state, ArrayRef<uint8_t> list) const {
  Move move = makeMove(CollectiveKind::AllReduce, state, list);
  for (uint8_t atom : list)
    move.after.partial &= ~(uint64_t(1) << atom);
  price(move);
  return move;
}

std::optional<Move> Problem::reduceScatter(const State &state, unsigned dim,
                                           ArrayRef<uint8_t> list) const {
  if (!nests(dim, state.dims[dim], list))
    return std::nullopt;
  Move move = makeMove(CollectiveKind::ReduceScatter, state, list);
  move.dim = dim;
  move.after.dims[dim].append(list.begin(), list.end());
  for (uint8_t atom : list)
    move.after.partial &= ~(uint64_t(1) << atom);
  move.operandSizeInBytes = getPaddedSize(move, getBlock(dim, state.dims[dim]), getShards(list),
                                          getBlock(dim, move.after.dims[dim]));
  price(move);
  return move;
}

Move Problem::neutralize(const State &state, ArrayRef<uint8_t> list) const {
  Move move = makeMove(CollectiveKind::Neutralize, state, list);
  for (uint8_t atom : list)
    move.after.partial |= uint64_t(1) << atom;
  move.after.neutralized = kindsDiffer;
  return move;
}

Move Problem::permute(const State &state, State after) const {
  Atoms changed;
  for (auto [before, list] : llvm::zip(state.dims, after.dims)) {
    unsigned same = 0;
    while (same < before.size() && same < list.size() && before[same] == list[same])
      ++same;
    for (ArrayRef<uint8_t> rest :
         {ArrayRef(before).drop_front(same), ArrayRef(list).drop_front(same)})
      for (uint8_t atom : rest)
        if (!llvm::is_contained(changed, atom))
          changed.push_back(atom);
  }
  Move move = makeMove(CollectiveKind::Permute, state, changed);
  move.after = std::move(after);
  price(move);
  return move;
}
