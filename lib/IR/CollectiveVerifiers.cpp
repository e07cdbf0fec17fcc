//===- CollectiveVerifiers.cpp - what makes local ops valid ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two steps: `verify` checks what the op shows by itself (counts, element types, dimensions,
// tokens); `verifySymbolUses`, which runs after it, checks axes against the mesh and sizes against
// the number of devices along them.
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

namespace {
/// What every local op over axes has.
struct Transfer {
  Operation *op;
  ValueRange inputs, inits;

  explicit Transfer(CollectiveOpInterface op)
      : op(op), inputs(OperandRange(op.getInputsMutable())),
        inits(OperandRange(op.getInitsMutable())) {}
  Transfer(Operation *op, ValueRange inputs, ValueRange inits)
      : op(op), inputs(inputs), inits(inits) {}

  bool isOnMemRefs() const {
    return isa<BaseMemRefType>((inputs.empty() ? inits : inputs).front().getType());
  }
  /// Types of what arrives: of the results, or of the destinations on memrefs.
  SmallVector<ShapedType> getArrivalTypes() const {
    SmallVector<ShapedType> types;
    TypeRange all = isOnMemRefs() ? TypeRange(inits) : TypeRange(op->getResultTypes());
    for (Type type : all)
      if (auto shaped = dyn_cast<ShapedType>(type))
        types.push_back(shaped);
    return types;
  }
  /// What messages call it.
  StringRef getArrivalName() const { return isOnMemRefs() ? "destination" : "result"; }
};
} // namespace

static bool isToken(Type type) { return isa<TokenType>(type); }

static LogicalResult verifyTokens(Operation *op, bool isAsync) {
  unsigned tokens = llvm::count_if(op->getResultTypes(), isToken);
  if (isAsync && (tokens != 1 || !isToken(op->getResults().back().getType())))
    return op->emitOpError() << "expects one !tp.token as last result where it is async";
  if (!isAsync && tokens != 0)
    return op->emitOpError() << "expects a !tp.token as result only where it is async";
  if (!isAsync)
    return success();
  for (Value result : op->getResults())
    for (Operation *user : result.getUsers())
      if (!isa<WaitOp>(user)) {
        InFlightDiagnostic diag = op->emitOpError()
                                  << "expects results to be used by tp.wait only where it is async";
        diag.attachNote(user->getLoc()) << "used here";
        return diag;
      }
  return success();
}

/// Operands are all tensors or all memrefs.
static LogicalResult verifyOneKind(const Transfer &transfer) {
  bool isOnMemRefs = transfer.isOnMemRefs();
  auto isOther = [&](Value value) { return isa<BaseMemRefType>(value.getType()) != isOnMemRefs; };
  if (llvm::any_of(transfer.inputs, isOther) || llvm::any_of(transfer.inits, isOther))
    return transfer.op->emitOpError() << "expects operands to be all tensors or all memrefs";
  return success();
}

/// Numbers of inputs, destinations and results.
static LogicalResult verifyCounts(const Transfer &transfer, size_t numResults) {
  if (failed(verifyOneKind(transfer)))
    return failure();
  Operation *op = transfer.op;
  bool isOnMemRefs = transfer.isOnMemRefs();
  if (isOnMemRefs && numResults != 0)
    return op->emitOpError() << "expects no tensor results on memrefs, got " << numResults;
  if (transfer.inputs.empty())
    return success();
  size_t numInputs = transfer.inputs.size(), numInits = transfer.inits.size();
  if (numInits != numInputs && (isOnMemRefs || numInits != 0))
    return op->emitOpError() << "expects one destination per input (" << numInputs << "), got "
                             << numInits;
  if (!isOnMemRefs && numResults != numInputs)
    return op->emitOpError() << "expects one result per input (" << numInputs << "), got "
                             << numResults;
  return success();
}

/// A destination has the type of its result.
static LogicalResult verifyDestinations(Operation *op, ValueRange inits, TypeRange results) {
  for (auto [index, init, result] : llvm::enumerate(inits.getTypes(), results)) {
    auto initType = cast<ShapedType>(init), resultType = cast<ShapedType>(result);
    if (initType.getElementType() != resultType.getElementType() ||
        failed(verifyCompatibleShape(initType, resultType)))
      return op->emitOpError() << "expects destination " << index << " to have the type of result "
                               << index << " (" << result << "), got " << init;
  }
  return success();
}

