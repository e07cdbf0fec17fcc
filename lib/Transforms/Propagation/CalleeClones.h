//===- CalleeClones.h - callees that call sites see differently ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PROPAGATION_CALLEECLONES_H
#define TP_TRANSFORMS_PROPAGATION_CALLEECLONES_H

#include "tp/Analysis/FactorGraph.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tp {

/// The clones made of functions that call sites ask for contradicting shardings.
class CalleeClones {
public:
  explicit CalleeClones(ModuleOp module) : module(module) {}

  /// Given the shardings that all sites of each function lead to together, gives sites that
  /// contradict them a clone of the function. Returns whether there are any; the graph is then out
  /// of date.
  bool splitCallees(const FactorGraph &graph);
  /// Once the shardings are written: leaves one of equal functions that stem from one.
  void mergeEqual();

private:
  void addClone(func::FuncOp callee, ArrayRef<func::CallOp> calls);

  ModuleOp module;
  /// Clones by the function of the original program, which comes first.
  llvm::MapVector<Operation *, SmallVector<func::FuncOp, 2>> families;
  DenseMap<Operation *, Operation *> origins;
};

} // namespace mlir::tp

#endif // TP_TRANSFORMS_PROPAGATION_CALLEECLONES_H
