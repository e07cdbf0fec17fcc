// RUN: tp-opt %s -tp-verify-explicit -tp-partition -tp-verify-local -canonicalize | FileCheck %s
// What other passes made since reshards were inserted carries no shardings: these follow from the
// tensors around.

module attributes {tp.stage = "explicit"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<4x6xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4x6xf32>
func.func @elementwise(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A split reduction makes the result partial, and what passes keeps it so.
// CHECK-LABEL: func.func @partial(
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK-NEXT:    %[[NEG:.*]] = arith.negf %[[MATMUL]] : tensor<8x4xf32>
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @mesh{"y"} ins(%[[NEG]] : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    return %[[SUM]] : tensor<8x4xf32>
func.func @partial(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>},
                   %w: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x6xf32>, tensor<6x4xf32>) outs(%zero : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = arith.negf %0 : tensor<8x4xf32>
  %2 = tp.reshard %1 to <@mesh, [{}, {}]> : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// A value of rank 0.
// CHECK-LABEL: func.func @total(
// CHECK:         %[[REDUCE:.*]] = linalg.reduce
// CHECK:         tp.all_reduce sum over @mesh{"x"}
func.func @total(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {tp.sharding = #tp.sharding<@mesh, []>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %1 = tp.reshard %0 to <@mesh, []> : tensor<f32>
  return %1 : tensor<f32>
}
}
