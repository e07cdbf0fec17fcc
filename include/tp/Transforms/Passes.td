//===- Passes.td - passes over the global and local program -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PASSES_TD
#define TP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

def ExposeDimensions : Pass<"tp-expose-dimensions", "::mlir::ModuleOp"> {
  let summary = "Let linalg ops work on dimensions that a collapse merged";
  let description = [{
    A merged dimension can be split over devices along its most major part only. Where a
    `tensor.collapse_shape` merges several dimensions for the sake of a linalg op, the op is
    rewritten to work on the dimensions themselves, with upstream's patterns, and the reshapes
    behind it fold away. Ops with `tp` attributes are left alone. Values do not change.

    ```mlir
    %0 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<4x32x16x8xf32> into tensor<128x16x8xf32>
    %1 = linalg.batch_matmul ins(%0, %k ..)
    // becomes a contraction over tensor<4x32x16x8xf32>, whose heads can be split
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def PropagateShardings : Pass<"tp-propagate", "::mlir::ModuleOp"> {
  let summary = "Decide the sharding of every tensor value from the annotated ones";
  let description = [{
    Input: a module in which some function arguments, function results, results of ops
    (`tp.shardings`) and `tp.constrain` ops carry shardings. Output: every tensor value that
    is not constant-like has one closed sharding, and the module's stage is `propagated`.

    Axes spread along factors of the ops' sharding rules, along returns and along calls, into
    dimensions that are open: unannotated ones and those with a `?`. Dimensions of lower
    priority number go first, elementwise ops before all others. Constants, empty tensors,
    fills, iotas and scalars carry nothing from one use to another.

    Ops without a rule keep whole operands and results; a remark says which and how large
    they are.

    ```mlir
    // before
    func.func @f(%x: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {} ]>})
        -> tensor<8x4xf32> {
      %0 = math.exp %x : tensor<8x4xf32>
    // after
      %0 = math.exp %x {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {} ]>]} : tensor<8x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
  let statistics = [
    Statistic<"numOpVisits", "op-visits", "Ops looked at, with repetitions">,
    Statistic<"numUpdates", "updates", "Dimensions that were given axes">
  ];
}

def Explain : Pass<"tp-explain", "::mlir::ModuleOp"> {
  let summary = "Tell where every sharding and every reshard comes from";
  let description = [{
    Input: an annotated or propagated module, which is left as it is. Remarks at each value that
    is sharded say its sharding and, per dimension, which annotation it came from, through which
    ops, and what it won against. Remarks at each place that communicates say what is brought
    from which layout to which, by which collectives, how many bytes each device sends, and what
    would make it unnecessary.

    ```
    remark: result 0 of linalg.matmul has [{"data"}, {"model"} ]: ...; dimension 1 has {"model"} from argument 1, dimension 1, through linalg.matmul
    remark: reshard of result 0 of linalg.matmul from [{"data"}, {} ] partial over {"model"} to ...: all_reduce, 16384 bytes on the wire per device; ...
    ```

    Remarks print the op they stand at only without `--mlir-print-op-on-diagnostic=false`.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def VerifyPropagated : Pass<"tp-verify-propagated", "::mlir::ModuleOp"> {
  let summary = "Check that every tensor value has one closed sharding";
  let description = [{
    Fails where an argument, a result of a function or a result of an op that is not
    constant-like lacks a sharding or has an open one, or where the stage is not `propagated`.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

//===----------------------------------------------------------------------===//
// Reshards
//===----------------------------------------------------------------------===//

def InsertReshards : Pass<"tp-insert-reshards", "::mlir::ModuleOp"> {
  let summary = "Make all communication explicit as tp.reshard";
  let description = [{
    Input: stage `propagated`. For each op a way to split its loops over the mesh is chosen by
    cost; where an operand or result is laid out differently, a `tp.reshard` is inserted.
    Results of sharded reductions are partial; how far a partial value travels before it is
    reduced is a cut of least weight between its sources and the uses that need it whole.
    Output: stage `explicit`: operands and results of each op agree with its rule.
    `tp.constrain` ops are gone.

    ```mlir
    %0 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {} ], partial = sum{"x"}>]} ...
    %1 = tp.reshard %0 to <@mesh, [{}, {} ]> : tensor<8x8xf32>
    ```
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "Keep float multiplications and divisions after reductions">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def OptimizeReshards : Pass<"tp-optimize-reshards", "::mlir::ModuleOp"> {
  let summary = "Merge, fold and remove tp.reshard ops";
  let description = [{
    Equal reshards of one value become one, a reshard of a reshard that has no other use goes
    straight to the last sharding, reshards without uses and those that change nothing go away.
    Never adds communication.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def VerifyExplicit : Pass<"tp-verify-explicit", "::mlir::ModuleOp"> {
  let summary = "Check that operands and results of every op agree with its rule";
  let description = [{
    Fails, naming the op and the operand, where the layouts of an op's operands and results do
    not come from one way of splitting its loops, where a partial value is used by an op that
    must see it reduced, or where the stage is not `explicit`.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

//===----------------------------------------------------------------------===//
// Partition
//===----------------------------------------------------------------------===//

def Partition : Pass<"tp-partition", "::mlir::ModuleOp"> {
  let summary = "Turn the program into the one that each device runs";
  let description = [{
    Input: stage `explicit`. Every function gets local types, every op becomes the one that a
    device runs on its part, every `tp.reshard` becomes collectives along the cheapest path.
    Arguments and results keep `tp.sharding` and get `tp.global_type`. Output: stage `local`.

    The module attribute `tp.replicated_ops` counts the ops that run whole on every device
    among those that compute something.
  }];
  // What local forms are written with. The extensions do not load them: they are applied while
  // dialects that need one another are being built.
  let dependentDialects = ["::mlir::tp::TPDialect", "::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect"];
}

def VerifyLocal : Pass<"tp-verify-local", "::mlir::ModuleOp"> {
  let summary = "Check a local program";
  let description = [{
    Fails where a global op is left, where an argument or result of a function does not have
    the local type of its `tp.global_type` under its `tp.sharding`, where a collective stands
    under a condition or bound that can differ between the devices of its group, or where the
    stage is not `local`.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def OptimizeCollectives : Pass<"tp-optimize-collectives", "::mlir::ModuleOp"> {
  let summary = "Merge, fold and remove collectives";
  let description = [{
    An all-reduce whose only use is an all-slice over the same axes becomes a reduce-scatter;
    canonicalization of the collectives and removal of dead ones (cse merges equal ones). Never adds
    communication.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

//===----------------------------------------------------------------------===//
// Debugging
//===----------------------------------------------------------------------===//

def PrintRules : Pass<"tp-print-rules", "::mlir::ModuleOp"> {
  let summary = "Print the sharding rule of every op as a remark";
  let description = [{
    For whoever writes or debugs rules; changes nothing. Factors are numbered d0, d1, ...; per
    operand and result each dimension lists its factors, `_` none. Destinations are marked
    `init` where their elements are read and `out` where not. After the sizes of the factors
    follow those that are reduced, gathered, replicated and that must divide; the operands (by
    position) that may be partial together, with the combiner before and after (`~`: rounding
    differs); and the arithmetic of the whole op.

    ```
    rule: ([d0, d2], [d2, d1], init [d0, d1]) -> ([d0, d1]) {d0=8, d1=4, d2=16}
          reduction = sum{d2} partial = {sum~(0), sum~(1)} flops = 1024
    ```
  }];
}

#endif // TP_TRANSFORMS_PASSES_TD
