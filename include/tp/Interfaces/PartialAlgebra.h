//===- PartialAlgebra.h - which functions let partial values pass -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is partial over some axes stands for the combination of what the devices along them
// hold. Computing f on such values and combining afterwards is right only where f commutes with
// the combiner. This is the table that says where, one scalar (or elementwise) op at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_PARTIALALGEBRA_H
#define TP_INTERFACES_PARTIALALGEBRA_H

#include "tp/Interfaces/ShardingRule.h"

namespace mlir::tp {

/// What the devices along some axes hold of one value.
struct PartialState {
  enum class Kind {
    /// All the same, the value itself.
    Whole,
    /// Parts of the value, to be combined by `combiner`.
    Partial,
    /// Something from which the value cannot be recovered.
    Lost
  };
  Kind kind = Kind::Whole;
  ReduceKind combiner = ReduceKind::Sum;
  /// Rounding differs from combining first.
  bool reassociates = false;

  static PartialState whole() { return {}; }
  static PartialState partial(ReduceKind combiner, bool reassociates = false) {
    return {Kind::Partial, combiner, reassociates};
  }
  static PartialState lost() { return {Kind::Lost}; }

  bool isWhole() const { return kind == Kind::Whole; }
  bool isPartial() const { return kind == Kind::Partial; }
  bool isPartial(ReduceKind by) const { return isPartial() && combiner == by; }
  bool isLost() const { return kind == Kind::Lost; }
};

/// What is held of the results of `op`, an op without regions on scalars or, elementwise, on
/// tensors, when that is held of its operands.
PartialState transferPartial(Operation *op, ArrayRef<PartialState> operands);

/// The state of a value that is one or the other, as decided alike on all devices.
PartialState joinPartial(const PartialState &a, const PartialState &b);

/// The combiner that the binary arith op is, if any. On i1, addition is xor and multiplication and.
std::optional<ReduceKind> getCombinerOf(Operation *op);

/// Whether combining a value with itself gives the value.
bool isIdempotent(ReduceKind kind);

/// The combiner that negation turns `kind` into (max into min), if any.
std::optional<ReduceKind> getDual(ReduceKind kind);

/// One operand of a rule that may be partial.
struct PartialSource {
  /// Position among the rule's operands.
  unsigned operand;
  Type elementType;
};

/// Tries the sources alone and together with each combiner that suits their types, and adds to the
/// rule an alternative for each trial that gives partial results. `evaluate` gets the combiner, the
/// sources that are partial by it (positions in `sources`), and the combiner by which destinations
/// that are read are taken to be partial; it returns the state of the results. With `isInitRead`
/// all alternatives have the same result combiner.
void addPartialPasses(
    ShardingRule &rule, ArrayRef<PartialSource> sources, bool isInitRead,
    function_ref<PartialState(ReduceKind in, ArrayRef<unsigned> partial, ReduceKind destination)>
        evaluate);

} // namespace mlir::tp

#endif // TP_INTERFACES_PARTIALALGEBRA_H
