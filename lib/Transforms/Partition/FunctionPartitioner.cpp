//===- FunctionPartitioner.cpp - the local form of one function -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops are taken in program order. What stands for a global value on the device is in the mapping,
// except for constant-like values, of which each use gets a copy in the layout it needs. Ops see
// their global form (types, regions) while the local one is built in a second body.
//
//===----------------------------------------------------------------------===//

#include "FunctionPartitioner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Interfaces/ShardingInterfaces.h"
#include "tp/Transforms/Partition/EmitReshard.h"

using namespace mlir;
using namespace mlir::tp;

FunctionPartitioner::FunctionPartitioner(const FactorGraph &graph, func::FuncOp function,
                                         const CostModel &cost, PartitionCounters &counters)
    : graph(graph), function(function), cost(cost), counters(counters),
      mesh(graph.getMeshes()[graph.getMesh(function)]), b(function.getContext()) {}

//===----------------------------------------------------------------------===//
// Layouts and types
//===----------------------------------------------------------------------===//

Layout FunctionPartitioner::getLayoutOf(Value value) const {
  int index = graph.lookup(value);
  if (index >= 0)
    return graph.getValues()[index].getFullLayout();
  return Layout::getReplicated(cast<RankedTensorType>(value.getType()).getRank());
}

Layout FunctionPartitioner::getResultLayout(unsigned index) const {
  return graph.getValues()[graph.lookupResult(function, index)].getFullLayout();
}

Type FunctionPartitioner::getLocalType(Type type, const Layout &layout) const {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tp::getLocalType(tensor, layout);
  return type;
}

//===----------------------------------------------------------------------===//
// Constant-like values
//===----------------------------------------------------------------------===//

FailureOr<Value> FunctionPartitioner::materializeAnew(Value value, const Layout &layout) {
  Operation *op = value.getDefiningOp();
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<ShardingRule> rule = getShardingRule(op);
  std::optional<OpStrategy> strategy;
  std::string why;
  if (rule) {
    SmallVector<const Layout *> operands(rule->operands.size(), nullptr);
    SmallVector<const Layout *> results(rule->results.size(), nullptr);
    results[cast<OpResult>(value).getResultNumber()] = &layout;
    strategy = deriveStrategy(*rule, operands, results, why);
  }
  if (!strategy) {
    // Whole, then this device's part of it.
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getOpOperands())
      if (isa<RankedTensorType>(use.get().getType()))
        uses.push_back(&use);
    if (failed(mapWhole(uses)))
      return failure();
    IRMapping scratch = mapping;
    Operation *whole = b.clone(*op, scratch);
    return emitReshard(b, op->getLoc(), whole->getResult(cast<OpResult>(value).getResultNumber()),
                       type, Layout::getReplicated(type.getRank()), layout, mesh.name, mesh.mesh,
                       cost);
  }
  SmallVector<Value> operands;
  for (unsigned i = 0, e = rule->operands.size(); i < e; ++i) {
    FailureOr<Value> operand = getOperand(*rule, *strategy, i);
    if (failed(operand))
      return failure();
    operands.push_back(*operand);
  }
  FailureOr<SmallVector<Value>> made = createLocal(op, *rule, *strategy, operands, {});
  if (failed(made))
    return failure();
  return (*made)[cast<OpResult>(value).getResultNumber()];
}

