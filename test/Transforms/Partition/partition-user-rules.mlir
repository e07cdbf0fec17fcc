// RUN: tp-opt %s -allow-unregistered-dialect -tp-propagate -tp-verify-propagated -tp-insert-reshards -tp-verify-explicit -tp-partition -tp-verify-local -canonicalize | FileCheck %s
// Ops and calls that only the user knows are split by their `tp.rule`: they are cloned with local
// types.

tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK: func.func private @gelu(tensor<4x6xf32>) -> tensor<4x6xf32>
func.func private @gelu(tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK: func.func private @row_sums(tensor<8x2xf32>, f32) -> tensor<8xf32>
func.func private @row_sums(tensor<8x6xf32>, f32) -> tensor<8xf32>

// The rule leads shardings through an unregistered op; what it adds up is partial.
// CHECK-LABEL: func.func @contraction(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<4x2xf32>
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<2x4xf32> {tp.global_type = tensor<6x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK:         %[[MINE:.*]] = "mine.contract"(%[[LHS]], %[[RHS]]) {flavor = 3 : i64} : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @mesh{"y"} ins(%[[MINE]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %[[SUM]] : tensor<4x4xf32>
func.func @contraction(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<6x4xf32>)
    -> tensor<8x4xf32> {
  %0 = "mine.contract"(%a, %b) {flavor = 3, tp.rule = #tp.rule<([i, k], [k, j]) -> ([i, j]) {i=8, j=4, k=6} reduction = sum{k}>}
      : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// A dimension that the rule has no factor for stays whole.
// CHECK-LABEL: func.func @whole_dimension(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32>
// CHECK:         %[[ROWS:.*]] = tp.all_gather dim 1 over @mesh{"y"} ins(%[[ARG]] : tensor<4x2xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    %[[MINE:.*]] = "mine.sort"(%[[ROWS]]) : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    return %[[MINE]] : tensor<4x6xf32>
func.func @whole_dimension(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "mine.sort"(%a) {tp.rule = #tp.rule<([i, *]) -> ([i, *]) {i=8}>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// What the op gathers stays whole too: its clone cannot tell which elements it holds.
// CHECK-LABEL: func.func @gathered(
// CHECK-SAME:    %[[TABLE:[^:]*]]: tensor<4x2xf32>
// CHECK-SAME:    %[[IDS:[^:]*]]: tensor<4xi32>
// CHECK:         %[[WHOLE:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[TABLE]] : tensor<4x2xf32>) -> tensor<8x2xf32>
// CHECK:         %[[MINE:.*]] = "mine.lookup"(%[[WHOLE]], %[[IDS]]) : (tensor<8x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>
func.func @gathered(%table: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>},
                    %ids: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = "mine.lookup"(%table, %ids) {tp.rule = #tp.rule<([v, d], [n]) -> ([n, d]) {v=8, d=6, n=4} gathered = {v}>}
      : (tensor<8x6xf32>, tensor<4xi32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Nothing is known of what the op does with padding: an axis that does not divide is not used.
// CHECK-LABEL: func.func @uneven(
// CHECK:         "mine.op"(%{{.*}}) : (tensor<7xf32>) -> tensor<7xf32>
func.func @uneven(%a: tensor<7xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<7xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %0 = "mine.op"(%a) {tp.rule = #tp.rule<([i]) -> ([i]) {i=7}>} : (tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// A call of a function without body, which is declared with local types then.
// CHECK-LABEL: func.func @call(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32>
// CHECK-NEXT:    %[[FIRST:.*]] = call @gelu(%[[ARG]]) : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    %[[SECOND:.*]] = call @gelu(%[[FIRST]]) : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    return %[[SECOND]] : tensor<4x6xf32>
func.func @call(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  %0 = call @gelu(%a) {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {i=8, j=6}>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = call @gelu(%0) {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {i=8, j=6}>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Scalars are passed on, and results may be partial.
// CHECK-LABEL: func.func @call_with_partial_result(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x2xf32>
// CHECK-SAME:    %[[SCALE:[^:]*]]: f32
// CHECK-NEXT:    %[[CALL:.*]] = call @row_sums(%[[ARG]], %[[SCALE]]) : (tensor<8x2xf32>, f32) -> tensor<8xf32>
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @mesh{"y"} ins(%[[CALL]] : tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %[[SUM]] : tensor<8xf32>
func.func @call_with_partial_result(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}, %s: f32)
    -> tensor<8xf32> {
  %0 = call @row_sums(%a, %s) {tp.rule = #tp.rule<([i, j]) -> ([i]) {i=8, j=6} reduction = sum{j}>}
      : (tensor<8x6xf32>, f32) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
