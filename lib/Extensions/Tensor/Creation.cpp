//===- Creation.cpp - how ops that make tensors from scalars are sharded ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensor.empty, splat, generate and from_elements are constant-like: each device makes its own
// block. Scalars and sizes that they take are the same on all devices.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

static ShardingRule getCreationRule(RankedTensorType type) {
  ShardingRule rule;
  rule.results.push_back({addFactorPerDim(rule, type)});
  return rule;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Local values of the extents `globals` of the dynamic dimensions of the result.
static SmallVector<Value> getLocalDynamicSizes(OpBuilder &b, Operation *op, ValueRange globals,
                                               const PartitionContext &context) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> sizes;
  for (auto [dim, factors] : llvm::enumerate(context.getRule().results[0].dims)) {
    if (!type.isDynamicDim(dim))
      continue;
    OpFoldResult size =
        getLocalExtent(b, op->getLoc(), context, factors, OpFoldResult(globals[sizes.size()]));
    sizes.push_back(getValueOrCreateConstantIndexOp(b, op->getLoc(), size));
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

template <typename OpTy>
struct CreationRule : ShardingRuleOpInterface::ExternalModel<CreationRule<OpTy>, OpTy> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    return getCreationRule(cast<RankedTensorType>(op->getResult(0).getType()));
  }
  bool isConstantLike(Operation *op) const { return true; }
};

struct EmptyPartition : PartitionOpInterface::ExternalModel<EmptyPartition, tensor::EmptyOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    Value local = tensor::EmptyOp::create(
        b, op->getLoc(), context.getLocalResultType(0),
        getLocalDynamicSizes(b, op, cast<tensor::EmptyOp>(op).getDynamicSizes(), context));
    return SmallVector<Value>{local};
  }
};

struct SplatPartition : PartitionOpInterface::ExternalModel<SplatPartition, tensor::SplatOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    auto splat = cast<tensor::SplatOp>(op);
    Value local = tensor::SplatOp::create(
        b, op->getLoc(), context.lookup(splat.getInput()), context.getLocalResultType(0),
        getLocalDynamicSizes(b, op, splat.getDynamicSizes(), context));
    return SmallVector<Value>{local};
  }
};

struct FromElementsPartition
    : PartitionOpInterface::ExternalModel<FromElementsPartition, tensor::FromElementsOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    SmallVector<Value> elements = llvm::map_to_vector(
        op->getOperands(), [&](Value element) { return context.lookup(element); });
    Value whole =
        tensor::FromElementsOp::create(b, op->getLoc(), op->getResult(0).getType(), elements);
    return SmallVector<Value>{
        takeBlock(b, op->getLoc(), context, whole, context.getRule().results[0].dims)};
  }
};

struct GenerateRule : ShardingRuleOpInterface::ExternalModel<GenerateRule, tensor::GenerateOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    if (capturesTensor(op))
      return std::nullopt;
    ShardingRule rule = getCreationRule(cast<tensor::GenerateOp>(op).getType());
    for (Factor &factor : rule.factors)
      factor.toleratesPadding = isBodySpeculatable(op);
    return rule;
  }
  bool isConstantLike(Operation *op) const { return !capturesTensor(op) && isBodySpeculatable(op); }
};

struct GeneratePartition
    : PartitionOpInterface::ExternalModel<GeneratePartition, tensor::GenerateOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    Location loc = op->getLoc();
    SmallVector<Value> offsets =
        getBlockOffsets(b, loc, context, context.getRule().results[0].dims);
    SmallVector<Value> sizes =
        getLocalDynamicSizes(b, op, cast<tensor::GenerateOp>(op).getDynamicExtents(), context);
    FailureOr<SmallVector<Value>> results = context.cloneLocally(b, op, operands);
    if (failed(results))
      return failure();
    auto local = results->front().getDefiningOp<tensor::GenerateOp>();
    local.getDynamicExtentsMutable().assign(sizes);
    addOffsets(b, loc, local.getBody().front(), offsets);
    return results;
  }
};

} // namespace

void mlir::tp::attachCreationModels(MLIRContext *context) {
  tensor::EmptyOp::attachInterface<CreationRule<tensor::EmptyOp>, EmptyPartition>(*context);
  tensor::SplatOp::attachInterface<CreationRule<tensor::SplatOp>, SplatPartition>(*context);
  tensor::FromElementsOp::attachInterface<CreationRule<tensor::FromElementsOp>,
                                          FromElementsPartition>(*context);
  tensor::GenerateOp::attachInterface<GenerateRule, GeneratePartition>(*context);
}
