// RUN: tp-opt %s -tp-partition -split-input-file -verify-diagnostics
// Programs that are no explicit ones.

// expected-error @below {{expects a module at stage 'explicit', but this one is at stage 'propagated'}}
// expected-note @below {{`tp-insert-reshards` leads there}}
module attributes {tp.stage = "propagated"} {
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @operands_differ(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                             %b: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
    // expected-error @below {{expects operands and results to be split as the op's rule says, but operand 1 does not agree with the others}}
    %0 = arith.addf %a, %b {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : tensor<8xf32>
    return
  }
}

// -----

// The wrong layout is seen where an op without a rule would get a part for the whole.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @no_rule(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
    %shape = arith.constant dense<[12, 4]> : tensor<2xindex>
    // expected-error @below {{expects operand 0 to be whole: the op has no sharding rule}}
    %0 = tensor.reshape %a(%shape) {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
        : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<12x4xf32>
    return
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @returned(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
      -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
    // expected-error @below {{expects operand 0 to have the sharding of what it is passed to}}
    return %a : tensor<8xf32>
  }
}

// -----

// A partial value must not be read as a whole one.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @partial(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>})
      -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
    // expected-error @below {{expects a partial operand to be reduced before this use}}
    %0 = math.exp %a {tp.shardings = [#tp.sharding<@mesh, [{}]>]} : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// Elements that are not read may be of any layout, but a dynamic extent has to come from somewhere.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @dynamic_destination(
      %a: tensor<?x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
      // expected-error @below {{expects a destination of dynamic shape to have the layout of its result}}
      %out: tensor<6x?xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
    %0 = linalg.transpose ins(%a : tensor<?x6xf32>) outs(%out : tensor<6x?xf32>) permutation = [1, 0] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
    return
  }
}

// -----

// A constant has no layout of its own, but its 12 elements are not split as rows of 6.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @constant() -> (tensor<2x6xi8> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
    // expected-error @below {{expects a layout that flat blocks can express}}
    %values = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi8>
    %0 = tensor.expand_shape %values [[0, 1]] output_shape [2, 6]
        {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<12xi8> into tensor<2x6xi8>
    return %0 : tensor<2x6xi8>
  }
}
