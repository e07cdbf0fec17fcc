//===- CollectiveCanonicalization.cpp - local ops that need not be ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what is right on every device and never costs more; what trades one collective for another
// is the business of tp-optimize-collectives.
//
// Devices may hold different values. slice(gather(x)) is x, but gather(slice(x)) is x only where
// all devices along the axes hold the same: where x is the result of an all_reduce, all_gather or
// broadcast over them, or a constant.
//
// Left alone: ops on memrefs, whose destinations must be written; async ops, whose token is waited
// for; ops with a wire type, which rounds.
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

/// On tensors, not async and without rounding on the wire.
static bool isPlain(CollectiveOpInterface op) {
  return !op.isAsync() && !op->getAttr("wire_type") && !op.getInputsMutable().empty() &&
         isa<TensorType>(op.getInputsMutable()[0].get().getType());
}

static MeshAttr getMesh(CollectiveOpInterface op) {
  MeshOp mesh = lookupMesh(op, op.getMeshAttr());
  return mesh ? mesh.getMesh() : MeshAttr();
}

static bool isOverSameAxes(CollectiveOpInterface a, CollectiveOpInterface b) {
  return a.getMeshAttr() == b.getMeshAttr() && a.getAxes() == b.getAxes();
}

static bool isAnyOverlapping(ArrayAttr a, ArrayAttr b, MeshAttr mesh) {
  return llvm::any_of(a.getAsRange<AxisAttr>(), [&](AxisAttr axis) {
    return llvm::any_of(b.getAsRange<AxisAttr>(),
                        [&](AxisAttr other) { return overlaps(axis, other, mesh); });
  });
}

/// Whether all devices along the axes of `op` hold the same `value`.
static bool isUniform(Value value, CollectiveOpInterface op) {
  if (matchPattern(value, m_Constant()))
    return true;
  Operation *source = value.getDefiningOp();
  if (!isa_and_nonnull<AllReduceOp, AllGatherOp, BroadcastOp>(source))
    return false;
  auto made = cast<CollectiveOpInterface>(source);
  MeshAttr mesh = getMesh(op);
  if (made.isAsync() || made.getMeshAttr() != op.getMeshAttr() || !mesh)
    return false;
  return llvm::all_of(op.getAxes().getAsRange<AxisAttr>(), [&](AxisAttr axis) {
    return llvm::any_of(made.getAxes().getAsRange<AxisAttr>(),
                        [&](AxisAttr whole) { return contains(whole, axis, mesh); });
  });
}

/// kind(x, x) is x.
static bool isIdempotent(ReduceKind kind) {
  return kind != ReduceKind::Sum && kind != ReduceKind::Prod && kind != ReduceKind::Xor;
}

/// Every device sends to itself.
static bool isIdentity(PermuteOp op, int64_t devices) {
  ArrayRef<int64_t> pairs = op.getPairs();
  // Targets are distinct.
  if (int64_t(pairs.size()) != 2 * devices)
    return false;
  for (size_t i = 0; i < pairs.size(); i += 2)
    if (pairs[i] != pairs[i + 1])
      return false;
  return true;
}

/// On one device every op is the identity, except a permute in which it receives nothing.
static bool isIdentityOnOneDevice(Operation *op) {
  auto permute = dyn_cast<PermuteOp>(op);
  return !permute || isIdentity(permute, 1);
}

/// The axes without those of size 1, neighbours joined.
static SmallVector<AxisAttr> simplify(ArrayAttr axes, MeshAttr mesh) {
  SmallVector<AxisAttr> simple;
  for (AxisAttr axis : axes.getAsRange<AxisAttr>()) {
    if (axis.getSize(mesh) == 1)
      continue;
    AxisAttr joined = simple.empty() ? AxisAttr() : join(simple.back(), axis, mesh);
    if (joined)
      simple.back() = joined;
    else
      simple.push_back(axis);
  }
  return simple;
}

