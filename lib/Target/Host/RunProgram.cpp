//===- RunProgram.cpp - from a file to a report ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Parse; what is not local goes through tp-global-to-local (a copy stays behind as reference).
// 2. With --plan: bufferize, read the plan, report.
// 3. Arguments from data or seed; compile; run; collect.
// 4. With --check: run the reference on one device, compare with it and with the data.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "tp/Conversion/Passes.h"
#include "tp/Pipelines/Pipelines.h"
#include "tp/Target/Host/CompiledProgram.h"
#include "tp/Target/Host/Inputs.h"
#include "tp/Target/Host/Plan.h"
#include "tp/Target/Host/Progress.h"
#include "tp/Target/Host/Report.h"
#include "tp/Target/Host/RunTool.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include <chrono>

using namespace mlir;
using namespace mlir::tp;

static RunStatus reportError(const Twine &text) {
  llvm::WithColor::error(llvm::errs(), "tp-run") << text << '\n';
  return RunStatus::BadInput;
}

namespace {
/// Seconds since it was made.
class Clock {
public:
  double get() const {
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return elapsed.count();
  }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// One call of the tool.
class Session {
public:
  Session(const RunOptions &options, DialectRegistry &registry)
      : options(options), context(registry), handler(sources, &context) {
    // The message has the line; whole programs would follow.
    context.printOpOnDiagnostic(false);
  }

  RunStatus run();

private:
  bool parse();
  bool makeLocal();
  bool readData();
  bool makeArguments();
  bool takeArgument(unsigned index, HostTensor &whole);
  bool runReference();
  bool checkResults();
  void readReplicatedOps();
  void print();
  RunStatus finish();
  ArrayRef<int64_t> getShape(unsigned result);

