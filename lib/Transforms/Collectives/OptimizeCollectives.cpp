//===- OptimizeCollectives.cpp - merge, fold and remove collectives -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns of the collectives, and
//
//     %1 = tp.all_reduce sum over @m{"x"} ins(%0 ..)      (only use)
//     %2 = tp.all_slice dim 0 over @m{"x"} ins(%1 ..)  =>  %2 = tp.reduce_scatter sum dim 0 ...
//
//===----------------------------------------------------------------------===//

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tp/IR/TP.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Stage.h"

namespace mlir::tp {
#define GEN_PASS_DEF_OPTIMIZECOLLECTIVES
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {

struct SliceOfAllReduce : OpRewritePattern<AllSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AllSliceOp slice, PatternRewriter &rewriter) const override {
    if (slice.getInputs().size() != 1 || !slice.getInits().empty())
      return rewriter.notifyMatchFailure(slice, "not a plain slice of one tensor");
    auto reduce = slice.getInputs()[0].getDefiningOp<AllReduceOp>();
    if (!reduce || reduce.getInputs().size() != 1 || !reduce.getInits().empty() ||
        reduce.getAsync() || reduce->hasAttr("wire_type") || !reduce->hasOneUse())
      return rewriter.notifyMatchFailure(slice, "not the only use of a plain all-reduce");
    if (reduce.getMesh() != slice.getMesh() || reduce.getAxes() != slice.getAxes())
      return rewriter.notifyMatchFailure(slice, "other axes");
    SmallVector<AxisAttr> axes(slice.getAxes().getAsRange<AxisAttr>());
    rewriter.replaceOpWithNewOp<ReduceScatterOp>(slice, slice.getResults()[0].getType(),
                                                 reduce.getInputs()[0], reduce.getKind(),
                                                 slice.getDim(), slice.getMeshAttr(), axes);
    return success();
  }
};

struct OptimizeCollectives : tp::impl::OptimizeCollectivesBase<OptimizeCollectives> {
  void runOnOperation() override {
    if (failed(expectStage(getOperation(), Stage::Local)))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    for (RegisteredOperationName name : getContext().getRegisteredOperations())
      if (isa<TPDialect>(name.getDialect()))
        name.getCanonicalizationPatterns(patterns, &getContext());
    patterns.add<SliceOfAllReduce>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }
};

} // namespace
