//===- ArithExtension.cpp - elementwise ops on tensors ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of the elementwise ops of arith and math: the op on blocks is the op itself. Two things
// are changed when it runs on less than the global op saw: operands that could trap are masked
// where a block has padding, and flags that promise something of the values are dropped where
// they hold for the combined values only.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "tp/Extensions/Extensions.h"
#include "tp/Extensions/LocalBlocks.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

static std::optional<ShardingRule> getRule(Operation *op) {
  bool hasTensor = false;
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    hasTensor |= isa<RankedTensorType>(type);
    if (isa<UnrankedTensorType, VectorType>(type))
      return std::nullopt;
  }
  if (!hasTensor)
    return std::nullopt;
  return getElementwiseRule(op);
}

/// The operand whose value can make `op` trap, whatever the others are, unless it is 1.
static OpOperand *getTrappingOperand(Operation *op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
          arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return &op->getOpOperand(1);
  // 0 to a negative power.
  if (isa<math::IPowIOp>(op))
    return &op->getOpOperand(0);
  return nullptr;
}

/// Whether all elements are one constant with which nothing traps (the smallest integer divided by
/// −1 does).
static bool isHarmless(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && !constant.isZero() &&
         !constant.isAllOnes();
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Drops the promises that `op` makes of its values and that may hold after a reduction only: no
/// infinities, no NaN. (An op that promises no overflow is not computed on partial values.)
static void dropFlags(Operation *op) {
  MLIRContext *context = op->getContext();
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!fastMath || !fastMath.getFastMathFlagsAttr())
    return;
  arith::FastMathFlags promises = arith::FastMathFlags::nnan | arith::FastMathFlags::ninf;
  op->setAttr(fastMath.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(context, fastMath.getFastMathFlagsAttr().getValue() &
                                                         ~promises));
}

static FailureOr<SmallVector<Value>>
partitionElementwise(Operation *op, OpBuilder &b, ValueRange operands, PartitionContext &context) {
  SmallVector<Value> locals(operands);
  const ShardingRule &rule = context.getRule();
  OpOperand *trapping = getTrappingOperand(op);
  if (trapping && !isHarmless(trapping->get()))
    if (std::optional<unsigned> position = rule.findOperand(trapping)) {
      Type elementType = getElementTypeOrSelf(locals[*position].getType());
      locals[*position] =
          maskPadding(b, op->getLoc(), context, locals[*position], rule.operands[*position].dims,
                      b.getIntegerAttr(elementType, 1));
    }
  FailureOr<SmallVector<Value>> results = context.cloneLocally(b, op, locals);
  if (succeeded(results) && !context.getPartialAxes().empty())
    dropFlags(results->front().getDefiningOp());
  return results;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

template <typename OpTy>
struct ElementwiseRule : ShardingRuleOpInterface::ExternalModel<ElementwiseRule<OpTy>, OpTy> {
  std::optional<ShardingRule> getShardingRule(Operation *op) const { return getRule(op); }
};

template <typename OpTy>
struct ElementwisePartition
    : PartitionOpInterface::ExternalModel<ElementwisePartition<OpTy>, OpTy> {
  FailureOr<SmallVector<Value>> partition(Operation *op, OpBuilder &b, ValueRange operands,
                                          PartitionContext &context) const {
    return partitionElementwise(op, b, operands, context);
  }
};

} // namespace

template <typename OpTy>
static void attachIfElementwise(MLIRContext *context) {
  if constexpr (OpTy::template hasTrait<OpTrait::Tensorizable>())
    OpTy::template attachInterface<ElementwiseRule<OpTy>, ElementwisePartition<OpTy>>(*context);
}

template <typename... OpTys>
static void attachElementwise(MLIRContext *context) {
  (attachIfElementwise<OpTys>(context), ...);
}

void mlir::tp::registerArithExtension(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *dialect) {
    attachConstantModels(context);
    attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Arith/IR/ArithOps.cpp.inc"
        >(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *dialect) {
    attachElementwise<
#define GET_OP_LIST
#include "mlir/Dialect/Math/IR/MathOps.cpp.inc"
        >(context);
  });
}