  const RunOptions &options;
  MLIRContext context;
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module, reference;
  SmallVector<ValueRange64> ranges;
  NamedTensors data;
  std::vector<HostTensor> arguments;
  RunResult outcome;
  RunResult expected;
  Report report;
  Comparison comparison;
};
} // namespace

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

bool Session::parse() {
  Progress progress("reading " + options.file);
  std::string error;
  auto buffer = openInputFile(options.file, &error);
  if (!buffer) {
    reportError(error);
    return false;
  }
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  module = parseSourceFile<ModuleOp>(sources, &context);
  return module && succeeded(keepOnlyEntryPoint(*module, options.entry));
}

/// Whether only data can tell if the results are right.
static bool isLocalFromTheStart(ModuleOp module) {
  auto stage = module->getAttrOfType<StringAttr>(kStageAttrName);
  if (stage && stage.getValue() == "local")
    return true;
  return module.getOps<MeshOp>().empty() ||
         module.walk([](ManualOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

bool Session::makeLocal() {
  ranges = findIntegerRanges(*module, options.entry);
  auto stageAttr = module.get()->getAttrOfType<StringAttr>(kStageAttrName);
  StringRef stage = stageAttr ? stageAttr.getValue() : "annotated";
  bool needsReference = options.check && !options.plan && !isLocalFromTheStart(*module);
  if (needsReference)
    reference = module->clone();
  if (stage != "local" && !module->getOps<MeshOp>().empty()) {
    Progress progress("partitioning");
    PassManager pm(&context);
    GlobalToLocalOptions pipelineOptions;
    if (stage == "annotated")
      buildGlobalToLocalPipeline(pm, pipelineOptions);
    else if (stage == "propagated")
      buildPropagatedToLocalPipeline(pm, pipelineOptions);
    else
      buildExplicitToLocalPipeline(pm, pipelineOptions);
    if (failed(pm.run(*module)))
      return false;
  }
  readReplicatedOps();
  FailureOr<EntryPoint> entry = readEntryPoint(*module, options.entry);
  if (failed(entry))
    return false;
  report.entry = std::move(*entry);
  return true;
}

void Session::readReplicatedOps() {
  auto counts = module.get()->getAttrOfType<DictionaryAttr>("tp.replicated_ops");
  if (!counts)
    return;
  if (auto count = counts.getAs<IntegerAttr>("count"))
    report.replicatedOps = count.getInt();
  if (auto total = counts.getAs<IntegerAttr>("total"))
    report.totalOps = total.getInt();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool Session::readData() {
  if (!options.data.empty()) {
    std::string error;
    std::optional<NamedTensors> read = readNpz(options.data, error);
    if (!read)
      return reportError(options.data + ": " + error), false;
    data = std::move(*read);
  }
  for (StringRef text : options.ranges) {
    auto range = parseRange(text);
    if (!range || range->first >= ranges.size())
      return reportError("--range=" + text +
                         ": expects argN:begin:end with begin below end, and "
                         "N below " +
                         Twine(ranges.size())),
             false;
    ranges[range->first] = range->second;
  }
  return true;
}

/// An argument or result as `2x?xf32`.
static std::string getTypeText(const EntryValue &value) {
  std::string text;
  for (int64_t size : value.shape)
    text += (ShapedType::isDynamic(size) ? std::string("?") : std::to_string(size)) + "x";
  return text + getElementTypeName(value.elementType);
}

static bool fits(const HostTensor &tensor, const EntryValue &value) {
  // numpy has bytes where i1 and i8 are told apart here.
  bool isByte = tensor.elementType <= TP_I8 && value.elementType <= TP_I8;
  return (tensor.elementType == value.elementType || isByte) &&
         tensor.shape.size() == value.shape.size() &&
         llvm::all_of(llvm::zip(tensor.shape, value.shape), [](auto sizes) {
           return ShapedType::isDynamic(std::get<1>(sizes)) ||
                  std::get<0>(sizes) == std::get<1>(sizes);
         });
}

bool Session::takeArgument(unsigned index, HostTensor &whole) {
  const EntryValue &value = report.entry.arguments[index];
  std::string name = "arg" + std::to_string(index);
  auto found = data.find(name);
  if (found != data.end()) {
    if (!fits(found->second, value))
      return reportError(options.data + ": expects " + name + " to be " + getTypeText(value) +
                         ", but it is " + found->second.getTypeText()),
             false;
    whole = std::move(found->second);
    whole.elementType = value.elementType;
    return true;
  }
  if (!options.data.empty())
    return reportError(options.data + ": expects an array " + name + " of " + getTypeText(value)),
           false;
  if (ShapedType::isDynamicShape(value.shape))
    return reportError("expects data for argument " + Twine(index) +
                       ", whose sizes are not known: " + getTypeText(value)),
           false;
  whole = HostTensor(value.shape, value.elementType);
  fillFromSeed(whole, options.seed, index, ranges[index]);
  return true;
}

bool Session::makeArguments() {
  Progress progress("making arguments");
  arguments.resize(report.entry.arguments.size());
  for (auto [index, whole] : llvm::enumerate(arguments))
    if (!takeArgument(index, whole))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

bool Session::runReference() {
  Progress progress("running the unpartitioned program");
  if (failed(makeUnpartitioned(*reference)))
    return false;
  FailureOr<EntryPoint> entry = readEntryPoint(*reference, options.entry);
  if (failed(entry))
    return false;
  auto program = CompiledProgram::compile(*reference, *entry);
  if (!program)
    return false;
  expected = program->run(arguments);
  if (!expected.error.empty())
    return reportError("the unpartitioned program fails: " + expected.error), false;
  return true;
}

/// Sizes of a whole result: as declared, or as the devices computed it.
ArrayRef<int64_t> Session::getShape(unsigned result) {
  EntryValue &value = report.entry.results[result];
  for (auto [dim, size] : llvm::enumerate(value.shape))
    if (ShapedType::isDynamic(size))
      size = reference ? expected.results[result][0].shape[dim]
                       : outcome.results[result][0].shape[dim] *
                             getNumShards(value.placement.layout.dims[dim]);
  return value.shape;
}

bool Session::checkResults() {
  if (reference && !runReference())
    return false;
  bool hasExpected = false;
  for (auto [index, value] : llvm::enumerate(report.entry.results)) {
    std::string name = "result " + std::to_string(index);
    ArrayRef<HostTensor> parts = outcome.results[index];
    ArrayRef<int64_t> shape = getShape(index);
    compareReplicas(comparison, name, parts, shape, value.placement);
    if (reference)
      compareResult(comparison, name, "the unpartitioned program", parts,
                    expected.results[index][0], value.placement);
    auto found = data.find("out" + std::to_string(index));
    if (found == data.end())
      continue;
    if (!fits(found->second, value))
      return reportError(options.data + ": expects " + found->first + " to be " +
                         getTypeText(value) + ", but it is " + found->second.getTypeText()),
             false;
    found->second.elementType = value.elementType;
    hasExpected = true;
    compareResult(comparison, name, options.data, parts, found->second, value.placement);
  }
  if (!reference && !hasExpected)
    return reportError("--check has nothing to compare with: a program that is local, has "
                       "tp.manual or has no mesh needs --data with expected results out0..."),
           false;
  return true;
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

void Session::print() {
  if (options.isJson)
    llvm::outs() << llvm::formatv("{0:2}", toJSON(report)) << '\n';
  else
    printText(report, llvm::outs());
  llvm::outs().flush();
}

RunStatus Session::finish() {
  if (!options.saveOutputs.empty()) {
    NamedTensors whole;
    for (auto [index, value] : llvm::enumerate(report.entry.results))
      whole["out" + std::to_string(index)] =
          collect(outcome.results[index], getShape(index), value.placement);
    std::string error;
    if (failed(writeNpz(options.saveOutputs, whole, error)))
      return reportError(options.saveOutputs + ": " + error);
  }
  if (options.check)
    report.check = comparison;
  print();
  for (StringRef mismatch : comparison.mismatches)
    reportError(mismatch);
  return comparison.passed ? RunStatus::Agrees : RunStatus::Differs;
}

RunStatus Session::run() {
  Clock clock;
  report.file = options.file;
  if (!parse() || !makeLocal())
    return RunStatus::BadInput;
  if (options.plan) {
    Progress progress("planning");
    PassManager pm(&context);
    buildBufferizeLocalPipeline(pm);
    if (failed(pm.run(*module)))
      return RunStatus::BadInput;
    Plan plan = makePlan(*module, options.entry);
    report.collectives = std::move(plan.collectives);
    report.peakBytes = plan.peakBytes;
    report.unknownTrips = plan.unknownTrips;
    report.compileSeconds = clock.get();
    print();
    return RunStatus::Agrees;
  }
  if (!readData())
    return RunStatus::BadInput;
  std::unique_ptr<CompiledProgram> program;
  {
    Progress progress("compiling");
    program = CompiledProgram::compile(*module, report.entry);
  }
  report.compileSeconds = clock.get();
  if (!program || !makeArguments())
    return RunStatus::BadInput;
  {
    Progress progress("running on " + std::to_string(report.entry.devices) + " devices");
    outcome = program->run(arguments);
  }
  if (!outcome.error.empty())
    return reportError(outcome.error);
  report.collectives = outcome.collectives;
  report.peakBytes = outcome.peakBytes;
  report.runSeconds = outcome.seconds;
  if (options.check && !checkResults())
    return RunStatus::BadInput;
  return finish();
}

RunStatus mlir::tp::runProgram(const RunOptions &options, DialectRegistry &registry) {
  return Session(options, registry).run();
}
