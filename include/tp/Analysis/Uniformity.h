//===- Uniformity.h - along which axes values vary ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_UNIFORMITY_H
#define TP_ANALYSIS_UNIFORMITY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tp/Analysis/Axes.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tp {

/// Along which axes what functions are given and give may vary, by function and position: the union
/// over all call sites.
struct CallVariation {
  DenseMap<Operation *, SmallVector<AxisList>> arguments, results;
};

/// For each value of a local function the axes of the mesh along which devices may hold different
/// things. Sharded and partial arguments, coordinates and slices vary; reductions, gathers and
/// broadcasts make uniform. A fixed point over the function; never less than the truth.
class UniformityAnalysis {
public:
  /// Without `calls` scalar arguments are taken to be the same on all devices.
  UniformityAnalysis(func::FuncOp function, MeshAttr mesh, const CallVariation *calls = nullptr);

  ArrayRef<Axis> getVaryingAxes(Value value) const;
  /// Adds what `function`, the analysed one, hands to the functions it calls and gives to its
  /// callers; returns whether that was new.
  bool addTo(CallVariation &calls, func::FuncOp function) const;

private:
  bool visit(Operation *op);
  bool visitRegions(Operation *op, ArrayRef<Axis> inputs);
  bool visitControlFlow(RegionBranchOpInterface op);
  bool update(Value value, ArrayRef<Axis> axes);
  AxisList getInputs(Operation *op) const;
  AxisList getCallResult(func::CallOp call, unsigned index, ArrayRef<Axis> inputs) const;
  bool visitBranch(Operation *op, ArrayRef<Axis> inputs);

  MeshAttr mesh;
  const CallVariation *calls;
  DenseMap<Value, AxisList> varying;
};

/// Adds the parts of `axes` that are not yet in `set`; returns whether there were any.
bool unite(AxisList &set, ArrayRef<Axis> axes);

/// Fails, with a diagnostic, if a collective stands under a condition, bound or branch that varies
/// along one of its axes (calls included), so that some devices of its group would not take part.
LogicalResult verifyUniformConditions(ModuleOp module);

} // namespace mlir::tp

#endif // TP_ANALYSIS_UNIFORMITY_H