static LogicalResult verifyElements(const Transfer &transfer) {
  for (auto [index, input, arrival] :
       llvm::enumerate(transfer.inputs.getTypes(), transfer.getArrivalTypes())) {
    auto shaped = cast<ShapedType>(input);
    if (shaped.getElementType() != arrival.getElementType())
      return transfer.op->emitOpError()
             << "expects " << transfer.getArrivalName() << " " << index
             << " to have the element type of its input (" << shaped.getElementType() << "), got "
             << arrival.getElementType();
    if (shaped.getRank() != arrival.getRank())
      return transfer.op->emitOpError() << "expects " << transfer.getArrivalName() << " " << index
                                        << " to have the rank of its input (" << shaped.getRank()
                                        << "), got " << arrival.getRank();
  }
  return success();
}

static LogicalResult verifyTransfer(CollectiveOpInterface op, bool isAsync) {
  if (op.getInputsMutable().empty())
    return op->emitOpError() << "expects at least one input";
  Transfer transfer(op);
  size_t numTokens = llvm::count_if(op->getResultTypes(), isToken);
  if (failed(verifyTokens(op, isAsync)) ||
      failed(verifyCounts(transfer, op->getNumResults() - numTokens)) ||
      failed(verifyElements(transfer)))
    return failure();
  if (transfer.isOnMemRefs())
    return success();
  return verifyDestinations(op, transfer.inits, op->getResultTypes());
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Elements are floats; they travel as narrower floats, or as integers by a scale.
template <typename OpTy>
static LogicalResult verifyWire(OpTy op) {
  FloatAttr scale = op.getWireScaleAttr();
  if (!op.getWireTypeAttr()) {
    if (scale)
      return op.emitOpError() << "expects a wire scale only with a wire type";
    return success();
  }
  Type wire = op.getWireTypeAttr().getValue();
  if (!isa<FloatType, IntegerType>(wire))
    return op.emitOpError() << "expects a float or integer as wire type, got " << wire;
  for (Type type : op.getInputs().getTypes()) {
    Type element = cast<ShapedType>(type).getElementType();
    if (!isa<FloatType>(element))
      return op.emitOpError() << "expects float elements where a wire type is given, got "
                              << element;
    if (wire.getIntOrFloatBitWidth() >= element.getIntOrFloatBitWidth())
      return op.emitOpError() << "expects a wire type narrower than " << element << ", got "
                              << wire;
  }
  if (isa<IntegerType>(wire) && !scale)
    return op.emitOpError() << "expects a wire scale where the wire type is an integer";
  if (scale && !(scale.getValueAsDouble() > 0 && scale.getValue().isFinite()))
    return op.emitOpError() << "expects a wire scale to be finite and greater than 0, got "
                            << scale.getValueAsDouble();
  return success();
}

/// The dimension exists in every input.
static LogicalResult verifyDim(CollectiveOpInterface op, StringRef name, int64_t dim) {
  for (auto [index, type] :
       llvm::enumerate(ValueRange(OperandRange(op.getInputsMutable())).getTypes())) {
    int64_t rank = cast<ShapedType>(type).getRank();
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << "expects " << name << " " << dim << " to be in [0, " << rank
                               << "), the dimensions of input " << index << " (" << type << ")";
  }
  return success();
}

template <typename OpTy>
static LogicalResult verifyKind(OpTy op) {
  for (Type type : op.getInputs().getTypes())
    if (failed(verifyReduceKind(op.getKind(), cast<ShapedType>(type).getElementType(),
                                [&]() { return op.emitOpError(); })))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
/// Per dimension: an input's size times `input` is what arrives times `arrival`.
struct SizeRatio {
  int64_t dim, input, arrival;
};
} // namespace

/// Sizes of one input and what arrives for it; dimensions without a ratio keep their size.
static LogicalResult verifySizes(const Transfer &transfer, unsigned index, ShapedType input,
                                 ShapedType arrival, ArrayRef<SizeRatio> ratios) {
  StringRef name = transfer.getArrivalName();
  for (int64_t dim = 0; dim < input.getRank(); ++dim) {
    int64_t in = input.getDimSize(dim), out = arrival.getDimSize(dim);
    if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out))
      continue;
    auto *ratio = llvm::find_if(ratios, [&](const SizeRatio &r) { return r.dim == dim; });
    int64_t mul = ratio == ratios.end() ? 1 : ratio->input;
    int64_t div = ratio == ratios.end() ? 1 : ratio->arrival;
    // Divided, not multiplied: sizes may be as large as they come.
    if (mul != 1 && (out % mul != 0 || out / mul != in))
      return transfer.op->emitOpError()
             << "expects dimension " << dim << " of " << name << " " << index << " (size " << out
             << ") to be " << mul << " times that of its input (size " << in << ")";
    if (div != 1 && (in % div != 0 || in / div != out))
      return transfer.op->emitOpError()
             << "expects dimension " << dim << " of input " << index << " (size " << in
             << ") to be " << div << " times that of its " << name << " (size " << out << ")";
    if (mul == 1 && div == 1 && in != out)
      return transfer.op->emitOpError()
             << "expects dimension " << dim << " of " << name << " " << index << " (size " << out
             << ") to have the size of its input (size " << in << ")";
  }
  return success();
}

