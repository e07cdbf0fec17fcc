//===- Reshape.cpp - how reshapes and casts are sharded ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expanded dimensions are the factors of a reshape, and a collapsed dimension is the product
// of its group's. Blocks are flat, so a block of the collapsed dimension is a block of the group's
// major factor only where shards divide that factor: with several factors in a group none of them
// tolerates padding. Dimensions of size 1 beside others are no factors: sharding them would leave
// all elements on one device, which no sharding of the collapsed dimension says.
//
//   tensor<12x8> -> tensor<3x4x8x1>      ([ab, c]) -> ([a, b, c, ]) {a=3, b=4, c=8}
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// The size of a factor that has size `a` on one side and `b` on the other. Dynamic if one of them
/// is: that side cannot say how much of its last block is padding.
static int64_t getCommonSize(int64_t a, int64_t b) { return a == b ? a : ShapedType::kDynamic; }

/// Adds the factors of one group: `expanded` are its dimensions, `collapsed` the one they make.
static void addGroupFactors(ShardingRule &rule, ArrayRef<int64_t> group,
                            ArrayRef<int64_t> expandedShape, int64_t collapsedSize,
                            DimFactors &expanded, SmallVector<unsigned, 1> &collapsed) {
  SmallVector<int64_t> dims;
  bool isDynamic = ShapedType::isDynamic(collapsedSize);
  for (int64_t dim : group) {
    isDynamic |= ShapedType::isDynamic(expandedShape[dim]);
    if (group.size() == 1 || expandedShape[dim] != 1)
      dims.push_back(dim);
  }
  // Which blocks of a dynamic dimension are whole multiples of the others is not known.
  if (isDynamic && dims.size() > 1)
    return;
  for (int64_t dim : dims) {
    int64_t size =
        dims.size() == 1 ? getCommonSize(expandedShape[dim], collapsedSize) : expandedShape[dim];
    unsigned factor = rule.addFactor(size);
    rule.factors[factor].toleratesPadding = dims.size() == 1;
    expanded[dim].push_back(factor);
    collapsed.push_back(factor);
  }
}

static std::optional<ShardingRule> getReshapeRule(Operation *op, RankedTensorType expandedType,
                                                  RankedTensorType collapsedType,
                                                  ArrayRef<ReassociationIndices> groups) {
  ShardingRule rule;
  DimFactors expanded(expandedType.getRank()), collapsed(collapsedType.getRank());
  for (auto [dim, group] : llvm::enumerate(groups))
    addGroupFactors(rule, group, expandedType.getShape(), collapsedType.getDimSize(dim), expanded,
                    collapsed[dim]);
  bool expands = op->getResult(0).getType() == expandedType;
  addOperand(rule, op->getOpOperand(0), expands ? collapsed : expanded);
  rule.results.push_back({expands ? expanded : collapsed});
  addMovementPasses(rule, expandedType.getElementType(), {0});
  return rule;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

struct ExpandRule : ShardingRuleOpInterface::ExternalModel<ExpandRule, tensor::ExpandShapeOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    return getReshapeRule(op, expand.getResultType(), expand.getSrcType(),
                          expand.getReassociationIndices());
  }
};

struct ExpandPartition
    : PartitionOpInterface::ExternalModel<ExpandPartition, tensor::ExpandShapeOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    auto expand = cast<tensor::ExpandShapeOp>(op);
    Location loc = op->getLoc();
    SmallVector<OpFoldResult> sizes;
    for (auto [size, factors] :
         llvm::zip_equal(expand.getMixedOutputShape(), context.getRule().results[0].dims))
      sizes.push_back(getLocalExtent(b, loc, context, factors, size));
    Value local = tensor::ExpandShapeOp::create(b, loc, context.getLocalResultType(0), operands[0],
                                                expand.getReassociationIndices(), sizes);
    return SmallVector<Value>{local};
  }
};

struct CollapseRule
    : ShardingRuleOpInterface::ExternalModel<CollapseRule, tensor::CollapseShapeOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    return getReshapeRule(op, collapse.getSrcType(), collapse.getResultType(),
                          collapse.getReassociationIndices());
  }
};

struct CollapsePartition
    : PartitionOpInterface::ExternalModel<CollapsePartition, tensor::CollapseShapeOp> {};

struct CastRule : ShardingRuleOpInterface::ExternalModel<CastRule, tensor::CastOp> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto source = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!source || !result)
      return std::nullopt;
    ShardingRule rule;
    DimFactors dims;
    for (auto [a, b] : llvm::zip_equal(source.getShape(), result.getShape()))
      dims.push_back({rule.addFactor(getCommonSize(a, b))});
    addOperand(rule, op->getOpOperand(0), dims);
    rule.results.push_back({dims});
    addMovementPasses(rule, source.getElementType(), {0});
    return rule;
  }
};

struct CastPartition : PartitionOpInterface::ExternalModel<CastPartition, tensor::CastOp> {};

} // namespace

void mlir::tp::attachReshapeModels(MLIRContext *context) {
  tensor::ExpandShapeOp::attachInterface<ExpandRule, ExpandPartition>(*context);
  tensor::CollapseShapeOp::attachInterface<CollapseRule, CollapsePartition>(*context);
  tensor::CastOp::attachInterface<CastRule, CastPartition>(*context);
}
