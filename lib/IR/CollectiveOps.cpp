//===- CollectiveOps.cpp - local ops that communicate ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

static ArrayAttr toArrayAttr(OpBuilder &b, ArrayRef<AxisAttr> axes) {
  return b.getArrayAttr(SmallVector<Attribute>(axes.begin(), axes.end()));
}

void AllReduceOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                        ReduceKind kind, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        ReduceKindAttr::get(b.getContext(), kind), mesh, toArrayAttr(b, axes), TypeAttr(),
        FloatAttr(), UnitAttr());
}

void AllGatherOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                        int64_t dim, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(), b.getI64IntegerAttr(dim),
        mesh, toArrayAttr(b, axes), TypeAttr(), FloatAttr(), UnitAttr());
}

void ReduceScatterOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                            ReduceKind kind, int64_t dim, FlatSymbolRefAttr mesh,
                            ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        ReduceKindAttr::get(b.getContext(), kind), b.getI64IntegerAttr(dim), mesh,
        toArrayAttr(b, axes), TypeAttr(), FloatAttr(), UnitAttr());
}

void AllToAllOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                       int64_t splitDim, int64_t concatDim, FlatSymbolRefAttr mesh,
                       ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        b.getI64IntegerAttr(splitDim), b.getI64IntegerAttr(concatDim), mesh, toArrayAttr(b, axes),
        TypeAttr(), FloatAttr(), UnitAttr());
}

void PermuteOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                      ArrayRef<int64_t> pairs, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(),
        b.getDenseI64ArrayAttr(pairs), mesh, toArrayAttr(b, axes), TypeAttr(), FloatAttr(),
        UnitAttr());
}

void BroadcastOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                        int64_t root, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(), b.getI64IntegerAttr(root),
        mesh, toArrayAttr(b, axes), TypeAttr(), FloatAttr(), UnitAttr());
}

void AllSliceOp::build(OpBuilder &b, OperationState &state, Type resultType, Value input,
                       int64_t dim, FlatSymbolRefAttr mesh, ArrayRef<AxisAttr> axes) {
  build(b, state, TypeRange(resultType), ValueRange(input), ValueRange(), b.getI64IntegerAttr(dim),
        mesh, toArrayAttr(b, axes));
}

void CoordinateOp::build(OpBuilder &b, OperationState &state, FlatSymbolRefAttr mesh,
                         ArrayRef<AxisAttr> axes) {
  build(b, state, b.getIndexType(), mesh, toArrayAttr(b, axes));
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// On tensors there are none: every device of a group runs the op or none does, so a dead one may
/// go and equal ones may merge. On memrefs inputs are read and destinations written.
static void getBufferEffects(MutableOperandRange inputs, MutableOperandRange inits,
                             Effects &effects) {
  auto add = [&](MutableOperandRange operands, MemoryEffects::Effect *effect) {
    for (OpOperand &operand : operands)
      if (isa<BaseMemRefType>(operand.get().getType()))
        effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
  };
  add(inputs, MemoryEffects::Read::get());
  add(inits, MemoryEffects::Write::get());
}

#define TP_GROUPED_OP(Op, speculatability)                                                         \
  LogicalResult Op::verifySymbolUses(SymbolTableCollection &) {                                    \
    return verifyAxes(*this, getMeshAttr(), getAxes());                                            \
  }                                                                                                \
  void Op::getEffects(Effects &effects) {                                                          \
    getBufferEffects(getInputsMutable(), getInitsMutable(), effects);                              \
  }                                                                                                \
  Speculation::Speculatability Op::getSpeculatability() { return speculatability; }

// A collective that only some devices reach never ends: it is never moved over a condition.
TP_GROUPED_OP(AllReduceOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(AllGatherOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(ReduceScatterOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(AllToAllOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(PermuteOp, Speculation::NotSpeculatable)
TP_GROUPED_OP(BroadcastOp, Speculation::NotSpeculatable)
// A slice is local.
TP_GROUPED_OP(AllSliceOp, Speculation::Speculatable)
#undef TP_GROUPED_OP

void WaitOp::getEffects(Effects &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<BaseMemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
    }
  // What a wait without tensors orders is not visible in its operands.
  if (getResults().empty())
    effects.emplace_back(MemoryEffects::Write::get(), SideEffects::DefaultResource::get());
}

Speculation::Speculatability WaitOp::getSpeculatability() { return Speculation::NotSpeculatable; }

LogicalResult CoordinateOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getMeshAttr(), getAxes());
}

LogicalResult SendOp::verifySymbolUses(SymbolTableCollection &) {
  return success(getMeshOrError(*this, getMeshAttr(), [&]() { return emitOpError(); }) != nullptr);
}

LogicalResult RecvOp::verifySymbolUses(SymbolTableCollection &) {
  return success(getMeshOrError(*this, getMeshAttr(), [&]() { return emitOpError(); }) != nullptr);
}
