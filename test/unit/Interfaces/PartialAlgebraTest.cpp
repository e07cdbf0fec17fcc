//===- PartialAlgebraTest.cpp - f(combined) against combined f(parts) -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every alternative that the table of partial values allows is tried on constants, folded by the
// ops themselves: what two devices compute on parts, combined, must be what the op gives on the
// combined operands. Values are small, so that floats are exact.
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/PartialAlgebra.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "tp/Interfaces/PartitionContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::tp;

namespace {

constexpr ReduceKind kAllKinds[] = {
    ReduceKind::Sum,    ReduceKind::Prod,  ReduceKind::Max,   ReduceKind::Min,   ReduceKind::MaxNum,
    ReduceKind::MinNum, ReduceKind::MaxSI, ReduceKind::MinSI, ReduceKind::MaxUI, ReduceKind::MinUI,
    ReduceKind::And,    ReduceKind::Or,    ReduceKind::Xor};

class PartialAlgebraTest : public ::testing::Test {
protected:
  PartialAlgebraTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect, math::MathDialect, TPDialect>();
    builder.setInsertionPointToStart(&block);
  }

  Value getArgument(Type type) { return block.addArgument(type, builder.getUnknownLoc()); }

  Attribute getValue(Type type) {
    int64_t value = std::uniform_int_distribution<int64_t>(-4, 4)(random);
    if (isa<FloatType>(type))
      return builder.getFloatAttr(type, static_cast<double>(value));
    return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), value, true, true));
  }

  static Attribute fold(Operation *op, ArrayRef<Attribute> operands) {
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(operands, results)) || results.size() != 1)
      return {};
    // A neutral operand folds to the other one.
    if (auto value = dyn_cast<Value>(results[0])) {
      for (auto [operand, attr] : llvm::zip_equal(op->getOperands(), operands))
        if (operand == value)
          return attr;
      return {};
    }
    return cast<Attribute>(results[0]);
  }

  Attribute combine(ReduceKind kind, Attribute a, Attribute b) {
    Type type = cast<TypedAttr>(a).getType();
    Value x = getArgument(type), y = getArgument(type);
    Operation *op = createCombine(builder, builder.getUnknownLoc(), kind, x, y).getDefiningOp();
    return fold(op, {a, b});
  }

  static bool isEqual(Attribute a, Attribute b) {
    if (auto x = dyn_cast<FloatAttr>(a))
      return x.getValue().compare(cast<FloatAttr>(b).getValue()) == APFloat::cmpEqual;
    return a == b;
  }

  /// One trial with the operands in `isPartial` partial by `in`.
  void tryParts(Operation *op, ReduceKind in, ArrayRef<bool> isPartial, ReduceKind out) {
    SmallVector<Attribute> first, second, whole;
    for (auto [operand, partial] : llvm::zip_equal(op->getOperands(), isPartial)) {
      first.push_back(getValue(operand.getType()));
      second.push_back(partial ? getValue(operand.getType()) : first.back());
      whole.push_back(partial ? combine(in, first.back(), second.back()) : first.back());
      ASSERT_TRUE(whole.back());
    }
    Attribute expected = fold(op, whole);
    Attribute a = fold(op, first), b = fold(op, second);
    if (!expected || !a || !b)
      return; // division by zero
    ++trials;
    Attribute found = combine(out, a, b);
    ASSERT_TRUE(found);
    EXPECT_TRUE(isEqual(found, expected))
        << op->getName().getStringRef().str() << " by " << stringifyReduceKind(in).str();
  }

  /// All combiners and choices of partial operands that the table allows for `op`.
  unsigned check(Operation *op) {
    trials = 0;
    unsigned count = op->getNumOperands();
    for (ReduceKind in : kAllKinds) {
      for (unsigned bits = 1; bits < (1u << count); ++bits) {
        SmallVector<bool> isPartial;
        SmallVector<PartialState> states;
        bool fits = true;
        for (unsigned i = 0; i < count; ++i) {
          isPartial.push_back(bits & (1u << i));
          states.push_back(isPartial.back() ? PartialState::partial(in) : PartialState::whole());
          fits &= !isPartial.back() || getIdentity(in, op->getOperand(i).getType());
        }
        PartialState result = transferPartial(op, states);
        if (!fits || !result.isPartial())
          continue;
        for (int i = 0; i < 200; ++i)
          tryParts(op, in, isPartial, result.combiner);
      }
    }
    return trials;
  }

  template <typename OpTy>
  unsigned checkBinary(Type type) {
    return check(
        OpTy::create(builder, builder.getUnknownLoc(), getArgument(type), getArgument(type)));
  }
  template <typename OpTy>
  unsigned checkUnary(Type type) {
    return check(OpTy::create(builder, builder.getUnknownLoc(), getArgument(type)));
  }

  MLIRContext context;
  Block block;
  OpBuilder builder;
  std::mt19937 random{1};
  unsigned trials = 0;
};

