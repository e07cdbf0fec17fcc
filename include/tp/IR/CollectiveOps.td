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
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
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
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

// An op that sends: it may be started (`async`) and its elements may travel in another type.
class TP_CollectiveOp<string mnemonic, dag extraArgs, string extraFormat, list<Trait> traits = []>
    : TP_GroupedOp<mnemonic, extraArgs,
        (ins OptionalAttr<TypeAttr>:$wire_type, OptionalAttr<F64Attr>:$wire_scale,
             UnitAttr:$async),
        "(`async` $async^)? ", extraFormat,
        " (`wire` $wire_type^ (`scale` $wire_scale^)?)? ", traits>;

def TP_AllReduceOp : TP_CollectiveOp<"all_reduce", (ins TP_ReduceKindAttr:$kind),
                                     "custom<Kind>($kind)"> {
  let summary = "Combines the values of all devices along axes, on every device";
  let description = [{
    Each element of a result is the combination by `kind` of that element on the devices along
    `axes`; results are bit-identical on all of them.

    ```mlir
    %r = tp.all_reduce sum over @mesh{"model"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    %a, %b = tp.all_reduce max over @mesh{"x"} ins(%x, %y : tensor<f32>, tensor<2xf32>)
             -> tensor<f32>, tensor<2xf32>
    tp.all_reduce sum over @mesh{"x"} ins(%m : memref<4xf32>) outs(%o : memref<4xf32>)
    ```

    What all collectives share:
    - Several inputs travel as one message. A destination per input may be given in `outs`; on
      memrefs it must, and there are no results.
    - With `async` the op only starts the transfer. Its last result is a `!tp.token`; the others,
      and the memrefs, may be used by `tp.wait` only.
    - With `wire T scale s` elements travel as T, multiplied by s before and divided after.
    - All devices of a group run the op or none does. On tensors it has no other effect: a dead one
      is removed and equal ones merge, but none is moved over a condition.

    Constraints: `axes` do not overlap; results have the types of their inputs; `kind` fits the
    element type: max, min, maxnum, minnum floats, maxsi to xor integers.

    Life cycle: made by `tp-partition` from a reshard of a partial value, merged and moved by
    `tp-optimize-collectives`, gone after the lowering to a runtime.

    Cost on n devices: each sends 2(n - 1)/n of the bytes of its inputs.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "::mlir::tp::ReduceKind":$kind, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_AllGatherOp : TP_CollectiveOp<"all_gather", (ins I64Attr:$dim), "`dim` $dim"> {
  let summary = "Joins the blocks of all devices along axes, on every device";
  let description = [{
    Dimension `dim` of a result is the inputs of the devices along `axes` one after the other, in
    linear order, major to minor. See `tp.all_reduce` for what collectives share.

    ```mlir
    %r = tp.all_gather dim 0 over @mesh{"x"} ins(%x : tensor<4x2xf32>) -> tensor<8x2xf32>
    ```

    Constraints: on k devices dimension `dim` of a result is exactly k times that of its input.
    Padding of uneven blocks is sliced off by an op of its own.

    Life cycle: made by `tp-partition` from a reshard that takes axes off a dimension, gone after
    the lowering to a runtime.

    Cost on n devices: each sends (n - 1)/n of the bytes of the results.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$dim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
  let extraClassDeclaration = [{
    /// Type of the result for an input on `numDevices` devices.
    static RankedTensorType inferResultType(RankedTensorType input, int64_t dim,
                                            int64_t numDevices);
  }];
}

def TP_ReduceScatterOp : TP_CollectiveOp<"reduce_scatter",
    (ins TP_ReduceKindAttr:$kind, I64Attr:$dim), "custom<Kind>($kind) `dim` $dim"> {
  let summary = "Combines the values of all devices along axes and leaves each one block";
  let description = [{
    As `tp.all_reduce` followed by `tp.all_slice` of dimension `dim` over the same axes.

    ```mlir
    %r = tp.reduce_scatter sum dim 0 over @mesh{"x"} ins(%x : tensor<8xf32>) -> tensor<4xf32>
    ```

    Constraints: on k devices dimension `dim` of an input is exactly k times that of its result;
    `kind` as for `tp.all_reduce`.

    Life cycle: made by `tp-partition` from a reshard of a partial value to a sharded one, gone
    after the lowering to a runtime.

    Cost on n devices: each sends (n - 1)/n of the bytes of its inputs.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "::mlir::tp::ReduceKind":$kind, "int64_t":$dim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
  let extraClassDeclaration = [{
    /// Type of the result for an input on `numDevices` devices, which divide the dimension.
    static RankedTensorType inferResultType(RankedTensorType input, int64_t dim,
                                            int64_t numDevices);
  }];
}

def TP_AllToAllOp : TP_CollectiveOp<"all_to_all",
    (ins I64Attr:$split_dim, I64Attr:$concat_dim), "`split` $split_dim `concat` $concat_dim"> {
  let summary = "Exchanges blocks between all devices along axes";
  let description = [{
    An input is cut in blocks along the split dimension; block j goes to device j. The blocks
    received stand one after the other along the concat dimension, in the order of the devices.

    ```mlir
    %r = tp.all_to_all split 1 concat 0 over @mesh{"x"} ins(%x : tensor<2x8xf32>)
         -> tensor<4x4xf32>
    ```

    Constraints: on k devices the split dimension of an input is exactly k times that of its
    result, and the concat dimension of the result k times that of its input. Where both are one
    dimension it keeps its size, which k divides.

    Life cycle: made by `tp-partition` from a reshard that moves axes between dimensions, gone
    after the lowering to a runtime.

    Cost on n devices: each sends (n - 1)/n of the bytes of its inputs.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$splitDim, "int64_t":$concatDim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
  let extraClassDeclaration = [{
    /// Type of the result for an input on `numDevices` devices, which divide the split dimension.
    static RankedTensorType inferResultType(RankedTensorType input, int64_t splitDim,
                                            int64_t concatDim, int64_t numDevices);
  }];
}

def TP_PermuteOp : TP_CollectiveOp<"permute", (ins DenseI64ArrayAttr:$pairs),
                                   "custom<Pairs>($pairs)"> {
  let summary = "Sends values from device to device";
  let description = [{
    For each pair [source, target] of linear coordinates on `axes` the target receives what the
    source has. A source may send to several targets; a device that is no target gets zeros.

    ```mlir
    %r = tp.permute [[0, 1], [1, 0]] over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    ```

    Constraints: coordinates are those of devices along the axes; a coordinate is a target at
    most once. In the generic form `pairs` is flat.

    Life cycle: made by `tp-partition` from a reshard that re-orders devices, and from `tp.halo`;
    gone after the lowering to a runtime.

    Cost: a source sends the bytes of its inputs once per target other than itself.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "::llvm::ArrayRef<int64_t>":$pairs, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_BroadcastOp : TP_CollectiveOp<"broadcast", (ins I64Attr:$root), "`root` $root"> {
  let summary = "Gives all devices along axes the value of one";
  let description = [{
    `root` is a linear coordinate on `axes`. See `tp.all_reduce` for what collectives share.

    ```mlir
    %r = tp.broadcast root 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    ```

    Constraints: `root` is the coordinate of a device along the axes.

    Life cycle: made by `tp-partition` for scalars that one device owns, gone after the lowering
    to a runtime.

    Cost: the bytes of the inputs.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$root, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
}

def TP_AllSliceOp : TP_GroupedOp<"all_slice", (ins I64Attr:$dim), (ins), "", "`dim` $dim", "",
                                 []> {
  let summary = "Keeps one block of a value that all devices along axes have";
  let description = [{
    The device with linear coordinate i on `axes` keeps block i of dimension `dim`.

    ```mlir
    %r = tp.all_slice dim 0 over @mesh{"x"} ins(%x : tensor<8xf32>) -> tensor<4xf32>
    ```

    Constraints: on k devices dimension `dim` of an input is exactly k times that of its result.

    Life cycle: made by `tp-partition` from a reshard of a replicated value to a sharded one,
    turned into `tp.coordinate` and a slice by the lowering.

    Cost: nothing is sent.
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$resultType, "::mlir::Value":$input,
      "int64_t":$dim, "::mlir::FlatSymbolRefAttr":$mesh,
      "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
  let extraClassDeclaration = [{
    /// Type of the result for an input on `numDevices` devices, which divide the dimension.
    static RankedTensorType inferResultType(RankedTensorType input, int64_t dim,
                                            int64_t numDevices);
  }];
}

def TP_SendOp : TP_Op<"send", [MemoryEffects<[MemRead, MemWrite]>,
                               DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Sends values to one device";
  let description = [{
    `peer` is the row-major position of the receiver in the mesh. A send and a receive meet when
    their peers name each other and their tags are equal, in program order.

    ```mlir
    tp.send to 3 tag 0 on @mesh ins(%x : tensor<4xf32>)
    ```

    Constraints: the peer is a device of the mesh, the tag at least 0. With `async` the only
    result is a token.

    Life cycle: made by partitioning over several meshes, gone after the lowering to a runtime.

    Cost: the bytes of the inputs.
  }];
  let arguments = (ins Variadic<TP_Buffer>:$inputs, I64Attr:$peer, I64Attr:$tag,
                       FlatSymbolRefAttr:$mesh, UnitAttr:$async);
  let results = (outs Variadic<TP_Token>:$results);
  let assemblyFormat = [{
    (`async` $async^)? `to` $peer `tag` $tag `on` $mesh `ins` `(` $inputs `:` type($inputs) `)`
    attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

def TP_RecvOp : TP_Op<"recv", [MemoryEffects<[MemRead, MemWrite]>,
                               DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Receives values from one device";
  let description = [{
    `peer` is the row-major position of the sender in the mesh; see `tp.send`. On memrefs the
    destinations in `outs` are written and there are no results.

    ```mlir
    %y = tp.recv from 1 tag 0 on @mesh -> tensor<4xf32>
    tp.recv from 1 tag 0 on @mesh outs(%m : memref<4xf32>)
    ```

    Constraints: the peer is a device of the mesh, the tag at least 0; a result whose size is
    dynamic has a destination.

    Life cycle: made by partitioning over several meshes, gone after the lowering to a runtime.

    Cost: none beside the sender's.
  }];
  let arguments = (ins Variadic<TP_Buffer>:$inits, I64Attr:$peer, I64Attr:$tag,
                       FlatSymbolRefAttr:$mesh, UnitAttr:$async);
  let results = (outs Variadic<TP_Arrival>:$results);
  let assemblyFormat = [{
    (`async` $async^)? `from` $peer `tag` $tag `on` $mesh
    (`outs` `(` $inits^ `:` type($inits) `)`)? attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

def TP_CoordinateOp : TP_Op<"coordinate", [Pure,
                            DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The linear coordinate of this device on axes";
  let description = [{
    Major to minor in the order of `axes`; without axes 0.

    ```mlir
    %c = tp.coordinate over @mesh{"x", "y"} : index
    ```

    Life cycle: made by `tp-partition` where an index is turned between global and local; a
    constant or a call into the runtime after the lowering.

    Cost: none.
  }];
  let arguments = (ins FlatSymbolRefAttr:$mesh, TP_AxesAttr:$axes);
  let results = (outs Index:$result);
  let assemblyFormat = "`over` custom<MeshAxes>($mesh, $axes) attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$mesh,
                                 "::llvm::ArrayRef<::mlir::tp::AxisAttr>":$axes)>];
  let hasCanonicalizer = 1;
}

def TP_WaitOp : TP_Op<"wait", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                               DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "Waits for a transfer that was started";
  let description = [{
    Gives the values that a collective marked `async` has brought. On memrefs there are no results:
    what the collective wrote may be read after the wait.

    ```mlir
    %r, %t = tp.all_reduce async sum over @mesh{"x"} ins(%x : tensor<4xf32>)
             -> tensor<4xf32>, !tp.token
    %w = tp.wait %t ins(%r : tensor<4xf32>) -> tensor<4xf32>
    ```

    Constraints: on tensors the inputs are results of the op that made the token, and there is one
    result of the same type per input.

    Life cycle: made with the `async` form by `tp-optimize-collectives`, gone after the lowering
    to a runtime.

    Cost: what the transfer has not yet done.
  }];
  let arguments = (ins TP_Token:$token, Variadic<TP_Buffer>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $token (`ins` `(` $inputs^ `:` type($inputs) `)`)? attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

#endif // TP_IR_COLLECTIVEOPS_TD
