//===- FactorGraphBuilder.h - from a module to a factor graph -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building, in this order:
//   1. the mesh of each function: named by its annotations, or by those of its callers and callees;
//   2. value nodes for arguments, results of functions and results of ops, read from annotations;
//   3. op nodes for ops with rules, edges for returns, calls, structured control flow and
//   tp.manual;
//      everything else is a replicated op, whose operands, also those captured by its regions, must
//      be whole.
// Linear in ops and uses; sizes of meshes do not matter.
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_FACTORGRAPHBUILDER_H
#define TP_ANALYSIS_FACTORGRAPHBUILDER_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "tp/Analysis/FactorGraph.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tp {

/// As in the syntax of shardings: `"x"`, `"x":(1)2`.
std::string toString(const Axis &axis, MeshAttr mesh);

class FactorGraphBuilder {
public:
  FactorGraphBuilder(ModuleOp module, FactorGraph &graph) : module(module), graph(graph) {}
  LogicalResult run();

private:
  LogicalResult findMeshes();
  LogicalResult readMesh(func::FuncOp function);
  LogicalResult joinMeshes();
  LogicalResult addFunctionNodes(func::FuncOp function);
  LogicalResult addBody(func::FuncOp function);
  LogicalResult addOp(Operation *op, func::FuncOp function, bool replicate);
  LogicalResult addControlFlow(Operation *op, func::FuncOp function);
  LogicalResult addLoop(scf::ForOp loop, func::FuncOp function);
  LogicalResult addLoop(scf::WhileOp loop, func::FuncOp function);
  LogicalResult addBranches(Operation *op, func::FuncOp function);
  LogicalResult addRegion(Region &region, func::FuncOp function);
  LogicalResult addCarried(BlockArgument arg, OpOperand &init, Value result, ArrayAttr shardings,
                           func::FuncOp function);
  LogicalResult annotateFrom(unsigned node, ArrayAttr shardings, unsigned index);
  void addYield(Operation *terminator, unsigned firstOperand, ValueRange targets);
  void keepWholeWhereNeeded(Value carried);
  LogicalResult addCall(func::CallOp call, func::FuncOp function, bool replicate);
  LogicalResult verifyNoRecursion(ArrayRef<func::FuncOp> functions);
  bool hasOwnRule(func::CallOp call);
  void findManualFunctions();
  LogicalResult verifyLocalOps(func::FuncOp function);
  LogicalResult addManual(ManualOp op, func::FuncOp function);
  FailureOr<unsigned> addRequirement(Value value, RankedTensorType type, ShardingAttr sharding,
                                     func::FuncOp function);
  void closeInside(unsigned inside, unsigned outside, ArrayRef<Axis> manual);
  void addReturn(func::ReturnOp op, func::FuncOp function);
  LogicalResult addReplicated(Operation *op, func::FuncOp function);
  LogicalResult pinNestedCalls();
  LogicalResult pin(int node, Operation *call);

  unsigned addValue(Value value, func::FuncOp function, RankedTensorType type);
  LogicalResult annotate(unsigned node, ShardingAttr sharding);
  void addEdge(Operation *op, OpOperand *use, int from, int to);
  void finishOp(OpNode node);
  SmallVector<OpOperand *, 4> getOuterUses(Operation *op);
  /// Shardings of the op's results; null, with a remark, where rewrites made the list stale.
  ArrayAttr getResultShardings(Operation *op);

  ModuleOp module;
  FactorGraph &graph;
  SymbolTableCollection symbols;
  llvm::MapVector<Operation *, MeshRef> meshOf;
  /// Manual where a function is called, and where nodes are being added.
  DenseMap<Operation *, AxisList> functionManualAxes;
  AxisList manualAxes;
};

} // namespace mlir::tp

#endif // TP_ANALYSIS_FACTORGRAPHBUILDER_H
