//===- FactorGraph.cpp - a module's sharding problem as data --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the graph, and writing its layouts to IR. FactorGraphBuilder reads them.
//
//===----------------------------------------------------------------------===//

#include "FactorGraphBuilder.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::tp;

Location ValueNode::getLoc() const {
  if (value)
    return value.getLoc();
  auto function = const_cast<ValueNode *>(this)->function;
  return function.getLoc();
}

Layout ValueNode::getLayout() const {
  Layout layout;
  for (const AxisList &list : axes)
    layout.dims.push_back(mergeAdjacent(list));
  return layout;
}

Layout ValueNode::getFullLayout() const {
  Layout layout = getLayout();
  layout.partial = partial;
  layout.partialKind = partialKind;
  return layout;
}

bool tp::isScalarOp(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::any_of(op->getOperandTypes(), isTensor) || llvm::any_of(op->getResultTypes(), isTensor))
    return false;
  bool found = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      found |= llvm::any_of(inner->getOperandTypes(), isTensor) ||
               llvm::any_of(inner->getResultTypes(), isTensor);
    });
  return !found;
}

FailureOr<FactorGraph> FactorGraph::build(ModuleOp module) {
  FactorGraph graph;
  if (failed(FactorGraphBuilder(module, graph).run()))
    return failure();
  return graph;
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

int FactorGraph::lookup(Value value) const {
  auto it = valueIndex.find(value);
  return it == valueIndex.end() ? -1 : static_cast<int>(it->second);
}

int FactorGraph::lookupResult(func::FuncOp function, unsigned index) const {
  auto it = resultIndex.find({function.getOperation(), index});
  return it == resultIndex.end() ? -1 : static_cast<int>(it->second);
}

int FactorGraph::lookup(Operation *op) const {
  auto it = opIndex.find(op);
  return it == opIndex.end() ? -1 : static_cast<int>(it->second);
}

int FactorGraph::getMesh(func::FuncOp function) const {
  auto it = functionMesh.find(function);
  return it == functionMesh.end() ? -1 : static_cast<int>(it->second);
}

int FactorGraph::getEdgeTarget(OpOperand &use) const {
  auto it = edgeTarget.find(&use);
  return it == edgeTarget.end() ? -1 : static_cast<int>(it->second);
}

const ReplicatedOp *FactorGraph::getReplicated(Operation *op) const {
  auto it = replicatedIndex.find(op);
  return it == replicatedIndex.end() ? nullptr : &replicatedOps[it->second];
}

bool tp::isFunctionArgument(Value value) {
  auto arg = dyn_cast_if_present<BlockArgument>(value);
  return arg && arg.getOwner()->isEntryBlock() &&
         isa_and_present<func::FuncOp>(arg.getOwner()->getParentOp());
}

void FactorGraph::writeShardings() const {
  // Lists of shardings by op and attribute.
  llvm::MapVector<std::pair<Operation *, StringRef>, SmallVector<Attribute>> lists;
  for (const ValueNode &node : values) {
    const MeshRef &mesh = meshes[node.mesh];
    ShardingAttr sharding = toSharding(node.getFullLayout(), mesh.name, mesh.mesh);
    func::FuncOp function = node.function;
    auto add = [&](Operation *op, StringRef name, unsigned index, unsigned size) {
      SmallVector<Attribute> &list = lists[{op, name}];
      list.resize(size, ShardingAttr::getReplicated(mesh.name, 0));
      list[index] = sharding;
    };
    if (!node.value) {
      function.setResultAttr(node.resultIndex, kShardingAttrName, sharding);
    } else if (isFunctionArgument(node.value)) {
      function.setArgAttr(cast<BlockArgument>(node.value).getArgNumber(), kShardingAttrName,
                          sharding);
    } else if (auto result = dyn_cast<OpResult>(node.result ? node.result : node.value)) {
      Operation *op = result.getOwner();
      if (auto constrain = dyn_cast<ConstrainOp>(op))
        constrain.setShardingAttr(sharding);
      else if (!isa<ReshardOp, ManualOp>(op))
        add(op, kShardingsAttrName, result.getResultNumber(), op->getNumResults());
    } else if (auto arg = cast<BlockArgument>(node.value);
               isa<scf::WhileOp>(arg.getOwner()->getParentOp())) {
      add(arg.getOwner()->getParentOp(), kBeforeShardingsAttrName, arg.getArgNumber(),
          arg.getOwner()->getNumArguments());
    }
  }
  for (auto &[key, list] : lists)
    key.first->setAttr(key.second, ArrayAttr::get(key.first->getContext(), list));
}
