//===- PrepareBufferization.cpp - local ops for one-shot bufferization ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: local stage on tensors. After: the same with a destination for every collective, no
// all_slice, concat, started transfer or `tp` attribute, and no destination shared by two ops.
// Tensors without elements are not sliced: the verifier of slices takes no offset, not even 0, in a
// dimension of size 0.
//
// A shared tensor.empty would be one allocation that lives from its first to its last use; one for
// each use lives as long as that use's result.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tp/Analysis/Extents.h"
#include "tp/Conversion/Passes.h"
#include "tp/IR/TP.h"

namespace mlir::tp {
#define GEN_PASS_DEF_PREPAREBUFFERIZATION
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

/// Size of a result dimension that is not known when compiling: the operand's, times or divided by
/// the number of devices where the op says so.
static Value getResultSize(OpBuilder &b, CollectiveOpInterface op, Value input, int64_t dim) {
  Location loc = op.getLoc();
  Value size = tensor::DimOp::create(b, loc, input, dim);
  auto devices = [&] {
    return arith::ConstantIndexOp::create(b, loc, op.getGroupSize().value_or(1));
  };
  auto grow = [&] { return arith::MulIOp::create(b, loc, size, devices()); };
  auto shrink = [&] { return arith::DivUIOp::create(b, loc, size, devices()); };
  if (auto gather = dyn_cast<AllGatherOp>(op.getOperation()))
    return gather.getDim() == uint64_t(dim) ? Value(grow()) : size;
  if (auto scatter = dyn_cast<ReduceScatterOp>(op.getOperation()))
    return scatter.getDim() == uint64_t(dim) ? Value(shrink()) : size;
  if (auto exchange = dyn_cast<AllToAllOp>(op.getOperation())) {
    if (exchange.getSplitDim() == exchange.getConcatDim())
      return size;
    if (exchange.getSplitDim() == uint64_t(dim))
      return shrink();
    if (exchange.getConcatDim() == uint64_t(dim))
      return grow();
  }
  return size;
}

static void addDestinations(CollectiveOpInterface op) {
  if (op.getInitsMutable().size() != 0 || op->getNumResults() == 0)
    return;
  OpBuilder b(op);
  SmallVector<Value> inputs((OperandRange(op.getInputsMutable())));
  SmallVector<Value> inits;
  for (auto [input, result] : llvm::zip(inputs, op->getResults())) {
    if (isa<AllReduceOp, BroadcastOp>(op.getOperation())) {
      inits.push_back(input);
      continue;
    }
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(type.isDynamicDim(dim) ? OpFoldResult(getResultSize(b, op, input, dim))
                                             : OpFoldResult(b.getIndexAttr(type.getDimSize(dim))));
    inits.push_back(tensor::EmptyOp::create(b, op.getLoc(), sizes, type.getElementType()));
  }
  op.getInitsMutable().assign(inits);
}

static LogicalResult addDestinations(RecvOp op) {
  if (!op.getInits().empty())
    return success();
  OpBuilder b(op);
  SmallVector<Value> inits;
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!type.hasStaticShape())
      return op.emitOpError("expects a destination for a result of dynamic shape");
    inits.push_back(
        tensor::EmptyOp::create(b, op.getLoc(), type.getShape(), type.getElementType()));
  }
  op.getInitsMutable().assign(inits);
  return success();
}

/// Gives each use of a tensor.empty, or of a fill of one, as a destination its own copy.
static void splitDestinations(Operation *op) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getResult(0).getUses())
    uses.push_back(&use);
  for (OpOperand *use : uses) {
    auto user = dyn_cast<DestinationStyleOpInterface>(use->getOwner());
    bool isDestination = user && user.isDpsInit(use);
    if (!isDestination && (!isa<tensor::EmptyOp>(op) || uses.size() == 1))
      continue;
    OpBuilder b(use->getOwner());
    use->set(b.clone(*op)->getResult(0));
  }
  if (op->use_empty())
    op->erase();
}

//===----------------------------------------------------------------------===//
// Tensors without elements
//===----------------------------------------------------------------------===//

static bool hasNoElements(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.hasStaticShape() && type.getNumElements() == 0;
}

static Value createEmpty(OpBuilder &b, Location loc, Type type) {
  auto tensorType = cast<RankedTensorType>(type);
  return tensor::EmptyOp::create(b, loc, tensorType.getShape(), tensorType.getElementType());
}

static void dropEmptyParts(tensor::ConcatOp op) {
  OpBuilder b(op);
  SmallVector<Value> parts(op.getInputs());
  llvm::erase_if(parts, hasNoElements);
  if (parts.size() == op.getInputs().size())
    return;
  Value result =
      parts.empty()
          ? createEmpty(b, op.getLoc(), op.getType())
          : tensor::ConcatOp::create(b, op.getLoc(), op.getType(), op.getDim(), parts).getResult();
  op.replaceAllUsesWith(result);
  op.erase();
}

