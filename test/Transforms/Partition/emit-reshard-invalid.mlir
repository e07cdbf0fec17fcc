// RUN: tp-opt %s -tp-partition -split-input-file -verify-diagnostics

// Reshards that have no local form.

module attributes {tp.stage = "explicit"} {
tp.mesh @m <["x"=2]>

// No f8E8M0FNU value leaves every other unchanged by a sum.
func.func @no_identity(%a: tensor<4xf8E8M0FNU> {tp.sharding = #tp.sharding<@m, [{}]>})
    -> (tensor<4xf8E8M0FNU> {tp.sharding = #tp.sharding<@m, [{}], partial = sum{"x"}>}) {
  // expected-error@+1 {{expects an element type with an identity for "sum" to make a value partial, but got 'f8E8M0FNU'}}
  %0 = tp.reshard %a to <@m, [{}], partial = sum{"x"}> : tensor<4xf8E8M0FNU>
  return %0 : tensor<4xf8E8M0FNU>
}
}
