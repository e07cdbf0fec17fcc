//===- Annotations.cpp - the dialect's attributes on other ops -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What users and passes write on functions and ops of other dialects is checked here: where each
// attribute may stand, of what kind it is, and that it fits the type and the mesh.
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Arguments and results of functions
//===----------------------------------------------------------------------===//

namespace {
/// An argument or result of a function and the attributes on it.
struct Signature {
  FunctionOpInterface function;
  bool isArgument;
  unsigned index;

  Type getType() {
    return isArgument ? function.getArgumentTypes()[index] : function.getResultTypes()[index];
  }
  Attribute getAttr(StringRef name) {
    return isArgument ? function.getArgAttr(index, name) : function.getResultAttr(index, name);
  }
  InFlightDiagnostic emitError() {
    return function->emitOpError(Twine(isArgument ? "argument " : "result ") + Twine(index) + ": ");
  }
};
} // namespace

/// Shape of what a device holds; the sharding is valid for the type.
static SmallVector<int64_t> getLocalSizes(RankedTensorType type, ShardingAttr sharding,
                                          MeshAttr mesh) {
  SmallVector<int64_t> sizes(type.getShape());
  for (auto [size, dim] : llvm::zip(sizes, sharding.getDims()))
    for (AxisAttr axis : dim.getAxes())
      if (!ShapedType::isDynamic(size))
        size = llvm::divideCeil(size, axis.getSize(mesh));
  return sizes;
}

/// The type of a local function is the local part of its global type.
static LogicalResult verifyGlobalType(Signature value, RankedTensorType global) {
  auto emitError = [&]() { return value.emitError(); };
  auto local = dyn_cast<RankedTensorType>(value.getType());
  auto sharding = dyn_cast_or_null<ShardingAttr>(value.getAttr(kShardingAttrName));
  if (!sharding)
    return emitError() << "expects tp.sharding beside tp.global_type";
  MeshOp mesh = lookupMesh(value.function, sharding.getMesh());
  // Reported with the sharding.
  if (!mesh || sharding.getRank() != global.getRank())
    return success();
  SmallVector<int64_t> sizes = getLocalSizes(global, sharding, mesh.getMesh());
  auto expected = RankedTensorType::get(sizes, global.getElementType(), global.getEncoding());
  if (!local || local.getElementType() != expected.getElementType() ||
      failed(verifyCompatibleShape(local, expected)))
    return emitError() << "expects type " << expected << ", what a device holds of " << global
                       << ", got " << value.getType();
  return success();
}

static LogicalResult verifySignatureSharding(Signature value, Attribute attr) {
  auto emitError = [&]() { return value.emitError(); };
  auto sharding = dyn_cast<ShardingAttr>(attr);
  if (!sharding)
    return emitError() << "expects tp.sharding to be a #tp.sharding, got " << attr;
  Type type = value.getType();
  if (auto global = dyn_cast_or_null<TypeAttr>(value.getAttr(kGlobalTypeAttrName)))
    type = global.getValue();
  return verifySharding(sharding, type, value.function, emitError);
}

/// Attributes that arguments have alone.
static LogicalResult verifyArgumentAttribute(Signature value, NamedAttribute attr) {
  StringRef name = attr.getName();
  if (!value.isArgument)
    return value.emitError() << "expects " << name << " on arguments of functions only";
  if (name == kNameAttrName && !isa<StringAttr>(attr.getValue()))
    return value.emitError() << "expects tp.name to be a string, got " << attr.getValue();
  if (name != kDonatedAttrName)
    return success();
  if (!isa<UnitAttr>(attr.getValue()))
    return value.emitError() << "expects tp.donated to have no value, got " << attr.getValue();
  if (!isa<ShapedType>(value.getType()))
    return value.emitError() << "expects tp.donated on a tensor, got " << value.getType();
  return success();
}