static void convertEmptyPad(tensor::PadOp op) {
  Value fill = op.getConstantPaddingValue();
  bool isEmpty = hasNoElements(op.getResult());
  if (!op.getType().hasStaticShape() || !hasNoElements(op.getSource()) || (!fill && !isEmpty))
    return;
  OpBuilder b(op);
  // A constant may stand in the op's region.
  if (!isEmpty && op->isAncestor(fill.getParentRegion()->getParentOp()))
    fill = b.clone(*fill.getDefiningOp())->getResult(0);
  Value result = createEmpty(b, op.getLoc(), op.getType());
  if (!isEmpty)
    result = linalg::FillOp::create(b, op.getLoc(), fill, result).getResult(0);
  op.replaceAllUsesWith(result);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Ops that become others
//===----------------------------------------------------------------------===//

static void convertAllSlice(AllSliceOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  int64_t dim = op.getDim();
  SmallVector<AxisAttr> axes(op.getAxes().getAsRange<AxisAttr>());
  Value coordinate = CoordinateOp::create(b, loc, op.getMeshAttr(), axes);
  for (auto [input, result] : llvm::zip(op.getInputs(), op.getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    if (hasNoElements(result)) {
      result.replaceAllUsesWith(createEmpty(b, loc, type));
      continue;
    }
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes = getExtents(b, loc, input);
    SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
    Value block;
    if (type.isDynamicDim(dim)) {
      Value devices = arith::ConstantIndexOp::create(
          b, loc, cast<CollectiveOpInterface>(op.getOperation()).getGroupSize().value_or(1));
      block = arith::DivUIOp::create(b, loc, tensor::DimOp::create(b, loc, input, dim), devices);
      sizes[dim] = block;
    } else {
      block = arith::ConstantIndexOp::create(b, loc, type.getDimSize(dim));
      sizes[dim] = b.getIndexAttr(type.getDimSize(dim));
    }
    offsets[dim] = arith::MulIOp::create(b, loc, coordinate, block).getResult();
    // The input's type may say more sizes than the result's.
    Value slice = tensor::ExtractSliceOp::create(b, loc, input, offsets, sizes, strides);
    if (slice.getType() != type)
      slice = tensor::CastOp::create(b, loc, type, slice);
    result.replaceAllUsesWith(slice);
  }
  op.erase();
}

/// The started transfers of the host are over when they return: the same op without its token.
static void makeBlocking(Operation *op) {
  Value token = op->getResults().back();
  for (Operation *user : llvm::make_early_inc_range(token.getUsers())) {
    auto wait = cast<WaitOp>(user);
    wait.getResults().replaceAllUsesWith(wait.getInputs());
    wait.erase();
  }
  OpBuilder b(op);
  OperationState blocking(op->getLoc(), op->getName(), op->getOperands(),
                          op->getResults().drop_back().getTypes(), op->getAttrs());
  blocking.attributes.erase("async");
  Operation *replacement = b.create(blocking);
  op->getResults().drop_back().replaceAllUsesWith(replacement->getResults());
  op->erase();
}

/// Ops that stand for several, such as linalg.softmax.
static LogicalResult decompose(linalg::AggregatedOpInterface op) {
  OpBuilder b(op);
  FailureOr<SmallVector<Value>> results = op.decomposeOperation(b);
  if (failed(results))
    return op.emitOpError("cannot be taken apart into ops with loops");
  op->replaceAllUsesWith(*results);
  op->erase();
  return success();
}

static void dropAttributes(Operation *op) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getName().strref().starts_with("tp."))
      names.push_back(attr.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
}

static void prepareFunction(func::FuncOp function) {
  auto dropAll = [](DictionaryAttr attrs, auto remove) {
    for (NamedAttribute attr : attrs ? attrs.getValue() : ArrayRef<NamedAttribute>())
      if (attr.getName().strref().starts_with("tp."))
        remove(attr.getName());
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (function.isPublic() && isa<TensorType>(function.getArgument(i).getType()) &&
        !function.getArgAttr(i, kDonatedAttrName))
      function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                          BoolAttr::get(function.getContext(), false));
    dropAll(function.getArgAttrDict(i), [&](StringAttr name) { function.removeArgAttr(i, name); });
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    dropAll(function.getResultAttrDict(i),
            [&](StringAttr name) { function.removeResultAttr(i, name); });
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

template <typename OpTy>
static SmallVector<OpTy> collect(ModuleOp module) {
  SmallVector<OpTy> ops;
  module.walk([&](OpTy op) { ops.push_back(op); });
  return ops;
}

namespace {
struct PrepareBufferization : tp::impl::PrepareBufferizationBase<PrepareBufferization> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (tensor::ConcatOp op : collect<tensor::ConcatOp>(module))
      dropEmptyParts(op);
    for (tensor::PadOp op : collect<tensor::PadOp>(module))
      convertEmptyPad(op);
    RewritePatternSet patterns(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    if (failed(applyPatternsGreedily(module, std::move(patterns))))
      return signalPassFailure();
    module.walk(dropAttributes);
    for (auto op : collect<linalg::AggregatedOpInterface>(module))
      if (op->getNumResults() != 0 && failed(decompose(op)))
        return signalPassFailure();
    SmallVector<Operation *> started;
    module.walk([&](Operation *op) {
      if (op->getNumResults() != 0 && isa<TokenType>(op->getResults().back().getType()))
        started.push_back(op);
    });
    for (Operation *op : started)
      makeBlocking(op);
    for (AllSliceOp op : collect<AllSliceOp>(module))
      if (op->getNumResults() != 0)
        convertAllSlice(op);
    for (CollectiveOpInterface op : collect<CollectiveOpInterface>(module))
      addDestinations(op);
    for (RecvOp op : collect<RecvOp>(module))
      if (failed(addDestinations(op)))
        return signalPassFailure();
    for (linalg::FillOp op : collect<linalg::FillOp>(module))
      if (op->getNumResults() != 0 && op.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() &&
          !op.getResult(0).hasOneUse())
        splitDestinations(op);
    for (tensor::EmptyOp op : collect<tensor::EmptyOp>(module))
      splitDestinations(op);
    for (func::FuncOp function : collect<func::FuncOp>(module))
      if (!function.isExternal())
        prepareFunction(function);
  }
};
} // namespace