FailureOr<Value> FunctionPartitioner::materialize(Value value, const Layout &layout) {
  if (layout.isPartial()) {
    Layout full = layout;
    full.partial.clear();
    FailureOr<Value> copy = materialize(value, full);
    if (failed(copy))
      return failure();
    return emitReshard(b, value.getLoc(), *copy, cast<RankedTensorType>(value.getType()), full,
                       layout, mesh.name, mesh.mesh, cost);
  }
  auto key = std::make_tuple(value, b.getInsertionBlock(),
                             Attribute(toSharding(layout, mesh.name, mesh.mesh)));
  auto it = copies.find(key);
  if (it != copies.end())
    return it->second;
  FailureOr<Value> copy = materializeAnew(value, layout);
  if (failed(copy))
    return failure();
  copies[key] = *copy;
  return copy;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The local value of operand `i` of the rule.
FailureOr<Value> FunctionPartitioner::getOperand(const ShardingRule &rule,
                                                 const OpStrategy &strategy, unsigned i) {
  const RuleOperand &operand = rule.operands[i];
  Value value = operand.use->get();
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<Layout> layout = getLayout(rule, operand.dims, strategy.factorAxes);
  if (!layout)
    return emitError(value.getLoc()) << "expects a layout that flat blocks can express";
  if (!operand.isRead && type.hasStaticShape())
    return tensor::EmptyOp::create(b, value.getLoc(), tp::getLocalType(type, *layout), ValueRange())
        .getResult();
  if (isConstantLike(value))
    return materialize(value, *layout);
  Value local = mapping.lookup(value);
  // An initial value that is not read may be laid out differently.
  if (!operand.isRead && local.getType() != tp::getLocalType(type, *layout))
    return emitError(value.getLoc()) << "expects a destination of dynamic shape to have the "
                                        "layout of its result";
  return local;
}

/// A clone on local values, as a rule from the user has it. A destination counts once: where the
/// results are partial the device at coordinate 0 keeps it.
FailureOr<SmallVector<Value>>
FunctionPartitioner::cloneByRule(Operation *op, PartitionContext &context, ValueRange operands) {
  const ShardingRule &rule = context.getRule();
  SmallVector<AxisList, 8> factorAxes;
  for (unsigned factor = 0, e = rule.factors.size(); factor < e; ++factor)
    factorAxes.emplace_back(context.getFactorAxes(factor));
  AxisList partial = getReducedAxes(rule, factorAxes);
  SmallVector<Value> locals(operands);
  for (auto [operand, local] : llvm::zip_equal(rule.operands, locals)) {
    if (!operand.tiedResult || !operand.isRead || partial.empty())
      continue;
    Layout whole = *getLayout(rule, operand.dims, factorAxes), once = whole;
    once.partial = partial;
    once.partialKind = getReduceKind(rule, factorAxes);
    FailureOr<Value> kept =
        emitReshard(b, op->getLoc(), local, cast<RankedTensorType>(operand.use->get().getType()),
                    whole, once, mesh.name, mesh.mesh, cost);
    if (failed(kept))
      return failure();
    local = *kept;
  }
  return context.cloneLocally(b, op, locals);
}

FailureOr<SmallVector<Value>> FunctionPartitioner::createLocal(Operation *op,
                                                               const ShardingRule &rule,
                                                               const OpStrategy &strategy,
                                                               ValueRange operands,
                                                               ArrayRef<Axis> partial) {
  PartitionContext context(op, rule, strategy.factorAxes, partial, mesh.name, mesh.mesh, mapping);
  if (op->hasAttr(kRuleAttrName))
    return cloneByRule(op, context, operands);
  if (auto partitionable = dyn_cast<PartitionOpInterface>(op))
    return partitionable.partition(b, operands, context);
  return context.cloneLocally(b, op, operands);
}

LogicalResult FunctionPartitioner::partitionWithRule(const OpNode &node) {
  const ShardingRule &rule = node.rule;
  std::vector<Layout> storage;
  storage.reserve(node.operands.size() + node.results.size());
  auto get = [&](int value) -> const Layout * {
    if (value < 0)
      return nullptr;
    storage.push_back(graph.getValues()[value].getFullLayout());
    return &storage.back();
  };
  SmallVector<const Layout *> operandLayouts(llvm::map_range(node.operands, get));
  SmallVector<const Layout *> resultLayouts(llvm::map_range(node.results, get));
  std::string why;
  std::optional<OpStrategy> strategy = deriveStrategy(rule, operandLayouts, resultLayouts, why);
  if (!strategy)
    return node.op->emitError() << "expects operands and results to be split as the op's rule "
                                   "says, but "
                                << why;
  SmallVector<Value> operands;
  for (unsigned i = 0, e = rule.operands.size(); i < e; ++i) {
    FailureOr<Value> operand = getOperand(rule, *strategy, i);
    if (failed(operand))
      return failure();
    operands.push_back(*operand);
  }
  AxisList partial;
  for (const Layout *layout : resultLayouts)
    if (layout && layout->isPartial())
      partial = layout->partial;
  FailureOr<SmallVector<Value>> results = createLocal(node.op, rule, *strategy, operands, partial);
  if (failed(results))
    return failure();
  mapping.map(node.op->getResults(), *results);
  if (rule.flops > 0 && cost.getMesh().getNumDevices() > 1) {
    ++counters.numOps;
    counters.numReplicated +=
        llvm::all_of(strategy->factorAxes, [](const AxisList &axes) { return axes.empty(); });
  }
  return success();
}

LogicalResult FunctionPartitioner::partitionReshard(ReshardOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  Layout to = getLayoutOf(op.getResult());
  if (isConstantLike(op.getInput())) {
    FailureOr<Value> copy = materialize(op.getInput(), to);
    if (failed(copy))
      return failure();
    mapping.map(op.getResult(), *copy);
    return success();
  }
  FailureOr<Value> result = emitReshard(b, op.getLoc(), mapping.lookup(op.getInput()), type,
                                        getLayoutOf(op.getInput()), to, mesh.name, mesh.mesh, cost);
  if (failed(result))
    return failure();
  mapping.map(op.getResult(), *result);
  return success();
}

/// The local values of the op's operands, each in the layout of what it is passed to.
FailureOr<SmallVector<Value>> FunctionPartitioner::getPassed(Operation *op) {
  SmallVector<Value> passed;
  for (OpOperand &use : op->getOpOperands()) {
    Value value = use.get();
    if (!isa<RankedTensorType>(value.getType()) || !isConstantLike(value)) {
      passed.push_back(mapping.lookup(value));
      continue;
    }
    int target = graph.getEdgeTarget(use);
    Layout layout = target >= 0
                        ? graph.getValues()[target].getFullLayout()
                        : Layout::getReplicated(cast<RankedTensorType>(value.getType()).getRank());
    FailureOr<Value> copy = materialize(value, layout);
    if (failed(copy))
      return failure();
    passed.push_back(*copy);
  }
  return passed;
}

/// Terminators and calls of functions with a body: the same op on local values.
LogicalResult FunctionPartitioner::partitionTransfer(Operation *op) {
  FailureOr<SmallVector<Value>> operands = getPassed(op);
  if (failed(operands))
    return failure();
  Operation *local = op->cloneWithoutRegions();
  b.insert(local);
  local->setOperands(*operands);
  for (auto [global, result] : llvm::zip_equal(op->getResults(), local->getResults()))
    if (isa<RankedTensorType>(global.getType()))
      result.setType(getLocalType(global.getType(), getLayoutOf(global)));
  mapping.map(op->getResults(), local->getResults());
  return success();
}

/// The same op with local operands, results and region arguments, and partitioned bodies.
LogicalResult FunctionPartitioner::partitionControlFlow(Operation *op) {
  if (failed(partitionTransfer(op)))
    return failure();
  Operation *local = &*std::prev(b.getInsertionPoint());
  OpBuilder::InsertionGuard guard(b);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions())) {
    createBlocks(from, to);
    if (failed(partitionBlocks(from)))
      return failure();
  }
  return success();
}

