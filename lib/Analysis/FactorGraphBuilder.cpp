//===- FactorGraphBuilder.cpp - from a module to a factor graph -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorGraphBuilder.h"

using namespace mlir;
using namespace mlir::tp;

/// All shardings that `function` and the ops in it carry.
static void forEachSharding(func::FuncOp function,
                            function_ref<void(ShardingAttr, Location)> visit) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (auto s = function.getArgAttrOfType<ShardingAttr>(i, kShardingAttrName))
      visit(s, function.isExternal() ? function.getLoc() : function.getArgument(i).getLoc());
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (auto s = function.getResultAttrOfType<ShardingAttr>(i, kShardingAttrName))
      visit(s, function.getLoc());
  function.walk([&](Operation *op) {
    if (auto list = op->getAttrOfType<ArrayAttr>(kShardingsAttrName))
      for (Attribute attr : list)
        if (auto s = dyn_cast<ShardingAttr>(attr))
          visit(s, op->getLoc());
    if (auto constrain = dyn_cast<ConstrainOp>(op))
      visit(constrain.getSharding(), op->getLoc());
    if (auto reshard = dyn_cast<ReshardOp>(op))
      visit(reshard.getSharding(), op->getLoc());
    if (auto manual = dyn_cast<ManualOp>(op)) {
      visit(ShardingAttr::getReplicated(manual.getMeshAttr(), 0), op->getLoc());
      for (ArrayAttr list : {manual.getInShardings(), manual.getOutShardings()})
        for (auto s : list.getAsRange<ShardingAttr>())
          visit(s, op->getLoc());
    }
  });
}

LogicalResult FactorGraphBuilder::readMesh(func::FuncOp function) {
  std::optional<std::pair<FlatSymbolRefAttr, Location>> first;
  LogicalResult result = success();
  forEachSharding(function, [&](ShardingAttr sharding, Location loc) {
    if (!first) {
      first = {sharding.getMesh(), loc};
    } else if (first->first != sharding.getMesh() && succeeded(result)) {
      InFlightDiagnostic diag = emitError(loc)
                                << "expects all shardings of function @" << function.getSymName()
                                << " to be on one mesh, but this one is on " << sharding.getMesh();
      diag.attachNote(first->second) << "this one is on " << first->first;
      result = diag;
    }
  });
  if (failed(result) || !first)
    return result;
  MeshOp mesh = lookupMesh(function, first->first);
  if (!mesh)
    return emitError(first->second) << "expects mesh " << first->first << " to be defined";
  meshOf[function] = {first->first, mesh.getMesh()};
  return success();
}