TEST_F(PartialAlgebraTest, Floats) {
  Type f32 = builder.getF32Type();
  EXPECT_GT(checkBinary<arith::AddFOp>(f32), 0u);
  EXPECT_GT(checkBinary<arith::SubFOp>(f32), 0u);
  EXPECT_GT(checkBinary<arith::MulFOp>(f32), 0u);
  EXPECT_GT(checkBinary<arith::MaximumFOp>(f32), 0u);
  EXPECT_GT(checkBinary<arith::MinimumFOp>(f32), 0u);
  EXPECT_GT(checkBinary<arith::MaxNumFOp>(f32), 0u);
  EXPECT_GT(checkBinary<arith::MinNumFOp>(f32), 0u);
  EXPECT_EQ(checkBinary<arith::RemFOp>(f32), 0u);
  EXPECT_GT(checkUnary<arith::NegFOp>(f32), 0u);
  EXPECT_GT(checkUnary<math::ExpOp>(f32), 0u);
  EXPECT_GT(checkUnary<math::TanhOp>(f32), 0u);
  EXPECT_GT(checkUnary<math::FloorOp>(f32), 0u);
  EXPECT_EQ(checkUnary<math::AbsFOp>(f32), 0u);
  EXPECT_EQ(checkUnary<math::SqrtOp>(f32), 0u);
}

TEST_F(PartialAlgebraTest, Integers) {
  for (unsigned width : {1u, 8u, 32u}) {
    Type type = builder.getIntegerType(width);
    EXPECT_GT(checkBinary<arith::AddIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::SubIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::MulIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::MaxSIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::MinSIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::MaxUIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::MinUIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::AndIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::OrIOp>(type), 0u);
    EXPECT_GT(checkBinary<arith::XOrIOp>(type), 0u);
    EXPECT_EQ(checkBinary<arith::DivSIOp>(type), 0u);
  }
}

TEST_F(PartialAlgebraTest, Casts) {
  Location loc = builder.getUnknownLoc();
  Type i8 = builder.getIntegerType(8), i32 = builder.getI32Type();
  EXPECT_GT(check(arith::TruncIOp::create(builder, loc, i8, getArgument(i32))), 0u);
  EXPECT_GT(check(arith::ExtSIOp::create(builder, loc, i32, getArgument(i8))), 0u);
  EXPECT_GT(check(arith::ExtUIOp::create(builder, loc, i32, getArgument(i8))), 0u);
  EXPECT_EQ(check(arith::SIToFPOp::create(builder, loc, builder.getF32Type(), getArgument(i32))),
            0u);
}

/// A promise about the whole value says nothing about its parts.
TEST_F(PartialAlgebraTest, OverflowFlags) {
  Type i32 = builder.getI32Type();
  auto add = arith::AddIOp::create(builder, builder.getUnknownLoc(), getArgument(i32),
                                   getArgument(i32), arith::IntegerOverflowFlags::nsw);
  EXPECT_EQ(check(add), 0u);
  EXPECT_EQ(getCombinerOf(add), std::nullopt);
}

TEST_F(PartialAlgebraTest, NeutralElements) {
  for (Type type :
       {Type(builder.getF32Type()), Type(builder.getF64Type()), Type(builder.getBF16Type()),
        Type(builder.getI1Type()), Type(builder.getIntegerType(8)), Type(builder.getI64Type())}) {
    for (ReduceKind kind : kAllKinds) {
      TypedAttr neutral = getIdentity(kind, type);
      if (!neutral)
        continue;
      for (int i = 0; i < 20; ++i) {
        Attribute value = getValue(type);
        EXPECT_EQ(combine(kind, neutral, value), value) << stringifyReduceKind(kind).str();
        EXPECT_EQ(combine(kind, value, neutral), value) << stringifyReduceKind(kind).str();
      }
    }
  }
  // Bit for bit: +0 would turn a sum of −0 into +0.
  EXPECT_TRUE(
      cast<FloatAttr>(getIdentity(ReduceKind::Sum, builder.getF32Type())).getValue().isNegZero());
  // No infinity, or no negative zero.
  EXPECT_FALSE(getIdentity(ReduceKind::Max, Float8E4M3FNType::get(&context)));
  EXPECT_TRUE(cast<FloatAttr>(getIdentity(ReduceKind::Sum, Float8E4M3FNUZType::get(&context)))
                  .getValue()
                  .isPosZero());
  EXPECT_FALSE(getIdentity(ReduceKind::And, builder.getF32Type()));
  EXPECT_FALSE(getIdentity(ReduceKind::Max, builder.getI32Type()));
}

} // namespace
