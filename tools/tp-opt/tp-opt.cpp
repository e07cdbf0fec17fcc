//===- tp-opt.cpp - mlir-opt with the tp dialect and its passes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tp/Pipelines/Register.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::tp::registerAll(registry);
  mlir::tp::registerAllTPPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "sharding optimizer driver", registry));
}
