//===- GlobalOps.cpp - ops of the global view ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Symbol uses
//===----------------------------------------------------------------------===//

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, [&]() { return emitOpError(); });
}

LogicalResult ConstrainOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, [&]() { return emitOpError(); });
}

LogicalResult HaloOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, [&]() { return emitOpError(); });
}

LogicalResult ManualOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getMeshAttr(), getAxes());
}

//===----------------------------------------------------------------------===//
// GroupOp
//===----------------------------------------------------------------------===//

namespace {
/// What a group writes: it has no result, and must stay until propagation has read it.
struct GroupResource : SideEffects::Resource::Base<GroupResource> {
  StringRef getName() final { return "tp.group"; }
};
} // namespace

void GroupOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), GroupResource::get());
}
