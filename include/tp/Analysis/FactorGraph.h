//===- FactorGraph.h - a module's sharding problem as data --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values and ops of a module as two arrays, edges by rules and data flow. Propagation, strategy
// choice and planning work here without touching IR and write attributes once. Constant-like
// values are no nodes: they carry no sharding from one use to another.
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_FACTORGRAPH_H
#define TP_ANALYSIS_FACTORGRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tp/Analysis/Axes.h"
#include "tp/Interfaces/ShardingRule.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tp {

//===----------------------------------------------------------------------===//
// Between dimensions and factors
//===----------------------------------------------------------------------===//

/// Splits the axes of one dimension over its factors, major to minor, into `factorAxes` (by factor
/// position, appended). A factor takes axes as long as its size divides; only a dimension with a
/// single factor of size above 1 may be split unevenly. Returns whether all axes found a place.
bool projectDim(const ShardingRule &rule, ArrayRef<unsigned> dimFactors, ArrayRef<Axis> axes,
                MutableArrayRef<AxisList> factorAxes);
/// All dimensions of one tensor.
bool projectToFactors(const ShardingRule &rule, const DimFactors &dims, ArrayRef<AxisList> dimAxes,
                      MutableArrayRef<AxisList> factorAxes);
/// The axes of a dimension whose factors are split as given; nullopt where flat blocks cannot
/// express it.
std::optional<AxisList> getDimAxes(const ShardingRule &rule, ArrayRef<unsigned> dimFactors,
                                   ArrayRef<AxisList> factorAxes);
/// The layout (without partial axes) of a tensor whose factors are split as given.
std::optional<Layout> getLayout(const ShardingRule &rule, const DimFactors &dims,
                                ArrayRef<AxisList> factorAxes);

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// Where the axes of a dimension came from, when they were last extended.
struct DimOrigin {
  /// Op node along which they came, −1 where they are annotated.
  int op = -1;
  /// The value and dimension that they came from.
  int value = -1;
  unsigned dim = 0;
  /// Values that wanted other axes, and which.
  SmallVector<std::pair<int, AxisList>, 0> beaten;
};

/// A tensor value, or the result of a function as its callers see it.
struct ValueNode {
  /// Null for a function's result. Two nodes have one value at tp.manual, where it has another type
  /// inside than outside: an argument of the body or a result; lookup finds the one of its uses.
  Value value;
  /// For a loop-carried value, whose node is its region argument: the loop's result.
  Value result;
  func::FuncOp function;
  unsigned resultIndex = 0;
  RankedTensorType type;
  /// Position in FactorGraph::getMeshes().
  unsigned mesh = 0;

  SmallVector<AxisList, 4> axes;
  /// Per dimension: whether propagation may add axes, and from which priority on it is a source.
  SmallVector<bool, 4> open;
  SmallVector<int64_t, 4> priority;
  SmallVector<DimOrigin, 0> origins;
  /// Axes that must not be used.
  AxisList replicated;
  /// Whether a sharding stands in IR.
  bool isAnnotated = false;
  /// As annotated; never decided by propagation.
  ReduceKind partialKind = ReduceKind::Sum;
  AxisList partial;

  /// Ops that touch the value, in program order.
  SmallVector<unsigned, 4> ops;

  Location getLoc() const;
  /// Layout without the partial axes, and with those that are annotated.
  Layout getLayout() const;
  Layout getFullLayout() const;
};

/// An op with a rule, or an edge of data flow (return, call) with an identity rule.
struct OpNode {
  Operation *op = nullptr;
  ShardingRule rule;
  unsigned mesh = 0;
  /// Value nodes of the rule's operands and results; −1: constant-like or not read.
  SmallVector<int, 4> operands;
  SmallVector<int, 1> results;
  /// Edges of data flow: not an op of its own.
  bool isEdge = false;
  /// Only parallel factors: goes first in propagation.
  bool isPassThrough = false;
};

/// An op that runs with whole operands on every device.
struct ReplicatedOp {
  Operation *op = nullptr;
  /// Uses of tensors that are defined outside the op, by it or in its regions.
  SmallVector<OpOperand *, 4> uses;
};

struct MeshRef {
  FlatSymbolRefAttr name;
  MeshAttr mesh;
};

class FactorGraph {
public:
  /// Reads the functions of `module` and their shardings. Fails, with diagnostics, on contradictory
  /// or invalid annotations. Stale shardings are dropped with a remark.
  static FailureOr<FactorGraph> build(ModuleOp module);

  MutableArrayRef<ValueNode> getValues() { return values; }
  ArrayRef<ValueNode> getValues() const { return values; }
  ArrayRef<OpNode> getOps() const { return ops; }
  ArrayRef<ReplicatedOp> getReplicatedOps() const { return replicatedOps; }
  ArrayRef<MeshRef> getMeshes() const { return meshes; }

  /// Node of a value, −1 if it has none.
  int lookup(Value value) const;
  int lookupResult(func::FuncOp function, unsigned index) const;
  /// Node of an op with a rule, −1 if it has none.
  int lookup(Operation *op) const;
  /// Node that a use passes its value to (return, call, yield), −1 if it does not.
  int getEdgeTarget(OpOperand &use) const;
  /// The op's entry if it runs with whole operands on every device, else null.
  const ReplicatedOp *getReplicated(Operation *op) const;
  /// Position of the mesh that a function's values live on, −1 where it has none.
  int getMesh(func::FuncOp function) const;

  /// Writes the layouts of all values as closed shardings.
  void writeShardings() const;

private:
  friend class FactorGraphBuilder;
  SmallVector<ValueNode, 0> values;
  SmallVector<OpNode, 0> ops;
  SmallVector<ReplicatedOp, 0> replicatedOps;
  SmallVector<MeshRef, 1> meshes;
  DenseMap<Value, unsigned> valueIndex;
  DenseMap<std::pair<Operation *, unsigned>, unsigned> resultIndex;
  DenseMap<Operation *, unsigned> opIndex;
  DenseMap<OpOperand *, unsigned> edgeTarget;
  DenseMap<Operation *, unsigned> replicatedIndex;
  DenseMap<Operation *, unsigned> functionMesh;
};

/// Whether `value` is an argument of a function's entry block.
bool isFunctionArgument(Value value);

/// Structured control flow through whose regions shardings pass: scf.for, while, if, index_switch.
bool isControlFlow(Operation *op);

/// Whether `op` neither has tensors nor regions with tensors: it runs unchanged on every device.
bool isScalarOp(Operation *op);

} // namespace mlir::tp

#endif // TP_ANALYSIS_FACTORGRAPH_H
