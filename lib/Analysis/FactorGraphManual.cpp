//===- FactorGraphManual.cpp - nodes and edges of tp.manual ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the two views of a value there is no edge, since shapes differ. Outside, an operand leads
// to a closed node with the in-sharding, and a result is a closed node with the out-sharding.
// Inside, the block argument is a closed node with what of the in-sharding is not manual, and a
// yielded value leads to such a node of the out-sharding. No node inside may take a manual axis,
// nor may any node of a function that is called from inside.
//
//===----------------------------------------------------------------------===//

#include "FactorGraphBuilder.h"

using namespace mlir;
using namespace mlir::tp;

std::string tp::toString(const Axis &axis, MeshAttr mesh) {
  AxisAttr attr = toAttr(axis, mesh);
  std::string text = ("\"" + attr.getName() + "\"").str();
  if (attr.isSubAxis())
    text += (":(" + Twine(attr.getPreSize()) + ")" + Twine(attr.getSubSize())).str();
  return text;
}

//===----------------------------------------------------------------------===//
// What is manual where
//===----------------------------------------------------------------------===//

/// The axes of the tp.manual ops around `op` in its function.
static AxisList getManualAxesAround(Operation *op, MeshAttr mesh) {
  AxisList axes;
  for (auto manual = op->getParentOfType<ManualOp>(); manual;
       manual = manual->getParentOfType<ManualOp>())
    for (Axis axis : resolveAxes(llvm::to_vector(manual.getAxes().getAsRange<AxisAttr>()), mesh))
      axes.push_back(axis);
  return axes;
}

/// The manual axes of callers are those of their callees.
void FactorGraphBuilder::findManualFunctions() {
  SmallVector<std::pair<Operation *, AxisList>> worklist;
  auto addCalls = [&](Operation *root, ArrayRef<Axis> outer) {
    root->walk([&](func::CallOp call) {
      auto caller = call->getParentOfType<func::FuncOp>();
      auto it = meshOf.find(caller);
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      if (it == meshOf.end() || !callee || callee.isExternal())
        return;
      AxisList axes = getManualAxesAround(call, it->second.mesh);
      axes.append(outer.begin(), outer.end());
      AxisList &known = functionManualAxes[callee];
      AxisList fresh = subtract(axes, known);
      if (fresh.empty())
        return;
      known.append(fresh.begin(), fresh.end());
      worklist.push_back({callee, known});
    });
  };
  addCalls(module, {});
  while (!worklist.empty()) {
    auto [callee, axes] = worklist.pop_back_val();
    addCalls(callee, axes);
  }
}

