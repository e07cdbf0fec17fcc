//===- Explain.cpp - where shardings and reshards come from ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shardings: propagation runs on a factor graph of the module and keeps, per dimension, the op and
// value that the axes came from; following these leads to the annotation. Reshards: a copy of the
// module is taken to stage explicit, and each tp.reshard there is described by its two sides.
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "tp/Analysis/FactorGraph.h"
#include "tp/Planning/Propagation.h"
#include "tp/Planning/ReshardPath.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_EXPLAIN
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static void printAxes(raw_ostream &os, ArrayRef<Axis> axes, MeshAttr mesh) {
  os << "{";
  llvm::interleave(
      toAttrs(axes, mesh), os,
      [&](AxisAttr axis) {
        os << '"' << axis.getName() << '"';
        if (axis.isSubAxis())
          os << ":(" << axis.getPreSize() << ")" << axis.getSubSize();
      },
      ", ");
  os << "}";
}

static void printDims(raw_ostream &os, const Layout &layout, MeshAttr mesh) {
  os << "[";
  llvm::interleave(layout.dims, os, [&](const AxisList &axes) { printAxes(os, axes, mesh); }, ", ");
  os << "]";
}

/// "argument 1", "result 0 of linalg.matmul", "result 0 of @main".
static void printValue(raw_ostream &os, const ValueNode &node) {
  func::FuncOp function = node.function;
  if (!node.value) {
    os << "result " << node.resultIndex << " of @" << function.getSymName();
  } else if (auto arg = dyn_cast<BlockArgument>(node.value)) {
    os << (isFunctionArgument(arg) ? "argument " : "carried value ") << arg.getArgNumber();
    auto name = isFunctionArgument(arg)
                    ? function.getArgAttrOfType<StringAttr>(arg.getArgNumber(), kNameAttrName)
                    : StringAttr();
    if (name)
      os << " (" << name.getValue() << ")";
  } else {
    auto result = cast<OpResult>(node.value);
    os << "result " << result.getResultNumber() << " of " << result.getOwner()->getName();
  }
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// Names of the ops between a dimension and the annotation that its axes came from, and the latter.
static void printOrigin(raw_ostream &os, const FactorGraph &graph, const ValueNode &node,
                        unsigned dim) {
  constexpr unsigned kShownOps = 4;
  SmallVector<StringRef> path;
  const ValueNode *source = &node;
  unsigned sourceDim = dim;
  while (source->origins[sourceDim].op >= 0 && path.size() < graph.getOps().size()) {
    const DimOrigin &origin = source->origins[sourceDim];
    path.push_back(graph.getOps()[origin.op].op->getName().getStringRef());
    source = &graph.getValues()[origin.value];
    sourceDim = origin.dim;
  }
  if (path.empty()) {
    os << ", as annotated";
    return;
  }
  os << " from ";
  printValue(os, *source);
  os << ", dimension " << sourceDim << ", through ";
  // From the annotation to here.
  std::reverse(path.begin(), path.end());
  if (path.size() > kShownOps) {
    os << path.size() << " ops, the last ";
    path.erase(path.begin(), path.end() - kShownOps);
  }
  llvm::interleave(path, os, ", ");
}

static std::string describeSharding(const FactorGraph &graph, const ValueNode &node) {
  MeshAttr mesh = graph.getMeshes()[node.mesh].mesh;
  std::string text;
  llvm::raw_string_ostream os(text);
  printValue(os, node);
  os << " has ";
  printDims(os, node.getLayout(), mesh);
  StringRef separator = ": ";
  for (unsigned dim = 0, e = node.axes.size(); dim < e; ++dim) {
    if (node.axes[dim].empty())
      continue;
    os << separator << "dimension " << dim << " has ";
    printAxes(os, node.axes[dim], mesh);
    printOrigin(os, graph, node, dim);
    for (auto &[value, axes] : node.origins[dim].beaten) {
      os << ", against ";
      printAxes(os, axes, mesh);
      os << " of ";
      printValue(os, graph.getValues()[value]);
    }
    separator = "; ";
  }
  return text;
}

static void explainShardings(const FactorGraph &graph) {
  for (const ValueNode &node : graph.getValues())
    if (llvm::any_of(node.axes, [](const AxisList &axes) { return !axes.empty(); }))
      emitRemark(node.getLoc()) << describeSharding(graph, node);
}

//===----------------------------------------------------------------------===//
// Reshards
//===----------------------------------------------------------------------===//

static void printSide(raw_ostream &os, const Layout &layout, MeshAttr mesh) {
  printDims(os, layout, mesh);
  if (!layout.isPartial())
    return;
  os << " partial over ";
  printAxes(os, layout.partial, mesh);
}

/// What would make the reshard unnecessary.
static void printRemedy(raw_ostream &os, const ValueNode &source, const Layout &from,
                        const Layout &to, MeshAttr mesh) {
  if (from.isPartial()) {
    os << "it goes away if the reductions of the op that makes it are not split over ";
    printAxes(os, from.partial, mesh);
    return;
  }
  os << "it goes away if ";
  printValue(os, source);
  os << " is annotated ";
  printSide(os, to, mesh);
}

static void explainReshard(const FactorGraph &graph, ReshardOp op, const CostModel &cost) {
  int sourceIndex = graph.lookup(op.getInput()), targetIndex = graph.lookup(op.getResult());
  if (sourceIndex < 0 || targetIndex < 0)
    return;
  const ValueNode &source = graph.getValues()[sourceIndex];
  const ValueNode &target = graph.getValues()[targetIndex];
  MeshAttr mesh = graph.getMeshes()[target.mesh].mesh;
  Layout from = source.getFullLayout(), to = target.getFullLayout();
  auto steps = planReshard(from, to, target.type.getShape(),
                           getElementSizeInBytes(target.type.getElementType()), mesh, cost);
  if (failed(steps))
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "reshard of ";
  printValue(os, source);
  os << " from ";
  printSide(os, from, mesh);
  os << " to ";
  printSide(os, to, mesh);
  if (!op->use_empty())
    os << " for " << (*op->user_begin())->getName();
  os << ": ";
  int64_t bytes = 0;
  SmallVector<StringRef> kinds;
  for (const ReshardStep &step : *steps) {
    if (step.kind == CollectiveKind::AllSlice || step.kind == CollectiveKind::Neutralize)
      continue;
    kinds.push_back(stringifyCollectiveKind(step.kind));
    bytes += getWireSizeInBytes(step.kind, getNumShards(step.axes), step.operandSizeInBytes);
  }
  if (kinds.empty()) {
    os << "no communication";
  } else {
    llvm::interleave(kinds, os, ", ");
    os << ", " << bytes << " bytes on the wire per device; ";
    printRemedy(os, source, from, to, mesh);
  }
  op.emitRemark() << text;
}

/// Takes `module`, a copy of its own, to stage explicit.
static LogicalResult makeExplicit(ModuleOp module) {
  PassManager pm(module.getContext());
  if (getStage(module) == Stage::Annotated)
    pm.addPass(createPropagateShardings());
  pm.addPass(createInsertReshards());
  pm.addPass(createOptimizeReshards());
  return pm.run(module);
}

static LogicalResult explainReshards(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(makeExplicit(*copy)))
    return failure();
  FailureOr<FactorGraph> graph = FactorGraph::build(*copy);
  if (failed(graph))
    return failure();
  SmallVector<CostModel> costs;
  for (const MeshRef &ref : graph->getMeshes())
    costs.push_back(CostModel::get(lookupMesh(*copy, ref.name)));
  copy->walk([&](ReshardOp op) {
    int value = graph->lookup(op.getResult());
    if (value >= 0)
      explainReshard(*graph, op, costs[graph->getValues()[value].mesh]);
  });
  return success();
}

namespace {

struct Explain : tp::impl::ExplainBase<Explain> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    markAllAnalysesPreserved();
    if (getStage(module) > Stage::Propagated) {
      (void)expectStage(module, Stage::Annotated);
      return signalPassFailure();
    }
    FailureOr<FactorGraph> graph = FactorGraph::build(module);
    if (failed(graph))
      return signalPassFailure();
    propagate(*graph);
    explainShardings(*graph);
    if (failed(explainReshards(module)))
      return signalPassFailure();
  }
};

} // namespace
