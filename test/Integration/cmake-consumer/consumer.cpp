//===- consumer.cpp - another compiler that uses the passes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tp/IR/TP.h"
#include "tp/Pipelines/Register.h"

static const char *const kProgram = R"(
tp.mesh @mesh <["x"=2]>
func.func @main(%a: tensor<4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<4x4xf32> {
  return %a : tensor<4x4xf32>
}
)";

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::linalg::LinalgDialect>();
  mlir::tp::registerAll(registry);
  mlir::tp::registerAllTPPasses();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kProgram, &context);
  if (!module)
    return 1;
  mlir::PassManager pm(&context);
  if (failed(mlir::parsePassPipeline("tp-propagate", pm)) || failed(pm.run(*module)))
    return 1;
  module->walk([](mlir::tp::MeshOp mesh) { llvm::outs() << mesh << "\n"; });
  return 0;
}
