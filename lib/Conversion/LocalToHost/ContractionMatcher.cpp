//===- ContractionMatcher.cpp - contractions for the runtime --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionMatcher.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tp;

/// The block argument that `value` is, through widening casts.
static BlockArgument getExtendedArgument(Value value, Block *body) {
  while (auto extension = value.getDefiningOp<arith::ExtFOp>())
    value = extension.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == body ? argument : BlockArgument();
}

/// Whether the body is `yield (out + lhs * rhs)`, in any order of operands.
static bool isMultiplyAdd(Block *body) {
  auto add = body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  BlockArgument lhs = body->getArgument(0), rhs = body->getArgument(1), out = body->getArgument(2);
  Value product = add.getLhs() == out ? add.getRhs() : add.getRhs() == out ? add.getLhs() : Value();
  auto multiply = product ? product.getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!multiply)
    return false;
  BlockArgument a = getExtendedArgument(multiply.getLhs(), body);
  BlockArgument b = getExtendedArgument(multiply.getRhs(), body);
  return (a == lhs && b == rhs) || (a == rhs && b == lhs);
}

/// f64 throughout, or floats that f32 holds.
static bool areTypesSupported(linalg::LinalgOp op) {
  bool isDouble = false, isNarrower = false;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || !type.isStrided())
      return false;
    Type element = type.getElementType();
    if (element.isF64())
      isDouble = true;
    else if (element.isF32() || element.isF16() || element.isBF16())
      isNarrower = true;
    else
      return false;
  }
  return isDouble != isNarrower;
}

std::optional<ContractionMaps> mlir::tp::matchContraction(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 || op->getNumOperands() != 3 ||
      op->getNumResults() != 0 || op.hasIndexSemantics() || !areTypesSupported(op) ||
      !isMultiplyAdd(op.getBlock()))
    return std::nullopt;
  ContractionMaps maps;
  maps.loopCount = op.getNumLoops();
  SmallVector<int> users(op.getNumLoops(), 0);
  for (AffineMap map : op.getIndexingMapsArray()) {
    SmallVector<bool> seen(op.getNumLoops(), false);
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || seen[dim.getPosition()])
        return std::nullopt;
      seen[dim.getPosition()] = true;
      ++users[dim.getPosition()];
      maps.loops.push_back(dim.getPosition());
    }
  }
  if (op.getNumReductionLoops() == 0 || llvm::any_of(users, [](int count) { return count < 2; }))
    return std::nullopt;
  return maps;
}
