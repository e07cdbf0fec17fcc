//===- CompiledProgram.h - machine code of a local program --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_COMPILEDPROGRAM_H
#define TP_TARGET_HOST_COMPILEDPROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Runtime/Host/HostRun.h"
#include "tp/Target/Host/EntryPoint.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::tp {

/// What a run gives back.
struct RunResult {
  /// By result and device.
  std::vector<std::vector<HostTensor>> results;
  CollectiveCounts collectives;
  int64_t peakBytes = 0;
  double seconds = 0;
  /// Why the run failed; empty if it did not.
  std::string error;
};

/// A program compiled once for all devices.
class CompiledProgram {
public:
  ~CompiledProgram();

  /// Compiles a local program (which is lowered to LLVM's dialect on the way). Errors are emitted.
  static std::unique_ptr<CompiledProgram> compile(ModuleOp module, const EntryPoint &entry);

  /// Distributes whole arguments and runs one thread per device.
  RunResult run(ArrayRef<HostTensor> arguments) const;

private:
  CompiledProgram() = default;

  EntryPoint entry;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Takes an array with all parameters of the lowered entry function, eight bytes each, followed
  /// by the address of the results.
  void (*function)(uint64_t *) = nullptr;
  std::vector<uint64_t> resultOffsets;
  uint64_t resultSize = 0;
};

/// Registers the dialects and interfaces that tp-run needs, and no others.
void registerHostTarget(DialectRegistry &registry);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_COMPILEDPROGRAM_H
