//===- CollectiveOps.td - local ops that communicate --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_COLLECTIVEOPS_TD
#define TP_IR_COLLECTIVEOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tp/IR/CollectiveOpInterface.td"
include "tp/IR/GlobalOps.td"
include "tp/IR/TPTypes.td"

def TP_Buffer : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef], "tensor or memref">;
def TP_Arrival : AnyTypeOf<[AnyRankedTensor, TP_Token], "tensor or token">;

// Operands are `inputs` (what this device contributes) and, optionally, one destination in
// `inits` per input; on memrefs there are no results and the destinations are written.
//
// DestinationStyleOpInterface is attached in TPDialect.cpp: its own verifier asks for a
// destination per tensor result.
class TP_GroupedOp<string mnemonic, dag extraArgs, dag transferArgs, string asyncFormat,
                   string extraFormat, string transferFormat, list<Trait> traits>
    : TP_Op<mnemonic, !listconcat(traits, [
        AttrSizedOperandSegments, TP_CollectiveOpInterface,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>])> {
  let arguments = !con((ins Variadic<TP_Buffer>:$inputs, Variadic<TP_Buffer>:$inits), extraArgs,
                       (ins FlatSymbolRefAttr:$mesh, TP_AxesAttr:$axes), transferArgs);
  let results = (outs Variadic<TP_Arrival>:$results);
  let assemblyFormat = asyncFormat # extraFormat # [{
    `over` custom<MeshAxes>($mesh, $axes) `ins` `(` $inputs `:` type($inputs) `)`
    (`outs` `(` $inits^ `:` type($inits) `)`)? }] # transferFormat # [{
    attr-dict (`->` type($results)^)?
  }];
}

// An op that sends: it may be started (`async`) and its elements may travel in another type.
class TP_CollectiveOp<string mnemonic, dag extraArgs, string extraFormat, list<Trait> traits = []>
    : TP_GroupedOp<mnemonic, extraArgs,
        (ins OptionalAttr<TypeAttr>:$wire_type, OptionalAttr<F64Attr>:$wire_scale,
             UnitAttr:$async),
        "(`async` $async^)? ", extraFormat,
        " (`wire` $wire_type^ (`scale` $wire_scale^)?)? ", traits> {
}

def TP_AllReduceOp : TP_CollectiveOp<"all_reduce", (ins TP_ReduceKindAttr:$kind), "$kind"> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "::mlir::tp::ReduceKind":$kind, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_AllGatherOp : TP_CollectiveOp<"all_gather", (ins I64Attr:$dim), "`dim` $dim"> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$dim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_ReduceScatterOp : TP_CollectiveOp<"reduce_scatter",
    (ins TP_ReduceKindAttr:$kind, I64Attr:$dim), "$kind `dim` $dim"> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "::mlir::tp::ReduceKind":$kind, "int64_t":$dim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_AllToAllOp : TP_CollectiveOp<"all_to_all",
    (ins I64Attr:$split_dim, I64Attr:$concat_dim), "`split` $split_dim `concat` $concat_dim"> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$splitDim, "int64_t":$concatDim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_PermuteOp : TP_CollectiveOp<"permute", (ins DenseI64ArrayAttr:$pairs),
                                   "custom<Pairs>($pairs)"> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "::llvm::ArrayRef<int64_t>":$pairs, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_BroadcastOp : TP_CollectiveOp<"broadcast", (ins I64Attr:$root), "`root` $root"> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$root, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_AllSliceOp : TP_GroupedOp<"all_slice", (ins I64Attr:$dim), (ins), "", "`dim` $dim", "",
                                 []> {
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$dim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_SendOp : TP_Op<"send", [MemoryEffects<[MemRead, MemWrite]>,
                               DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<TP_Buffer>:$inputs, I64Attr:$peer, I64Attr:$tag,
                       FlatSymbolRefAttr:$mesh, UnitAttr:$async);
  let results = (outs Variadic<TP_Token>:$results);
  let assemblyFormat = [{
    (`async` $async^)? `to` $peer `tag` $tag `on` $mesh `ins` `(` $inputs `:` type($inputs) `)`
    attr-dict (`->` type($results)^)?
  }];
}

def TP_RecvOp : TP_Op<"recv", [MemoryEffects<[MemRead, MemWrite]>,
                               DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<TP_Buffer>:$inits, I64Attr:$peer, I64Attr:$tag,
                       FlatSymbolRefAttr:$mesh, UnitAttr:$async);
  let results = (outs Variadic<TP_Arrival>:$results);
  let assemblyFormat = [{
    (`async` $async^)? `from` $peer `tag` $tag `on` $mesh
    (`outs` `(` $inits^ `:` type($inits) `)`)? attr-dict (`->` type($results)^)?
  }];
}

def TP_CoordinateOp : TP_Op<"coordinate", [Pure,
                            DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins FlatSymbolRefAttr:$mesh, TP_AxesAttr:$axes);
  let results = (outs Index:$result);
  let assemblyFormat = "`over` custom<MeshAxes>($mesh, $axes) attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$mesh,
                                 "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_WaitOp : TP_Op<"wait", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                               DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let arguments = (ins TP_Token:$token, Variadic<TP_Buffer>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $token (`ins` `(` $inputs^ `:` type($inputs) `)`)? attr-dict (`->` type($results)^)?
  }];
}

#endif // TP_IR_COLLECTIVEOPS_TD
