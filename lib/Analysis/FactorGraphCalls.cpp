//===- FactorGraphCalls.cpp - nodes and edges of calls --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edges lead from what a call passes to the callee's arguments, and from the callee's results to
// the call's, so that the shardings of all sites meet. A call of a function without body is an op
// with the rule that it carries, or runs whole.
//
//===----------------------------------------------------------------------===//

#include "FactorGraphBuilder.h"

using namespace mlir;
using namespace mlir::tp;

/// The shardings of a function that calls itself would depend on themselves.
LogicalResult FactorGraphBuilder::verifyNoRecursion(ArrayRef<func::FuncOp> functions) {
  enum class State { Unknown, Open, Done };
  DenseMap<Operation *, State> states;
  std::function<LogicalResult(func::FuncOp)> visit = [&](func::FuncOp function) -> LogicalResult {
    states[function] = State::Open;
    WalkResult walk = function.walk([&](func::CallOp call) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      State state = states.lookup(callee);
      if (isScalarOp(call) || state == State::Done)
        return WalkResult::advance();
      if (state == State::Unknown)
        return WalkResult(visit(callee));
      InFlightDiagnostic diag = call.emitError() << "expects no recursion, but @"
                                                 << function.getSymName() << " calls ";
      if (callee == function)
        diag << "itself";
      else
        diag << "@" << callee.getSymName() << ", which leads to this call";
      return WalkResult::interrupt();
    });
    states[function] = State::Done;
    return failure(walk.wasInterrupted());
  };
  for (func::FuncOp function : functions)
    if (states.lookup(function) == State::Unknown && failed(visit(function)))
      return failure();
  return success();
}

/// Whether the call is split by the rule that it carries.
bool FactorGraphBuilder::hasOwnRule(func::CallOp call) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  return callee.isExternal() && call->hasAttr(kRuleAttrName);
}

LogicalResult FactorGraphBuilder::addCall(func::CallOp call, func::FuncOp function,
                                          bool replicate) {
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  if (callee.isExternal()) {
    if (!callee->hasAttr(kCallAttrName) && !call->hasAttr(kRuleAttrName))
      return call.emitError() << "expects @" << callee.getSymName()
                              << ", which has no body, to say by the attribute `tp.call` whether "
                                 "every device calls it (\"replicated\") or one (\"once\")";
    return addReplicated(call, function);
  }
  if (call->hasAttr(kRuleAttrName))
    return call.emitError()
           << "expects a call with `tp.rule` to be of a function without body: that "
              "of @"
           << callee.getSymName() << " says how it is split";
  ArrayAttr shardings = getResultShardings(call);
  for (OpResult result : call->getResults())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      if (failed(
              annotateFrom(addValue(result, function, type), shardings, result.getResultNumber())))
        return failure();
  for (OpOperand &operand : call->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    int to = graph.lookup(callee.getArgument(operand.getOperandNumber()));
    addEdge(call, &operand, graph.lookup(operand.get()), to);
    if (replicate && failed(pin(to, call)))
      return failure();
  }
  for (OpResult result : call->getResults()) {
    int from = graph.lookupResult(callee, result.getResultNumber());
    if (from < 0)
      continue;
    addEdge(call, nullptr, from, graph.lookup(result));
    if (replicate && failed(pin(from, call)))
      return failure();
  }
  return success();
}

LogicalResult FactorGraphBuilder::pin(int index, Operation *call) {
  ValueNode &node = graph.values[index];
  if (llvm::any_of(node.axes, [](const AxisList &axes) { return !axes.empty(); })) {
    InFlightDiagnostic diag =
        call->emitError() << "expects a function called where only whole tensors exist to have no "
                             "sharded arguments or results";
    diag.attachNote(node.getLoc()) << "sharded here";
    return diag;
  }
  node.open.assign(node.open.size(), false);
  return success();
}

/// Functions called from inside a replicated op see and give whole tensors.
LogicalResult FactorGraphBuilder::pinNestedCalls() {
  for (ReplicatedOp &replicated : graph.replicatedOps) {
    WalkResult walk = replicated.op->walk([&](func::CallOp call) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      if (call == replicated.op || callee.isExternal())
        return WalkResult::advance();
      for (BlockArgument arg : callee.getArguments())
        if (int node = graph.lookup(arg); node >= 0 && failed(pin(node, call)))
          return WalkResult::interrupt();
      for (unsigned i = 0, e = callee.getNumResults(); i < e; ++i)
        if (int node = graph.lookupResult(callee, i); node >= 0 && failed(pin(node, call)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}
