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
#include "tp/Planning/ExplicitLayouts.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Reshards/VerifyExplicit.h"
#include "tp/Transforms/Stage.h"
#include "llvm/ADT/MapVector.h"

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

/// Functions without body get the local types of their calls.
static LogicalResult updateDeclarations(ModuleOp module) {
  SymbolTableCollection symbols;
  llvm::MapVector<func::FuncOp, func::CallOp> firstCalls;
  WalkResult walk = module.walk([&](func::CallOp call) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!callee || !callee.isExternal())
      return WalkResult::advance();
    auto [it, isFirst] = firstCalls.try_emplace(callee, call);
    if (isFirst || it->second.getCalleeType() == call.getCalleeType())
      return WalkResult::advance();
    InFlightDiagnostic diag = call.emitError()
                              << "expects all calls of @" << callee.getSymName()
                              << ", which has no body, to have one local type, but this one has "
                              << call.getCalleeType();
    diag.attachNote(it->second.getLoc()) << "this one has " << it->second.getCalleeType();
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  for (auto [callee, call] : firstCalls) {
    if (callee.getFunctionType() == call.getCalleeType())
      continue;
    callee.setFunctionType(call.getCalleeType());
    // What is written there is of whole values.
    for (unsigned i = 0, e = callee.getNumArguments(); i < e; ++i)
      callee.removeArgAttr(i, kShardingAttrName);
    for (unsigned i = 0, e = callee.getNumResults(); i < e; ++i)
      callee.removeResultAttr(i, StringAttr::get(module.getContext(), kShardingAttrName));
  }
  return success();
}

namespace {

struct Partition : tp::impl::PartitionBase<Partition> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(expectStage(module, Stage::Explicit)))
      return signalPassFailure();
    FailureOr<FactorGraph> graph = readExplicit(module);
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
    if (failed(updateDeclarations(module)))
      return signalPassFailure();
    writeCounters(module, counters);
    setStage(module, Stage::Local);
  }
};

} // namespace
