//===- PartitionContext.cpp - what a local op is made from ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/PartitionContext.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tp;

PartitionContext::PartitionContext(Operation *op, const ShardingRule &rule,
                                   ArrayRef<AxisList> factorAxes, ArrayRef<Axis> partialAxes,
                                   FlatSymbolRefAttr meshName, MeshAttr mesh,
                                   const IRMapping &mapping)
    : op(op), rule(rule), factorAxes(factorAxes), partialAxes(partialAxes), meshName(meshName),
      mesh(mesh), mapping(mapping) {}

//===----------------------------------------------------------------------===//
// Sizes and types
//===----------------------------------------------------------------------===//

int64_t PartitionContext::getLocalSize(unsigned factor) const {
  int64_t size = rule.factors[factor].size;
  if (ShapedType::isDynamic(size))
    return size;
  return getBlockSize(size, getNumShards(factorAxes[factor]));
}

bool PartitionContext::isPadded(unsigned factor) const {
  int64_t size = rule.factors[factor].size;
  return !ShapedType::isDynamic(size) && size % getNumShards(factorAxes[factor]) != 0;
}

RankedTensorType PartitionContext::getLocalType(RankedTensorType type,
                                                const DimFactors &dims) const {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, factors] : llvm::zip_equal(shape, dims)) {
    bool isSplit = llvm::any_of(factors, [&](unsigned f) { return isSharded(f); });
    if (ShapedType::isDynamic(size) || !isSplit)
      continue;
    size = 1;
    for (unsigned factor : factors)
      size *= getLocalSize(factor);
  }
  return type.clone(shape);
}

RankedTensorType PartitionContext::getLocalResultType(unsigned result) const {
  return getLocalType(cast<RankedTensorType>(op->getResult(result).getType()),
                      rule.results[result].dims);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Value PartitionContext::getCoordinate(OpBuilder &b, Location loc, ArrayRef<Axis> axes) const {
  if (getNumShards(axes) == 1)
    return arith::ConstantIndexOp::create(b, loc, 0);
  return CoordinateOp::create(b, loc, meshName, toAttrs(axes, mesh));
}

Value PartitionContext::getOffset(OpBuilder &b, Location loc, unsigned factor) const {
  Value coordinate = getCoordinate(b, loc, factorAxes[factor]);
  if (!isSharded(factor))
    return coordinate;
  int64_t size = getLocalSize(factor);
  if (!ShapedType::isDynamic(size)) {
    Value block = arith::ConstantIndexOp::create(b, loc, size);
    return arith::MulIOp::create(b, loc, coordinate, block);
  }
  // The local size is that of any local operand with the factor.
  for (const RuleOperand &operand : rule.operands) {
    Value global = operand.use->get(), local = mapping.lookupOrNull(global);
    if (!local)
      continue;
    for (auto [dim, factors] : llvm::enumerate(operand.dims)) {
      if (ArrayRef<unsigned>(factors) != ArrayRef<unsigned>(factor))
        continue;
      Value block = tensor::DimOp::create(b, loc, local, dim);
      return arith::MulIOp::create(b, loc, coordinate, block);
    }
  }
  return {};
}

Value PartitionContext::isFirst(OpBuilder &b, Location loc, ArrayRef<Axis> axes) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, getCoordinate(b, loc, axes), zero);
}

//===----------------------------------------------------------------------===//
// Cloning
//===----------------------------------------------------------------------===//

/// All ops of `root`, itself first, in an order that is the same in a clone.
static SmallVector<Operation *> getNestedOps(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *inner) { ops.push_back(inner); });
  return ops;
}

FailureOr<SmallVector<Value>> PartitionContext::cloneLocally(OpBuilder &b, Operation *op,
                                                             ValueRange operands) {
  SmallVector<Operation *> globalOps = getNestedOps(op);
  IRMapping values;
  DenseMap<Operation *, unsigned> position;
  for (auto [i, inner] : llvm::enumerate(globalOps)) {
    position[inner] = i;
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
        values.map(operand, lookup(operand));
  }

  Operation *local = op->clone(values);
  b.insert(local);
  SmallVector<Operation *> localOps = getNestedOps(local);
  for (auto [operand, value] : llvm::zip_equal(rule.operands, operands)) {
    Operation *owner = localOps[position.at(operand.use->getOwner())];
    owner->setOperand(operand.use->getOperandNumber(), value);
  }
  for (OpResult result : local->getResults())
    if (isa<RankedTensorType>(result.getType()))
      result.setType(getLocalResultType(result.getResultNumber()));
  local->removeDiscardableAttr(kShardingsAttrName);
  local->removeDiscardableAttr(kRuleAttrName);
  return SmallVector<Value>(local->getResults());
}