static LogicalResult verifyAllSizes(CollectiveOpInterface op, ArrayRef<SizeRatio> ratios) {
  Transfer transfer(op);
  for (auto [index, input, arrival] :
       llvm::enumerate(transfer.inputs.getTypes(), transfer.getArrivalTypes()))
    if (failed(verifySizes(transfer, index, cast<ShapedType>(input), arrival, ratios)))
      return failure();
  return success();
}

/// Number of devices along the op's axes, which are checked first.
static FailureOr<int64_t> getVerifiedGroupSize(CollectiveOpInterface op) {
  if (failed(verifyAxes(op, op.getMeshAttr(), op.getAxes())))
    return failure();
  return *op.getGroupSize();
}

static LogicalResult verifyUsesOfSymbols(CollectiveOpInterface op,
                                         function_ref<SmallVector<SizeRatio>(int64_t)> getRatios) {
  FailureOr<int64_t> devices = getVerifiedGroupSize(op);
  return failed(devices) ? failure() : verifyAllSizes(op, getRatios(*devices));
}

static SmallVector<SizeRatio> keepSizes(int64_t) { return {}; }

//===----------------------------------------------------------------------===//
// Reductions, gathers, slices
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verify() {
  return failure(failed(verifyTransfer(*this, getAsync())) || failed(verifyWire(*this)) ||
                 failed(verifyKind(*this)));
}

LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyUsesOfSymbols(*this, keepSizes);
}

LogicalResult AllGatherOp::verify() {
  return failure(failed(verifyTransfer(*this, getAsync())) || failed(verifyWire(*this)) ||
                 failed(verifyDim(*this, "dim", getDim())));
}

LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyUsesOfSymbols(*this, [&](int64_t devices) -> SmallVector<SizeRatio> {
    return {{int64_t(getDim()), devices, 1}};
  });
}

LogicalResult ReduceScatterOp::verify() {
  return failure(failed(verifyTransfer(*this, getAsync())) || failed(verifyWire(*this)) ||
                 failed(verifyKind(*this)) || failed(verifyDim(*this, "dim", getDim())));
}

LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyUsesOfSymbols(*this, [&](int64_t devices) -> SmallVector<SizeRatio> {
    return {{int64_t(getDim()), 1, devices}};
  });
}

LogicalResult AllSliceOp::verify() {
  return failure(failed(verifyTransfer(*this, /*isAsync=*/false)) ||
                 failed(verifyDim(*this, "dim", getDim())));
}

LogicalResult AllSliceOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyUsesOfSymbols(*this, [&](int64_t devices) -> SmallVector<SizeRatio> {
    return {{int64_t(getDim()), 1, devices}};
  });
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

LogicalResult AllToAllOp::verify() {
  return failure(failed(verifyTransfer(*this, getAsync())) || failed(verifyWire(*this)) ||
                 failed(verifyDim(*this, "split", getSplitDim())) ||
                 failed(verifyDim(*this, "concat", getConcatDim())));
}

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> devices = getVerifiedGroupSize(*this);
  if (failed(devices))
    return failure();
  int64_t split = getSplitDim(), concat = getConcatDim();
  if (split != concat)
    return verifyAllSizes(*this, {{split, 1, *devices}, {concat, *devices, 1}});
  for (auto [index, type] : llvm::enumerate(getInputs().getTypes())) {
    int64_t size = cast<ShapedType>(type).getDimSize(split);
    if (!ShapedType::isDynamic(size) && size % *devices != 0)
      return emitOpError() << "expects dimension " << split << " of input " << index << " (size "
                           << size << ") to be divisible by the number of devices (" << *devices
                           << ")";
  }
  return verifyAllSizes(*this, {});
}