/// In the order of the mesh, which has each part once: of a reduction the order of the axes has no
/// meaning.
static SmallVector<AxisAttr> sortByMesh(ArrayAttr first, ArrayAttr second, MeshAttr mesh) {
  SmallVector<AxisAttr> axes = toAxisVector(first);
  llvm::append_range(axes, second.getAsRange<AxisAttr>());
  llvm::sort(axes, [&](AxisAttr a, AxisAttr b) {
    return std::make_pair(mesh.getAxisIndex(a.getName()), a.getPreSize()) <
           std::make_pair(mesh.getAxisIndex(b.getName()), b.getPreSize());
  });
  return axes;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static ArrayAttr toArrayAttr(Builder &b, ArrayRef<AxisAttr> axes) {
  return b.getArrayAttr(SmallVector<Attribute>(axes.begin(), axes.end()));
}

/// Replaces results by values, which are of the same type up to what is known of sizes.
static LogicalResult replace(PatternRewriter &rewriter, Operation *op, ValueRange values) {
  auto getEncoding = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getEncoding();
  };
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    if (getEncoding(result) != getEncoding(value))
      return rewriter.notifyMatchFailure(op, "encodings differ");
  SmallVector<Value> replacements(values);
  for (auto [result, value] : llvm::zip(op->getResults(), replacements))
    if (result.getType() != value.getType())
      value = tensor::CastOp::create(rewriter, op->getLoc(), result.getType(), value);
  rewriter.replaceOp(op, replacements);
  return success();
}

namespace {

/// Drops axes of size 1 and joins neighbouring sub-axes.
template <typename OpTy>
struct SimplifyAxes : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    MeshOp mesh = lookupMesh(op, op.getMeshAttr());
    if (!mesh)
      return rewriter.notifyMatchFailure(op, "mesh not found");
    SmallVector<AxisAttr> axes = simplify(op.getAxes(), mesh.getMesh());
    if (axes.size() == op.getAxes().size())
      return rewriter.notifyMatchFailure(op, "axes are simple");
    rewriter.modifyOpInPlace(op, [&]() { op.setAxesAttr(toArrayAttr(rewriter, axes)); });
    return success();
  }
};

template <typename OpTy>
struct DropOnOneDevice : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!isPlain(op) || cast<CollectiveOpInterface>(op.getOperation()).getGroupSize() != 1 ||
        !isIdentityOnOneDevice(op))
      return rewriter.notifyMatchFailure(op, "no identity on one device");
    return replace(rewriter, op, op.getInputs());
  }
};

/// max(max(x)) over the same axes, or some of them: devices hold the same already.
struct DropReduceOfUniform : OpRewritePattern<AllReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AllReduceOp op, PatternRewriter &rewriter) const override {
    if (!isPlain(op) || !isIdempotent(op.getKind()) ||
        !llvm::all_of(op.getInputs(), [&](Value input) { return isUniform(input, op); }))
      return rewriter.notifyMatchFailure(op, "changes values");
    return replace(rewriter, op, op.getInputs());
  }
};

/// A reduction over x and one of its results over y are one over both.
struct MergeReduces : OpRewritePattern<AllReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AllReduceOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInputs().front().getDefiningOp<AllReduceOp>();
    if (!inner || !isPlain(op) || !isPlain(inner) || inner.getKind() != op.getKind() ||
        inner.getMeshAttr() != op.getMeshAttr())
      return rewriter.notifyMatchFailure(op, "operand is no like reduction");
    if (!llvm::equal(op.getInputs(), inner.getResults()) ||
        !llvm::all_of(inner.getResults(), [](Value value) { return value.hasOneUse(); }))
      return rewriter.notifyMatchFailure(op, "inner reduction has other uses");
    MeshAttr mesh = getMesh(op);
    if (!mesh || isAnyOverlapping(inner.getAxes(), op.getAxes(), mesh))
      return rewriter.notifyMatchFailure(op, "axes overlap");
    SmallVector<AxisAttr> axes = sortByMesh(inner.getAxes(), op.getAxes(), mesh);
    rewriter.modifyOpInPlace(op, [&]() {
      op.setAxesAttr(toArrayAttr(rewriter, axes));
      op.getInputsMutable().assign(inner.getInputs());
    });
    return success();
  }
};

