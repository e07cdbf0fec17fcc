//===- GlobalOps.td - ops of the global view ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_GLOBALOPS_TD
#define TP_IR_GLOBALOPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tp/IR/MeshOps.td"

def TP_BarrierDirection : I32EnumAttr<"BarrierDirection", "where a barrier lets nothing through", [
    I32EnumAttrCase<"Forward", 0, "forward">,
    I32EnumAttrCase<"Backward", 1, "backward">,
    I32EnumAttrCase<"Both", 2, "both">]> {
  let cppNamespace = "::mlir::tp";
  let genSpecializedAttr = 0;
}

def TP_BarrierDirectionAttr : EnumAttr<TP_Dialect, TP_BarrierDirection, "barrier_direction"> {
  let assemblyFormat = "$value";
}

def TP_ShardingsAttr : TypedArrayAttrBase<TP_ShardingAttr, "one sharding per value">;
// Also in CollectiveOps: the axes of an op.
def TP_AxesAttr : TypedArrayAttrBase<TP_AxisAttr, "axes of a mesh, major to minor">;

// An identity on values that says something of the sharding.
class TP_IdentityOp<string mnemonic, list<Trait> traits = []>
    : TP_Op<mnemonic, !listconcat([Pure, SameOperandsAndResultType], traits)>;

