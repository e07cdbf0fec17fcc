//===- GlobalOps.cpp - ops of the global view ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::tp;

/// Captured tensors could be laid out anew in the body of a linalg op, element by element.
static LogicalResult verifyNotInLinalg(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (parent->getName().getDialectNamespace() == "linalg")
      return op->emitOpError() << "expects not to be inside " << parent->getName();
  return success();
}

//===----------------------------------------------------------------------===//
// ReshardOp
//===----------------------------------------------------------------------===//

LogicalResult ReshardOp::verify() {
  for (auto [index, dim] : llvm::enumerate(getSharding().getDims()))
    if (dim.getIsOpen())
      return emitOpError() << "expects a closed sharding, but dimension " << index << " is open";
  return verifyNotInLinalg(*this);
}

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, [&]() { return emitOpError(); });
}

OpFoldResult ReshardOp::fold(FoldAdaptor) {
  auto inner = getInput().getDefiningOp<ReshardOp>();
  return inner && inner.getSharding() == getSharding() ? getInput() : Value();
}

namespace {
/// reshard(reshard(x)) is the outer one: where to stop on the way is chosen with the path. An inner
/// one with other uses stays the source, which may be what makes the outer one cheap.
struct MergeReshards : OpRewritePattern<ReshardOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshardOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshardOp>();
    if (!inner || !inner->hasOneUse())
      return rewriter.notifyMatchFailure(op, "operand is no reshard of one use");
    rewriter.modifyOpInPlace(op, [&]() { op.getInputMutable().assign(inner.getInput()); });
    return success();
  }
};
} // namespace

void ReshardOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeReshards>(context);
}

//===----------------------------------------------------------------------===//
// ConstrainOp, BarrierOp
//===----------------------------------------------------------------------===//

LogicalResult ConstrainOp::verify() { return verifyNotInLinalg(*this); }

LogicalResult ConstrainOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, [&]() { return emitOpError(); });
}

OpFoldResult ConstrainOp::fold(FoldAdaptor) {
  auto inner = getInput().getDefiningOp<ConstrainOp>();
  return inner && inner.getSharding() == getSharding() ? getInput() : Value();
}

LogicalResult BarrierOp::verify() { return verifyNotInLinalg(*this); }

OpFoldResult BarrierOp::fold(FoldAdaptor) {
  auto inner = getInput().getDefiningOp<BarrierOp>();
  return inner && inner.getDirection() == getDirection() ? getInput() : Value();
}

//===----------------------------------------------------------------------===//
// GroupOp
//===----------------------------------------------------------------------===//

namespace {
/// What a group writes: it has no result, and must stay until propagation has read it.
struct GroupResource : SideEffects::Resource::Base<GroupResource> {
  StringRef getName() final { return "tp.group"; }
};

/// A value agrees with itself.
struct DropEqualMembers : OpRewritePattern<GroupOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GroupOp op, PatternRewriter &rewriter) const override {
    llvm::SmallSetVector<Value, 4> members(op.getInputs().begin(), op.getInputs().end());
    if (members.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "members differ");
    if (members.size() == 1)
      rewriter.eraseOp(op);
    else
      rewriter.modifyOpInPlace(op, [&]() { op.getInputsMutable().assign(members.getArrayRef()); });
    return success();
  }
};
} // namespace

void GroupOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), GroupResource::get());
}

LogicalResult GroupOp::verify() {
  if (getInputs().size() < 2)
    return emitOpError() << "expects at least 2 operands, got " << getInputs().size();
  int64_t rank = cast<RankedTensorType>(getInputs().front().getType()).getRank();
  for (auto [index, type] : llvm::enumerate(getInputs().getTypes()))
    if (int64_t other = cast<RankedTensorType>(type).getRank(); other != rank)
      return emitOpError() << "expects operands of one rank, but operand 0 has rank " << rank
                           << " and operand " << index << " has rank " << other;
  return verifyNotInLinalg(*this);
}

void GroupOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropEqualMembers>(context);
}

//===----------------------------------------------------------------------===//
// HaloOp
//===----------------------------------------------------------------------===//

LogicalResult HaloOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getInput().getType(), *this,
                        [&]() { return emitOpError(); });
}