/// gather(slice(x)) of one x on all devices.
struct DropGatherOfSlice : OpRewritePattern<AllGatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AllGatherOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> wholes;
    for (Value input : op.getInputs()) {
      auto slice = input.getDefiningOp<AllSliceOp>();
      if (!slice || !isPlain(op) || slice.getDim() != op.getDim() || !isOverSameAxes(slice, op))
        return rewriter.notifyMatchFailure(op, "operand is no slice over the same axes");
      Value whole = slice.getInputs()[cast<OpResult>(input).getResultNumber()];
      if (!isUniform(whole, op))
        return rewriter.notifyMatchFailure(op, "devices may hold different values");
      wholes.push_back(whole);
    }
    return replace(rewriter, op, wholes);
  }
};

/// slice(gather(x)): each device gets back its own block.
struct DropSliceOfGather : OpRewritePattern<AllSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AllSliceOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> blocks;
    for (Value input : op.getInputs()) {
      auto gather = input.getDefiningOp<AllGatherOp>();
      if (!gather || !isPlain(op) || !isPlain(gather) || gather.getDim() != op.getDim() ||
          !isOverSameAxes(gather, op))
        return rewriter.notifyMatchFailure(op, "operand is no gather over the same axes");
      blocks.push_back(gather.getInputs()[cast<OpResult>(input).getResultNumber()]);
    }
    return replace(rewriter, op, blocks);
  }
};

/// slice over x and of that a slice over y of the same dimension is one over x, y.
struct MergeSlices : OpRewritePattern<AllSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AllSliceOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInputs().front().getDefiningOp<AllSliceOp>();
    MeshAttr mesh = getMesh(op);
    if (!inner || !mesh || !isPlain(op) || op.getInputs().size() != 1 ||
        inner.getInputs().size() != 1 || inner.getDim() != op.getDim() ||
        inner.getMeshAttr() != op.getMeshAttr() ||
        isAnyOverlapping(inner.getAxes(), op.getAxes(), mesh))
      return rewriter.notifyMatchFailure(op, "operand is no slice over other axes");
    SmallVector<AxisAttr> axes = toAxisVector(inner.getAxes());
    llvm::append_range(axes, op.getAxes().getAsRange<AxisAttr>());
    rewriter.modifyOpInPlace(op, [&]() {
      op.setAxesAttr(toArrayAttr(rewriter, axes));
      op.getInputsMutable().assign(inner.getInputs());
    });
    return success();
  }
};

struct DropIdentityPermute : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PermuteOp op, PatternRewriter &rewriter) const override {
    std::optional<int64_t> devices = cast<CollectiveOpInterface>(op.getOperation()).getGroupSize();
    if (!devices || !isPlain(op) || !isIdentity(op, *devices))
      return rewriter.notifyMatchFailure(op, "moves values");
    return replace(rewriter, op, op.getInputs());
  }
};

/// A device gets what the inner one brought to its source; zeros where that brought none.
struct ComposePermutes : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PermuteOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInputs().front().getDefiningOp<PermuteOp>();
    if (!inner || !isPlain(op) || !isPlain(inner) || !isOverSameAxes(op, inner) ||
        !llvm::equal(op.getInputs(), inner.getResults()))
      return rewriter.notifyMatchFailure(op, "operand is no permute over the same axes");
    llvm::SmallDenseMap<int64_t, int64_t> sourceOf;
    for (size_t i = 0; i < inner.getPairs().size(); i += 2)
      sourceOf[inner.getPairs()[i + 1]] = inner.getPairs()[i];
    SmallVector<int64_t> pairs;
    for (size_t i = 0; i < op.getPairs().size(); i += 2)
      if (auto it = sourceOf.find(op.getPairs()[i]); it != sourceOf.end())
        pairs.append({it->second, op.getPairs()[i + 1]});
    rewriter.modifyOpInPlace(op, [&]() {
      op.setPairs(pairs);
      op.getInputsMutable().assign(inner.getInputs());
    });
    return success();
  }
};

