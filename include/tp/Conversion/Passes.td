//===- Passes.td - lowering of the local program ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_PASSES_TD
#define TP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareBufferization : Pass<"tp-prepare-bufferization", "::mlir::ModuleOp"> {
  let summary = "Give local ops on tensors the form that one-shot bufferization takes";
  let description = [{
    For a program of the local stage:

    - each collective gets a destination: its own input where it may work in place
      (`tp.all_reduce`, `tp.broadcast`), a `tensor.empty` elsewhere;
    - `tp.all_slice` becomes `tensor.extract_slice`, `tensor.concat` becomes
      `tensor.insert_slice`;
    - started collectives and their `tp.wait` become one blocking op;
    - ops that stand for several, such as `linalg.softmax`, are taken apart;
    - each use of a `tensor.empty` or of a fill of one gets its own;
    - arguments of public functions are made read-only unless marked `tp.donated`;
    - shardings and the other `tp` attributes are dropped.

    ```mlir
    // before
    %1 = tp.all_gather dim 0 over @mesh{"x"} ins(%0 : tensor<2xf32>) -> tensor<8xf32>
    // after
    %e = tensor.empty() : tensor<8xf32>
    %1 = tp.all_gather dim 0 over @mesh{"x"} ins(%0 : tensor<2xf32>) outs(%e : tensor<8xf32>)
           -> tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::tp::TPDialect"];
}

def ConvertGlobals : Pass<"tp-convert-globals", "::mlir::ModuleOp"> {
  let summary = "Give each device its copy of what ml_program.global holds";
  let description = [{
    For a program of the local stage on tensors. A global that is stored to gets one more dimension
    over all devices of the mesh, of which each uses its own part; a load is a copy.

    Refused: globals that are no tensors of static shape or have no dense initial value, and
    globals beside several meshes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tp::TPDialect"];
}

def OutlineKernels : Pass<"tp-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move each distinct linalg op on memrefs into a function";
  let description = [{
    Ops that are equal but for the buffers they work on share one private function, so that
    the time to compile a program grows with its distinct ops and not with its layers.
    Contractions that the runtime takes over stay where they are.

    ```mlir
    // before
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.exp ins(%b : memref<8xf32>) outs(%c : memref<8xf32>)
    // after
    call @kernel_0(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
    call @kernel_0(%b, %c) : (memref<8xf32>, memref<8xf32>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def ConvertKernelsToLoops : Pass<"tp-convert-kernels-to-loops", "::mlir::ModuleOp"> {
  let summary = "Turn linalg ops on memrefs into loops that vectorise";
  let description = [{
    The innermost loop is one along which most operands are contiguous; an accumulator that it
    does not index is kept in a register. Contractions that the runtime takes over stay.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def ConvertLocalToRuntime : Pass<"tp-convert-local-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Turn communication, memory and contractions into calls of the runtime";
  let description = [{
    For a bufferized program of the local stage. Every function gets the runtime's context as
    first argument. Collectives, `tp.coordinate`, contractions, `memref.alloc`,
    `memref.dealloc`, `memref.copy` and `cf.assert` become calls of the C functions that
    `tp/Runtime/Runtime.h` describes. Meshes are gone.

    Refused: functions without body, transfers in another type than that of the elements.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

#endif // TP_CONVERSION_PASSES_TD
