//===- ReshardSearch.cpp - search for the cheapest reshard ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dijkstra's search over states. The number of states depends on the number of atoms and of
// dimensions that change, not on the sizes of axes; paths dearer than the best known are not
// followed, and after a fixed number of states the best path found so far is taken.
//
// From a state one can
//   1. gather a minor part of a dimension's atoms,
//   2. slice by atoms that are not in use (free),
//   3. move a minor part of a dimension's atoms behind those of another by an all-to-all,
//   4. reduce partial atoms, and scatter the result over a dimension,
//   5. make a value partial over atoms that are not in use (free),
//   6. permute whole blocks: straight to the goal's dimensions where shards are equally many; to
//      another order of one dimension's atoms; or with an atom replaced by one of equal size.
//
//===----------------------------------------------------------------------===//

#include "ReshardSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>
#include <vector>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::reshard;

/// States that are expanded before the best known path is taken.
static constexpr unsigned kMaxStates = 3000;
/// Lists of atoms up to this length are permuted in all orders.
static constexpr unsigned kMaxPermuted = 4;
/// Added per step, so that of paths that cost the same the shortest wins.
static constexpr double kStepUs = 1e-8;

//===----------------------------------------------------------------------===//
// Moves from a state
//===----------------------------------------------------------------------===//

namespace {
class MoveGenerator {
public:
  MoveGenerator(const Problem &problem, const State &state, SmallVectorImpl<Move> &moves)
      : problem(problem), state(state), goal(problem.getGoal()), blocked(problem.getBlocked(state)),
        moves(moves) {}

  void run() {
    addSlices();
    addReductions();
    addNeutralize();
    addGathersAndExchanges();
    addPermuteToGoal();
    addReorders();
    addReplacements();
  }

private:
  bool isFree(uint8_t atom) const { return (blocked >> atom & 1) == 0; }
  void add(std::optional<Move> move) {
    if (move)
      moves.push_back(std::move(*move));
  }
  void addSlices();
  void addReductions();
  void addReductions(ArrayRef<uint8_t> atoms);
  void addNeutralize();
  void addGathersAndExchanges();
  void addPermuteToGoal();
  void addReorders();
  void addReplacements();

  const Problem &problem;
  const State &state, &goal;
  uint64_t blocked;
  SmallVectorImpl<Move> &moves;
};
} // namespace

void MoveGenerator::addSlices() {
  for (auto [d, list] : llvm::enumerate(state.dims)) {
    for (unsigned atom = 0; atom < problem.getNumAtoms(); ++atom)
      if (isFree(atom))
        add(problem.slice(state, d, {static_cast<uint8_t>(atom)}));
    // Uneven blocks may fit for several atoms at once and not one by one.
    ArrayRef<uint8_t> target = goal.dims[d];
    if (target.size() < list.size() + 2 || target.take_front(list.size()) != ArrayRef(list))
      continue;
    ArrayRef<uint8_t> rest = target.drop_front(list.size());
    for (unsigned n = 1; n <= rest.size() && isFree(rest[n - 1]); ++n)
      if (n > 1)
        add(problem.slice(state, d, rest.take_front(n)));
  }
}

/// All ways to reduce all of `atoms` at once.
void MoveGenerator::addReductions(ArrayRef<uint8_t> atoms) {
  moves.push_back(problem.allReduce(state, atoms));
  Atoms order(atoms);
  if (order.size() > kMaxPermuted)
    return;
  llvm::sort(order);
  do {
    for (unsigned d = 0; d < state.dims.size(); ++d)
      add(problem.reduceScatter(state, d, order));
  } while (std::next_permutation(order.begin(), order.end()));
}

void MoveGenerator::addReductions() {
  Atoms reducible = problem.getReducible(state);
  if (reducible.empty())
    return;
  if (reducible.size() > kMaxPermuted) {
    addReductions(reducible);
    for (uint8_t atom : reducible)
      addReductions(atom);
    return;
  }
  for (unsigned subset = 1; subset < 1u << reducible.size(); ++subset) {
    Atoms atoms;
    for (auto [i, atom] : llvm::enumerate(reducible))
      if (subset >> i & 1)
        atoms.push_back(atom);
    addReductions(atoms);
  }
}

