//===- CalleeClones.cpp - callees that call sites see differently ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shardings of all sites meet in the callee. Where they do not fit together:
//   1. a position (argument or result) is in conflict if some site has it split so that what the
//      callee has is no refinement, and the callee's annotation leaves the dimension open: what is
//      closed there is wanted so, and sites reshard;
//   2. sites that agree at all positions in conflict keep together; the first such group keeps the
//      function, every other gets a clone of it and of all that it calls;
//   3. propagation starts anew, until there is no conflict. Each round separates sites, so it ends.
// Functions that came to be equal after all are merged when the shardings are written, callees
// before callers.
//
//===----------------------------------------------------------------------===//

#include "CalleeClones.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

namespace {
/// What the sites and the callee have at one argument or result.
struct Position {
  int callee;
  /// By site; −1 where the site takes whatever the callee has.
  SmallVector<int> sites;
};
/// What a site has at all positions in conflict, null where it takes anything.
using SiteKey = SmallVector<std::optional<Layout>, 0>;
} // namespace

/// The node that tells what is wanted of a call's result: what it is handed to as a whole if that
/// is closed, since the callee's sharding may have reached the result first.
static int getWanted(const FactorGraph &graph, int result) {
  if (result < 0)
    return result;
  for (unsigned index : graph.getValues()[result].ops) {
    const OpNode &op = graph.getOps()[index];
    if ((!op.isEdge && !isa<ConstrainOp, ReshardOp>(op.op)) || op.operands[0] != result)
      continue;
    if (llvm::none_of(graph.getValues()[op.results[0]].open, [](bool open) { return open; }))
      return op.results[0];
  }
  return result;
}

static bool contradicts(const FactorGraph &graph, const Position &position) {
  const ValueNode &callee = graph.getValues()[position.callee];
  return llvm::any_of(position.sites, [&](int site) {
    if (site < 0)
      return false;
    const ValueNode &node = graph.getValues()[site];
    for (auto [dim, axes] : llvm::enumerate(node.axes))
      if (callee.open[dim] && !isPrefix(mergeAdjacent(axes), mergeAdjacent(callee.axes[dim])))
        return true;
    return false;
  });
}

static SmallVector<Position> findConflicts(const FactorGraph &graph, func::FuncOp callee,
                                           ArrayRef<func::CallOp> calls) {
  SmallVector<Position> conflicts;
  auto add = [&](int node, function_ref<int(func::CallOp)> getSite) {
    if (node < 0)
      return;
    Position position{node, {}};
    for (func::CallOp call : calls)
      position.sites.push_back(getSite(call));
    if (contradicts(graph, position))
      conflicts.push_back(std::move(position));
  };
  for (BlockArgument arg : callee.getArguments())
    add(graph.lookup(arg),
        [&](func::CallOp call) { return graph.lookup(call.getOperand(arg.getArgNumber())); });
  for (unsigned i = 0, e = callee.getNumResults(); i < e; ++i)
    add(graph.lookupResult(callee, i),
        [&](func::CallOp call) { return getWanted(graph, graph.lookup(call.getResult(i))); });
  return conflicts;
}

/// Whether one function can serve both; `key` takes on what `other` says more.
static bool join(SiteKey &key, const SiteKey &other) {
  for (auto [own, its] : llvm::zip_equal(key, other))
    if (own && its && *own != *its)
      return false;
  for (auto [own, its] : llvm::zip_equal(key, other))
    if (!own)
      own = its;
  return true;
}

/// Calls that keep together, in program order of their first.
static SmallVector<SmallVector<func::CallOp>>
groupCalls(const FactorGraph &graph, ArrayRef<Position> conflicts, ArrayRef<func::CallOp> calls) {
  SmallVector<SmallVector<func::CallOp>> groups;
  SmallVector<SiteKey> keys;
  for (auto [i, call] : llvm::enumerate(calls)) {
    SiteKey key;
    for (const Position &position : conflicts) {
      int site = position.sites[i];
      key.push_back(site < 0 ? std::nullopt
                             : std::optional<Layout>(graph.getValues()[site].getLayout()));
    }
    auto *known = llvm::find_if(keys, [&](SiteKey &other) { return join(other, key); });
    if (known == keys.end()) {
      keys.push_back(std::move(key));
      groups.push_back({call});
    } else {
      groups[known - keys.begin()].push_back(call);
    }
  }
  return groups;
}

static llvm::MapVector<func::FuncOp, SmallVector<func::CallOp>> collectCalls(ModuleOp module) {
  SymbolTableCollection symbols;
  llvm::MapVector<func::FuncOp, SmallVector<func::CallOp>> calls;
  module.walk([&](func::CallOp call) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (callee && !callee.isExternal())
      calls[callee].push_back(call);
  });
  return calls;
}

static bool areEqual(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() && a.getArgAttrsAttr() == b.getArgAttrsAttr() &&
         a.getResAttrsAttr() == b.getResAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(&a.getBody(), &b.getBody(),
                                                    OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void CalleeClones::addClone(func::FuncOp callee, ArrayRef<func::CallOp> calls) {
  func::FuncOp clone = callee.clone();
  clone.setPrivate();
  SymbolTable(module).insert(clone, std::next(callee->getIterator()));
  auto [it, isFirst] = origins.try_emplace(callee, callee);
  Operation *origin = it->second;
  SmallVector<func::FuncOp, 2> &family = families[origin];
  if (isFirst)
    family.push_back(callee);
  family.push_back(clone);
  origins[clone] = origin;
  for (func::CallOp call : calls)
    call.setCallee(clone.getSymName());
  // What both call would lead the shardings of one to the other.
  clone.walk([&](func::CallOp call) {
    auto inner = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!inner.isExternal())
      addClone(inner, call);
  });
}

bool CalleeClones::splitCallees(const FactorGraph &graph) {
  bool changed = false;
  for (auto &[callee, calls] : collectCalls(module)) {
    if (calls.size() < 2 || graph.getMesh(callee) < 0)
      continue;
    SmallVector<Position> conflicts = findConflicts(graph, callee, calls);
    if (conflicts.empty())
      continue;
    auto groups = groupCalls(graph, conflicts, calls);
    for (ArrayRef<func::CallOp> group : llvm::drop_begin(groups)) {
      addClone(callee, group);
      changed = true;
    }
  }
  return changed;
}

void CalleeClones::mergeEqual() {
  // Merging callees may make their callers equal.
  for (bool changed = true; changed;) {
    changed = false;
    llvm::MapVector<func::FuncOp, SmallVector<func::CallOp>> calls = collectCalls(module);
    for (auto &[origin, family] : families)
      for (unsigned i = 0; i < family.size(); ++i)
        for (unsigned j = family.size() - 1; j > i; --j) {
          if (!areEqual(family[i], family[j]))
            continue;
          for (func::CallOp call : calls[family[j]])
            call.setCallee(family[i].getSymName());
          family[j].erase();
          family.erase(family.begin() + j);
          changed = true;
          // Calls of the erased function are gone.
          calls = collectCalls(module);
        }
  }
}