static constexpr int64_t kMaxWindow = std::numeric_limits<int32_t>::max();

/// Each list has an entry per dimension in `dims`, not below its least value.
static LogicalResult verifyWindows(HaloOp op) {
  struct List {
    StringRef name;
    ArrayRef<int64_t> values;
    int64_t least;
  };
  for (const List &list : {List{"low", op.getLow(), 0}, List{"high", op.getHigh(), 0},
                           List{"window", op.getWindow(), 1}, List{"stride", op.getStride(), 1},
                           List{"dilation", op.getDilation(), 1}}) {
    if (list.values.size() != op.getDims().size())
      return op.emitOpError() << "expects one entry of " << list.name << " per dimension in dims ("
                              << op.getDims().size() << "), got " << list.values.size();
    for (auto [dim, value] : llvm::zip(op.getDims(), list.values))
      if (value < list.least)
        return op.emitOpError() << "expects " << list.name << " of dimension " << dim << " ("
                                << value << ") to be at least " << list.least;
    // Extents are products of two of these.
    for (auto [dim, value] : llvm::zip(op.getDims(), list.values))
      if (value > kMaxWindow)
        return op.emitOpError() << "expects " << list.name << " of dimension " << dim << " ("
                                << value << ") to be at most " << kMaxWindow;
  }
  return success();
}

static LogicalResult verifyHaloDims(HaloOp op, int64_t rank) {
  llvm::SmallSet<int64_t, 4> seen;
  for (int64_t dim : op.getDims()) {
    if (dim < 0 || dim >= rank)
      return op.emitOpError() << "expects dimension " << dim << " to be in [0, " << rank
                              << "), the dimensions of " << op.getInput().getType();
    if (!seen.insert(dim).second)
      return op.emitOpError() << "expects dimension " << dim << " once in dims";
  }
  return success();
}

static LogicalResult verifyHaloShape(HaloOp op, RankedTensorType input, RankedTensorType result) {
  if (input.getElementType() != result.getElementType() || input.getRank() != result.getRank())
    return op.emitOpError() << "expects a result with the rank and element type of " << input
                            << ", got " << result;
  SmallVector<int64_t> sizes(input.getShape());
  for (auto [dim, low, high] : llvm::zip(op.getDims(), op.getLow(), op.getHigh()))
    if (!ShapedType::isDynamic(sizes[dim]))
      sizes[dim] += low + high;
  for (auto [dim, size, actual] : llvm::enumerate(sizes, result.getShape()))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(actual) && size != actual)
      return op.emitOpError() << "expects dimension " << dim << " of the result (size " << actual
                              << ") to have size " << size << ", the operand's with its padding";
  for (auto [dim, window, dilation] : llvm::zip(op.getDims(), op.getWindow(), op.getDilation())) {
    int64_t extent = (window - 1) * dilation + 1;
    if (!ShapedType::isDynamic(sizes[dim]) && extent > sizes[dim])
      return op.emitOpError() << "expects a window on dimension " << dim << " (" << extent
                              << " elements) to fit in its padded size (" << sizes[dim] << ")";
  }
  return success();
}

LogicalResult HaloOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getType());
  if (failed(verifyHaloDims(*this, input.getRank())) || failed(verifyWindows(*this)) ||
      failed(verifyHaloShape(*this, input, result)))
    return failure();
  auto isPositive = [](int64_t value) { return value > 0; };
  bool isPadded = llvm::any_of(getLow(), isPositive) || llvm::any_of(getHigh(), isPositive);
  if (isPadded && !getFill())
    return emitOpError() << "expects a fill where low or high is not 0";
  if (getFill() && getFill().getType() != input.getElementType())
    return emitOpError() << "expects a fill of type " << input.getElementType() << ", got "
                         << getFill().getType();
  return verifyNotInLinalg(*this);
}

OpFoldResult HaloOp::fold(FoldAdaptor) {
  auto isZero = [](int64_t value) { return value == 0; };
  bool isWhole = llvm::all_of(
      getDims(), [&](int64_t dim) { return getSharding().getDims()[dim].getAxes().empty(); });
  return isWhole && llvm::all_of(getLow(), isZero) && llvm::all_of(getHigh(), isZero) &&
                 getInput().getType() == getType()
             ? getInput()
             : Value();
}
