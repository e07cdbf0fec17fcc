//===- Uniformity.cpp - along which axes values vary ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values start uniform; axes are only added, until a walk over the function changes nothing. An op
// with regions is taken as a whole: its results and region arguments vary along everything that its
// operands, captured values and yielded values vary along.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Uniformity.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

bool tp::unite(AxisList &set, ArrayRef<Axis> axes) {
  AxisList fresh = subtract(axes, set);
  set.append(fresh.begin(), fresh.end());
  return !fresh.empty();
}

/// Axes along which devices hold different parts, or partial values.
static AxisList getDistributed(ShardingAttr sharding, MeshAttr mesh) {
  if (!sharding)
    return {};
  Layout layout = toLayout(sharding, mesh);
  AxisList axes = layout.getShardedAxes();
  unite(axes, layout.partial);
  return axes;
}

ArrayRef<Axis> UniformityAnalysis::getVaryingAxes(Value value) const {
  auto it = varying.find(value);
  return it == varying.end() ? ArrayRef<Axis>() : ArrayRef<Axis>(it->second);
}

bool UniformityAnalysis::update(Value value, ArrayRef<Axis> axes) {
  return !axes.empty() && unite(varying[value], axes);
}

/// What the op's operands and the values captured by its regions vary along.
AxisList UniformityAnalysis::getInputs(Operation *op) const {
  AxisList axes;
  if (op->getNumRegions() == 0) {
    for (Value operand : op->getOperands())
      unite(axes, getVaryingAxes(operand));
    return axes;
  }
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      unite(axes, getVaryingAxes(operand));
  });
  return axes;
}

AxisList UniformityAnalysis::getCallResult(func::CallOp call, unsigned index,
                                           ArrayRef<Axis> inputs) const {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  ShardingAttr sharding;
  if (callee)
    sharding = callee.getResultAttrOfType<ShardingAttr>(index, kShardingAttrName);
  return sharding ? getDistributed(sharding, mesh) : AxisList(inputs.begin(), inputs.end());
}

bool UniformityAnalysis::visitRegions(Operation *op, ArrayRef<Axis> inputs) {
  bool changed = false;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument arg : block.getArguments())
        changed |= update(arg, inputs);
  return changed;
}

bool UniformityAnalysis::visit(Operation *op) {
  bool changed = false;
  AxisList axes = getInputs(op);
  if (auto coordinate = dyn_cast<CoordinateOp>(op)) {
    unite(axes,
          resolveAxes(SmallVector<AxisAttr>(coordinate.getAxes().getAsRange<AxisAttr>()), mesh));
  } else if (isa<AllReduceOp, AllGatherOp, BroadcastOp>(op)) {
    auto own = op->getAttrOfType<ArrayAttr>("axes");
    axes = subtract(axes, resolveAxes(SmallVector<AxisAttr>(own.getAsRange<AxisAttr>()), mesh));
  } else if (isa<ReduceScatterOp, AllSliceOp, AllToAllOp, PermuteOp>(op)) {
    auto own = op->getAttrOfType<ArrayAttr>("axes");
    unite(axes, resolveAxes(SmallVector<AxisAttr>(own.getAsRange<AxisAttr>()), mesh));
  } else if (isa<RecvOp>(op)) {
    for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
      unite(axes, Axis{static_cast<unsigned>(i), 1, axis.getSize()});
  } else if (auto call = dyn_cast<func::CallOp>(op)) {
    for (OpResult result : call.getResults())
      changed |= update(result, getCallResult(call, result.getResultNumber(), axes));
    return changed;
  }
  changed |= visitRegions(op, axes);
  for (Value result : op->getResults())
    changed |= update(result, axes);
  // Branches hand what they pass to the arguments of their blocks.
  for (Block *successor : op->getSuccessors())
    for (BlockArgument arg : successor->getArguments())
      changed |= update(arg, axes);
  return changed;
}

