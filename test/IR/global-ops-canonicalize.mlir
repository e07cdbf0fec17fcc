// RUN: tp-opt %s --canonicalize --split-input-file | FileCheck %s

// Reshards and other identities that can go, and those that must not.

tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @same_reshard(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @same_reshard(%x: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  // CHECK: %[[R:.*]] = tp.reshard %[[X]] to <@mesh, [{"x"}, {}]>
  %0 = tp.reshard %x to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  // CHECK: return %[[R]], %[[R]]
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// CHECK-LABEL: func.func @reshard_of_reshard(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @reshard_of_reshard(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: %[[R:.*]] = tp.reshard %[[X]] to <@mesh, [{}, {"y"}]>
  // CHECK-NEXT: return %[[R]]
  %0 = tp.reshard %x to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// From a value that is needed anyway the second change may be the cheaper one.
// CHECK-LABEL: func.func @inner_has_other_use(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @inner_has_other_use(%x: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  // CHECK: %[[INNER:.*]] = tp.reshard %[[X]] to <@mesh, [{}, {}]>
  // CHECK: %[[OUTER:.*]] = tp.reshard %[[INNER]] to <@mesh, [{}, {"y"}]>
  %0 = tp.reshard %x to <@mesh, [{}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  // CHECK: return %[[INNER]], %[[OUTER]]
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// CHECK-LABEL: func.func @constraints(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @constraints(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: %[[A:.*]] = tp.constrain %[[X]] to <@mesh, [{"x", ?}, {}]>
  // CHECK-NEXT: %[[B:.*]] = tp.constrain %[[A]] to <@mesh, [{"x"}, {}]>
  // CHECK-NEXT: return %[[B]]
  %0 = tp.constrain %x to <@mesh, [{"x", ?}, {}]> : tensor<8x6xf32>
  %1 = tp.constrain %0 to <@mesh, [{"x", ?}, {}]> : tensor<8x6xf32>
  %2 = tp.constrain %1 to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @barriers(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @barriers(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: %[[A:.*]] = tp.barrier %[[X]] stops forward
  // CHECK-NEXT: %[[B:.*]] = tp.barrier %[[A]] stops backward
  // CHECK-NEXT: return %[[B]]
  %0 = tp.barrier %x stops forward : tensor<8x6xf32>
  %1 = tp.barrier %0 stops forward : tensor<8x6xf32>
  %2 = tp.barrier %1 stops backward : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// A group has no results and stays; only members that are named twice go.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>, %[[Y:.*]]: tensor<8x6xf32>
func.func @groups(%x: tensor<8x6xf32>, %y: tensor<8x6xf32>) {
  // CHECK-NEXT: tp.group %[[X]], %[[Y]] : tensor<8x6xf32>, tensor<8x6xf32>
  // CHECK-NEXT: return
  tp.group %x, %y, %x : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
  tp.group %x, %x : tensor<8x6xf32>, tensor<8x6xf32>
  return
}

// Without padding and on a whole dimension nothing is exchanged.
// CHECK-LABEL: func.func @halos(
// CHECK-SAME: %[[X:.*]]: tensor<9x9xf32>
func.func @halos(%x: tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9x9xf32>) {
  // CHECK-NEXT: %[[HALO:.*]] = tp.halo %[[X]] dims [1]
  %0 = tp.halo %x dims [0] low [0] high [0] window [3] stride [1] dilation [1] to <@mesh, [{}, {"x"}]> : tensor<9x9xf32> -> tensor<9x9xf32>
  %1 = tp.halo %x dims [1] low [0] high [0] window [3] stride [1] dilation [1] to <@mesh, [{}, {"x"}]> : tensor<9x9xf32> -> tensor<9x9xf32>
  // CHECK-NEXT: return %[[X]], %[[HALO]]
  return %0, %1 : tensor<9x9xf32>, tensor<9x9xf32>
}