/// The body in place of the op: along the manual axes it is local already.
LogicalResult FunctionPartitioner::partitionManual(ManualOp op) {
  FailureOr<SmallVector<Value>> taken = getPassed(op);
  if (failed(taken))
    return failure();
  Block &body = op.getBody().front();
  mapping.map(body.getArguments(), *taken);
  for (Operation &inner : body.without_terminator())
    if (failed(partitionOp(&inner)))
      return failure();
  FailureOr<SmallVector<Value>> yielded = getPassed(body.getTerminator());
  if (failed(yielded))
    return failure();
  mapping.map(op.getResults(), *yielded);
  return success();
}

/// Maps tensors that are used whole and have no local value yet: constant-like ones.
LogicalResult FunctionPartitioner::mapWhole(ArrayRef<OpOperand *> uses) {
  for (OpOperand *use : uses) {
    Value value = use->get();
    if (!isConstantLike(value))
      continue;
    FailureOr<Value> copy = materialize(
        value, Layout::getReplicated(cast<RankedTensorType>(value.getType()).getRank()));
    if (failed(copy))
      return failure();
    mapping.map(value, *copy);
  }
  return success();
}

/// A call that only the first device makes.
void FunctionPartitioner::callOnce(Operation *op) {
  SmallVector<AxisAttr> axes;
  for (MeshAxisAttr axis : mesh.mesh.getAxes())
    axes.push_back(AxisAttr::get(b.getContext(), axis.getName()));
  Value device = CoordinateOp::create(b, op->getLoc(), mesh.name, axes);
  Value zero = arith::ConstantIndexOp::create(b, op->getLoc(), 0);
  Value isFirst = arith::CmpIOp::create(b, op->getLoc(), arith::CmpIPredicate::eq, device, zero);
  auto branch = scf::IfOp::create(b, op->getLoc(), isFirst, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenBlock()->getTerminator());
  b.clone(*op, mapping);
}

