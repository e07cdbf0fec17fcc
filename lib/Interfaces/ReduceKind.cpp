//===- ReduceKind.cpp - neutral elements and combinations -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "tp/Interfaces/PartitionContext.h"

using namespace mlir;
using namespace mlir::tp;

static std::optional<APFloat> getFloatIdentity(ReduceKind kind, const llvm::fltSemantics &s) {
  bool hasInf = APFloat::semanticsHasInf(s);
  switch (kind) {
  case ReduceKind::Sum:
    if (!APFloat::semanticsHasZero(s))
      return std::nullopt;
    // Becomes +0 in types without a negative zero.
    return APFloat::getZero(s, APFloat::semanticsHasSignedRepr(s));
  case ReduceKind::Prod:
    return APFloat::getOne(s);
  case ReduceKind::Max:
    return hasInf && APFloat::semanticsHasSignedRepr(s)
               ? std::optional(APFloat::getInf(s, /*Negative=*/true))
               : std::nullopt;
  case ReduceKind::Min:
    return hasInf ? std::optional(APFloat::getInf(s)) : std::nullopt;
  case ReduceKind::MaxNum:
  case ReduceKind::MinNum:
    return APFloat::semanticsHasNaN(s) ? std::optional(APFloat::getQNaN(s)) : std::nullopt;
  default:
    return std::nullopt;
  }
}

static std::optional<APInt> getIntegerIdentity(ReduceKind kind, unsigned width) {
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::MaxUI:
  case ReduceKind::Or:
  case ReduceKind::Xor:
    return APInt::getZero(width);
  case ReduceKind::Prod:
    return APInt(width, 1);
  case ReduceKind::MinUI:
  case ReduceKind::And:
    return APInt::getAllOnes(width);
  case ReduceKind::MaxSI:
    return APInt::getSignedMinValue(width);
  case ReduceKind::MinSI:
    return APInt::getSignedMaxValue(width);
  default:
    return std::nullopt;
  }
}

TypedAttr mlir::tp::getIdentity(ReduceKind kind, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (auto value = getFloatIdentity(kind, floatType.getFloatSemantics()))
      return FloatAttr::get(type, *value);
    return {};
  }
  if (!type.isIndex() && !(type.isInteger() && type.getIntOrFloatBitWidth() > 0))
    return {};
  unsigned width =
      type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
  if (auto value = getIntegerIdentity(kind, width))
    return IntegerAttr::get(type, *value);
  return {};
}

Value mlir::tp::createCombine(OpBuilder &b, Location loc, ReduceKind kind, Value a, Value c) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(a.getType()));
  switch (kind) {
  case ReduceKind::Sum:
    return isFloat ? arith::AddFOp::create(b, loc, a, c).getResult()
                   : arith::AddIOp::create(b, loc, a, c).getResult();
  case ReduceKind::Prod:
    return isFloat ? arith::MulFOp::create(b, loc, a, c).getResult()
                   : arith::MulIOp::create(b, loc, a, c).getResult();
  case ReduceKind::Max:
    return arith::MaximumFOp::create(b, loc, a, c);
  case ReduceKind::Min:
    return arith::MinimumFOp::create(b, loc, a, c);
  case ReduceKind::MaxNum:
    return arith::MaxNumFOp::create(b, loc, a, c);
  case ReduceKind::MinNum:
    return arith::MinNumFOp::create(b, loc, a, c);
  case ReduceKind::MaxSI:
    return arith::MaxSIOp::create(b, loc, a, c);
  case ReduceKind::MinSI:
    return arith::MinSIOp::create(b, loc, a, c);
  case ReduceKind::MaxUI:
    return arith::MaxUIOp::create(b, loc, a, c);
  case ReduceKind::MinUI:
    return arith::MinUIOp::create(b, loc, a, c);
  case ReduceKind::And:
    return arith::AndIOp::create(b, loc, a, c);
  case ReduceKind::Or:
    return arith::OrIOp::create(b, loc, a, c);
  case ReduceKind::Xor:
    return arith::XOrIOp::create(b, loc, a, c);
  }
  llvm_unreachable("every reduce kind has an op");
}
