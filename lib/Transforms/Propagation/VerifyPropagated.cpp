//===- VerifyPropagated.cpp - every value has one closed sharding ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/FactorGraph.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_VERIFYPROPAGATED
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// The sharding that IR carries for a node's value, null if there is none.
static ShardingAttr readSharding(const ValueNode &node) {
  func::FuncOp function = node.function;
  if (!node.value)
    return function.getResultAttrOfType<ShardingAttr>(node.resultIndex, kShardingAttrName);
  if (isFunctionArgument(node.value))
    return function.getArgAttrOfType<ShardingAttr>(cast<BlockArgument>(node.value).getArgNumber(),
                                                   kShardingAttrName);
  auto result = cast<OpResult>(node.result ? node.result : node.value);
  if (auto constrain = dyn_cast<ConstrainOp>(result.getOwner()))
    return constrain.getSharding();
  if (auto reshard = dyn_cast<ReshardOp>(result.getOwner()))
    return reshard.getSharding();
  auto list = result.getOwner()->getAttrOfType<ArrayAttr>(kShardingsAttrName);
  if (!list || list.size() != result.getOwner()->getNumResults())
    return {};
  return dyn_cast<ShardingAttr>(list[result.getResultNumber()]);
}

static LogicalResult verifyNode(const ValueNode &node) {
  auto arg = dyn_cast_if_present<BlockArgument>(node.value);
  // Arguments of other blocks and of the first region of scf.while have no attribute of their own.
  if (arg && !node.result && !isFunctionArgument(arg))
    return success();
  // The shardings of tp.manual are closed as written.
  if (node.value && node.value.getDefiningOp<ManualOp>())
    return success();
  ShardingAttr sharding = readSharding(node);
  auto report = [&](StringRef fact) {
    InFlightDiagnostic diag = emitError(node.getLoc()) << "expects a closed sharding for ";
    if (arg)
      diag << "argument " << arg.getArgNumber();
    else
      diag << "result "
           << (node.value ? cast<OpResult>(node.value).getResultNumber() : node.resultIndex);
    diag << ", but " << fact;
    return diag;
  };
  if (!sharding)
    return report("it has none");
  for (auto [i, dim] : llvm::enumerate(sharding.getDims()))
    if (dim.getIsOpen())
      return report(("dimension " + Twine(i) + " is open").str());
  return success();
}

namespace {

struct VerifyPropagated : tp::impl::VerifyPropagatedBase<VerifyPropagated> {
  void runOnOperation() override {
    if (failed(expectStage(getOperation(), Stage::Propagated)))
      return signalPassFailure();
    FailureOr<FactorGraph> graph = FactorGraph::build(getOperation());
    if (failed(graph))
      return signalPassFailure();
    for (const ValueNode &node : graph->getValues())
      if (failed(verifyNode(node)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