def TP_ReshardOp : TP_IdentityOp<"reshard",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Changes the sharding of a value";
  let description = [{
    The identity on values; the result is laid out by `sharding`, whatever the operand's layout.
    All communication of the global view is this op and `tp.halo`: partial to replicated is an
    all-reduce, partial to sharded a reduce-scatter, sharded to replicated an all-gather, between
    dimensions an all-to-all; replicated to sharded is a local slice and replicated to partial is
    free (coordinate 0 keeps the value, the others hold the neutral element).

    ```mlir
    %1 = tp.reshard %0 to <@mesh, [{"x"}, {} ]> : tensor<8x6xf32>
    ```

    Constraints: the sharding is closed and fits the type and its mesh.

    Life cycle: inserted by `tp-insert-reshards` where an operand disagrees with its op's rule,
    moved and merged by `tp-optimize-reshards`, turned into local ops by `tp-partition`.

    Cost: that of the cheapest sequence of collectives between the two layouts; none where they
    are equal.
  }];
  let arguments = (ins AnyRankedTensor:$input, TP_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `to` $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TP_ConstrainOp : TP_IdentityOp<"constrain",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Asks for a sharding of an intermediate value";
  let description = [{
    The identity on values; the result has the sharding, open dimensions of which propagation may
    refine. Unlike an annotation on the defining op it holds for the uses of its result only, and
    survives rewrites of the defining op.

    ```mlir
    %1 = tp.constrain %0 to <@mesh, [{"x", ?}, {} ]> : tensor<8x6xf32>
    ```

    Life cycle: written by the user or an importer (`with_sharding_constraint`), read by
    `tp-propagate`, replaced by `tp.reshard` (or nothing) in `tp-insert-reshards`.

    Cost: none by itself; the reshard that it may become has one.
  }];
  let arguments = (ins AnyRankedTensor:$input, TP_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `to` $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TP_BarrierOp : TP_IdentityOp<"barrier"> {
  let summary = "Stops the propagation of shardings";
  let description = [{
    The identity on values. `forward` stops what comes from the operand's side, `backward` what
    comes from the uses, `both` stops both.

    ```mlir
    %1 = tp.barrier %0 stops backward : tensor<8x6xf32>
    ```

    Life cycle: written by the user, read by `tp-propagate`, removed by `tp-insert-reshards`.

    Cost: none by itself; the two sides may come to differ, which then takes a reshard.
  }];
  let arguments = (ins AnyRankedTensor:$input, TP_BarrierDirectionAttr:$direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `stops` custom<Direction>($direction) attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TP_GroupOp : TP_Op<"group", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Makes values agree on one sharding";
  let description = [{
    All operands get the same sharding. They have one rank; their sizes may differ.

    ```mlir
    tp.group %0, %1 : tensor<8x6xf32>, tensor<4x6xf32>
    ```

    Constraints: at least two operands, of one rank. A group that a closed annotation contradicts
    is an error of `tp-propagate`.

    Life cycle: written by the user or an importer, read by `tp-propagate`, removed by
    `tp-insert-reshards`. It keeps its operands alive until then.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def TP_HaloOp : TP_Op<"halo", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Gives each device the elements that its windows reach";
  let description = [{
    In global view a `tensor.pad`: dimension `dims[i]` gets `low[i]` elements of `fill` before and
    `high[i]` after it. Its consumer walks each of `dims` with
    windows of `window` elements, `dilation` apart, `stride` from one window to the next.

    `sharding` has on `dims` the axes of the consumer's *output* dimensions and elsewhere those of
    the operand. The result overlaps between devices and has no sharding of its own: for an
    output block of c windows a device holds (c - 1)·stride + (window - 1)·dilation + 1 elements.

    ```mlir
    %1 = tp.halo %0 dims [1] low [1] high [1] window [3] stride [1] dilation [1] fill %zero
           to <@mesh, [{}, {"x"} ]> : tensor<4x9xf32> -> tensor<4x11xf32>
    ```

    Constraints: `dims` are distinct and in range, `low` and `high` at least 0, `window`, `stride`
    and `dilation` at least 1 and the window no longer than the padded dimension; a `fill` of the
    element type where anything is padded.

    Life cycle: inserted by `tp-insert-reshards` before convolutions, pooling and shifts; turned
    into permutes, slices and concatenations by `tp-partition`.

    Cost: (window - 1)·dilation + 1 - stride elements times the other local extents, from as many
    neighbours as hold them.
  }];
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$dims, DenseI64ArrayAttr:$low,
                       DenseI64ArrayAttr:$high, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$stride, DenseI64ArrayAttr:$dilation,
                       Optional<AnyType>:$fill, TP_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `dims` $dims `low` $low `high` $high `window` $window `stride` $stride
    `dilation` $dilation (`fill` $fill^ `:` type($fill))? `to` $sharding attr-dict
    `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TP_ManualOp : TP_Op<"manual",
    [IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A region in local view over some axes";
  let description = [{
    The body is the program that each device along `axes` (the manual axes) runs. A block
    argument is what the device holds of an operand laid out by its in-sharding, as far as the
    manual axes go; a yielded value is what it holds of a result. The other axes of the mesh stay
    in global view inside. Local ops over the manual axes are allowed in the body.

    ```mlir
    %r = tp.manual over @mesh{"x"} (%a, %b)
        in [<@mesh, [{"x"}, {} ]>, <@mesh, [{}, {} ]>] out [<@mesh, [{"x"}, {} ]>]
        : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32> {
    ^bb0(%la: tensor<4x6xf32>, %lb: tensor<6x6xf32>):
      tp.yield %la : tensor<4x6xf32>
    }
    ```

    Constraints: all shardings are on the op's mesh; on each dimension manual axes stand before
    the others; local sizes are ceil(size / devices along manual axes). Results are partial where
    their out-sharding says so.

    Life cycle: written by the user or an importer (`shard_map`); operands and results are fixed
    points for `tp-propagate`; inlined by `tp-partition`.

    Cost: that of the collectives in the body.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, FlatSymbolRefAttr:$mesh,
                       TP_AxesAttr:$axes, TP_ShardingsAttr:$in_shardings,
                       TP_ShardingsAttr:$out_shardings);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `over` custom<MeshAxes>($mesh, $axes) ` ` `(` $inputs `)` `in` custom<Shardings>($in_shardings)
    `out` custom<Shardings>($out_shardings) attr-dict `:` functional-type($inputs, $results)
    $body
  }];
  let hasRegionVerifier = 1;
}

def TP_YieldOp : TP_Op<"yield", [Pure, Terminator, HasParent<"ManualOp">, ReturnLike]> {
  let summary = "Ends the body of tp.manual";
  let description = [{
    Its operands are what the device holds of the results of the `tp.manual` around it.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ }]>];
}

#endif // TP_IR_GLOBALOPS_TD
