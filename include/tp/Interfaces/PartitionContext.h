//===- PartitionContext.h - what a local op is made from ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_PARTITIONCONTEXT_H
#define TP_INTERFACES_PARTITIONCONTEXT_H

#include "mlir/IR/IRMapping.h"
#include "tp/Analysis/Axes.h"
#include "tp/Interfaces/ShardingRule.h"

namespace mlir::tp {

/// How one op is split over the devices, and the means to build its local form.
class PartitionContext {
public:
  PartitionContext(Operation *op, const ShardingRule &rule, ArrayRef<AxisList> factorAxes,
                   ArrayRef<Axis> partialAxes, FlatSymbolRefAttr meshName, MeshAttr mesh,
                   const IRMapping &mapping);

  Operation *getOp() const { return op; }
  const ShardingRule &getRule() const { return rule; }
  FlatSymbolRefAttr getMeshName() const { return meshName; }
  MeshAttr getMesh() const { return mesh; }

  /// Axes that the factor is split over, major to minor.
  ArrayRef<Axis> getFactorAxes(unsigned factor) const { return factorAxes[factor]; }
  bool isSharded(unsigned factor) const { return !factorAxes[factor].empty(); }
  /// Iterations that one device runs: ceil(size / shards).
  int64_t getLocalSize(unsigned factor) const;
  /// Whether the last devices run iterations beyond the factor's size (or none that count).
  bool isPadded(unsigned factor) const;
  /// Axes over which the results are partial, from sharded reductions, gathers and partial
  /// operands.
  ArrayRef<Axis> getPartialAxes() const { return partialAxes; }

  /// Type of what a device holds of a tensor with the given factors.
  RankedTensorType getLocalType(RankedTensorType type, const DimFactors &dims) const;
  RankedTensorType getLocalResultType(unsigned result) const;

  /// Coordinate of the device on `axes`, as index.
  Value getCoordinate(OpBuilder &b, Location loc, ArrayRef<Axis> axes) const;
  /// First global iteration of the factor on this device, as index: coordinate · local size.
  /// Null where the size is dynamic and no local operand tells it.
  Value getOffset(OpBuilder &b, Location loc, unsigned factor) const;
  /// i1: the device's coordinate on `axes` is 0.
  Value isFirst(OpBuilder &b, Location loc, ArrayRef<Axis> axes) const;

  /// The local (or, for non-tensors, uniform) value that stands for a global value that is
  /// not an operand of the rule: a scalar, or a value defined outside the op.
  Value lookup(Value global) const { return mapping.lookupOrDefault(global); }

  /// Clones the op with the given local operands of the rule and local result types, regions
  /// included; other operands are looked up.
  FailureOr<SmallVector<Value>> cloneLocally(OpBuilder &b, Operation *op, ValueRange operands);

private:
  Operation *op;
  const ShardingRule &rule;
  ArrayRef<AxisList> factorAxes;
  ArrayRef<Axis> partialAxes;
  FlatSymbolRefAttr meshName;
  MeshAttr mesh;
  const IRMapping &mapping;
};

/// The value that `kind` leaves every other value of `type` unchanged by, as a scalar constant:
/// −0.0 for float sums, −inf for maximumf, NaN for maxnumf. Null where the type has none.
TypedAttr getIdentity(ReduceKind kind, Type type);
/// Combines two scalars (or equally shaped tensors of elementwise ops) by `kind`.
Value createCombine(OpBuilder &b, Location loc, ReduceKind kind, Value a, Value c);

} // namespace mlir::tp

#endif // TP_INTERFACES_PARTITIONCONTEXT_H
