// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s

// Ops of the global view print as they are written.

tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @parts <["a"=4, "b"=3]>

// CHECK-LABEL: func.func @reshard(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @reshard(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: %[[SHARDED:.*]] = tp.reshard %[[X]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  %0 = tp.reshard %x to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  // CHECK: %[[PARTIAL:.*]] = tp.reshard %[[SHARDED]] to <@mesh, [{}, {}], replicated = {"x"}, partial = sum{"y"}> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{}, {}], replicated = {"x"}, partial = sum{"y"}> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @constrain(
// CHECK-SAME: %[[X:.*]]: tensor<?x6xf32>
func.func @constrain(%x: tensor<?x6xf32>) {
  // CHECK: tp.constrain %[[X]] to <@mesh, [{"x", ?}p2, {}]> : tensor<?x6xf32>
  %0 = tp.constrain %x to <@mesh, [{"x", ?}p2, {}]> : tensor<?x6xf32>
  return
}

// CHECK-LABEL: func.func @barrier(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>
func.func @barrier(%x: tensor<8x6xf32>) {
  // CHECK: %[[A:.*]] = tp.barrier %[[X]] stops forward : tensor<8x6xf32>
  %0 = tp.barrier %x stops forward : tensor<8x6xf32>
  // CHECK: %[[B:.*]] = tp.barrier %[[A]] stops backward : tensor<8x6xf32>
  %1 = tp.barrier %0 stops backward : tensor<8x6xf32>
  // CHECK: tp.barrier %[[B]] stops both : tensor<8x6xf32>
  %2 = tp.barrier %1 stops both : tensor<8x6xf32>
  return
}

// CHECK-LABEL: func.func @group(
// CHECK-SAME: %[[X:.*]]: tensor<8x6xf32>, %[[Y:.*]]: tensor<4x1xi32>
func.func @group(%x: tensor<8x6xf32>, %y: tensor<4x1xi32>) {
  // CHECK: tp.group %[[X]], %[[Y]] : tensor<8x6xf32>, tensor<4x1xi32>
  tp.group %x, %y : tensor<8x6xf32>, tensor<4x1xi32>
  return
}

// CHECK-LABEL: func.func @halo(
// CHECK-SAME: %[[X:.*]]: tensor<4x9xf32>, %[[FILL:.*]]: f32
func.func @halo(%x: tensor<4x9xf32>, %fill: f32) {
  // CHECK: tp.halo %[[X]] dims [1] low [1] high [2] window [3] stride [2] dilation [1] fill %[[FILL]] : f32 to <@mesh, [{}, {"x"}]> : tensor<4x9xf32> -> tensor<4x12xf32>
  %0 = tp.halo %x dims [1] low [1] high [2] window [3] stride [2] dilation [1] fill %fill : f32
      to <@mesh, [{}, {"x"}]> : tensor<4x9xf32> -> tensor<4x12xf32>
  // CHECK: tp.halo %[[X]] dims [1, 0] low [0, 0] high [0, 0] window [5, 2] stride [1, 1] dilation [2, 1] to <@mesh, [{"y"}, {"x"}]> : tensor<4x9xf32> -> tensor<4x9xf32>
  %1 = tp.halo %x dims [1, 0] low [0, 0] high [0, 0] window [5, 2] stride [1, 1] dilation [2, 1]
      to <@mesh, [{"y"}, {"x"}]> : tensor<4x9xf32> -> tensor<4x9xf32>
  return
}

// CHECK-LABEL: func.func @manual(
// CHECK-SAME: %[[A:.*]]: tensor<7x6xf32>, %[[B:.*]]: tensor<6x?xf32>
func.func @manual(%a: tensor<7x6xf32>, %b: tensor<6x?xf32>) -> tensor<7x6xf32> {
  // CHECK: tp.manual over @mesh{"x"} (%[[A]], %[[B]]) in [<@mesh, [{"x", "y"}, {}]>, <@mesh, [{}, {"x"}]>] out [<@mesh, [{"x"}, {"y"}]>] : (tensor<7x6xf32>, tensor<6x?xf32>) -> tensor<7x6xf32> {
  // CHECK-NEXT: ^bb0(%[[LOCAL_A:.*]]: tensor<4x6xf32>, %{{.*}}: tensor<6x?xf32>):
  %r = tp.manual over @mesh{"x"} (%a, %b) in [<@mesh, [{"x", "y"}, {}]>, <@mesh, [{}, {"x"}]>]
      out [<@mesh, [{"x"}, {"y"}]>] : (tensor<7x6xf32>, tensor<6x?xf32>) -> tensor<7x6xf32> {
  ^bb0(%la: tensor<4x6xf32>, %lb: tensor<6x?xf32>):
    // The other axes stay in global view.
    // CHECK-NEXT: %[[FREE:.*]] = tp.constrain %[[LOCAL_A]] to <@mesh, [{}, {"y"}]> : tensor<4x6xf32>
    %0 = tp.constrain %la to <@mesh, [{}, {"y"}]> : tensor<4x6xf32>
    // CHECK-NEXT: %[[SUM:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[FREE]] : tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = tp.all_reduce sum over @mesh{"x"} ins(%0 : tensor<4x6xf32>) -> tensor<4x6xf32>
    // CHECK-NEXT: tp.yield %[[SUM]] : tensor<4x6xf32>
    tp.yield %1 : tensor<4x6xf32>
  }
  return %r : tensor<7x6xf32>
}

// Sub-axes can be manual, and a body without results needs no tp.yield.
// CHECK-LABEL: func.func @manual_parts(
func.func @manual_parts(%x: tensor<8x6xf32>) {
  // CHECK: tp.manual over @parts{"a":(1)2} ({{.*}}) in [<@parts, [{"a":(1)2, "b"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<4x6xf32>):
  // CHECK-NEXT: }
  tp.manual over @parts{"a":(1)2} (%x) in [<@parts, [{"a":(1)2, "b"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
  }
  return
}
