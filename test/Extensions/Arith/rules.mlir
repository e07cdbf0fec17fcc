// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Rules of elementwise ops: all tensors share one factor per dimension; what differs is which
// partial operands the op may be computed on.

// A sum may be added to a sum only; a maximum keeps under the addition of a replicated value.
func.func @addition(%a: tensor<8x6xf32>, %b: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-remark @below {{rule: ([d0, d1], [d0, d1]) -> ([d0, d1]) {d0=8, d1=6} partial = {max|min(0), max|min(1), sum(0, 1)} flops = 48}}
  %0 = arith.addf %a, %b : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Negating the subtrahend turns a maximum into a minimum.
func.func @subtraction(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {max|min(0), max->min|min->max(1), sum(0, 1)} flops = 4}}
  %0 = arith.subf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// One factor of a product may be a sum; for floats this rounds differently.
func.func @multiplication(%a: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {sum~(0), sum~(1), prod(0, 1)} flops = 4}}
  %0 = arith.mulf %a, %a : tensor<4xf32>
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {sum(0), sum(1), prod(0, 1)} flops = 4}}
  %1 = arith.muli %i, %i : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// The numerator of a float division may be a sum, no operand of an integer division may.
func.func @division(%a: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {sum~(0)} flops = 4}}
  %0 = arith.divf %a, %a : tensor<4xf32>
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} flops = 4}}
  %1 = arith.divsi %i, %i : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

func.func @negation(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=4} partial = {sum|max->min|min->max|maxnum->minnum|minnum->maxnum(0)} flops = 4}}
  %0 = arith.negf %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// maximumf and maxnumf differ on NaN, signed and unsigned on the top bit: no other kind passes.
func.func @extrema(%a: tensor<4xf32>, %i: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {max(0), max(1), max(0, 1)} flops = 4}}
  %0 = arith.maximumf %a, %a : tensor<4xf32>
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {maxnum(0), maxnum(1), maxnum(0, 1)} flops = 4}}
  %1 = arith.maxnumf %a, %a : tensor<4xf32>
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {maxsi(0), maxsi(1), maxsi(0, 1)} flops = 4}}
  %2 = arith.maxsi %i, %i : tensor<4xi32>
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {maxui(0), maxui(1), maxui(0, 1)} flops = 4}}
  %3 = arith.maxui %i, %i : tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}

// Functions that never decrease keep maxima; the logarithm of a part may be NaN.
func.func @functions(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=4} partial = {max|min|maxnum|minnum(0)} flops = 4}}
  %0 = math.exp %a : tensor<4xf32>
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=4} flops = 4}}
  %1 = math.log %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Dropping high bits commutes with sums; rounding and widening do not.
func.func @casts(%i: tensor<4xi32>, %a: tensor<4xf32>)
    -> (tensor<4xi16>, tensor<4xi64>, tensor<4xbf16>) {
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=4} partial = {sum(0)}}}
  %0 = arith.trunci %i : tensor<4xi32> to tensor<4xi16>
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=4} partial = {maxsi|minsi(0)}}}
  %1 = arith.extsi %i : tensor<4xi32> to tensor<4xi64>
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=4} partial = {max|min|maxnum|minnum(0)}}}
  %2 = arith.truncf %a : tensor<4xf32> to tensor<4xbf16>
  return %0, %1, %2 : tensor<4xi16>, tensor<4xi64>, tensor<4xbf16>
}

// A promise of no overflow holds for the sum, not for its parts.
func.func @no_overflow(%i: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} flops = 4}}
  %0 = arith.addi %i, %i overflow<nsw> : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The scalar condition is no operand of the rule.
func.func @scalar_condition(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} partial = {sum|prod|max|min|maxnum|minnum(0, 1)} flops = 4}}
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @comparison(%a: tensor<4xf32>) -> tensor<4xi1> {
  // expected-remark @below {{rule: ([d0], [d0]) -> ([d0]) {d0=4} flops = 4}}
  %0 = arith.cmpf olt, %a, %a : tensor<4xf32>
  return %0 : tensor<4xi1>
}

func.func @dynamic(%a: tensor<?x6xf32>) -> tensor<?x6xf32> {
  // expected-remark @below {{rule: ([d0, d1]) -> ([d0, d1]) {d0=?, d1=6} partial = {max|min|maxnum|minnum(0)} flops = 6}}
  %0 = math.tanh %a : tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// Scalars are asked for no rule.
func.func @scalars(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