struct DropBroadcastOfUniform : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastOp op, PatternRewriter &rewriter) const override {
    if (!isPlain(op) ||
        !llvm::all_of(op.getInputs(), [&](Value input) { return isUniform(input, op); }))
      return rewriter.notifyMatchFailure(op, "devices may hold different values");
    return replace(rewriter, op, op.getInputs());
  }
};

struct FoldCoordinateOnOneDevice : OpRewritePattern<CoordinateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CoordinateOp op, PatternRewriter &rewriter) const override {
    if (getNumDevicesAlong(op, op.getMeshAttr(), op.getAxes()) != 1)
      return rewriter.notifyMatchFailure(op, "has several values");
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, 0);
    return success();
  }
};

/// The size of what an op without destinations gives. Upstream's pattern for destination-passing
/// ops takes it from the destination, and would not see that there is none: this one has to go
/// first.
struct DimWithoutDestination : OpRewritePattern<tensor::DimOp> {
  explicit DimWithoutDestination(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/10) {}

  LogicalResult matchAndRewrite(tensor::DimOp dim, PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(dim.getSource());
    auto op = result ? dyn_cast<DestinationStyleOpInterface>(result.getOwner()) : nullptr;
    if (!op || !isa<TPDialect>(op->getDialect()) || op.getNumDpsInits() != 0)
      return rewriter.notifyMatchFailure(dim, "is not of an op without destinations");
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() == 0)
      return rewriter.notifyMatchFailure(dim, "has no ranks to ask for");
    SmallVector<OpFoldResult> sizes = getSizes(op, result, type, rewriter);
    std::optional<int64_t> constant = dim.getConstantIndex();
    auto materialize = [&](OpFoldResult size) {
      return getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size);
    };
    if (constant && *constant >= 0 && *constant < type.getRank()) {
      rewriter.replaceOp(dim, materialize(sizes[*constant]));
      return success();
    }
    Value size = materialize(sizes.back());
    for (int64_t i = type.getRank() - 2; i >= 0; --i) {
      Value position = arith::ConstantIndexOp::create(rewriter, dim.getLoc(), i);
      Value isHere = arith::CmpIOp::create(rewriter, dim.getLoc(), arith::CmpIPredicate::eq,
                                           dim.getIndex(), position);
      size = arith::SelectOp::create(rewriter, dim.getLoc(), isHere, materialize(sizes[i]), size);
    }
    rewriter.replaceOp(dim, size);
    return success();
  }

private:
  static SmallVector<OpFoldResult> getSizes(Operation *op, OpResult result, RankedTensorType type,
                                            PatternRewriter &rewriter) {
    if (type.hasStaticShape())
      return getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      llvm_unreachable("a result of dynamic size without destination has an input");
    return shapes[result.getResultNumber()];
  }
};

} // namespace

void TPDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {
  patterns.add<DimWithoutDestination>(getContext());
}

void AllReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyAxes<AllReduceOp>, DropOnOneDevice<AllReduceOp>, DropReduceOfUniform,
               MergeReduces>(context);
}

void AllGatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyAxes<AllGatherOp>, DropOnOneDevice<AllGatherOp>, DropGatherOfSlice>(context);
}

void ReduceScatterOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns.add<SimplifyAxes<ReduceScatterOp>, DropOnOneDevice<ReduceScatterOp>>(context);
}

void AllToAllOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyAxes<AllToAllOp>, DropOnOneDevice<AllToAllOp>>(context);
}

void PermuteOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyAxes<PermuteOp>, DropOnOneDevice<PermuteOp>, DropIdentityPermute,
               ComposePermutes>(context);
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyAxes<BroadcastOp>, DropOnOneDevice<BroadcastOp>, DropBroadcastOfUniform>(
      context);
}

void AllSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns
      .add<SimplifyAxes<AllSliceOp>, DropOnOneDevice<AllSliceOp>, DropSliceOfGather, MergeSlices>(
          context);
}

void CoordinateOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<SimplifyAxes<CoordinateOp>, FoldCoordinateOnOneDevice>(context);
}
