//===- FactorGraphControlFlow.cpp - nodes and edges of scf ops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop-carried value (initial value, region argument, yielded value, result) is one node; what
// enters it are edges. scf.while has two such lists, one per region. The results of branches are
// nodes that the yields of all regions lead to. Bodies are read like function bodies.
//
// A carried value that an op of the loop reads or writes at computed positions along a dimension
// stays whole along it: it is gathered once before the loop and not in every trip.
//
//===----------------------------------------------------------------------===//

#include "FactorGraphBuilder.h"

using namespace mlir;
using namespace mlir::tp;

bool tp::isControlFlow(Operation *op) {
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op))
    return false;
  // Bodies of several blocks do not occur in scf; a rule given by the user comes first.
  return !op->hasAttr(kRuleAttrName);
}

LogicalResult FactorGraphBuilder::annotateFrom(unsigned node, ArrayAttr shardings, unsigned index) {
  if (!shardings || index >= shardings.size())
    return success();
  auto sharding = dyn_cast<ShardingAttr>(shardings[index]);
  return sharding ? annotate(node, sharding) : success();
}

LogicalResult FactorGraphBuilder::addRegion(Region &region, func::FuncOp function) {
  for (Operation &op : region.front())
    if (failed(addOp(&op, function, /*replicate=*/false)))
      return failure();
  return success();
}

/// Edges from the tensors that a terminator hands on.
void FactorGraphBuilder::addYield(Operation *terminator, unsigned firstOperand,
                                  ValueRange targets) {
  for (auto [i, target] : llvm::enumerate(targets)) {
    int to = graph.lookup(target);
    if (to < 0)
      continue;
    OpOperand &use = terminator->getOpOperand(firstOperand + i);
    addEdge(terminator, &use, graph.lookup(use.get()), to);
  }
}

/// The node of a carried value, and the edge by which it starts.
LogicalResult FactorGraphBuilder::addCarried(BlockArgument arg, OpOperand &init, Value result,
                                             ArrayAttr shardings, func::FuncOp function) {
  auto type = dyn_cast<RankedTensorType>(arg.getType());
  if (!type)
    return success();
  unsigned node = addValue(arg, function, type);
  if (result) {
    graph.values[node].result = result;
    graph.valueIndex[result] = node;
  }
  unsigned index = result ? cast<OpResult>(result).getResultNumber() : arg.getArgNumber();
  if (failed(annotateFrom(node, shardings, index)))
    return failure();
  addEdge(init.getOwner(), &init, graph.lookup(init.get()), node);
  return success();
}

/// Closes the dimensions of a carried value that some op of the loop needs whole.
void FactorGraphBuilder::keepWholeWhereNeeded(Value carried) {
  int index = graph.lookup(carried);
  if (index < 0)
    return;
  ValueNode &node = graph.values[index];
  for (unsigned opIndex : node.ops) {
    const OpNode &op = graph.ops[opIndex];
    for (auto [operand, value] : llvm::zip_equal(op.rule.operands, op.operands)) {
      if (value != index)
        continue;
      for (auto [dim, factors] : llvm::enumerate(operand.dims)) {
        bool split = llvm::any_of(factors, [&](unsigned factor) {
          return op.rule.factors[factor].kind != FactorKind::Replicated;
        });
        if (!split && node.type.getDimSize(dim) != 1 && node.axes[dim].empty())
          node.open[dim] = false;
      }
    }
  }
}

LogicalResult FactorGraphBuilder::addLoop(scf::ForOp loop, func::FuncOp function) {
  ArrayAttr shardings = getResultShardings(loop);
  for (auto [arg, init, result] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgsMutable(), loop.getResults()))
    if (failed(addCarried(arg, init, result, shardings, function)))
      return failure();
  if (failed(addRegion(loop.getRegion(), function)))
    return failure();
  addYield(loop.getBody()->getTerminator(), 0, ValueRange(loop.getRegionIterArgs()));
  for (BlockArgument arg : loop.getRegionIterArgs())
    keepWholeWhereNeeded(arg);
  return success();
}

LogicalResult FactorGraphBuilder::addLoop(scf::WhileOp loop, func::FuncOp function) {
  auto before = loop->getAttrOfType<ArrayAttr>(kBeforeShardingsAttrName);
  for (auto [arg, init] : llvm::zip_equal(loop.getBeforeArguments(), loop.getInitsMutable()))
    if (failed(addCarried(arg, init, Value(), before, function)))
      return failure();
  if (failed(addRegion(loop.getBefore(), function)))
    return failure();
  ArrayAttr after = getResultShardings(loop);
  scf::ConditionOp condition = loop.getConditionOp();
  for (auto [arg, passed, result] :
       llvm::zip_equal(loop.getAfterArguments(), condition.getArgsMutable(), loop.getResults()))
    if (failed(addCarried(arg, passed, result, after, function)))
      return failure();
  if (failed(addRegion(loop.getAfter(), function)))
    return failure();
  addYield(loop.getYieldOp(), 0, ValueRange(loop.getBeforeArguments()));
  for (BlockArgument arg : loop.getBeforeArguments())
    keepWholeWhereNeeded(arg);
  for (BlockArgument arg : loop.getAfterArguments())
    keepWholeWhereNeeded(arg);
  return success();
}

LogicalResult FactorGraphBuilder::addBranches(Operation *op, func::FuncOp function) {
  ArrayAttr shardings = getResultShardings(op);
  for (OpResult result : op->getResults())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      if (failed(
              annotateFrom(addValue(result, function, type), shardings, result.getResultNumber())))
        return failure();
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    if (failed(addRegion(region, function)))
      return failure();
    addYield(region.front().getTerminator(), 0, op->getResults());
  }
  return success();
}

LogicalResult FactorGraphBuilder::addControlFlow(Operation *op, func::FuncOp function) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return addLoop(loop, function);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return addLoop(loop, function);
  return addBranches(op, function);
}
