// RUN: tp-opt %s -tp-verify-explicit -split-input-file -verify-diagnostics
// Programs in which some op does not get what its rule wants.

// expected-error @below {{expects a module at stage 'explicit', but this one is at stage 'annotated'}}
// expected-note @below {{`tp-insert-reshards` leads there}}
module {
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

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @result_differs(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    // expected-error @below {{expects operands and results to be split as the op's rule says, but result 0 does not agree with the others}}
    %0 = math.exp %a {tp.shardings = [#tp.sharding<@mesh, [{"y"}]>]} : tensor<8xf32>
    return
  }
}

// -----

// Blocks of 4 elements are no rows of 6.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @reshape(%a: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}) {
    // expected-error @below {{expects operands and results to be split as the op's rule says, but operand 0 is split in a way that the rule cannot express}}
    %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 6]
        {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<12xf32> into tensor<2x6xf32>
    return
  }
}

// -----

// The rows of one operand and the columns of the other.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @axis_twice(%lhs: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                        %rhs: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
    %empty = tensor.empty() : tensor<8x6xf32>
    // expected-error @below {{expects operands and results to be split as the op's rule says, but result 0 does not agree with the others}}
    %0 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
        ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>) outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
    return
  }
}

// -----

// Only an op whose tensors have no loop in common can be split twice over one axis.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @loops_share_an_axis(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                                 %b: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    %zero = arith.constant dense<0.0> : tensor<f32>
    // expected-error @below {{expects operands and results to be split as the op's rule says, but one axis splits two loops of the op}}
    %0 = linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>],
        iterator_types = ["reduction", "reduction"]}
        ins(%a, %b : tensor<8xf32>, tensor<6xf32>) outs(%zero : tensor<f32>)
        attrs = {tp.shardings = [#tp.sharding<@mesh, [], partial = sum{"x"}>]} {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %product = arith.mulf %x, %y : f32
      %next = arith.addf %sum, %product : f32
      linalg.yield %next : f32
    } -> tensor<f32>
    return
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @must_be_reduced(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>}) {
    // expected-error @below {{expects a partial operand to be reduced before this use}}
    %0 = math.exp %a {tp.shardings = [#tp.sharding<@mesh, [{}]>]} : tensor<8xf32>
    return
  }
}

// -----

// exp keeps maxima, not sums.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @combiner(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"x"}>},
                      %b: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>}) {
    %0 = math.exp %a {tp.shardings = [#tp.sharding<@mesh, [{}], partial = max{"x"}>]} : tensor<8xf32>
    // expected-error @below {{expects a partial operand to be reduced before this use}}
    %1 = math.exp %b {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]} : tensor<8xf32>
    return
  }
}

// -----

// Both summands must be partial, or none.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @one_of_two(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>},
                        %b: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
    // expected-error @below {{expects a partial operand to be reduced before this use}}
    %0 = arith.addf %a, %b {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]} : tensor<8xf32>
    return
  }
}

// -----

// A sum and a maximum are not partial together.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @unlike_combiners(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"x"}>},
                              %b: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>}) {
    // expected-error @below {{expects a partial operand to be reduced before this use}}
    %0 = arith.addf %a, %b {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]} : tensor<8xf32>
    return
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @result_is_partial(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>},
                               %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
      -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
    %empty = tensor.empty() : tensor<8x4xf32>
    // expected-error @below {{expects result 0 to be partial over exactly the axes of split reductions and of partial operands}}
    %0 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
        ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @result_is_not_partial(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
      -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"y"}>}) {
    // expected-error @below {{expects result 0 to be partial over exactly the axes of split reductions and of partial operands}}
    %0 = arith.negf %a {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"y"}>]} : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// The minimum of parts is not what negation makes of their maximum's sum.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @result_combiner(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"x"}>})
      -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"x"}>}) {
    // expected-error @below {{expects result 0 to be combined by "min", but it is by "max"}}
    %0 = arith.negf %a {tp.shardings = [#tp.sharding<@mesh, [{}], partial = max{"x"}>]} : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// The reduction's own combiner.
module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @reduction_combiner(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
      -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>}) {
    %lowest = arith.constant dense<0xFF800000> : tensor<8xf32>
    // expected-error @below {{expects result 0 to be combined by "max", but it is by "sum"}}
    %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<8x6xf32>) outs(%lowest : tensor<8xf32>) dimensions = [1] {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]}
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @split_and_partial(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>},
                               %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>},
                               %start: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = sum{"y"}>}) {
    // expected-error @below {{expects no operand to be partial over an axis that splits a reduction of the op}}
    %0 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"y"}>]}
        ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>) outs(%start : tensor<8x4xf32>) -> tensor<8x4xf32>
    return
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @returned(%flag: i1, %a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
      -> (i1, tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
    // expected-error @below {{expects operand 1 to have the sharding of what it is passed to}}
    return %flag, %a : i1, tensor<8xf32>
  }
}

// -----

module attributes {tp.stage = "explicit"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func private @callee(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>}) {
    return
  }
  func.func @passed(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
    // expected-error @below {{expects operand 0 to have the sharding of what it is passed to}}
    call @callee(%a) : (tensor<8xf32>) -> ()
    return
  }
}

// -----

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
