//===- CollectiveOps.td - local ops that communicate --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_COLLECTIVEOPS_TD
#define TP_IR_COLLECTIVEOPS_TD

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tp/IR/MeshOps.td"

def TP_AxesAttr : TypedArrayAttrBase<TP_AxisAttr, "axes of a mesh, major to minor">;
def TP_Buffer : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef], "tensor or memref">;

// Operands are `inputs` (what this device contributes) and, optionally, one destination in
// `inits` per input; on memrefs there are no results and the destinations are written.
class TP_CollectiveOp<string mnemonic, list<Trait> traits = []>
    : TP_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments])>;

def TP_AllReduceOp : TP_CollectiveOp<"all_reduce"> {
  let arguments = (ins Variadic<TP_Buffer>:$inputs, Variadic<TP_Buffer>:$inits,
                       TP_ReduceKindAttr:$kind, FlatSymbolRefAttr:$mesh, TP_AxesAttr:$axes,
                       OptionalAttr<TypeAttr>:$wire_type, OptionalAttr<F64Attr>:$wire_scale,
                       UnitAttr:$async);
  let results = (outs Variadic<AnyType>:$results);
}

#endif // TP_IR_COLLECTIVEOPS_TD
