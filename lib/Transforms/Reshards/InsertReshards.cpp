//===- InsertReshards.cpp - communication made explicit -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: every value has a layout, ops may disagree with it. After: each op agrees with its rule,
// and every change of layout is a tp.reshard.
//
//   1. read the module into a factor graph; ops that other passes made since propagation get their
//      shardings now;
//   2. choose each op's strategy and place the reductions (lib/Planning);
//   3. annotate each result with the layout in which it is made;
//   4. rewrite operands: a value that is made in another layout than its own is brought there once,
//      right behind its definition; a use that needs it elsewhere has a reshard before the first
//      such use in its block.
//
//     %0 = matmul %x, %w           // made partial over "m"
//     %1 = tp.reshard %0 to <..>   // its own layout: an all-reduce
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tp/Planning/PartialPlacement.h"
#include "tp/Planning/Propagation.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_INSERTRESHARDS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {

class ReshardInserter {
public:
  ReshardInserter(FactorGraph &graph, const ExplicitPlan &plan) : graph(graph), plan(plan) {}
  void run();

private:
  void annotateResults();
  void rewriteOperand(OpOperand &use, int value, const Layout &needed);
  /// The value, of which `made` is what its op makes, in its own layout.
  Value getPlaced(int value, Value made);
  Value createReshard(OpBuilder &b, Location loc, Value value, unsigned mesh, const Layout &layout);
  void removeConstraints();

  FactorGraph &graph;
  const ExplicitPlan &plan;
  DenseMap<int, Value> placed;
  /// Reshards by value, block and sharding.
  DenseMap<std::tuple<Value, Block *, Attribute>, Value> cache;
};

} // namespace

Value ReshardInserter::createReshard(OpBuilder &b, Location loc, Value value, unsigned mesh,
                                     const Layout &layout) {
  const MeshRef &ref = graph.getMeshes()[mesh];
  return ReshardOp::create(b, loc, value.getType(), value, toSharding(layout, ref.name, ref.mesh));
}

Value ReshardInserter::getPlaced(int index, Value made) {
  const ValueNode &node = graph.getValues()[index];
  Layout own = node.getLayout();
  if (plan.made[index] == own)
    return made;
  Value &result = placed[index];
  if (!result) {
    OpBuilder b(made.getContext());
    b.setInsertionPointAfterValue(made);
    result = createReshard(b, made.getLoc(), made, node.mesh, own);
  }
  return result;
}

void ReshardInserter::rewriteOperand(OpOperand &use, int index, const Layout &needed) {
  const ValueNode &node = graph.getValues()[index];
  Value made = use.get();
  if (needed == plan.made[index])
    return;
  // A use that takes the value partial gets it from where it is made.
  Value source = needed.isPartial() && plan.made[index].isPartial() ? made : getPlaced(index, made);
  if (!needed.isPartial() && needed == node.getLayout()) {
    use.set(source);
    return;
  }
  const MeshRef &ref = graph.getMeshes()[node.mesh];
  Operation *user = use.getOwner();
  // Operands captured by a region get their reshard before the op that owns the region.
  Operation *anchor = made.getParentBlock()->findAncestorOpInBlock(*user);
  if (!anchor)
    anchor = user;
  Attribute sharding = toSharding(needed, ref.name, ref.mesh);
  Value &reshard = cache[{made, anchor->getBlock(), sharding}];
  if (!reshard) {
    OpBuilder b(anchor);
    reshard = createReshard(b, anchor->getLoc(), source, node.mesh, needed);
  } else if (anchor->isBeforeInBlock(reshard.getDefiningOp())) {
    reshard.getDefiningOp()->moveBefore(anchor);
  }
  use.set(reshard);
}

void ReshardInserter::annotateResults() {
  for (const OpNode &op : graph.getOps()) {
    if (op.isEdge || isa<ConstrainOp, ReshardOp, BarrierOp>(op.op))
      continue;
    const MeshRef &ref = graph.getMeshes()[op.mesh];
    SmallVector<Attribute> list;
    for (auto [i, value] : llvm::enumerate(op.results)) {
      if (value < 0) {
        list.push_back(ShardingAttr::getReplicated(ref.name, 0));
        continue;
      }
      Layout made = plan.made[value];
      // The combiner of the results that are used need not suit the others (the index of a
      // maximum).
      if (op.op->getResult(i).use_empty())
        made.partial.clear();
      list.push_back(toSharding(made, ref.name, ref.mesh));
    }
    if (!list.empty())
      op.op->setAttr(kShardingsAttrName, ArrayAttr::get(op.op->getContext(), list));
  }
  for (const OpNode &op : graph.getOps()) {
    auto call = dyn_cast<func::CallOp>(op.op);
    if (!call || !op.isEdge || op.rule.operands[0].use)
      continue;
    const MeshRef &ref = graph.getMeshes()[op.mesh];
    SmallVector<Attribute> list;
    for (Value result : call.getResults()) {
      int value = graph.lookup(result);
      list.push_back(value < 0 ? ShardingAttr::getReplicated(ref.name, 0)
                               : toSharding(plan.made[value], ref.name, ref.mesh));
    }
    call->setAttr(kShardingsAttrName, ArrayAttr::get(call.getContext(), list));
  }
}

/// Constraints, barriers and groups have done their work: operands have the wanted layouts.
void ReshardInserter::removeConstraints() {
  for (const OpNode &op : graph.getOps()) {
    if (op.isEdge || !isa<ConstrainOp, ReshardOp, BarrierOp, GroupOp>(op.op))
      continue;
    if (op.op->getNumResults() > 0)
      op.op->getResult(0).replaceAllUsesWith(op.op->getOperand(0));
    op.op->erase();
  }
}

void ReshardInserter::run() {
  annotateResults();
  for (auto [index, op] : llvm::enumerate(graph.getOps())) {
    for (auto [i, operand] : llvm::enumerate(op.rule.operands)) {
      int value = op.operands[i];
      if (value < 0 || !operand.use)
        continue;
      Layout needed;
      if (op.isEdge) {
        const ValueNode &to = graph.getValues()[op.results[0]];
        needed = to.getLayout();
        needed.partial = to.partial;
        needed.partialKind = to.partialKind;
      } else {
        needed = *getLayout(op.rule, operand.dims, plan.strategies[index].factorAxes);
        needed.partial = plan.operandPartial[index][i];
        needed.partialKind = plan.made[value].partialKind;
      }
      rewriteOperand(*operand.use, value, needed);
    }
  }
  for (const ReplicatedOp &replicated : graph.getReplicatedOps())
    for (OpOperand *use : replicated.uses)
      if (int value = graph.lookup(use->get()); value >= 0)
        rewriteOperand(*use, value, Layout::getReplicated(graph.getValues()[value].axes.size()));
  removeConstraints();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct InsertReshards : tp::impl::InsertReshardsBase<InsertReshards> {
  using InsertReshardsBase::InsertReshardsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(expectStage(module, Stage::Propagated)))
      return signalPassFailure();
    FailureOr<FactorGraph> graph = FactorGraph::build(module);
    if (failed(graph))
      return signalPassFailure();
    propagate(*graph);
    graph->writeShardings();
    SmallVector<CostModel> costs;
    for (const MeshRef &ref : graph->getMeshes())
      costs.push_back(CostModel::get(lookupMesh(module, ref.name)));
    ExplicitPlan plan = placeReductions(*graph, costs, chooseStrategies(*graph, costs), {strict});
    ReshardInserter(*graph, plan).run();
    setStage(module, Stage::Explicit);
  }
};

} // namespace
