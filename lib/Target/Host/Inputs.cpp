//===- Inputs.cpp - arguments from data or from a seed --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Inputs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// What indices allow
//===----------------------------------------------------------------------===//

namespace {
/// Follows an integer forward to everything that it becomes an index of.
class IndexFollower {
public:
  explicit IndexFollower(Value start) { push(start); }

  std::optional<int64_t> findBound() {
    while (!worklist.empty())
      for (OpOperand &use : worklist.pop_back_val().getUses())
        visit(use);
    return bound;
  }

private:
  void push(Value value) {
    if (getElementTypeOrSelf(value.getType()).isIntOrIndex() && seen.insert(value).second)
      worklist.push_back(value);
  }
  void limit(int64_t size) {
    if (ShapedType::isDynamic(size))
      return;
    bound = std::max<int64_t>(1, bound ? std::min(*bound, size) : size);
  }

  void visit(OpOperand &use) {
    Operation *user = use.getOwner();
    llvm::TypeSwitch<Operation *>(user)
        .Case([&](linalg::LinalgOp op) { push(op.getMatchingBlockArgument(&use)); })
        .Case<linalg::YieldOp, scf::YieldOp>([&](Operation *yield) {
          Operation *parent = yield->getParentOp();
          if (use.getOperandNumber() < parent->getNumResults())
            push(parent->getResult(use.getOperandNumber()));
        })
        .Case([&](scf::ForOp loop) {
          if (BlockArgument carried = loop.getTiedLoopRegionIterArg(&use))
            push(carried);
        })
        .Case([&](func::CallOp call) {
          auto callee =
              SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
          if (callee && !callee.isExternal())
            push(callee.getArgument(use.getOperandNumber()));
        })
        .Case([&](tensor::ExtractOp extract) {
          if (use.getOperandNumber() == 0)
            push(extract.getResult());
          else
            limit(extract.getTensor().getType().getDimSize(use.getOperandNumber() - 1));
        })
        .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp slice) {
          if (use.getOperandNumber() == 0)
            push(slice.getResult());
          else
            limitOffset(slice, slice.getSourceType(), use.get());
        })
        .Case<tensor::InsertSliceOp>([&](tensor::InsertSliceOp slice) {
          if (use.getOperandNumber() < 2)
            push(slice.getResult());
          else
            limitOffset(slice, slice.getDestType(), use.get());
        })
        .Case([&](arith::CmpIOp compare) { visitComparison(compare, use); })
        .Default([&](Operation *op) {
          if (isMemoryEffectFree(op) && op->getNumRegions() == 0)
            for (Value result : op->getResults())
              push(result);
        });
  }

  void limitOffset(OffsetSizeAndStrideOpInterface slice, RankedTensorType type, Value offset) {
    for (auto [dim, start] : llvm::enumerate(slice.getMixedOffsets())) {
      if (dyn_cast<Value>(start) != offset)
        continue;
      std::optional<int64_t> size = getConstantIntValue(slice.getMixedSizes()[dim]);
      if (!type.isDynamicDim(dim) && size)
        limit(type.getDimSize(dim) - *size + 1);
    }
  }

  /// An asserted upper bound, or a position that it is looked for at.
  void visitComparison(arith::CmpIOp compare, OpOperand &use) {
    Value other = compare->getOperand(1 - use.getOperandNumber());
    if (auto index = getIndexOf(other)) {
      auto op = index->getParentOfType<linalg::LinalgOp>();
      limit(op.getStaticLoopRanges()[index.getDim()]);
      return;
    }
    APInt constant;
    bool isAsserted =
        llvm::any_of(compare->getUsers(), [](Operation *user) { return isa<cf::AssertOp>(user); });
    auto predicate = compare.getPredicate();
    bool isUpper = use.getOperandNumber() == 0 && (predicate == arith::CmpIPredicate::slt ||
                                                   predicate == arith::CmpIPredicate::ult);
    if (isAsserted && isUpper && matchPattern(other, m_ConstantInt(&constant)))
      limit(constant.getSExtValue());
  }

  static linalg::IndexOp getIndexOf(Value value) {
    while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    return value.getDefiningOp<linalg::IndexOp>();
  }

  SmallVector<Value> worklist;
  DenseSet<Value> seen;
  std::optional<int64_t> bound;
};
} // namespace

SmallVector<ValueRange64> mlir::tp::findIntegerRanges(ModuleOp module, StringRef function) {
  SmallVector<ValueRange64> ranges;
  auto entry = module.lookupSymbol<func::FuncOp>(function);
  for (BlockArgument argument : entry.getArguments()) {
    ValueRange64 &range = ranges.emplace_back();
    if (getElementTypeOrSelf(argument.getType()).isIntOrIndex())
      range.end = IndexFollower(argument).findBound().value_or(range.end);
  }
  return ranges;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// One step of SplitMix64: a well mixed function of the state.
static uint64_t mix(uint64_t state) {
  state += 0x9e3779b97f4a7c15;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}

void mlir::tp::fillFromSeed(HostTensor &tensor, uint64_t seed, unsigned position,
                            ValueRange64 range) {
  uint64_t start = mix(mix(seed) + position);
  for (int64_t i = 0, count = tensor.getNumElements(); i < count; ++i) {
    uint64_t bits = mix(start + uint64_t(i));
    if (tensor.isFloat())
      tensor.setFloat(i, double(bits >> 11) * 0x1p-52 - 1);
    else
      tensor.setInt(i, range.begin + int64_t(bits % uint64_t(range.end - range.begin)));
  }
}

std::optional<std::pair<unsigned, ValueRange64>> mlir::tp::parseRange(StringRef text) {
  unsigned position = 0;
  ValueRange64 range;
  if (!text.consume_front("arg") || text.consumeInteger(10, position) || !text.consume_front(":") ||
      text.consumeInteger(10, range.begin) || !text.consume_front(":") ||
      text.consumeInteger(10, range.end) || !text.empty() || range.begin >= range.end)
    return std::nullopt;
  return std::make_pair(position, range);
}
