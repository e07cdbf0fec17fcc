//===- OptimizeReshards.cpp - merge, fold and remove reshards -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order. For each tp.reshard, the first that holds:
//   - its operand is made by a reshard that nothing else uses: it takes that one's operand;
//   - its operand already has the wanted layout, or is constant-like: the operand replaces it;
//   - an equal reshard of the same value stands before it in the block: that one replaces it.
// Dead reshards go last, uses before definitions.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/ExplicitLayouts.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_OPTIMIZERESHARDS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// Whether `value` has exactly the layout that `sharding` wants.
static bool hasLayout(const FactorGraph &graph, Value value, ShardingAttr sharding) {
  int index = graph.lookup(value);
  if (index < 0)
    return false;
  const ValueNode &node = graph.getValues()[index];
  const MeshRef &ref = graph.getMeshes()[node.mesh];
  return ref.name == sharding.getMesh() && node.getFullLayout() == toLayout(sharding, ref.mesh);
}

static void optimize(const FactorGraph &graph, ModuleOp module) {
  DenseMap<std::tuple<Value, Block *, Attribute>, ReshardOp> seen;
  SmallVector<ReshardOp> reshards;
  module.walk([&](ReshardOp op) { reshards.push_back(op); });
  for (ReshardOp &op : reshards) {
    while (auto inner = op.getInput().getDefiningOp<ReshardOp>()) {
      if (!inner->hasOneUse())
        break;
      op.getInputMutable().set(inner.getInput());
    }
    Value input = op.getInput();
    if (isConstantLike(input) || hasLayout(graph, input, op.getSharding())) {
      op.getResult().replaceAllUsesWith(input);
      continue;
    }
    ReshardOp &first = seen[{input, op->getBlock(), op.getSharding()}];
    if (first)
      op.getResult().replaceAllUsesWith(first.getResult());
    else
      first = op;
  }
  for (ReshardOp op : llvm::reverse(reshards))
    if (op->use_empty())
      op.erase();
}

namespace {

struct OptimizeReshards : tp::impl::OptimizeReshardsBase<OptimizeReshards> {
  void runOnOperation() override {
    if (failed(expectStage(getOperation(), Stage::Explicit)))
      return signalPassFailure();
    FailureOr<FactorGraph> graph = readExplicit(getOperation());
    if (failed(graph))
      return signalPassFailure();
    optimize(*graph, getOperation());
  }
};

} // namespace
