//===- ReshardSearch.h - states and moves of a reshard -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshard with everything taken out that stays as it is. What is left are *atoms*, the axes of
// both layouts cut at each other's borders, and for each dimension that changes the list of atoms
// that it is split over. Two atoms conflict if they overlap: they are the same devices cut in
// another way, and never in use together.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_PLANNING_RESHARDSEARCH_H
#define TP_LIB_PLANNING_RESHARDSEARCH_H

#include "tp/Planning/ReshardPath.h"

namespace mlir::tp::reshard {

using Atoms = SmallVector<uint8_t, 4>;

struct State {
  /// Atoms of each dimension of the problem, major to minor.
  SmallVector<Atoms, 3> dims;
  /// Set of atoms over which the value is partial.
  uint64_t partial = 0;
  /// Whether the partial atoms belong to the target already, where the combiners differ.
  bool neutralized = false;

  bool operator==(const State &o) const {
    return partial == o.partial && neutralized == o.neutralized && dims == o.dims;
  }
  std::string getKey() const;
};

struct Move {
  CollectiveKind kind;
  Atoms atoms;
  unsigned dim = 0;
  unsigned concatDim = 0;
  double operandSizeInBytes = 0;
  double costUs = 0;
  State after;
};

using Path = SmallVector<Move, 0>;

struct Dim {
  /// Position in the tensor.
  int64_t position;
  /// Axes that both layouts begin with; they divide the dimension.
  AxisList prefix;
  /// Size of one part of the dimension over `prefix`.
  int64_t size;
};

class Problem {
public:
  /// Both layouts have the rank of `shape`.
  Problem(const Layout &from, const Layout &to, ArrayRef<int64_t> shape, int64_t elementSizeInBytes,
          const CostModel &cost);

  /// Whether there are few enough atoms for a set of them.
  bool isValid() const { return atoms.size() <= 64; }
  const State &getStart() const { return start; }
  const State &getGoal() const { return goal; }
  /// The whole layout in state `state`.
  Layout getLayout(const State &state) const;
  ReduceKind getReduceKind(const State &state) const;
  const Dim &getDim(unsigned dim) const { return dims[dim]; }
  AxisList getAxes(ArrayRef<uint8_t> atoms) const;
  /// A text that is equal for problems of equal cost.
  std::string getKey() const;

  /// A path that is clearly the cheapest: slices and at most one collective. nullopt if unclear.
  std::optional<Path> getDirectPath() const;
  /// A path that always exists: reduce, gather every dimension, slice.
  Path getFallbackPath() const;
  /// The cheapest path, or the best found within a bound on states.
  Path search() const;

  // Moves from `state`; an empty optional where blocks do not fit.
  // `keep` is the number of major atoms that stay on the dimension.
  std::optional<Move> gather(const State &state, unsigned dim, unsigned keep) const;
  std::optional<Move> slice(const State &state, unsigned dim, ArrayRef<uint8_t> atoms) const;
  std::optional<Move> allToAll(const State &state, unsigned dim, unsigned keep,
                               unsigned target) const;
  Move allReduce(const State &state, ArrayRef<uint8_t> atoms) const;
  std::optional<Move> reduceScatter(const State &state, unsigned dim,
                                    ArrayRef<uint8_t> atoms) const;
  Move neutralize(const State &state, ArrayRef<uint8_t> atoms) const;
  /// Any rearrangement of whole blocks; `after` has as many shards on each dimension.
  Move permute(const State &state, State after) const;

  unsigned getNumAtoms() const { return atoms.size(); }
  int64_t getShards(ArrayRef<uint8_t> atoms) const;
  /// Everything that `state` uses, and what conflicts with it.
  uint64_t getBlocked(const State &state) const;
  uint64_t getBlocked(ArrayRef<uint8_t> atoms) const;
  /// The partial atoms of `state` that are to be reduced.
  Atoms getReducible(const State &state) const;
  /// Whether the combiner of the target may come in.
  bool canNeutralize(const State &state) const;

private:
  Atoms addAtoms(ArrayRef<Axis> axes, ArrayRef<Axis> borders);
  void addScratchDim(ArrayRef<Dim> idle);
  void findConflicts();
  bool haveEqualLinks() const;
  std::optional<Move> getDirectCollective(const State &state, ArrayRef<unsigned> gathered,
                                          ArrayRef<unsigned> touched) const;

  int64_t getBlock(unsigned dim, ArrayRef<uint8_t> atoms) const {
    return getBlockSize(dims[dim].size, getShards(atoms));
  }
  double getSizeInBytes(const State &state) const;
  /// Whether blocks over `list` are made of whole blocks over `list` and `more`.
  bool nests(unsigned dim, ArrayRef<uint8_t> list, ArrayRef<uint8_t> more) const;
  Move makeMove(CollectiveKind kind, const State &state, ArrayRef<uint8_t> atoms) const;
  void price(Move &move) const;

  const CostModel &cost;
  SmallVector<Axis, 8> atoms;
  /// Atoms that overlap each atom, itself included.
  SmallVector<uint64_t, 8> conflicts;
  SmallVector<Dim, 3> dims;
  State start, goal;
  ReduceKind startKind, goalKind;
  /// What does not change: dimensions of `fixed` not in `dims`, and partial axes.
  Layout fixed;
  /// Element size times blocks of the dimensions that do not change.
  double unitSizeInBytes;
  bool kindsDiffer = false;
};

} // namespace mlir::tp::reshard

#endif // TP_LIB_PLANNING_RESHARDSEARCH_H
