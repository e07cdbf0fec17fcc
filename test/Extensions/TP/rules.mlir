// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Rules of the dialect's own ops in global view: identities that let no partial value pass.

tp.mesh @mesh <["x"=2, "y"=3]>

func.func @identities(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-remark @below {{rule: ([d0, d1]) -> ([d0, d1]) {d0=8, d1=6}}}
  %0 = tp.constrain %a to <@mesh, [{"x"}, {?}]> : tensor<8x6xf32>
  // expected-remark @below {{rule: ([d0, d1]) -> ([d0, d1]) {d0=8, d1=6}}}
  %1 = tp.barrier %0 stops backward : tensor<8x6xf32>
  // expected-remark @below {{rule: ([d0, d1]) -> ([d0, d1]) {d0=8, d1=6}}}
  %2 = tp.reshard %1 to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// Operands of one group are split alike, whatever their sizes.
func.func @group(%a: tensor<8x6xf32>, %b: tensor<4x6xf32>) {
  // expected-remark @below {{rule: ([d0, d1], [d0, d1]) -> () {d0=8, d1=6}}}
  tp.group %a, %b : tensor<8x6xf32>, tensor<4x6xf32>
  return
}
