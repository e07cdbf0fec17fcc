// RUN: tp-opt %s -tp-optimize-collectives | FileCheck %s
// Collectives that make one cheaper collective together, or none.

module attributes {tp.stage = "local"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// Each device needs only its part of the sum.
// CHECK-LABEL: func.func @slice_of_all_reduce(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<6x4xf32>
// CHECK-SAME:    -> tensor<3x4xf32>
// CHECK-NEXT:    %[[REDUCE_SCATTER:.*]] = tp.reduce_scatter sum dim 0 over @mesh{"x"} ins(%[[ARG]] : tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[REDUCE_SCATTER]] : tensor<3x4xf32>
func.func @slice_of_all_reduce(%arg: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tp.all_slice dim 0 over @mesh{"x"} ins(%0 : tensor<6x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// The combiner stays, and the dimension, and the order of the axes.
// CHECK-LABEL: func.func @slice_of_maximum(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32>
// CHECK-SAME:    -> tensor<4x1xf32>
// CHECK-NEXT:    %[[REDUCE_SCATTER:.*]] = tp.reduce_scatter max dim 1 over @mesh{"y", "x"} ins(%[[ARG]] : tensor<4x6xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:    return %[[REDUCE_SCATTER]] : tensor<4x1xf32>
func.func @slice_of_maximum(%arg: tensor<4x6xf32>) -> tensor<4x1xf32> {
  %0 = tp.all_reduce max over @mesh{"y", "x"} ins(%arg : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = tp.all_slice dim 1 over @mesh{"y", "x"} ins(%0 : tensor<4x6xf32>) -> tensor<4x1xf32>
  return %1 : tensor<4x1xf32>
}

// The whole sum is needed elsewhere: a second collective would cost more than the slice.
// CHECK-LABEL: func.func @other_use(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<6x4xf32>
// CHECK-SAME:    -> (tensor<6x4xf32>, tensor<3x4xf32>)
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[ARG]] : tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[ALL_REDUCE]] : tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]], %[[ALL_SLICE]] : tensor<6x4xf32>, tensor<3x4xf32>
func.func @other_use(%arg: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<3x4xf32>) {
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tp.all_slice dim 0 over @mesh{"x"} ins(%0 : tensor<6x4xf32>) -> tensor<3x4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<3x4xf32>
}

// The slice is not over the devices that are summed.
// CHECK-LABEL: func.func @other_axes(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<6x4xf32>
// CHECK-SAME:    -> tensor<2x4xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[ARG]] : tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"y"} ins(%[[ALL_REDUCE]] : tensor<6x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<2x4xf32>
func.func @other_axes(%arg: tensor<6x4xf32>) -> tensor<2x4xf32> {
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tp.all_slice dim 0 over @mesh{"y"} ins(%0 : tensor<6x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// What is under way is waited for first.
// CHECK-LABEL: func.func @asynchronous(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<6x4xf32>
// CHECK-SAME:    -> tensor<3x4xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]]:2 = tp.all_reduce async sum over @mesh{"x"} ins(%[[ARG]] : tensor<6x4xf32>) -> tensor<6x4xf32>, !tp.token
// CHECK-NEXT:    %[[WAIT:.*]] = tp.wait %[[ALL_REDUCE]]#1 ins(%[[ALL_REDUCE]]#0 : tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[WAIT]] : tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<3x4xf32>
func.func @asynchronous(%arg: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0:2 = tp.all_reduce async sum over @mesh{"x"} ins(%arg : tensor<6x4xf32>) -> tensor<6x4xf32>, !tp.token
  %1 = tp.wait %0#1 ins(%0#0 : tensor<6x4xf32>) -> tensor<6x4xf32>
  %2 = tp.all_slice dim 0 over @mesh{"x"} ins(%1 : tensor<6x4xf32>) -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// What is rounded on the wire stays rounded.
// CHECK-LABEL: func.func @wire_type(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<6x4xf32>
// CHECK-SAME:    -> tensor<3x4xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[ARG]] : tensor<6x4xf32>) wire bf16 -> tensor<6x4xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[ALL_REDUCE]] : tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<3x4xf32>
func.func @wire_type(%arg: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<6x4xf32>) wire bf16 -> tensor<6x4xf32>
  %1 = tp.all_slice dim 0 over @mesh{"x"} ins(%0 : tensor<6x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// A part of the gathered parts is the part that one had.
// CHECK-LABEL: func.func @slice_of_gather(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4xf32>
// CHECK-SAME:    -> tensor<4xf32>
// CHECK-NEXT:    return %[[ARG]] : tensor<4xf32>
func.func @slice_of_gather(%arg: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tp.all_gather dim 0 over @mesh{"y"} ins(%arg : tensor<4xf32>) -> tensor<12xf32>
  %1 = tp.all_slice dim 0 over @mesh{"y"} ins(%0 : tensor<12xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Nobody needs the sum; devices agree on that, for all run one program.
// CHECK-LABEL: func.func @dead(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4xf32>
// CHECK-SAME:    -> tensor<4xf32>
// CHECK-NEXT:    return %[[ARG]] : tensor<4xf32>
func.func @dead(%arg: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
  return %arg : tensor<4xf32>
}
}
