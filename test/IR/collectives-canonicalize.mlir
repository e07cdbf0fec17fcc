// RUN: tp-opt %s --canonicalize | FileCheck %s

// Collectives that can go or merge, and forms that must stay.

tp.mesh @mesh <["x"=2, "y"=3, "one"=1]>
tp.mesh @parts <["a"=4, "b"=3]>

// CHECK-LABEL: func.func @one_device(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @one_device(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, index) {
  %0 = tp.all_reduce sum over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_gather dim 0 over @mesh{} ins(%0 : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %2 = tp.reduce_scatter prod dim 0 over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %3 = tp.all_to_all split 0 concat 0 over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %4 = tp.broadcast root 0 over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %5 = tp.all_slice dim 0 over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %6 = tp.permute [[0, 0]] over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  %7 = tp.coordinate over @mesh{"one"} : index
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[C0]]
  return %1, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, index
}

// A device that is no target gets zeros, also where it is the only one.
// CHECK-LABEL: func.func @one_device_without_source(
func.func @one_device_without_source(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[ZEROS:.*]] = tp.permute [] over @mesh{}
  %0 = tp.permute [] over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return %[[ZEROS]]
  return %0 : tensor<4xf32>
}

// Destinations on memrefs must be written, tokens waited for, and a narrower type on the wire rounds.
// CHECK-LABEL: func.func @one_device_other_forms(
func.func @one_device_other_forms(%x: tensor<4xf32>, %m: memref<4xf32>, %o: memref<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: tp.all_reduce sum over @mesh{} ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>)
  tp.all_reduce sum over @mesh{"one"} ins(%m : memref<4xf32>) outs(%o : memref<4xf32>)
  // CHECK: %[[START:.*]]:2 = tp.all_reduce async sum over @mesh{}
  %0, %t = tp.all_reduce async sum over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<4xf32>, !tp.token
  // CHECK: %[[WAIT:.*]] = tp.wait %[[START]]#1 ins(%[[START]]#0 : tensor<4xf32>)
  %1 = tp.wait %t ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[ROUNDED:.*]] = tp.all_reduce sum over @mesh{} ins(%{{.*}} : tensor<4xf32>) wire bf16
  %2 = tp.all_reduce sum over @mesh{"one"} ins(%x : tensor<4xf32>) wire bf16 -> tensor<4xf32>
  // CHECK: return %[[WAIT]], %[[ROUNDED]]
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// The value keeps what the operand knows of its sizes.
// CHECK-LABEL: func.func @one_device_cast(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @one_device_cast(%x: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<4xf32> to tensor<?xf32>
  %0 = tp.all_reduce sum over @mesh{"one"} ins(%x : tensor<4xf32>) -> tensor<?xf32>
  // CHECK: return %[[CAST]]
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @axes(
func.func @axes(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<24xf32>, index) {
  // CHECK: tp.all_reduce sum over @mesh{"y"}
  %0 = tp.all_reduce sum over @mesh{"one", "y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  // Major and minor half make up the whole, but not in the other order.
  // CHECK: tp.all_gather dim 0 over @parts{"a":(2)2, "b"}
  %1 = tp.all_gather dim 0 over @parts{"a":(2)2, "b"} ins(%x : tensor<4xf32>) -> tensor<24xf32>
  // CHECK: tp.coordinate over @parts{"b", "a"}
  %2 = tp.coordinate over @parts{"b", "a":(1)2, "a":(2)2} : index
  return %0, %1, %2 : tensor<4xf32>, tensor<24xf32>, index
}

// CHECK-LABEL: func.func @minor_half_first(
func.func @minor_half_first() -> index {
  // CHECK: tp.coordinate over @parts{"a":(2)2, "a":(1)2}
  %0 = tp.coordinate over @parts{"a":(2)2, "a":(1)2} : index
  return %0 : index
}

// CHECK-LABEL: func.func @merge_reduces(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<3xf32>
func.func @merge_reduces(%x: tensor<4xf32>, %y: tensor<3xf32>) -> (tensor<4xf32>, tensor<3xf32>) {
  // CHECK-NEXT: %[[R:.*]]:2 = tp.all_reduce sum over @mesh{"x", "y"} ins(%[[X]], %[[Y]] : tensor<4xf32>, tensor<3xf32>)
  %0:2 = tp.all_reduce sum over @mesh{"y"} ins(%x, %y : tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>, tensor<3xf32>
  %1:2 = tp.all_reduce sum over @mesh{"x"} ins(%0#0, %0#1 : tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>, tensor<3xf32>
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#1
  return %1#0, %1#1 : tensor<4xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @merge_reduces_over_parts(
func.func @merge_reduces_over_parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: tp.all_reduce sum over @parts{"a"}
  %0 = tp.all_reduce sum over @parts{"a":(2)2} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_reduce sum over @parts{"a":(1)2} ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Twice over one axis is twice the sum.
// CHECK-LABEL: func.func @sum_of_sum(
func.func @sum_of_sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: tp.all_reduce sum over @mesh{"x"}
  // CHECK: tp.all_reduce sum over @mesh{"x", "y"}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_reduce sum over @mesh{"x", "y"} ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @reduces_that_stay(
func.func @reduces_that_stay(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // Merging would reduce over "x" twice.
  // CHECK: %[[SHARED:.*]] = tp.all_reduce sum over @mesh{"x"}
  // CHECK: tp.all_reduce sum over @mesh{"y"} ins(%[[SHARED]]
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_reduce sum over @mesh{"y"} ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  // A sum of maxima is no maximum of sums.
  // CHECK: %[[MAX:.*]] = tp.all_reduce max over @mesh{"x"}
  // CHECK: tp.all_reduce sum over @mesh{"y"} ins(%[[MAX]]
  %2 = tp.all_reduce max over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %3 = tp.all_reduce sum over @mesh{"y"} ins(%2 : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @max_of_max(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @max_of_max(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[MAX:.*]] = tp.all_reduce max over @mesh{"x", "y"} ins(%[[X]]
  %0 = tp.all_reduce max over @mesh{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_reduce max over @mesh{"y"} ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return %[[MAX]]
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @slice_of_gather(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @slice_of_gather(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = tp.all_gather dim 0 over @mesh{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<24xf32>
  %1 = tp.all_slice dim 0 over @mesh{"x", "y"} ins(%0 : tensor<24xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// In the other order of the axes a device gets the block of another.
// CHECK-LABEL: func.func @slice_of_gather_in_other_order(
func.func @slice_of_gather_in_other_order(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<12x2xf32>) {
  // CHECK: tp.all_gather
  // CHECK: tp.all_slice
  %0 = tp.all_gather dim 0 over @mesh{"x", "y"} ins(%x : tensor<4x6xf32>) -> tensor<24x6xf32>
  %1 = tp.all_slice dim 0 over @mesh{"y", "x"} ins(%0 : tensor<24x6xf32>) -> tensor<4x6xf32>
  // Nor is another dimension the same block.
  // CHECK: tp.all_gather
  // CHECK: tp.all_slice
  %2 = tp.all_gather dim 0 over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<12x6xf32>
  %3 = tp.all_slice dim 1 over @mesh{"y"} ins(%2 : tensor<12x6xf32>) -> tensor<12x2xf32>
  return %1, %3 : tensor<4x6xf32>, tensor<12x2xf32>
}

// Devices hold the same after a reduction.
// CHECK-LABEL: func.func @gather_of_slice(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @gather_of_slice(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[SUM:.*]] = tp.all_reduce sum over @mesh{"x", "y"} ins(%[[X]]
  // CHECK-NEXT: return %[[SUM]]
  %0 = tp.all_reduce sum over @mesh{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_slice dim 0 over @mesh{"x"} ins(%0 : tensor<4xf32>) -> tensor<2xf32>
  %2 = tp.all_gather dim 0 over @mesh{"x"} ins(%1 : tensor<2xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Of an argument each device may hold another value.
// CHECK-LABEL: func.func @gather_of_slice_of_argument(
func.func @gather_of_slice_of_argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: tp.all_slice
  // CHECK: tp.all_gather
  %0 = tp.all_slice dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<2xf32>
  %1 = tp.all_gather dim 0 over @mesh{"x"} ins(%0 : tensor<2xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @slice_of_slice(
// CHECK-SAME: %[[X:.*]]: tensor<6x6xf32>
func.func @slice_of_slice(%x: tensor<6x6xf32>) -> (tensor<1x6xf32>, tensor<3x2xf32>) {
  // CHECK-DAG: %[[BOTH:.*]] = tp.all_slice dim 0 over @mesh{"x", "y"} ins(%[[X]]
  // CHECK-DAG: %[[ROWS:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[X]]
  // CHECK-DAG: tp.all_slice dim 1 over @mesh{"y"} ins(%[[ROWS]]
  %0 = tp.all_slice dim 0 over @mesh{"x"} ins(%x : tensor<6x6xf32>) -> tensor<3x6xf32>
  %1 = tp.all_slice dim 0 over @mesh{"y"} ins(%0 : tensor<3x6xf32>) -> tensor<1x6xf32>
  %2 = tp.all_slice dim 1 over @mesh{"y"} ins(%0 : tensor<3x6xf32>) -> tensor<3x2xf32>
  return %1, %2 : tensor<1x6xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: func.func @identity_permute(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @identity_permute(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tp.permute [[2, 2], [0, 0], [1, 1]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  // Device 2 gets zeros here.
  // CHECK-NEXT: %[[SOME:.*]] = tp.permute {{\[\[}}0, 0], [1, 1]]
  %1 = tp.permute [[0, 0], [1, 1]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return %[[X]], %[[SOME]]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @permute_of_permute(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @permute_of_permute(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // 0 -> 1 -> 0 and 0 -> 2 -> 1; what 0 has after the first, nothing, goes to 2.
  // CHECK-NEXT: %[[COMPOSED:.*]] = tp.permute {{\[\[}}0, 0], [0, 1]] over @mesh{"y"} ins(%[[X]]
  %0 = tp.permute [[0, 1], [0, 2]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.permute [[1, 0], [2, 1], [0, 2]] over @mesh{"y"} ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  // There and back.
  %2 = tp.permute [[0, 1], [1, 2], [2, 0]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %3 = tp.permute [[1, 0], [2, 1], [0, 2]] over @mesh{"y"} ins(%2 : tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return %[[COMPOSED]], %[[X]]
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_of_same(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @broadcast_of_same(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  // CHECK-DAG: %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[FIRST:.*]] = tp.broadcast root 2 over @mesh{"y"} ins(%[[X]]
  %0 = tp.broadcast root 2 over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.broadcast root 0 over @mesh{"y"} ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  %cst = arith.constant dense<1.0> : tensor<f32>
  %2 = tp.broadcast root 1 over @mesh{"x"} ins(%cst : tensor<f32>) -> tensor<f32>
  // CHECK: return %[[FIRST]], %[[CST]]
  return %1, %2 : tensor<4xf32>, tensor<f32>
}

// Without a destination the size follows from the input; at an unknown position it is one of all.
// CHECK-LABEL: func.func @dim_without_destination(
// CHECK-SAME: %[[X:.*]]: tensor<?x2xf32>, %[[I:.*]]: index
func.func @dim_without_destination(%x: tensor<?x2xf32>, %i: index) -> (index, index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK: %[[GATHERED_FROM:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[GATHERED:.*]] = arith.muli %[[GATHERED_FROM]], %[[C2]]
  // CHECK: %[[SLICED_FROM:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[SLICED:.*]] = arith.divui %[[SLICED_FROM]], %[[C2]]
  // CHECK: %[[DIM:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[ISFIRST:.*]] = arith.cmpi eq, %[[I]], %[[C0]]
  // CHECK: %[[SELECTED:.*]] = arith.select %[[ISFIRST]], %[[DIM]], %[[C2]]
  %c0 = arith.constant 0 : index
  %0 = tp.all_gather dim 0 over @mesh{"x"} ins(%x : tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = tp.reduce_scatter sum dim 0 over @mesh{"x"} ins(%x : tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<?x2xf32>) -> tensor<?x2xf32>
  %gathered = tensor.dim %0, %c0 : tensor<?x2xf32>
  %sliced = tensor.dim %1, %c0 : tensor<?x2xf32>
  %selected = tensor.dim %2, %i : tensor<?x2xf32>
  // CHECK: return %[[GATHERED]], %[[SLICED]], %[[SELECTED]]
  return %gathered, %sliced, %selected : index, index, index
}
