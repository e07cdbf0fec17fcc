//===- MeshOps.td - the mesh symbol -------------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_MESHOPS_TD
#define TP_IR_MESHOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "tp/IR/TPAttrs.td"

class TP_Op<string mnemonic, list<Trait> traits = []>
    : Op<TP_Dialect, mnemonic, traits>;

def TP_MeshOp : TP_Op<"mesh", [Symbol]> {
  let summary = "Names a mesh of devices";
  let description = [{
    ```mlir
    tp.mesh @mesh <["data"=2, "model"=4]>
    tp.mesh @second <["x"=2]> device_ids = [8, 9]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TP_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name $mesh attr-dict";
}

#endif // TP_IR_MESHOPS_TD
