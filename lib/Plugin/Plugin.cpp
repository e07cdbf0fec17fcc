//===- Plugin.cpp - the dialect and passes for stock mlir-opt ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt loads the built library twice, with --load-dialect-plugin and with --load-pass-plugin;
// the passes are then reached through --pass-pipeline.
//
//===----------------------------------------------------------------------===//

#include "mlir/Config/mlir-config.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tp/Pipelines/Register.h"

static constexpr const char *kPluginName = "tp-mlir";
static constexpr const char *kPluginVersion = "0.1.0";

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kPluginName, kPluginVersion,
          [](mlir::DialectRegistry *registry) { mlir::tp::registerAll(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kPluginName, kPluginVersion,
          []() { mlir::tp::registerAllTPPasses(); }};
}
