// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Constants are constant-like, with one factor per dimension.

func.func @splat() -> tensor<4x6xf32> {
  // expected-remark @below {{constant-like, rule: () -> ([d0, d1]) {d0=4, d1=6}}}
  %0 = arith.constant dense<1.0> : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @elements() -> tensor<3xi32> {
  // expected-remark @below {{constant-like, rule: () -> ([d0]) {d0=3}}}
  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  return %0 : tensor<3xi32>
}

func.func @resource() -> tensor<2xi32> {
  // expected-remark @below {{constant-like, rule: () -> ([d0]) {d0=2}}}
  %0 = arith.constant dense_resource<table> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

{-#
  dialect_resources: {
    builtin: {
      table: "0x040000000100000002000000"
    }
  }
#-}
