//===- Passes.td - passes over the global and local program -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PASSES_TD
#define TP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PropagateShardings : Pass<"tp-propagate", "::mlir::ModuleOp"> {
  let summary = "Decide the sharding of every tensor value from the annotated ones";
}

#endif // TP_TRANSFORMS_PASSES_TD
