//===- ShardingRule.h - an op's sharding rule as data -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule sees an op as one loop nest. Its loops are *factors*; each dimension of each tensor that
// the op reads or writes is a product of factors, major first (an empty list: the dimension is not
// walked by any loop and stays whole). Sharding a factor over axes splits the loop over devices.
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_SHARDINGRULE_H
#define TP_INTERFACES_SHARDINGRULE_H

#include "tp/IR/TP.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tp {

enum class FactorKind {
  /// Iterations are independent; every result has the factor.
  Parallel,
  /// Iterations are combined by `combiner` into results that lack the factor: sharding it makes
  /// the results partial.
  Reduction,
  /// The dimension is read at computed positions. Sharded, each device contributes the elements it
  /// holds and the identity of `combiner` elsewhere: results are partial.
  Gathered,
  /// The dimension must be whole on every device.
  Replicated
};

struct Factor {
  /// Number of iterations; ShapedType::kDynamic when not known.
  int64_t size = 1;
  FactorKind kind = FactorKind::Parallel;
  ReduceKind combiner = ReduceKind::Sum;
  /// Whether it may be split into blocks that do not divide it. Where not, axes are used only as
  /// far as they divide.
  bool toleratesPadding = true;
};

/// Factors of each dimension of one tensor, major first.
using DimFactors = SmallVector<SmallVector<unsigned, 1>, 4>;

struct RuleOperand {
  /// The use: an operand of the op or of an op in its regions.
  OpOperand *use = nullptr;
  DimFactors dims;
  /// For a destination-passing operand the result it is tied to. Its elements are the start of a
  /// reduction (or are overwritten), so it has the result's factors.
  std::optional<unsigned> tiedResult;
  /// Whether its elements are read at all (the initial value of an elementwise op is not).
  bool isRead = true;
};

struct RuleResult {
  DimFactors dims;
};

/// If exactly the operands `operands` (positions in the rule) are partial by `in` on the same axes
/// and no other is, then the op computed on the partial values gives results that are partial by
/// `out` on these axes. Destinations that are read keep their value at coordinate 0 and hold the
/// identity of `out` elsewhere.
struct PartialPass {
  ReduceKind in;
  SmallVector<unsigned, 2> operands;
  ReduceKind out;
  /// Rounding differs from reducing first (multiplication of floats): dropped by `strict`.
  bool reassociates = false;
};

struct ShardingRule {
  SmallVector<Factor, 8> factors;
  SmallVector<RuleOperand, 4> operands;
  SmallVector<RuleResult, 1> results;
  SmallVector<PartialPass, 2> partialPasses;
  /// Floating-point (or integer) operations of the whole op.
  double flops = 0;

  /// Appends a factor and returns its position.
  unsigned addFactor(int64_t size, FactorKind kind = FactorKind::Parallel,
                     ReduceKind combiner = ReduceKind::Sum);
  /// Position of the rule's operand for `use`, or nullopt.
  std::optional<unsigned> findOperand(const OpOperand *use) const;
  void print(raw_ostream &os) const;
};

/// The rule of `op`: from its attribute `tp.rule` if it has one, else from its interface. nullopt:
/// the op runs with whole operands on every device.
std::optional<ShardingRule> getShardingRule(Operation *op);
/// Whether the value is made by a constant-like op (see the interface).
bool isConstantLike(Value value);

/// Rule of an op that treats all elements alike: operands and results of one shape.
ShardingRule getElementwiseRule(Operation *op);

} // namespace mlir::tp

#endif // TP_INTERFACES_SHARDINGRULE_H
