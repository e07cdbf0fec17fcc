//===- PropagateShardings.cpp - shardings from the annotated ones ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver: the problem is read into a factor graph, solved there (lib/Planning/Propagation.cpp),
// and written back once. Callees that their sites ask for contradicting shardings are cloned
// (CalleeClones.cpp). Ops that run whole on every device are reported.
//
//===----------------------------------------------------------------------===//

#include "CalleeClones.h"
#include "tp/Planning/Propagation.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_PROPAGATESHARDINGS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// Bytes of the tensors that the op holds whole; dynamic dimensions count as 1.
static int64_t getWholeSizeInBytes(const ReplicatedOp &replicated) {
  int64_t size = 0;
  auto add = [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      size += getLocalSizeInBytes(tensor, Layout::getReplicated(tensor.getRank()));
  };
  for (OpOperand *use : replicated.uses)
    add(use->get().getType());
  llvm::for_each(replicated.op->getResultTypes(), add);
  return size;
}

static StringRef getReason(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function.getBody().hasOneBlock() ? "has no sharding rule"
                                          : "is in a function of several blocks";
}

static void remarkReplicated(const FactorGraph &graph) {
  for (const ReplicatedOp &replicated : graph.getReplicatedOps())
    replicated.op->emitRemark() << "'" << replicated.op->getName() << "' "
                                << getReason(replicated.op)
                                << ": it runs whole on every device, with "
                                << getWholeSizeInBytes(replicated)
                                << " bytes of operands and results";
}

/// All values of a group must have come to one sharding; constant-like ones follow each use.
static LogicalResult verifyGroups(const FactorGraph &graph) {
  for (const OpNode &op : graph.getOps()) {
    if (!isa<GroupOp>(op.op))
      continue;
    int first = -1;
    for (auto [i, value] : llvm::enumerate(op.operands)) {
      if (value < 0)
        continue;
      if (first < 0)
        first = i;
      const ValueNode &node = graph.getValues()[value];
      const ValueNode &other = graph.getValues()[op.operands[first]];
      const MeshRef &mesh = graph.getMeshes()[node.mesh];
      if (node.getLayout() == other.getLayout())
        continue;
      InFlightDiagnostic diag =
          op.op->emitError() << "expects all values of a group to have one sharding, but operand "
                             << i << " has " << toSharding(node.getLayout(), mesh.name, mesh.mesh);
      diag.attachNote(other.getLoc())
          << "operand " << first << " has " << toSharding(other.getLayout(), mesh.name, mesh.mesh);
      return diag;
    }
  }
  return success();
}

namespace {

struct PropagateShardings : tp::impl::PropagateShardingsBase<PropagateShardings> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (getStage(module) > Stage::Propagated) {
      (void)expectStage(module, Stage::Annotated);
      return signalPassFailure();
    }
    CalleeClones clones(module);
    FailureOr<FactorGraph> graph = failure();
    do {
      graph = FactorGraph::build(module);
      if (failed(graph))
        return signalPassFailure();
      PropagationCounters counters = propagate(*graph);
      numOpVisits += counters.opVisits;
      numUpdates += counters.updates;
    } while (clones.splitCallees(*graph));
    if (failed(verifyGroups(*graph)))
      return signalPassFailure();
    graph->writeShardings();
    remarkReplicated(*graph);
    clones.mergeEqual();
    setStage(module, Stage::Propagated);
  }
};

} // namespace