/// In global view all communication is a reshard; collectives stand in tp.manual over their axes.
LogicalResult FactorGraphBuilder::verifyLocalOps(func::FuncOp function) {
  MeshAttr mesh = meshOf.find(function)->second.mesh;
  WalkResult walk = function.walk([&](Operation *op) {
    bool isTransfer = isa<SendOp, RecvOp>(op);
    if (!isTransfer && !isa<CollectiveOpInterface>(op) && !isa<CoordinateOp>(op))
      return WalkResult::advance();
    AxisList manual = getManualAxesAround(op, mesh);
    llvm::append_range(manual, functionManualAxes.lookup(function));
    AxisList own;
    if (isTransfer)
      for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
        own.push_back({static_cast<unsigned>(i), 1, axis.getSize()});
    else
      own = resolveAxes(
          llvm::to_vector(op->getAttrOfType<ArrayAttr>("axes").getAsRange<AxisAttr>()), mesh);
    for (const Axis &axis : subtract(own, manual)) {
      if (axis.size == 1)
        continue;
      InFlightDiagnostic diag = op->emitOpError() << "expects axis " << toString(axis, mesh)
                                                  << " to be manual in a tp.manual around it";
      diag.attachNote() << "in global view tp.reshard communicates";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// What flat blocks over manual and other axes hold must be blocks of what the body sees.
static LogicalResult verifyBlocks(ManualOp op, StringRef role, unsigned index,
                                  const ValueNode &node, ArrayRef<Axis> manual) {
  for (auto [dim, axes] : llvm::enumerate(node.axes)) {
    int64_t size = node.type.getDimSize(dim);
    AxisList free = subtract(axes, manual);
    int64_t numFree = getNumShards(free), numAll = getNumShards(axes);
    if (ShapedType::isDynamic(size) || numFree == 1 || numFree == numAll)
      continue;
    int64_t seen = getBlockSize(size, numAll / numFree);
    if (seen != numFree * getBlockSize(size, numAll))
      return op.emitOpError() << role << " " << index << ": expects dimension " << dim
                              << " of the body's part (size " << seen
                              << ") to be divisible by the axes that are not manual (size "
                              << numFree << ")";
  }
  return success();
}

/// A closed node that stands beside the one that uses of `value` see.
FailureOr<unsigned> FactorGraphBuilder::addRequirement(Value value, RankedTensorType type,
                                                       ShardingAttr sharding,
                                                       func::FuncOp function) {
  unsigned index = addValue(Value(), function, type);
  graph.values[index].value = value;
  if (failed(annotate(index, sharding)))
    return failure();
  graph.values[index].open.assign(type.getRank(), false);
  return index;
}

/// Makes `inside` what the body sees of `outside`.
void FactorGraphBuilder::closeInside(unsigned inside, unsigned outside, ArrayRef<Axis> manual) {
  const ValueNode &from = graph.values[outside];
  ValueNode &node = graph.values[inside];
  for (auto [axes, all] : llvm::zip_equal(node.axes, from.axes))
    axes = subtract(all, manual);
  node.isAnnotated = true;
  node.open.assign(node.open.size(), false);
  node.partialKind = from.partialKind;
  node.partial = subtract(from.partial, manual);
}

LogicalResult FactorGraphBuilder::addManual(ManualOp op, func::FuncOp function) {
  const MeshRef &mesh = graph.meshes[graph.functionMesh.lookup(function)];
  AxisList own = resolveAxes(llvm::to_vector(op.getAxes().getAsRange<AxisAttr>()), mesh.mesh);
  SmallVector<unsigned> taken, made;
  for (auto [operand, arg, sharding] :
       llvm::zip_equal(op.getInputsMutable(), op.getBody().getArguments(),
                       op.getInShardings().getAsRange<ShardingAttr>())) {
    FailureOr<unsigned> node =
        addRequirement(arg, cast<RankedTensorType>(operand.get().getType()), sharding, function);
    if (failed(node) || failed(verifyBlocks(op, "operand", taken.size(), graph.values[*node], own)))
      return failure();
    addEdge(op, &operand, graph.lookup(operand.get()), *node);
    taken.push_back(*node);
  }
  for (auto [result, sharding] :
       llvm::zip_equal(op.getResults(), op.getOutShardings().getAsRange<ShardingAttr>())) {
    FailureOr<unsigned> node =
        addRequirement(result, cast<RankedTensorType>(result.getType()), sharding, function);
    if (failed(node) || failed(verifyBlocks(op, "result", made.size(), graph.values[*node], own)))
      return failure();
    graph.valueIndex[result] = *node;
    made.push_back(*node);
  }

  AxisList around = manualAxes;
  manualAxes.append(own.begin(), own.end());
  for (auto [arg, outside] : llvm::zip_equal(op.getBody().getArguments(), taken))
    closeInside(addValue(arg, function, cast<RankedTensorType>(arg.getType())), outside, own);
  if (failed(addRegion(op.getBody(), function)))
    return failure();
  Operation *yield = op.getBody().front().getTerminator();
  for (auto [operand, outside] : llvm::zip_equal(yield->getOpOperands(), made)) {
    unsigned inside = addValue(Value(), function, cast<RankedTensorType>(operand.get().getType()));
    graph.values[inside].value = graph.values[outside].value;
    closeInside(inside, outside, own);
    addEdge(yield, &operand, graph.lookup(operand.get()), inside);
  }
  manualAxes = std::move(around);
  return success();
}
