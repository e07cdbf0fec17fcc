//===- Uniformity.cpp - along which axes values vary ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values start uniform; axes are only added, until a walk over the function changes nothing.
// Structured control flow hands on what it forwards, one value at a time (a loop's counter is not
// its tensors), and all of it varies along what decides the way. Any other op with regions is taken
// as a whole: its results and region arguments vary along everything that its operands, captured
// values and yielded values vary along. What follows a branch varies along all that decides it.
// Between functions the union over all calls is carried, again until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Uniformity.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::tp;

/// The parts of `axes` that do not lie in `set`. What only overlaps it (of 6 devices the first 3
/// and the first 2) stays.
static AxisList dropContained(ArrayRef<Axis> axes, ArrayRef<Axis> set) {
  AxisList rest;
  for (const Axis &piece : splitAt(axes, set))
    if (llvm::none_of(set, [&](const Axis &axis) { return axis.contains(piece); }))
      rest.push_back(piece);
  return rest;
}

bool tp::unite(AxisList &set, ArrayRef<Axis> axes) {
  AxisList fresh = dropContained(axes, set);
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
  if (callee)
    if (auto sharding = callee.getResultAttrOfType<ShardingAttr>(index, kShardingAttrName))
      return getDistributed(sharding, mesh);
  if (calls)
    if (auto it = calls->results.find(callee); it != calls->results.end())
      return it->second[index];
  return AxisList(inputs.begin(), inputs.end());
}

/// Values that decide which successor of a branch comes next.
static SmallVector<Value> getBranchConditions(Operation *op) {
  if (op->getNumSuccessors() < 2)
    return {};
  llvm::SmallBitVector forwarded(op->getNumOperands());
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    for (unsigned i = 0, e = op->getNumSuccessors(); i < e; ++i) {
      OperandRange range = branch.getSuccessorOperands(i).getForwardedOperands();
      if (!range.empty())
        forwarded.set(range.getBeginOperandIndex(), range.getBeginOperandIndex() + range.size());
    }
  SmallVector<Value> conditions;
  for (OpOperand &operand : op->getOpOperands())
    if (!forwarded.test(operand.getOperandNumber()))
      conditions.push_back(operand.get());
  return conditions;
}

/// Branches hand what they pass to the arguments of their blocks. Where the way there differs
/// between devices, so may what any later block is given.
bool UniformityAnalysis::visitBranch(Operation *op, ArrayRef<Axis> inputs) {
  bool changed = false;
  for (Block *successor : op->getSuccessors())
    for (BlockArgument arg : successor->getArguments())
      changed |= update(arg, inputs);
  for (Value condition : getBranchConditions(op)) {
    AxisList axes(getVaryingAxes(condition));
    for (Block &block : llvm::drop_begin(*op->getParentRegion()))
      for (BlockArgument arg : block.getArguments())
        changed |= update(arg, axes);
  }
  return changed;
}

/// Whether `op` names for every value that enters or leaves its regions where it comes from.
static bool isControlFlow(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op);
}

bool UniformityAnalysis::visitControlFlow(RegionBranchOpInterface op) {
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(&operand);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (isa<RegionBranchTerminatorOpInterface>(block.getTerminator()))
        for (OpOperand &operand : block.getTerminator()->getOpOperands())
          operands.push_back(&operand);

  RegionBranchSuccessorMapping forwarded;
  op.getSuccessorOperandInputMapping(forwarded);
  bool changed = false;
  AxisList deciding;
  for (OpOperand *operand : operands) {
    AxisList axes(getVaryingAxes(operand->get()));
    auto it = forwarded.find(operand);
    if (it == forwarded.end()) {
      unite(deciding, axes);
      continue;
    }
    for (Value input : it->second)
      changed |= update(input, axes);
  }
  changed |= visitRegions(op, deciding);
  for (Value result : op->getResults())
    changed |= update(result, deciding);
  return changed;
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
  if (isControlFlow(op))
    return visitControlFlow(cast<RegionBranchOpInterface>(op));
  bool changed = false;
  AxisList axes = getInputs(op);
  if (auto coordinate = dyn_cast<CoordinateOp>(op)) {
    unite(axes,
          resolveAxes(SmallVector<AxisAttr>(coordinate.getAxes().getAsRange<AxisAttr>()), mesh));
  } else if (isa<AllReduceOp, AllGatherOp, BroadcastOp>(op)) {
    auto own = op->getAttrOfType<ArrayAttr>("axes");
    axes =
        dropContained(axes, resolveAxes(SmallVector<AxisAttr>(own.getAsRange<AxisAttr>()), mesh));
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
  return visitBranch(op, axes) || changed;
}

bool UniformityAnalysis::addTo(CallVariation &calls, func::FuncOp function) const {
  bool changed = false;
  auto add = [&](DenseMap<Operation *, SmallVector<AxisList>> &to, Operation *key,
                 ValueRange values) {
    auto [it, fresh] = to.try_emplace(key, values.size());
    for (auto [set, value] : llvm::zip_equal(it->second, values))
      changed |= unite(set, getVaryingAxes(value));
    changed |= fresh;
  };
  function.getBody().walk([&](Operation *op) {
    if (isa<func::ReturnOp>(op))
      add(calls.results, function, op->getOperands());
    if (auto call = dyn_cast<func::CallOp>(op))
      if (auto callee =
              SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr()))
        add(calls.arguments, callee, call.getOperands());
  });
  return changed;
}

