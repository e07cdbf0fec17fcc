//===- RunTool.cpp - the tp-run tool --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/RunTool.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tp;
namespace cl = llvm::cl;

namespace {
enum class ReportKind { Text, Json };
enum class TargetKind { Host };

/// Registered while it lives.
struct CommandLine {
  cl::OptionCategory category{"tp-run options"};
  cl::opt<std::string> file{cl::Positional, cl::desc("<program.mlir>"), cl::Required,
                            cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::desc("Function to start with"), cl::init("main"),
                             cl::cat(category)};
  cl::opt<std::string> data{
      "data", cl::desc("Arguments arg0... and expected results out0... of the program"),
      cl::value_desc("file.npz"), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("Arguments without data depend on this number"),
                         cl::init(0), cl::cat(category)};
  cl::list<std::string> ranges{"range",
                               cl::desc("Draw the integers of an argument from [begin, end)"),
                               cl::value_desc("argN:begin:end"), cl::cat(category)};
  cl::opt<bool> check{
      "check",
      cl::desc("Compare every device's results with the unpartitioned program and the data"),
      cl::cat(category)};
  cl::opt<bool> plan{"plan", cl::desc("Tell what is communicated and held, without running"),
                     cl::cat(category)};
  cl::opt<ReportKind> report{"report", cl::desc("Form of the report"), cl::init(ReportKind::Text),
                             cl::values(clEnumValN(ReportKind::Text, "text", "a table"),
                                        clEnumValN(ReportKind::Json, "json", "one JSON object")),
                             cl::cat(category)};
  cl::opt<std::string> saveOutputs{"save-outputs", cl::desc("Write the whole results out0..."),
                                   cl::value_desc("file.npz"), cl::cat(category)};
  cl::opt<TargetKind> target{
      "target", cl::desc("What to run on"), cl::init(TargetKind::Host),
      cl::values(clEnumValN(TargetKind::Host, "host", "simulated devices, one thread each")),
      cl::cat(category)};
};
} // namespace

int mlir::tp::runToolMain(int argc, char **argv, DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "runs sharded programs on simulated devices and checks their numbers\n",
          &llvm::errs()))
    return int(RunStatus::BadInput);
  if (line.plan && (line.check || !line.saveOutputs.empty())) {
    llvm::errs() << "tp-run: error: --plan runs nothing: it cannot be combined with "
                 << (line.check ? "--check" : "--save-outputs") << "\n";
    return int(RunStatus::BadInput);
  }
  RunOptions options;
  options.file = line.file;
  options.entry = line.entry;
  options.data = line.data;
  options.seed = line.seed;
  options.ranges = line.ranges;
  options.check = line.check;
  options.plan = line.plan;
  options.isJson = line.report == ReportKind::Json;
  options.saveOutputs = line.saveOutputs;
  return int(runProgram(options, registry));
}