UniformityAnalysis::UniformityAnalysis(func::FuncOp function, MeshAttr mesh) : mesh(mesh) {
  if (function.isExternal())
    return;
  for (BlockArgument arg : function.getArguments())
    update(arg, getDistributed(
                    function.getArgAttrOfType<ShardingAttr>(arg.getArgNumber(), kShardingAttrName),
                    mesh));
  for (bool changed = true; changed;) {
    changed = false;
    function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) { changed |= visit(op); });
  }
}

//===----------------------------------------------------------------------===//
// Conditions around collectives
//===----------------------------------------------------------------------===//

namespace {

/// What a function communicates over, calls included.
class CommunicatedAxes {
public:
  explicit CommunicatedAxes(MeshAttr mesh) : mesh(mesh) {}

  AxisList get(Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      return callee && !callee.isExternal() ? getFunction(callee) : AxisList();
    }
    if (isa<SendOp, RecvOp>(op) || !isa_and_present<TPDialect>(op->getDialect()) ||
        isa<CoordinateOp, AllSliceOp>(op))
      return {};
    auto axes = op->getAttrOfType<ArrayAttr>("axes");
    return axes ? resolveAxes(SmallVector<AxisAttr>(axes.getAsRange<AxisAttr>()), mesh)
                : AxisList();
  }

private:
  AxisList getFunction(func::FuncOp function) {
    auto [it, fresh] = cache.try_emplace(function);
    if (!fresh)
      return it->second;
    AxisList all;
    function.getBody().walk([&](Operation *op) { unite(all, get(op)); });
    return cache[function] = all;
  }

  MeshAttr mesh;
  DenseMap<Operation *, AxisList> cache;
};

} // namespace

/// Values that decide whether or how often the regions of `op` run.
static SmallVector<Value> getConditions(Operation *op) {
  SmallVector<Value> conditions;
  if (isa<linalg::LinalgOp>(op))
    return conditions;
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    conditions.push_back(loop.getConditionOp().getCondition());
  for (Value operand : op->getOperands())
    if (!isa<ShapedType>(operand.getType()) && !isa<LoopLikeOpInterface>(op))
      conditions.push_back(operand);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    for (auto bounds : {loop.getLoopLowerBounds(), loop.getLoopUpperBounds(), loop.getLoopSteps()})
      if (bounds)
        for (OpFoldResult bound : *bounds)
          if (auto value = dyn_cast<Value>(bound))
            conditions.push_back(value);
  }
  return conditions;
}

static LogicalResult verifyFunction(func::FuncOp function, MeshAttr mesh) {
  CommunicatedAxes communicated(mesh);
  std::optional<UniformityAnalysis> analysis;
  WalkResult walk = function.walk([&](Operation *op) {
    AxisList axes = communicated.get(op);
    if (axes.empty())
      return WalkResult::advance();
    for (Operation *around = op->getParentOp(); around != function;
         around = around->getParentOp()) {
      if (!analysis)
        analysis.emplace(function, mesh);
      for (Value condition : getConditions(around))
        for (const Axis &axis : analysis->getVaryingAxes(condition))
          if (overlap(axis, axes)) {
            InFlightDiagnostic diag = op->emitError()
                                      << "expects all devices of the group to take part, but the "
                                         "condition or bound around it varies along axis "
                                      << toAttr(axis, mesh);
            diag.attachNote(around->getLoc()) << "this op decides whether it runs";
            return WalkResult::interrupt();
          }
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult tp::verifyUniformConditions(ModuleOp module) {
  // Axes of the collectives of a function are on the mesh that its first one names.
  for (auto function : module.getOps<func::FuncOp>()) {
    MeshOp mesh;
    function.walk([&](Operation *op) {
      auto name = op->getAttrOfType<FlatSymbolRefAttr>("mesh");
      if (name && isa_and_present<TPDialect>(op->getDialect()))
        mesh = lookupMesh(op, name);
      return mesh ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (mesh && failed(verifyFunction(function, mesh.getMesh())))
      return failure();
  }
  return success();
}
