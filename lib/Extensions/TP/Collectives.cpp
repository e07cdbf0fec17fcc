//===- Collectives.cpp - rules of collectives in tp.manual ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a tp.manual collectives over the manual axes see tensors that may be split over the other
// axes. Each such block takes part in a collective of its own. Dimensions that the op gathers, cuts
// or exchanges stay whole; the others are factors. Ops that only start a transfer run whole, since
// their results may go nowhere but to tp.wait.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

/// Dimensions of which the op changes the extent.
static SmallVector<int64_t, 2> getChangedDims(Operation *op) {
  return llvm::TypeSwitch<Operation *, SmallVector<int64_t, 2>>(op)
      .Case<AllGatherOp, ReduceScatterOp, AllSliceOp>(
          [](auto typed) { return SmallVector<int64_t, 2>{static_cast<int64_t>(typed.getDim())}; })
      .Case<AllToAllOp>([](AllToAllOp typed) {
        return SmallVector<int64_t, 2>{static_cast<int64_t>(typed.getSplitDim()),
                                       static_cast<int64_t>(typed.getConcatDim())};
      })
      .Default([](Operation *) { return SmallVector<int64_t, 2>(); });
}

namespace {

template <typename OpTy>
struct CollectiveRule : ShardingRuleOpInterface::ExternalModel<CollectiveRule<OpTy>, OpTy> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const {
    auto collective = cast<CollectiveOpInterface>(op);
    if (collective.isAsync() || op->getNumResults() == 0)
      return std::nullopt;
    SmallVector<int64_t, 2> changed = getChangedDims(op);
    ShardingRule rule;
    for (OpOperand &use : collective.getInputsMutable()) {
      auto type = cast<RankedTensorType>(use.get().getType());
      DimFactors dims(type.getRank());
      for (auto [dim, factors] : llvm::enumerate(dims))
        if (!llvm::is_contained(changed, static_cast<int64_t>(dim)))
          factors.push_back(rule.addFactor(type.getDimSize(dim)));
      addOperand(rule, use, dims);
      rule.results.push_back({dims});
    }
    for (auto [i, use] : llvm::enumerate(collective.getInitsMutable()))
      rule.operands.push_back(
          {&use, rule.results[i].dims, static_cast<unsigned>(i), /*isRead=*/false});
    return rule;
  }
};

} // namespace

template <typename... OpTys>
static void attachRules(MLIRContext *context) {
  (OpTys::template attachInterface<CollectiveRule<OpTys>>(*context), ...);
}

void mlir::tp::attachCollectiveRules(MLIRContext *context) {
  attachRules<AllGatherOp, AllReduceOp, AllSliceOp, AllToAllOp, BroadcastOp, PermuteOp,
              ReduceScatterOp>(context);
}