LogicalResult FunctionPartitioner::partitionReplicated(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    auto mark = callee->getAttrOfType<StringAttr>(kCallAttrName);
    if (callee.isExternal() && mark && mark.getValue() == "once") {
      callOnce(op);
      return success();
    }
  }
  b.clone(*op, mapping);
  if (op->getNumResults() > 0 && cost.getMesh().getNumDevices() > 1) {
    ++counters.numOps;
    ++counters.numReplicated;
  }
  return success();
}

LogicalResult FunctionPartitioner::partitionOp(Operation *op) {
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return partitionReshard(reshard);
  if (isa<func::ReturnOp, scf::YieldOp, scf::ConditionOp>(op))
    return partitionTransfer(op);
  if (int index = graph.lookup(op); index >= 0)
    return partitionWithRule(graph.getOps()[index]);
  if (isScalarOp(op)) {
    b.clone(*op, mapping);
    return success();
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!callee.isExternal())
      return partitionTransfer(call);
  }
  if (op->getNumResults() > 0 && isConstantLike(op->getResult(0)))
    return success();
  if (isControlFlow(op) && !graph.getReplicated(op))
    return partitionControlFlow(op);
  if (auto manual = dyn_cast<ManualOp>(op))
    return partitionManual(manual);
  if (const ReplicatedOp *replicated = graph.getReplicated(op))
    if (failed(mapWhole(replicated->uses)))
      return failure();
  return partitionReplicated(op);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void FunctionPartitioner::createBlocks(Region &from, Region &to) {
  for (Block &block : from) {
    auto *local = new Block();
    to.push_back(local);
    mapping.map(&block, local);
    for (BlockArgument arg : block.getArguments()) {
      Type type = arg.getType();
      if (isa<RankedTensorType>(type))
        type = getLocalType(type, getLayoutOf(arg));
      mapping.map(arg, local->addArgument(type, arg.getLoc()));
    }
  }
}

LogicalResult FunctionPartitioner::partitionBlocks(Region &from) {
  for (Block &block : from) {
    b.setInsertionPointToEnd(mapping.lookup(&block));
    for (Operation &op : block)
      if (failed(partitionOp(&op)))
        return failure();
  }
  return success();
}

void FunctionPartitioner::setSignature() {
  SmallVector<Type> inputs, results;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    inputs.push_back(type);
    if (!isa<RankedTensorType>(type))
      continue;
    function.setArgAttr(i, kGlobalTypeAttrName, TypeAttr::get(type));
    inputs.back() = getLocalType(type, getLayoutOf(function.getArgument(i)));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    results.push_back(type);
    if (!isa<RankedTensorType>(type))
      continue;
    function.setResultAttr(i, kGlobalTypeAttrName, TypeAttr::get(type));
    results.back() = getLocalType(type, getResultLayout(i));
  }
  function.setFunctionType(FunctionType::get(function.getContext(), inputs, results));
}

LogicalResult FunctionPartitioner::run() {
  // Models may look from a region to the op around it.
  OwningOpRef<func::FuncOp> holder =
      func::FuncOp::create(function.getLoc(), function.getSymName(), function.getFunctionType());
  Region &local = holder->getBody();
  createBlocks(function.getBody(), local);
  if (failed(partitionBlocks(function.getBody())))
    return failure();
  local.walk([](Operation *op) {
    op->removeAttr(kShardingsAttrName);
    op->removeAttr(kBeforeShardingsAttrName);
    op->removeAttr(kRuleAttrName);
  });
  setSignature();
  function.getBody().dropAllReferences();
  function.getBody().getBlocks().clear();
  function.getBody().takeBody(local);
  return success();
}
