//===- TPAttrs.td - meshes, shardings and rules -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPATTRS_TD
#define TP_IR_TPATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "tp/IR/TPDialect.td"

def TP_ReduceKind : I32EnumAttr<"ReduceKind", "how values are combined over devices", [
    I32EnumAttrCase<"Sum", 0, "sum">,
    I32EnumAttrCase<"Prod", 1, "prod">,
    I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Min", 3, "min">,
    I32EnumAttrCase<"MaxNum", 4, "maxnum">,
    I32EnumAttrCase<"MinNum", 5, "minnum">,
    I32EnumAttrCase<"MaxSI", 6, "maxsi">,
    I32EnumAttrCase<"MinSI", 7, "minsi">,
    I32EnumAttrCase<"MaxUI", 8, "maxui">,
    I32EnumAttrCase<"MinUI", 9, "minui">,
    I32EnumAttrCase<"And", 10, "and">,
    I32EnumAttrCase<"Or", 11, "or">,
    I32EnumAttrCase<"Xor", 12, "xor">]> {
  let cppNamespace = "::mlir::tp";
  let genSpecializedAttr = 0;
}

def TP_ReduceKindAttr : EnumAttr<TP_Dialect, TP_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "$value";
}

class TP_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<TP_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def TP_MeshAxisAttr : TP_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "A named axis of a mesh and its size";
  let description = [{
    Syntax: `"data"=2` inside a mesh, `#tp.mesh_axis<"data"=2>` alone.
  }];
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
                        "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
}

def TP_MeshAttr : TP_Attr<"Mesh", "mesh"> {
  let summary = "Named axes with sizes, and the devices they are made of";
  let description = [{
    Syntax: `#tp.mesh<["data"=2, "model"=4]>`, `#tp.mesh<["x"=2], device_ids = [8, 9]>`; `tp.mesh`
    ops write the ids after the brackets. The device at given coordinates has as id the row-major
    index of the coordinates, or the entry at that index of `device_ids` where it is not empty.

    Constraints: axis names are distinct, sizes at least 1; one id per device, all distinct and
    not negative.
  }];
  let parameters = (ins OptionalArrayRefParameter<"MeshAxisAttr">:$axes,
                        OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<MeshAxisAttr>":$axes), [{
      return $_get($_ctxt, axes, ::llvm::ArrayRef<int64_t>());
    }]>
  ];
  let extraClassDeclaration = [{
    /// Number of devices: the product of the axis sizes.
    int64_t getNumDevices() const;
    /// Position of the axis called `name`, or nullopt.
    std::optional<unsigned> getAxisIndex(::llvm::StringRef name) const;
    /// Size of the axis called `name`, or nullopt.
    std::optional<int64_t> getAxisSize(::llvm::StringRef name) const;
  }];
}

def TP_AxisAttr : TP_Attr<"Axis", "axis"> {
  let summary = "An axis of a mesh, or a part of one";
  let description = [{
    `"x"` is the whole axis, `"x":(2)4` the sub-axis of size 4 that has 2 blocks of
    devices before it: of the axis' size n = 2·4·r, the coordinate c has the
    sub-coordinate (c / r) mod 4.
  }];
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
                        // Both 0 for a whole axis.
                        "int64_t":$preSize, "int64_t":$subSize);
  let hasCustomAssemblyFormat = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name), [{
      return $_get($_ctxt, name, int64_t(0), int64_t(0));
    }]>
  ];
  let extraClassDeclaration = [{
    bool isSubAxis() const { return getSubSize() != 0; }
    /// Number of devices along this (sub-)axis of `mesh`, which has the axis.
    int64_t getSize(MeshAttr mesh) const;
  }];
}

def TP_DimShardingAttr : TP_Attr<"DimSharding", "dim"> {
  let summary = "The axes that one dimension is split over, major to minor";
  let description = [{
    `{"x", "y"}` is closed; `{"x", ?}` is open: propagation may add axes. `p1` after
    the braces is the priority with which propagation starts from this dimension (0,
    the default, goes first).
  }];
  let parameters = (ins OptionalArrayRefParameter<"AxisAttr">:$axes,
                        "bool":$isOpen,
                        OptionalParameter<"std::optional<int64_t>">:$priority);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    int64_t getPriorityOrDefault() const { return getPriority().value_or(0); }
  }];
}

def TP_ShardingAttr : TP_Attr<"Sharding", "sharding"> {
  let summary = "How a tensor is laid out over a mesh";
  let description = [{
    One list of axes per dimension, the axes that must stay replicated, and the axes
    over which the tensor is partial: its value is the combination of what the devices
    along them hold. One combiner serves all partial axes.

    ```mlir
    #tp.sharding<@mesh, [{"data"}, {"model", ?}p1], replicated = {"x"}, partial = sum{"y":(1)2}>
    ```

    A dimension of size n over k devices in all is split in flat blocks: device i, counted
    in the listed order of axes, holds [i·c, min(n, (i+1)·c)) with c = ceil(n/k).

    Constraints: every axis is on the mesh and no part of it is used twice; a sub-axis is a proper
    part of its axis; neighbours on a dimension that make up one (sub-)axis are written as that
    one; the combiner fits the element type.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
                        OptionalArrayRefParameter<"DimShardingAttr">:$dims,
                        OptionalArrayRefParameter<"AxisAttr">:$replicated,
                        // Meaningful only where `partial` is not empty.
                        "ReduceKind":$partialKind,
                        OptionalArrayRefParameter<"AxisAttr">:$partial);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "::mlir::FlatSymbolRefAttr":$mesh,
                     "::llvm::ArrayRef<DimShardingAttr>":$dims), [{
      return $_get($_ctxt, mesh, dims, ::llvm::ArrayRef<AxisAttr>(), ReduceKind::Sum,
                   ::llvm::ArrayRef<AxisAttr>());
    }]>
  ];
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDims().size(); }
    bool isPartial() const { return !getPartial().empty(); }
    /// No axis on any dimension and none partial.
    bool isFullyReplicated() const;
    /// A closed sharding of `rank` dimensions without any axis.
    static ShardingAttr getReplicated(::mlir::FlatSymbolRefAttr mesh, int64_t rank);
  }];
}

def TP_RuleAttr : TP_Attr<"Rule", "rule"> {
  let summary = "An einsum-like sharding rule";
  let description = [{
    Factors per dimension of operands and results, juxtaposed major to minor; their sizes;
    which are reduced and how; which are gathered by an index.

    ```mlir
    #tp.rule<([i, k], [k, j]) -> ([i, j]) {i=64, j=256, k=64} reduction = sum{k}>
    ```

    A dimension is a product of factors, written side by side, major first: `[ij, k]`. `*` is a
    dimension without factors, which stays whole on every device. A factor whose size is not known
    has the size `?`.

    Operands are the op's tensor operands; those in destination-passing position are results, not
    operands. Legal as the discardable attribute `tp.rule` of any op or call.

    Constraints: a factor is at most once in a tensor; reduced and gathered factors are in no
    result; the sizes of a dimension's factors multiply to its size.
  }];
  // Factor names are one letter, optionally followed by digits: `i`, `d12`.
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$factorNames,
                        ArrayRefParameter<"int64_t">:$factorSizes,
                        // Per tensor an array per dimension of factor positions.
                        "::mlir::ArrayAttr":$operands,
                        "::mlir::ArrayAttr":$results,
                        "ReduceKind":$reduceKind,
                        OptionalArrayRefParameter<"int64_t">:$reductionFactors,
                        OptionalArrayRefParameter<"int64_t">:$gatheredFactors);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TP_IR_TPATTRS_TD
