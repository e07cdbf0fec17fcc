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
    A mesh arranges devices along named axes. The device at given coordinates has as id the
    row-major index of the coordinates, or the entry at that index of `device_ids`. A module may
    have several meshes; an op lives on one.

    ```mlir
    tp.mesh @mesh <["data"=2, "model"=4]>
    tp.mesh @second <["x"=2]> device_ids = [8, 9]
    ```

    What the mesh is made of can be said in attributes, so that costs are computed and not
    guessed. `links` gives per axis the bandwidth of one device's link in GB/s and the latency of
    a step in microseconds; `device` gives peak arithmetic in TFLOP/s, bandwidth of memory in GB/s
    and memory in GB. Each entry is optional.

    ```mlir
    tp.mesh @mesh <["data"=2, "model"=4]> {
      links = {data = {bandwidth = 25.0, latency = 10.0},
               model = {bandwidth = 450.0, latency = 2.0}},
      device = {flops = 990.0, bandwidth = 3350.0, memory = 80.0}}
    ```

    Constraints: axis names are distinct and sizes at least 1; `device_ids` has one id per device,
    all distinct and not negative; `links` and `device` have only the entries above, each a number
    greater than 0.

    Life cycle: written by the user or an importer, read by every pass and by the runtime; removed
    by the lowering, when no op refers to it any more.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TP_MeshAttr:$mesh,
                       OptionalAttr<DictionaryAttr>:$links,
                       OptionalAttr<DictionaryAttr>:$device);
  let assemblyFormat = "$sym_name custom<Mesh>($mesh) attr-dict";
  let hasVerifier = 1;
}

#endif // TP_IR_MESHOPS_TD