/// A call keeps to one mesh: callers and callees share it.
LogicalResult FactorGraphBuilder::joinMeshes() {
  bool changed = true;
  while (changed) {
    changed = false;
    WalkResult walk = module.walk([&](func::CallOp call) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      auto caller = call->getParentOfType<func::FuncOp>();
      if (!callee || !caller || callee.isExternal())
        return WalkResult::advance();
      auto from = meshOf.find(caller), to = meshOf.find(callee);
      if (from == meshOf.end() && to == meshOf.end())
        return WalkResult::advance();
      if (from != meshOf.end() && to != meshOf.end()) {
        if (from->second.name == to->second.name)
          return WalkResult::advance();
        call.emitError() << "expects caller and callee to be on one mesh, but @"
                         << caller.getSymName() << " is on " << from->second.name << " and @"
                         << callee.getSymName() << " on " << to->second.name;
        return WalkResult::interrupt();
      }
      MeshRef known = from != meshOf.end() ? from->second : to->second;
      meshOf[from != meshOf.end() ? callee : caller] = known;
      changed = true;
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

LogicalResult FactorGraphBuilder::findMeshes() {
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(readMesh(function)))
      return failure();
  if (failed(joinMeshes()))
    return failure();
  SmallVector<MeshOp> all(module.getOps<MeshOp>());
  for (auto function : module.getOps<func::FuncOp>()) {
    // An unannotated function lives on the module's only mesh.
    if (!meshOf.contains(function) && all.size() == 1)
      meshOf[function] = {FlatSymbolRefAttr::get(all[0].getSymNameAttr()), all[0].getMesh()};
    auto it = meshOf.find(function);
    if (it == meshOf.end())
      continue;
    auto *known =
        llvm::find_if(graph.meshes, [&](const MeshRef &m) { return m.name == it->second.name; });
    graph.functionMesh[function] = known - graph.meshes.begin();
    if (known == graph.meshes.end())
      graph.meshes.push_back(it->second);
  }
  return success();
}

unsigned FactorGraphBuilder::addValue(Value value, func::FuncOp function, RankedTensorType type) {
  ValueNode node;
  node.value = value;
  node.function = function;
  node.type = type;
  node.mesh = graph.functionMesh.lookup(function);
  node.axes.resize(type.getRank());
  node.open.assign(type.getRank(), true);
  node.priority.assign(type.getRank(), 0);
  node.origins.resize(type.getRank());
  node.replicated = manualAxes;
  graph.values.push_back(std::move(node));
  unsigned index = graph.values.size() - 1;
  if (value)
    graph.valueIndex[value] = index;
  return index;
}

LogicalResult FactorGraphBuilder::annotate(unsigned index, ShardingAttr sharding) {
  ValueNode &node = graph.values[index];
  MeshAttr mesh = graph.meshes[node.mesh].mesh;
  Location loc = node.getLoc();
  if (failed(verifySharding(sharding, node.type, node.function, [&]() { return emitError(loc); })))
    return failure();
  node.isAnnotated = true;
  for (auto [i, dim] : llvm::enumerate(sharding.getDims())) {
    node.axes[i] = resolveAxes(dim.getAxes(), mesh);
    node.open[i] = dim.getIsOpen();
    node.priority[i] = dim.getPriorityOrDefault();
  }
  node.replicated = resolveAxes(sharding.getReplicated(), mesh);
  node.replicated.append(manualAxes.begin(), manualAxes.end());
  node.partialKind = sharding.getPartialKind();
  node.partial = resolveAxes(sharding.getPartial(), mesh);
  AxisList used = node.getLayout().getShardedAxes();
  used.append(node.partial.begin(), node.partial.end());
  for (const Axis &axis : used)
    if (overlap(axis, manualAxes))
      return emitError(loc) << "expects axis " << toString(axis, mesh)
                            << " not to be manual here: the function is called in a tp.manual";
  return success();
}

LogicalResult FactorGraphBuilder::addFunctionNodes(func::FuncOp function) {
  manualAxes = functionManualAxes.lookup(function);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || function.isExternal())
      continue;
    unsigned node = addValue(function.getArgument(i), function, tensor);
    if (auto s = function.getArgAttrOfType<ShardingAttr>(i, kShardingAttrName))
      if (failed(annotate(node, s)))
        return failure();
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || function.isExternal())
      continue;
    unsigned node = addValue(Value(), function, tensor);
    graph.values[node].resultIndex = i;
    graph.resultIndex[{function, static_cast<unsigned>(i)}] = node;
    if (auto s = function.getResultAttrOfType<ShardingAttr>(i, kShardingAttrName))
      if (failed(annotate(node, s)))
        return failure();
  }
  return success();
}

/// Uses in `op` and its regions of tensors defined outside it.
SmallVector<OpOperand *, 4> FactorGraphBuilder::getOuterUses(Operation *op) {
  SmallVector<OpOperand *, 4> uses;
  auto collect = [&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      Operation *definer = operand.get().getParentBlock()->getParentOp();
      if (inner == op || !op->isAncestor(definer))
        uses.push_back(&operand);
    }
  };
  if (op->getNumRegions() == 0)
    collect(op);
  else
    op->walk<WalkOrder::PreOrder>(collect);
  return uses;
}

void FactorGraphBuilder::finishOp(OpNode node) {
  unsigned index = graph.ops.size();
  auto touch = [&](int value) {
    if (value >= 0 && (graph.values[value].ops.empty() || graph.values[value].ops.back() != index))
      graph.values[value].ops.push_back(index);
  };
  llvm::for_each(node.operands, touch);
  llvm::for_each(node.results, touch);
  node.isPassThrough = llvm::all_of(node.rule.factors, [](const Factor &factor) {
    return factor.kind == FactorKind::Parallel || factor.kind == FactorKind::Replicated;
  });
  if (!node.isEdge)
    graph.opIndex[node.op] = index;
  graph.ops.push_back(std::move(node));
}

void FactorGraphBuilder::addEdge(Operation *op, OpOperand *use, int from, int to) {
  OpNode node;
  node.op = op;
  node.isEdge = true;
  node.mesh = graph.values[to].mesh;
  DimFactors dims;
  for (int64_t size : graph.values[to].type.getShape())
    dims.push_back({node.rule.addFactor(size)});
  RuleOperand operand;
  operand.use = use;
  operand.dims = dims;
  node.rule.operands.push_back(operand);
  node.rule.results.push_back({dims});
  node.operands.push_back(from);
  node.results.push_back(to);
  if (use)
    graph.edgeTarget[use] = to;
  finishOp(std::move(node));
}

void FactorGraphBuilder::addReturn(func::ReturnOp op, func::FuncOp function) {
  for (OpOperand &operand : op->getOpOperands()) {
    int to = graph.lookupResult(function, operand.getOperandNumber());
    if (to >= 0)
      addEdge(op, &operand, graph.lookup(operand.get()), to);
  }
}

