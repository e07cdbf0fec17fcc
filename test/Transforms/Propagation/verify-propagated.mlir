// RUN: tp-opt %s -tp-verify-propagated -split-input-file -verify-diagnostics
// After propagation every tensor value has one closed sharding.

// All values have one; constant-like ones need none.
module attributes {tp.stage = "propagated"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @complete(%scalar: f32, %arg: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
      -> (f32, tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    %two = arith.constant dense<2.0> : tensor<8xf32>
    %0 = arith.addf %arg, %two {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : tensor<8xf32>
    %1 = tp.constrain %0 to <@mesh, [{"x"}]> : tensor<8xf32>
    %2 = tp.reshard %1 to <@mesh, [{"x"}]> : tensor<8xf32>
    return %scalar, %2 : f32, tensor<8xf32>
  }
}

// -----

// The stage says what to expect of a module.
// expected-error @below {{expects a module at stage 'propagated', but this one is at stage 'annotated'}}
// expected-note @below {{`tp-propagate` leads there}}
module {
}

// -----

// A later stage is another program.
// expected-error @below {{expects a module at stage 'propagated', but this one is at stage 'local'}}
module attributes {tp.stage = "local"} {
}

// -----

module attributes {tp.stage = "propagated"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  // expected-error @below {{expects a closed sharding for argument 1, but it has none}}
  func.func @argument(%flag: i1, %arg: tensor<8xf32>) {
    return
  }
}

// -----

module attributes {tp.stage = "propagated"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  // expected-error @below {{expects a closed sharding for result 0, but it has none}}
  func.func @result(%arg: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
      -> tensor<8xf32> {
    return %arg : tensor<8xf32>
  }
}

// -----

module attributes {tp.stage = "propagated"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @op(%arg: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    // expected-error @below {{expects a closed sharding for result 0, but it has none}}
    %0 = math.exp %arg : tensor<8xf32>
    return
  }
}

// -----

module attributes {tp.stage = "propagated"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @open(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
    // expected-error @below {{expects a closed sharding for result 0, but dimension 1 is open}}
    %0 = tp.constrain %arg to <@mesh, [{"x"}, {?}]> : tensor<8x6xf32>
    return
  }
}

// -----

// What a rewrite left is no list of shardings.
module attributes {tp.stage = "propagated"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @stale(%arg: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    // expected-remark @below {{dropped 2 shardings of an op with 1 results}}
    // expected-error @below {{expects a closed sharding for result 0, but it has none}}
    %0 = math.exp %arg {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>, #tp.sharding<@mesh, [{"x"}]>]}
        : tensor<8xf32>
    return
  }
}