UniformityAnalysis::UniformityAnalysis(func::FuncOp function, MeshAttr mesh,
                                       const CallVariation *calls)
    : mesh(mesh), calls(calls) {
  if (function.isExternal())
    return;
  for (BlockArgument arg : function.getArguments()) {
    unsigned i = arg.getArgNumber();
    update(arg,
           getDistributed(function.getArgAttrOfType<ShardingAttr>(i, kShardingAttrName), mesh));
    if (!calls)
      continue;
    if (auto it = calls->arguments.find(function); it != calls->arguments.end())
      update(arg, it->second[i]);
  }
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

namespace {

/// Whether all devices reach the collectives of one function together.
class ConditionVerifier {
public:
  ConditionVerifier(func::FuncOp function, MeshAttr mesh, const CallVariation &calls)
      : function(function), mesh(mesh), calls(calls), communicated(mesh) {}
  LogicalResult run();

private:
  LogicalResult verify(Operation *op, ArrayRef<Axis> axes);
  LogicalResult verifyBranches(Operation *op, Block *block, ArrayRef<Axis> axes);
  LogicalResult verifyConditions(Operation *op, Operation *decider, ArrayRef<Value> conditions,
                                 ArrayRef<Axis> axes);

  func::FuncOp function;
  MeshAttr mesh;
  const CallVariation &calls;
  CommunicatedAxes communicated;
  std::optional<UniformityAnalysis> analysis;
  PostDominanceInfo postDominance;
};

} // namespace

LogicalResult ConditionVerifier::verifyConditions(Operation *op, Operation *decider,
                                                  ArrayRef<Value> conditions, ArrayRef<Axis> axes) {
  if (!analysis)
    analysis.emplace(function, mesh, &calls);
  for (Value condition : conditions)
    for (const Axis &axis : analysis->getVaryingAxes(condition))
      if (overlap(axis, axes)) {
        InFlightDiagnostic diag = op->emitError()
                                  << "expects all devices of the group to take part, but the "
                                     "condition or bound around it varies along axis "
                                  << toAttr(axis, mesh);
        diag.attachNote(decider->getLoc()) << "this op decides whether it runs";
        return diag;
      }
  return success();
}

/// Branches after which `block` may or may not run, or not as often.
LogicalResult ConditionVerifier::verifyBranches(Operation *op, Block *block, ArrayRef<Axis> axes) {
  for (Block &other : *block->getParent()) {
    SmallVector<Value> conditions = getBranchConditions(other.getTerminator());
    if (conditions.empty() || !other.isReachable(block))
      continue;
    if (postDominance.postDominates(block, &other) && !block->isReachable(&other))
      continue;
    if (failed(verifyConditions(op, other.getTerminator(), conditions, axes)))
      return failure();
  }
  return success();
}

LogicalResult ConditionVerifier::verify(Operation *op, ArrayRef<Axis> axes) {
  for (Operation *inner = op; inner != function; inner = inner->getParentOp()) {
    Block *block = inner->getBlock();
    if (!block->isEntryBlock() && failed(verifyBranches(op, block, axes)))
      return failure();
    Operation *around = block->getParentOp();
    if (around != function && failed(verifyConditions(op, around, getConditions(around), axes)))
      return failure();
  }
  return success();
}

LogicalResult ConditionVerifier::run() {
  WalkResult walk = function.walk([&](Operation *op) {
    AxisList axes = communicated.get(op);
    return WalkResult(axes.empty() ? success() : verify(op, axes));
  });
  return failure(walk.wasInterrupted());
}

/// The mesh that a local function is on: of its shardings, of its collectives, or the only one.
static MeshOp findMesh(func::FuncOp function, ModuleOp module) {
  FlatSymbolRefAttr name;
  auto read = [&](ShardingAttr sharding) { name = sharding && !name ? sharding.getMesh() : name; };
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    read(function.getArgAttrOfType<ShardingAttr>(i, kShardingAttrName));
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    read(function.getResultAttrOfType<ShardingAttr>(i, kShardingAttrName));
  if (!name)
    function.walk([&](Operation *op) {
      if (isa_and_present<TPDialect>(op->getDialect()))
        name = op->getAttrOfType<FlatSymbolRefAttr>("mesh");
      return name ? WalkResult::interrupt() : WalkResult::advance();
    });
  if (name)
    return lookupMesh(function, name);
  auto meshes = module.getOps<MeshOp>();
  return llvm::hasSingleElement(meshes) ? *meshes.begin() : MeshOp();
}

LogicalResult tp::verifyUniformConditions(ModuleOp module) {
  SmallVector<std::pair<func::FuncOp, MeshAttr>> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (MeshOp mesh = findMesh(function, module); mesh && !function.isExternal())
      functions.push_back({function, mesh.getMesh()});
  CallVariation calls;
  bool hasCalls =
      module.walk([](func::CallOp) { return WalkResult::interrupt(); }).wasInterrupted();
  for (bool changed = hasCalls; changed;) {
    changed = false;
    for (auto [function, mesh] : functions)
      changed |= UniformityAnalysis(function, mesh, &calls).addTo(calls, function);
  }
  for (auto [function, mesh] : functions)
    if (failed(ConditionVerifier(function, mesh, calls).run()))
      return failure();
  return success();
}