LogicalResult FactorGraphBuilder::addReplicated(Operation *op, func::FuncOp function) {
  WalkResult walk = op->walk([&](ManualOp manual) {
    InFlightDiagnostic diag = manual.emitOpError()
                              << "expects to be where shardings are known, but '" << op->getName()
                              << "' runs whole on every device";
    if (op != manual)
      diag.attachNote(op->getLoc()) << "in the regions of this op";
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  for (Value result : op->getResults())
    if (auto type = dyn_cast<RankedTensorType>(result.getType())) {
      unsigned node = addValue(result, function, type);
      graph.values[node].open.assign(type.getRank(), false);
    }
  graph.replicatedIndex[op] = graph.replicatedOps.size();
  graph.replicatedOps.push_back({op, getOuterUses(op)});
  return success();
}

ArrayAttr FactorGraphBuilder::getResultShardings(Operation *op) {
  auto list = op->getAttrOfType<ArrayAttr>(kShardingsAttrName);
  if (!list || list.size() == op->getNumResults())
    return list;
  op->emitRemark() << "dropped " << list.size() << " shardings of an op with "
                   << op->getNumResults() << " results";
  return {};
}

LogicalResult FactorGraphBuilder::addOp(Operation *op, func::FuncOp function, bool replicate) {
  if (isScalarOp(op))
    return success();
  if (auto returnOp = dyn_cast<func::ReturnOp>(op)) {
    addReturn(returnOp, function);
    return success();
  }
  // Edges from these are made with the op around them.
  if (isa<scf::YieldOp, scf::ConditionOp, YieldOp>(op))
    return success();
  if (auto manual = dyn_cast<ManualOp>(op); manual && !replicate)
    return addManual(manual, function);
  if (auto call = dyn_cast<func::CallOp>(op); call && (replicate || !hasOwnRule(call)))
    return addCall(call, function, replicate);
  if (op->getNumResults() > 0 && isConstantLike(op->getResult(0)))
    return success();
  if (!replicate && isControlFlow(op))
    return addControlFlow(op, function);
  // What says or changes the sharding of a value does so in a replicated body too.
  std::optional<ShardingRule> rule;
  if (!replicate || isa<ConstrainOp, ReshardOp, BarrierOp, GroupOp>(op))
    rule = getShardingRule(op);
  if (rule)
    for (OpOperand *use : getOuterUses(op))
      if (rule && !rule->findOperand(use))
        rule.reset();
  if (!rule)
    return addReplicated(op, function);
  // The clone of an op that only its user knows cannot tell which elements it holds.
  if (op->hasAttr(kRuleAttrName))
    for (Factor &factor : rule->factors)
      if (factor.kind == FactorKind::Gathered)
        factor.kind = FactorKind::Replicated;
  OpNode node;
  node.op = op;
  node.mesh = graph.functionMesh.lookup(function);
  for (const RuleOperand &operand : rule->operands)
    node.operands.push_back(operand.isRead ? graph.lookup(operand.use->get()) : -1);
  ArrayAttr list = getResultShardings(op);
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type) {
      node.results.push_back(-1);
      continue;
    }
    unsigned value = addValue(result, function, type);
    node.results.push_back(value);
    ShardingAttr sharding;
    if (list)
      sharding = dyn_cast<ShardingAttr>(list[result.getResultNumber()]);
    if (auto constrain = dyn_cast<ConstrainOp>(op))
      sharding = constrain.getSharding();
    if (auto reshard = dyn_cast<ReshardOp>(op))
      sharding = reshard.getSharding();
    if (sharding && failed(annotate(value, sharding)))
      return failure();
  }
  node.rule = std::move(*rule);
  finishOp(std::move(node));
  return success();
}

LogicalResult FactorGraphBuilder::addBody(func::FuncOp function) {
  // Control flow between blocks is not followed: such a body runs whole on every device.
  manualAxes = functionManualAxes.lookup(function);
  bool replicate = !function.getBody().hasOneBlock();
  if (replicate)
    for (Block &block : llvm::drop_begin(function.getBody()))
      for (BlockArgument arg : block.getArguments())
        if (auto type = dyn_cast<RankedTensorType>(arg.getType())) {
          unsigned node = addValue(arg, function, type);
          graph.values[node].open.assign(type.getRank(), false);
        }
  for (Block &block : function.getBody())
    for (Operation &op : block)
      if (failed(addOp(&op, function, replicate)))
        return failure();
  return success();
}

LogicalResult FactorGraphBuilder::run() {
  if (failed(findMeshes()))
    return failure();
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (graph.functionMesh.contains(function))
      functions.push_back(function);
  if (failed(verifyNoRecursion(functions)))
    return failure();
  findManualFunctions();
  for (func::FuncOp function : functions)
    if (failed(verifyLocalOps(function)) || failed(addFunctionNodes(function)))
      return failure();
  for (func::FuncOp function : functions)
    if (!function.isExternal() && failed(addBody(function)))
      return failure();
  return pinNestedCalls();
}
