//===- tp-run.cpp - runs programs on simulated devices --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "tp/Pipelines/Register.h"
#include "tp/Target/Host/CompiledProgram.h"
#include "tp/Target/Host/RunTool.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::tp::registerHostTarget(registry);
  mlir::tp::registerAll(registry);
  return mlir::tp::runToolMain(argc, argv, registry);
}
