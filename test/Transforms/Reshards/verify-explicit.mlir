// RUN: tp-opt %s -tp-verify-explicit
// Programs in which all ops agree with their rules.

module attributes {tp.stage = "explicit"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// Reshards may go from anything to anything.
func.func @reshard(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = max{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y", "x"}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{}, {"y", "x"}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Constant-like operands have any layout.
func.func @constant(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
        tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0 = arith.addf %arg, %two {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
  return %0, %two : tensor<8x6xf32>, tensor<8x6xf32>
}

// A split sum makes the result partial over its axes, and a partial operand over its own.
func.func @partial(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>},
                   %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>},
                   %other: tensor<4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = sum{"x", "y"}>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"y"}>]}
      ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = tp.reshard %0 to <@mesh, [{}, {"x"}], partial = sum{"y"}> : tensor<8x4xf32>
  %2 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x", "y"}>]}
      ins(%1, %other : tensor<8x4xf32>, tensor<4x4xf32>) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// What nobody reads may be laid out in any way: the index of this maximum is not used.
func.func @unused_result(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<8xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%arg : tensor<8x6xf32>) outs(%lowest : tensor<8xf32>) dimensions = [1] {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]}
  return %0 : tensor<8xf32>
}
}
