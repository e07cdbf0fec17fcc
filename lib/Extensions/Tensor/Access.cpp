//===- Access.cpp - how accesses to elements and shapes are sharded ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensor.extract and insert at top level see whole tensors, so that a scalar is the same on all
// devices. tensor.dim and rank say global shapes: a static extent needs no data at all, a dynamic
// one is read from a tensor that has this dimension whole. tensor.bitcast is elementwise and needs
// combined values.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// One factor per dimension of the first operand.
static ShardingRule getShapeQueryRule(Operation *op, RankedTensorType type) {
  ShardingRule rule;
  addOperand(rule, op->getOpOperand(0), addFactorPerDim(rule, type));
  rule.results.push_back({});
  return rule;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

struct BitcastRule : ShardingRuleOpInterface::ExternalModel<BitcastRule, tensor::BitcastOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    if (!isa<RankedTensorType>(op->getOperand(0).getType()) ||
        !isa<RankedTensorType>(op->getResult(0).getType()))
      return std::nullopt;
    return getElementwiseRule(op);
  }
};

struct BitcastPartition : PartitionOpInterface::ExternalModel<BitcastPartition, tensor::BitcastOp> {
};

struct ExtractRule : ShardingRuleOpInterface::ExternalModel<ExtractRule, tensor::ExtractOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto extract = cast<tensor::ExtractOp>(op);
    ShardingRule rule;
    addOperand(rule, extract.getTensorMutable(),
               DimFactors(extract.getTensor().getType().getRank()));
    rule.results.push_back({});
    return rule;
  }
};

struct ExtractPartition : PartitionOpInterface::ExternalModel<ExtractPartition, tensor::ExtractOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    SmallVector<Value> indices =
        llvm::map_to_vector(cast<tensor::ExtractOp>(op).getIndices(),
                            [&](Value index) { return context.lookup(index); });
    Value element = tensor::ExtractOp::create(b, op->getLoc(), operands[0], indices);
    return SmallVector<Value>{element};
  }
};

struct InsertRule : ShardingRuleOpInterface::ExternalModel<InsertRule, tensor::InsertOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto insert = cast<tensor::InsertOp>(op);
    DimFactors whole(insert.getDest().getType().getRank());
    ShardingRule rule;
    addOperand(rule, insert.getDestMutable(), whole);
    rule.results.push_back({whole});
    return rule;
  }
};

struct InsertPartition : PartitionOpInterface::ExternalModel<InsertPartition, tensor::InsertOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    auto insert = cast<tensor::InsertOp>(op);
    SmallVector<Value> indices = llvm::map_to_vector(
        insert.getIndices(), [&](Value index) { return context.lookup(index); });
    Value result = tensor::InsertOp::create(b, op->getLoc(), context.lookup(insert.getScalar()),
                                            operands[0], indices);
    return SmallVector<Value>{result};
  }
};

struct DimRule : ShardingRuleOpInterface::ExternalModel<DimRule, tensor::DimOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto dim = cast<tensor::DimOp>(op);
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (!type)
      return std::nullopt;
    ShardingRule rule = getShapeQueryRule(op, type);
    std::optional<int64_t> index = dim.getConstantIndex();
    for (auto [position, factor] : llvm::enumerate(rule.factors))
      if (!index || *index >= type.getRank() ||
          (*index == static_cast<int64_t>(position) && type.isDynamicDim(position)))
        factor.kind = FactorKind::Replicated;
    return rule;
  }
};

struct DimPartition : PartitionOpInterface::ExternalModel<DimPartition, tensor::DimOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    auto dim = cast<tensor::DimOp>(op);
    auto type = cast<RankedTensorType>(dim.getSource().getType());
    std::optional<int64_t> index = dim.getConstantIndex();
    Value size;
    if (index && *index < type.getRank() && !type.isDynamicDim(*index))
      size = arith::ConstantIndexOp::create(b, op->getLoc(), type.getDimSize(*index));
    else
      size = tensor::DimOp::create(b, op->getLoc(), operands[0], context.lookup(dim.getIndex()));
    return SmallVector<Value>{size};
  }
};

struct RankRule : ShardingRuleOpInterface::ExternalModel<RankRule, tensor::RankOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (!type)
      return std::nullopt;
    return getShapeQueryRule(op, type);
  }
};

struct RankPartition : PartitionOpInterface::ExternalModel<RankPartition, tensor::RankOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    Value rank = tensor::RankOp::create(b, op->getLoc(), operands[0]);
    return SmallVector<Value>{rank};
  }
};

} // namespace

void mlir::tp::attachAccessModels(MLIRContext *context) {
  tensor::BitcastOp::attachInterface<BitcastRule, BitcastPartition>(*context);
  tensor::ExtractOp::attachInterface<ExtractRule, ExtractPartition>(*context);
  tensor::InsertOp::attachInterface<InsertRule, InsertPartition>(*context);
  tensor::DimOp::attachInterface<DimRule, DimPartition>(*context);
  tensor::RankOp::attachInterface<RankRule, RankPartition>(*context);
}
