// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-partition -split-input-file -verify-diagnostics
// Rules on calls that cannot be kept.

tp.mesh @mesh <["x"=2]>

func.func private @gelu(tensor<8xf32>) -> tensor<8xf32>

func.func @two_local_types(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                           %b: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-note @below {{this one has '(tensor<4xf32>) -> tensor<4xf32>'}}
  %0 = call @gelu(%a) {tp.rule = #tp.rule<([i]) -> ([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{expects all calls of @gelu, which has no body, to have one local type, but this one has '(tensor<8xf32>) -> tensor<8xf32>'}}
  %1 = call @gelu(%b) {tp.rule = #tp.rule<([i]) -> ([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

tp.mesh @mesh <["x"=2]>

func.func private @with_body(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

func.func @rule_on_body(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-error @below {{expects a call with `tp.rule` to be of a function without body: that of @with_body says how it is split}}
  %0 = call @with_body(%a) {tp.rule = #tp.rule<([i]) -> ([i]) {i=8}>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
