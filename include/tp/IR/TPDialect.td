//===- TPDialect.td - the tp dialect ------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPDIALECT_TD
#define TP_IR_TPDIALECT_TD

include "mlir/IR/OpBase.td"

def TP_Dialect : Dialect {
  let name = "tp";
  let cppNamespace = "::mlir::tp";
  let summary = "Shardings of tensors over a mesh of devices, and what they communicate";
  let description = [{
    The dialect lets a program in linalg, tensor, arith, math, scf and func say how
    some of its tensors are laid out over a mesh of devices, and holds the program
    that each device runs once the compiler has decided the rest.

    Attributes describe (`tp.mesh` axes, `#tp.sharding`, `#tp.rule`), *global* ops
    change or constrain a sharding without changing values (`tp.reshard`,
    `tp.constrain`, ...), and *local* ops communicate between devices
    (`tp.all_reduce`, `tp.all_gather`, ...).

    | discardable attribute | on | meaning |
    |---|---|---|
    | `tp.sharding` | function arguments and results | sharding of the value |
    | `tp.shardings` | ops | one sharding per result; `#tp.sharding<@mesh, []>` for a scalar |
    | `tp.before_shardings` | `scf.while` | one sharding per argument of its first region |
    | `tp.rule` | ops | sharding rule in place of the op's own |
    | `tp.name` | function arguments | name of a parameter in its checkpoint |
    | `tp.donated` | function arguments | the caller gives the buffer up |
    | `tp.global_type` | arguments and results of a local function | type before partitioning |
    | `tp.stage` | module | `"annotated"`, `"propagated"`, `"explicit"` or `"local"` |
    | `tp.replicated_ops` | module | ops that every device runs whole |
    | `tp.call` | functions without body | `"replicated"` or `"once"` |

    Any other attribute of these names' form is an error. A list of shardings longer than the op's
    results is none: rewrites that drop dead results leave such lists, and the passes drop them.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasCanonicalizer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

#endif // TP_IR_TPDIALECT_TD
