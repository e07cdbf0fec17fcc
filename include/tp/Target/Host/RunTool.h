//===- RunTool.h - the tp-run tool --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_RUNTOOL_H
#define TP_TARGET_HOST_RUNTOOL_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tp {

/// What the user asks for.
struct RunOptions {
  std::string file;
  std::string entry = "main";
  /// Empty: arguments from the seed.
  std::string data;
  uint64_t seed = 0;
  /// `arg0:0:512`
  std::vector<std::string> ranges;
  bool check = false;
  bool plan = false;
  bool isJson = false;
  std::string saveOutputs;
};

enum class RunStatus { Agrees = 0, Differs = 1, BadInput = 2 };

/// Does what `options` ask for; reports to the standard output, errors to the standard error.
RunStatus runProgram(const RunOptions &options, DialectRegistry &registry);

/// The whole tool: reads the command line and runs. The exit status is that of RunStatus.
int runToolMain(int argc, char **argv, DialectRegistry &registry);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_RUNTOOL_H