static LogicalResult verifySignatureAttribute(Operation *op, bool isArgument, unsigned index,
                                              NamedAttribute attr) {
  StringRef name = attr.getName();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError() << "expects " << name << " on arguments and results of functions only";
  Signature value{function, isArgument, index};
  if (name == kShardingAttrName)
    return verifySignatureSharding(value, attr.getValue());
  if (name == kGlobalTypeAttrName) {
    auto type = dyn_cast<TypeAttr>(attr.getValue());
    auto tensor = type ? dyn_cast<RankedTensorType>(type.getValue()) : RankedTensorType();
    if (!tensor)
      return value.emitError() << "expects tp.global_type to be a ranked tensor type, got "
                               << attr.getValue();
    return verifyGlobalType(value, tensor);
  }
  if (name == kNameAttrName || name == kDonatedAttrName)
    return verifyArgumentAttribute(value, attr);
  return value.emitError() << "expects an attribute that arguments and results have, got " << name;
}

LogicalResult TPDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argIndex,
                                                  NamedAttribute attr) {
  return verifySignatureAttribute(op, /*isArgument=*/true, argIndex, attr);
}

LogicalResult TPDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned resultIndex,
                                                     NamedAttribute attr) {
  return verifySignatureAttribute(op, /*isArgument=*/false, resultIndex, attr);
}

//===----------------------------------------------------------------------===//
// Shardings of ops
//===----------------------------------------------------------------------===//

/// A sharding per value; a scalar has one without dimensions.
static LogicalResult verifyShardingList(Operation *op, StringRef name, StringRef role,
                                        ArrayRef<Attribute> list, TypeRange types) {
  FlatSymbolRefAttr mesh;
  for (auto [index, attr, type] : llvm::enumerate(list, types)) {
    auto emitError = [&, index = index]() {
      return op->emitOpError(role + " " + Twine(index) + ": ");
    };
    auto sharding = cast<ShardingAttr>(attr);
    bool isScalar = !isa<ShapedType>(type) && sharding.getRank() == 0 && !sharding.isPartial();
    if (failed(verifySharding(sharding, isScalar ? Type() : type, op, emitError)))
      return failure();
    if (mesh && mesh != sharding.getMesh())
      return op->emitOpError() << "expects one mesh in " << name << ", got @" << mesh.getValue()
                               << " and @" << sharding.getMesh().getValue();
    mesh = sharding.getMesh();
  }
  return success();
}

