// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-verify-explicit | FileCheck %s
// Arguments and results of functions that are partial where written.

tp.mesh @mesh <["x"=2, "y"=3]>

// Partial arguments travel as far as values of our own making.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[NEGF:.*]] = arith.negf %[[B]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[A]], %[[NEGF]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ADDF]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @arguments(
    %a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>},
    %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = arith.negf %b : tensor<8x6xf32>
  %1 = arith.addf %a, %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// They are partial by different combiners.
// CHECK-LABEL: func.func @unlike_arguments(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = max{"y"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[B]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[A]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[RESHARD_2]], %[[RESHARD]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<8x6xf32>
func.func @unlike_arguments(
    %a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>},
    %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = max{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = arith.addf %a, %b : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Partial results are made so where they are written.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {}], partial = sum{"y"}> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @result(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}) {
  return %arg : tensor<8x6xf32>
}

// What comes partial and is wanted partial is left alone.
// CHECK-LABEL: func.func @through(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
// CHECK-NEXT:    %[[NEGF:.*]] = arith.negf %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[NEGF]] : tensor<8x6xf32>
func.func @through(
    %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}) {
  %0 = arith.negf %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A call hands a partial value on.
// CHECK-LABEL: func.func @called(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x6xf32>) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[CALL:.*]] = call @through(%[[MATMUL]]) {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>]} : (tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[CALL]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @called(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>},
                  %rhs: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %empty = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x6xf32>)
      outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = call @through(%0) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
