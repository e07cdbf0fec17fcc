//===- VerifyLocal.cpp - check a local program ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tp/Analysis/Axes.h"
#include "tp/Analysis/Uniformity.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_VERIFYLOCAL
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// The local type of `role` `index` must follow from its global type and sharding.
static LogicalResult verifyType(func::FuncOp function, StringRef role, unsigned index, Type type,
                                ShardingAttr sharding, TypeAttr global) {
  if (!sharding && !global)
    return success();
  auto globalType = global ? dyn_cast<RankedTensorType>(global.getValue()) : RankedTensorType();
  if (!sharding || !globalType)
    return function.emitError() << "expects " << role << " " << index
                                << " to have both `tp.sharding` and `tp.global_type`";
  MeshOp mesh = lookupMesh(function, sharding.getMesh());
  if (!mesh)
    return function.emitError() << "expects mesh " << sharding.getMesh() << " to be defined";
  if (failed(
          verifySharding(sharding, globalType, function, [&]() { return function.emitError(); })))
    return failure();
  Type expected = getLocalType(globalType, toLayout(sharding, mesh.getMesh()));
  if (type != expected)
    return function.emitError() << "expects " << role << " " << index << " to have type "
                                << expected << ", the local part of " << globalType
                                << ", but it has " << type;
  return success();
}

static LogicalResult verifySignature(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (failed(verifyType(function, "argument", i, type,
                          function.getArgAttrOfType<ShardingAttr>(i, kShardingAttrName),
                          function.getArgAttrOfType<TypeAttr>(i, kGlobalTypeAttrName))))
      return failure();
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(verifyType(function, "result", i, type,
                          function.getResultAttrOfType<ShardingAttr>(i, kShardingAttrName),
                          function.getResultAttrOfType<TypeAttr>(i, kGlobalTypeAttrName))))
      return failure();
  return success();
}

namespace {

struct VerifyLocal : tp::impl::VerifyLocalBase<VerifyLocal> {
  void runOnOperation() override {
    if (failed(expectStage(getOperation(), Stage::Local)))
      return signalPassFailure();
    WalkResult walk = getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        return WalkResult(verifySignature(function));
      if (isa<ReshardOp, ConstrainOp, HaloOp, GroupOp, BarrierOp, ManualOp>(op)) {
        op->emitError() << "expects no global op in a local program";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted() || failed(verifyUniformConditions(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