static LogicalResult verifyShardings(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName();
  bool isBefore = name == kBeforeShardingsAttrName;
  if (isBefore && op->getName().getStringRef() != "scf.while")
    return op->emitOpError() << "expects " << name << " on scf.while only";
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (parent->getName().getDialectNamespace() == "linalg")
      return op->emitOpError() << "expects no " << name << " inside " << parent->getName();
  auto list = dyn_cast<ArrayAttr>(attr.getValue());
  if (!list || !llvm::all_of(list, llvm::IsaPred<ShardingAttr>))
    return op->emitOpError() << "expects " << name << " to be a list of #tp.sharding, got "
                             << attr.getValue();
  StringRef role = isBefore ? "operand" : "result";
  TypeRange types = isBefore ? TypeRange(op->getOperandTypes()) : TypeRange(op->getResultTypes());
  if (list.size() < types.size())
    return op->emitOpError() << "expects one sharding per " << role << " (" << types.size()
                             << ") in " << name << ", got " << list.size();
  // A longer list is what a rewrite leaves that dropped dead results.
  if (list.size() > types.size())
    return success();
  return verifyShardingList(op, name, role, list.getValue(), types);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Factors of one tensor against its type.
static LogicalResult verifyRuleTensor(Operation *op, RuleAttr rule, ArrayAttr dims,
                                      RankedTensorType type, StringRef role, unsigned index) {
  if (int64_t(dims.size()) != type.getRank())
    return op->emitOpError() << "expects the rule to have the rank of " << role << " " << index
                             << " (" << type.getRank() << "), got " << dims.size();
  for (auto [dim, attr] : llvm::enumerate(dims.getAsRange<DenseI64ArrayAttr>())) {
    int64_t product = 1;
    bool isKnown = !attr.empty() && !type.isDynamicDim(dim);
    for (int64_t factor : attr.asArrayRef()) {
      int64_t size = rule.getFactorSizes()[factor];
      isKnown &= !ShapedType::isDynamic(size);
      product = isKnown ? llvm::SaturatingMultiply<uint64_t>(product, size) : 1;
    }
    if (isKnown && product != type.getDimSize(dim))
      return op->emitOpError() << "expects the factors of dimension " << dim << " of " << role
                               << " " << index << " (size " << type.getDimSize(dim)
                               << ") to multiply to its size, got " << product;
  }
  return success();
}

static LogicalResult verifyRuleTensors(Operation *op, RuleAttr rule, ArrayAttr tensors,
                                       ValueRange values, StringRef role) {
  SmallVector<RankedTensorType> types;
  for (Value value : values)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      types.push_back(type);
  if (tensors.size() != types.size())
    return op->emitOpError() << "expects one entry in the rule per tensor " << role << " ("
                             << types.size() << "), got " << tensors.size();
  for (auto [index, dims, type] : llvm::enumerate(tensors.getAsRange<ArrayAttr>(), types))
    if (failed(verifyRuleTensor(op, rule, dims, type, role, index)))
      return failure();
  return success();
}

static LogicalResult verifyRule(Operation *op, Attribute attr) {
  auto rule = dyn_cast<RuleAttr>(attr);
  if (!rule)
    return op->emitOpError() << "expects tp.rule to be a #tp.rule, got " << attr;
  SmallVector<Value> operands(op->getOperands());
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    operands = destination.getDpsInputs();
  if (failed(verifyRuleTensors(op, rule, rule.getOperands(), operands, "operand")))
    return failure();
  return verifyRuleTensors(op, rule, rule.getResults(), op->getResults(), "result");
}

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

static LogicalResult verifyStage(Operation *op, Attribute attr) {
  if (!isa<ModuleOp>(op))
    return op->emitOpError() << "expects tp.stage on modules only";
  auto stage = dyn_cast<StringAttr>(attr);
  static constexpr StringLiteral stages[] = {"annotated", "propagated", "explicit", "local"};
  if (!stage || !llvm::is_contained(stages, stage.getValue()))
    return op->emitOpError() << "expects tp.stage to be \"annotated\", \"propagated\", "
                                "\"explicit\" or \"local\", got "
                             << attr;
  return success();
}

static LogicalResult verifyReplicatedOps(Operation *op, Attribute attr) {
  if (!isa<ModuleOp>(op))
    return op->emitOpError() << "expects tp.replicated_ops on modules only";
  return success();
}

static LogicalResult verifyCall(Operation *op, Attribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || !function.isExternal())
    return op->emitOpError() << "expects tp.call on functions without body only";
  auto kind = dyn_cast<StringAttr>(attr);
  if (!kind || (kind.getValue() != "replicated" && kind.getValue() != "once"))
    return op->emitOpError() << "expects tp.call to be \"replicated\" or \"once\", got " << attr;
  if (kind.getValue() == "once" && function.getNumResults() != 0)
    return op->emitOpError() << "expects a function that is called once to have no results, got "
                             << function.getNumResults();
  return success();
}

LogicalResult TPDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kShardingsAttrName || name == kBeforeShardingsAttrName)
    return verifyShardings(op, attr);
  if (name == kRuleAttrName)
    return verifyRule(op, attr.getValue());
  if (name == kStageAttrName)
    return verifyStage(op, attr.getValue());
  if (name == kCallAttrName)
    return verifyCall(op, attr.getValue());
  if (name == kReplicatedOpsAttrName)
    return verifyReplicatedOps(op, attr.getValue());
  if (name == kShardingAttrName)
    return op->emitOpError() << "expects tp.sharding on arguments and results of functions only; "
                                "ops have tp.shardings";
  if (name == kNameAttrName || name == kDonatedAttrName || name == kGlobalTypeAttrName)
    return op->emitOpError() << "expects " << name << " on arguments and results of functions only";
  return op->emitOpError() << "expects an attribute that the dialect has, got " << name;
}
