//===- Partition.cpp - the program that each device runs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: stage explicit. After: stage local. Function by function; calls need no order, since the
// types of a local function follow from its arguments' and results' shardings alone.
//
//===----------------------------------------------------------------------===//

#include "FunctionPartitioner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Reshards/VerifyExplicit.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_PARTITION
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// What tools read about ops that run whole: {count, total}.
static void writeCounters(ModuleOp module, const PartitionCounters &counters) {
  Builder b(module.getContext());
  module->setAttr(
      "tp.replicated_ops",
      b.getDictionaryAttr({b.getNamedAttr("count", b.getI64IntegerAttr(counters.numReplicated)),
                           b.getNamedAttr("total", b.getI64IntegerAttr(counters.numOps))}));
}

namespace {

struct Partition : tp::impl::PartitionBase<Partition> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(expectStage(module, Stage::Explicit)))
      return signalPassFailure();
    FailureOr<FactorGraph> graph = FactorGraph::build(module);
    // Rewrites since the reshards may have left what no longer fits.
    if (failed(graph) || failed(verifyExplicit(*graph)))
      return signalPassFailure();
    SmallVector<CostModel> costs;
    for (const MeshRef &ref : graph->getMeshes())
      costs.push_back(CostModel::get(lookupMesh(module, ref.name)));
    PartitionCounters counters;
    for (auto function : module.getOps<func::FuncOp>()) {
      int mesh = graph->getMesh(function);
      if (mesh < 0 || function.isExternal())
        continue;
      if (failed(FunctionPartitioner(*graph, function, costs[mesh], counters).run()))
        return signalPassFailure();
    }
    writeCounters(module, counters);
    setStage(module, Stage::Local);
  }
};

} // namespace