void MoveGenerator::addNeutralize() {
  if (!problem.canNeutralize(state))
    return;
  Atoms atoms;
  for (unsigned atom = 0; atom < problem.getNumAtoms(); ++atom)
    if ((goal.partial >> atom & 1) && isFree(atom))
      atoms.push_back(atom);
  if (!atoms.empty())
    moves.push_back(problem.neutralize(state, atoms));
}

void MoveGenerator::addGathersAndExchanges() {
  for (auto [d, list] : llvm::enumerate(state.dims))
    for (unsigned keep = 0; keep < list.size(); ++keep) {
      add(problem.gather(state, d, keep));
      for (unsigned target = 0; target < state.dims.size(); ++target)
        if (target != d)
          add(problem.allToAll(state, d, keep, target));
    }
}

void MoveGenerator::addPermuteToGoal() {
  if (state.dims == goal.dims)
    return;
  uint64_t partial = 0, used = 0;
  for (unsigned atom = 0; atom < problem.getNumAtoms(); ++atom)
    if (state.partial >> atom & 1)
      partial |= problem.getBlocked(ArrayRef<uint8_t>(static_cast<uint8_t>(atom)));
  for (auto [list, target] : llvm::zip(state.dims, goal.dims)) {
    if (problem.getShards(list) != problem.getShards(target))
      return;
    for (uint8_t atom : target)
      used |= uint64_t(1) << atom;
  }
  if (partial & used)
    return;
  State after = state;
  after.dims = goal.dims;
  moves.push_back(problem.permute(state, std::move(after)));
}

