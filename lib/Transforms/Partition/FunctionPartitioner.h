//===- FunctionPartitioner.h - the local form of one function -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PARTITION_FUNCTIONPARTITIONER_H
#define TP_TRANSFORMS_PARTITION_FUNCTIONPARTITIONER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "tp/Analysis/Cost.h"
#include "tp/Analysis/FactorGraph.h"
#include "tp/Interfaces/PartitionContext.h"
#include "tp/Planning/Strategies.h"

namespace mlir::tp {

struct PartitionCounters {
  /// Ops that compute something, and those of them that no axis splits.
  int64_t numOps = 0;
  int64_t numReplicated = 0;
};

/// Builds the local body of a function beside the global one, then replaces it.
class FunctionPartitioner {
public:
  FunctionPartitioner(const FactorGraph &graph, func::FuncOp function, const CostModel &cost,
                      PartitionCounters &counters);

  LogicalResult run();

private:
  void createBlocks(Region &from, Region &to);
  LogicalResult partitionBlocks(Region &from);
  LogicalResult partitionOp(Operation *op);
  LogicalResult partitionWithRule(const OpNode &node);
  LogicalResult partitionReshard(ReshardOp op);
  LogicalResult partitionTransfer(Operation *op);
  LogicalResult partitionControlFlow(Operation *op);
  LogicalResult partitionManual(ManualOp op);
  LogicalResult partitionReplicated(Operation *op);
  FailureOr<SmallVector<Value>> cloneByRule(Operation *op, PartitionContext &context,
                                            ValueRange operands);
  FailureOr<SmallVector<Value>> getPassed(Operation *op);
  void callOnce(Operation *op);
  FailureOr<SmallVector<Value>> createLocal(Operation *op, const ShardingRule &rule,
                                            const OpStrategy &strategy, ValueRange operands,
                                            ArrayRef<Axis> partial);
  FailureOr<Value> getOperand(const ShardingRule &rule, const OpStrategy &strategy, unsigned i);
  /// A local copy, laid out as wanted, of a constant-like value.
  FailureOr<Value> materialize(Value value, const Layout &layout);
  FailureOr<Value> materializeAnew(Value value, const Layout &layout);
  LogicalResult mapWhole(ArrayRef<OpOperand *> uses);
  void setSignature();

  Layout getLayoutOf(Value value) const;
  Layout getResultLayout(unsigned index) const;
  Type getLocalType(Type type, const Layout &layout) const;

  const FactorGraph &graph;
  func::FuncOp function;
  const CostModel &cost;
  PartitionCounters &counters;
  const MeshRef &mesh;
  OpBuilder b;
  /// Global to local values (blocks too).
  IRMapping mapping;
  DenseMap<std::tuple<Value, Block *, Attribute>, Value> copies;
};

} // namespace mlir::tp

#endif // TP_TRANSFORMS_PARTITION_FUNCTIONPARTITIONER_H
