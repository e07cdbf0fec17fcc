//===- Stage.h - how far the compiler has got ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_STAGE_H
#define TP_TRANSFORMS_STAGE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tp {

/// What holds of a module (module attribute `tp.stage`; absent: annotated).
enum class Stage { Annotated, Propagated, Explicit, Local };

StringRef stringifyStage(Stage stage);
Stage getStage(ModuleOp module);
void setStage(ModuleOp module, Stage stage);

/// Fails with a diagnostic that names the pass that leads to `stage` if the module is elsewhere.
LogicalResult expectStage(ModuleOp module, Stage stage);

} // namespace mlir::tp

#endif // TP_TRANSFORMS_STAGE_H