void MoveGenerator::addReorders() {
  for (auto [d, list] : llvm::enumerate(state.dims)) {
    if (list.size() < 2 || list.size() > kMaxPermuted)
      continue;
    Atoms order(list);
    llvm::sort(order);
    do {
      if (order == list)
        continue;
      State after = state;
      after.dims[d] = order;
      moves.push_back(problem.permute(state, std::move(after)));
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

/// Replaces an atom by a free one of equal size, or exchanges two of different dimensions.
void MoveGenerator::addReplacements() {
  for (auto [d, list] : llvm::enumerate(state.dims)) {
    for (auto [i, atom] : llvm::enumerate(list)) {
      int64_t size = problem.getShards(atom);
      for (unsigned other = 0; other < problem.getNumAtoms(); ++other) {
        uint8_t replacement = static_cast<uint8_t>(other);
        if (!isFree(replacement) || problem.getShards(replacement) != size)
          continue;
        State after = state;
        after.dims[d][i] = replacement;
        moves.push_back(problem.permute(state, std::move(after)));
      }
      for (unsigned e = d + 1; e < state.dims.size(); ++e)
        for (unsigned j = 0; j < state.dims[e].size(); ++j) {
          if (problem.getShards(state.dims[e][j]) != size)
            continue;
          State after = state;
          std::swap(after.dims[d][i], after.dims[e][j]);
          moves.push_back(problem.permute(state, std::move(after)));
        }
    }
  }
}

//===----------------------------------------------------------------------===//
// Paths without search
//===----------------------------------------------------------------------===//

bool Problem::haveEqualLinks() const {
  return llvm::all_of(atoms, [&](const Axis &atom) {
    const LinkCost &a = cost.getLink(atom.index), &b = cost.getLink(atoms.front().index);
    return a.bandwidthInGBPerS == b.bandwidthInGBPerS && a.latencyUs == b.latencyUs;
  });
}

/// The one collective of a direct path, after all slices by atoms that it does not touch.
/// `gathered`: dimensions that lose atoms; `touched`: those that get atoms that are in use.
std::optional<Move> Problem::getDirectCollective(const State &state, ArrayRef<unsigned> gathered,
                                                 ArrayRef<unsigned> touched) const {
  Atoms reduced = getReducible(state);
  if (touched.size() > 1 || gathered.size() + !reduced.empty() != 1)
    return std::nullopt;
  if (touched.empty())
    return reduced.empty() ? gather(state, gathered.front(), 0) : allReduce(state, reduced);
  // Padding may make another path cheaper.
  unsigned target = touched.front();
  const Atoms &list = goal.dims[target];
  if (dims[target].size % getShards(list) != 0)
    return std::nullopt;
  if (!reduced.empty()) {
    Atoms sorted(list);
    llvm::sort(sorted);
    return sorted == reduced ? reduceScatter(state, target, list) : std::nullopt;
  }
  unsigned source = gathered.front();
  if (source == target || list != start.dims[source])
    return std::nullopt;
  return allToAll(state, source, 0, target);
}

std::optional<Path> Problem::getDirectPath() const {
  Path path;
  State state = start;
  auto follow = [&](Move move) {
    state = move.after;
    path.push_back(std::move(move));
  };
  uint64_t blocked = getBlocked(start);
  SmallVector<unsigned, 2> gathered, touched;
  for (unsigned d = 0; d < dims.size(); ++d) {
    const Atoms &list = goal.dims[d];
    if (!start.dims[d].empty())
      gathered.push_back(d);
    if (list.empty())
      continue;
    if (llvm::any_of(list, [&](uint8_t atom) { return blocked >> atom & 1; }))
      touched.push_back(d);
    else if (std::optional<Move> move = slice(state, d, list); move && start.dims[d].empty())
      follow(std::move(*move));
    else
      return std::nullopt;
  }
  bool communicates = !gathered.empty() || start.partial;
  if (goal.partial) {
    if (communicates)
      return std::nullopt;
    Atoms list;
    for (unsigned atom = 0; atom < atoms.size(); ++atom)
      if (goal.partial >> atom & 1)
        list.push_back(atom);
    follow(neutralize(state, list));
  }
  if (communicates) {
    std::optional<Move> move;
    if (haveEqualLinks())
      move = getDirectCollective(state, gathered, touched);
    if (!move)
      return std::nullopt;
    follow(std::move(*move));
  }
  if (!(state == goal))
    return std::nullopt;
  return path;
}

Path Problem::getFallbackPath() const {
  Path path;
  State state = start;
  auto follow = [&](Move move) {
    state = move.after;
    path.push_back(std::move(move));
  };
  if (Atoms reducible = getReducible(state); !reducible.empty())
    follow(allReduce(state, reducible));
  for (unsigned d = 0; d < dims.size(); ++d)
    if (!state.dims[d].empty() && state.dims[d] != goal.dims[d])
      follow(*gather(state, d, 0));
  for (unsigned d = 0; d < dims.size(); ++d)
    if (state.dims[d] != goal.dims[d])
      follow(*slice(state, d, goal.dims[d]));
  Atoms neutral;
  for (unsigned atom = 0; atom < atoms.size(); ++atom)
    if (goal.partial >> atom & 1)
      neutral.push_back(atom);
  if (!neutral.empty())
    follow(neutralize(state, neutral));
  return path;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
struct Node {
  Move move;
  /// Position of the node before, or -1.
  int parent;
  double costUs;
};
} // namespace

Path Problem::search() const {
  Path fallback = getFallbackPath();
  double best = kStepUs;
  for (const Move &move : fallback)
    best += move.costUs + kStepUs;

  std::vector<Node> nodes;
  std::unordered_map<std::string, double> seen;
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
  nodes.push_back({Move{CollectiveKind::AllSlice, {}, 0, 0, 0, 0, start}, -1, 0});
  queue.push({0, 0});
  seen[start.getKey()] = 0;
  int goalNode = -1;
  SmallVector<Move, 0> moves;
  for (unsigned expanded = 0; !queue.empty() && expanded < kMaxStates; ++expanded) {
    auto [costUs, index] = queue.top();
    queue.pop();
    if (costUs >= best)
      break;
    State state = nodes[index].move.after;
    if (costUs > seen[state.getKey()])
      continue;
    moves.clear();
    MoveGenerator(*this, state, moves).run();
    for (Move &move : moves) {
      double next = costUs + move.costUs + kStepUs;
      if (next >= best)
        continue;
      auto [it, isNew] = seen.try_emplace(move.after.getKey(), next);
      if (!isNew && it->second <= next)
        continue;
      it->second = next;
      int position = static_cast<int>(nodes.size());
      if (move.after == goal) {
        best = next;
        goalNode = position;
      }
      queue.push({next, position});
      nodes.push_back({std::move(move), index, next});
    }
  }
  if (goalNode < 0)
    return fallback;
  Path path;
  for (int node = goalNode; nodes[node].parent >= 0; node = nodes[node].parent)
    path.push_back(std::move(nodes[node].move));
  std::reverse(path.begin(), path.end());
  return path;
}
