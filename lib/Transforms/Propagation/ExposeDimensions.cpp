//===- ExposeDimensions.cpp - undo merges of dimensions before linalg ops -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frontends merge batch dimensions to reach a matmul of rank 2 or 3. Blocks are flat, so the merged
// dimension cannot be split along a minor part (the heads of [batch·heads]) unless all more major
// parts are split completely. Upstream's fold by expansion gives the op the original dimensions:
//
//     matmul(collapse(x), w)  =>  collapse(contraction(x, w))
//
// and the new collapse meets an expand, or the collapse of the next op, and folds too. Only
// collapses that merge at least two dimensions of size above 1 are folded; ops that carry tp
// attributes would lose them and are left alone.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tp/IR/TP.h"
#include "tp/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_EXPOSEDIMENSIONS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// Whether some group of the collapse has two dimensions of size above 1.
static bool mergesDimensions(tensor::CollapseShapeOp op) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  return llvm::any_of(op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
    return llvm::count_if(group, [&](int64_t dim) { return shape[dim] != 1; }) > 1;
  });
}

static bool hasTPAttributes(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attr) {
    return attr.getName().strref().starts_with("tp.");
  });
}

static bool shouldFold(OpOperand *operand) {
  auto collapse = operand->get().getDefiningOp<tensor::CollapseShapeOp>();
  Operation *consumer = operand->getOwner();
  return collapse && isa<linalg::LinalgOp>(consumer) && collapse.getSrcType().hasStaticShape() &&
         mergesDimensions(collapse) && !hasTPAttributes(consumer) && !hasTPAttributes(collapse);
}

namespace {

struct ExposeDimensions : tp::impl::ExposeDimensionsBase<ExposeDimensions> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, shouldFold);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    linalg::FillOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }
};

} // namespace