LogicalResult PermuteOp::verify() {
  if (failed(verifyTransfer(*this, getAsync())) || failed(verifyWire(*this)))
    return failure();
  if (getPairs().size() % 2 != 0)
    return emitOpError() << "expects pairs of source and target, got " << getPairs().size()
                         << " entries";
  llvm::SmallDenseMap<int64_t, size_t> pairOfTarget;
  for (size_t pair = 0; 2 * pair < getPairs().size(); ++pair) {
    int64_t target = getPairs()[2 * pair + 1];
    auto [it, isNew] = pairOfTarget.insert({target, pair});
    if (!isNew)
      return emitOpError() << "expects target " << target << " once, but pairs " << it->second
                           << " and " << pair << " have it";
  }
  return success();
}

LogicalResult PermuteOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> devices = getVerifiedGroupSize(*this);
  if (failed(devices))
    return failure();
  for (auto [index, coordinate] : llvm::enumerate(getPairs()))
    if (coordinate < 0 || coordinate >= *devices)
      return emitOpError() << "expects " << (index % 2 ? "target " : "source ") << coordinate
                           << " of pair " << index / 2 << " to be in [0, " << *devices
                           << "), the devices along the axes";
  return verifyAllSizes(*this, {});
}

LogicalResult BroadcastOp::verify() {
  return failure(failed(verifyTransfer(*this, getAsync())) || failed(verifyWire(*this)));
}

LogicalResult BroadcastOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> devices = getVerifiedGroupSize(*this);
  if (failed(devices))
    return failure();
  int64_t root = getRoot();
  if (root < 0 || root >= *devices)
    return emitOpError() << "expects root " << root << " to be in [0, " << *devices
                         << "), the devices along the axes";
  return verifyAllSizes(*this, {});
}

//===----------------------------------------------------------------------===//
// Single transfers
//===----------------------------------------------------------------------===//

/// The peer is a device of the mesh.
static LogicalResult verifyPeer(Operation *op, FlatSymbolRefAttr name, int64_t peer) {
  MeshOp mesh = getMeshOrError(op, name, [&]() { return op->emitOpError(); });
  if (!mesh)
    return failure();
  int64_t devices = mesh.getMesh().getNumDevices();
  if (peer < 0 || peer >= devices)
    return op->emitOpError() << "expects peer " << peer << " to be in [0, " << devices
                             << "), the devices of mesh @" << mesh.getSymName();
  return success();
}

static LogicalResult verifyTag(Operation *op, int64_t tag) {
  if (tag < 0)
    return op->emitOpError() << "expects tag " << tag << " to be at least 0";
  return success();
}

LogicalResult SendOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "expects at least one input";
  if (failed(verifyTokens(*this, getAsync())) ||
      failed(verifyOneKind(Transfer(*this, getInputs(), {}))))
    return failure();
  return verifyTag(*this, getTag());
}

LogicalResult SendOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyPeer(*this, getMeshAttr(), getPeer());
}

LogicalResult RecvOp::verify() {
  size_t numResults = getNumResults() - llvm::count_if(getResultTypes(), isToken);
  if (numResults == 0 && getInits().empty())
    return emitOpError() << "expects at least one result or destination";
  if (failed(verifyTokens(*this, getAsync())) || failed(verifyTag(*this, getTag())))
    return failure();
  if (getInits().empty()) {
    for (auto [index, type] : llvm::enumerate(getResultTypes()))
      if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !tensor.hasStaticShape())
        return emitOpError() << "expects a destination for result " << index << " (" << type
                             << "), whose size is dynamic";
    return success();
  }
  Transfer transfer(*this, {}, getInits());
  if (failed(verifyCounts(transfer, numResults)))
    return failure();
  if (transfer.isOnMemRefs())
    return success();
  if (numResults != getInits().size())
    return emitOpError() << "expects one result per destination (" << getInits().size() << "), got "
                         << numResults;
  return verifyDestinations(*this, getInits(), getResultTypes());
}

LogicalResult RecvOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyPeer(*this, getMeshAttr(), getPeer());
}

LogicalResult CoordinateOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getMeshAttr(), getAxes());
}

//===----------------------------------------------------------------------===//
// WaitOp
//===----------------------------------------------------------------------===//

LogicalResult WaitOp::verify() {
  Operation *start = getToken().getDefiningOp();
  SmallVector<Type> tensors;
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    if (isa<BaseMemRefType>(input.getType()))
      continue;
    tensors.push_back(input.getType());
    if (!start || input.getDefiningOp() != start)
      return emitOpError() << "expects input " << index
                           << " to be a result of the op that made the token";
  }
  if (!llvm::equal(tensors, getResultTypes()))
    return emitOpError() << "expects one result of the same type per tensor (" << tensors.size()
                         << "), got " << getNumResults();
  return success();
}
