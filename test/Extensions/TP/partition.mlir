// RUN: tp-opt %s -tp-global-to-local | FileCheck %s
// What says something of shardings is gone from the local program.

tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @identities
// CHECK-SAME:    %[[A:.*]]: tensor<4x6xf32>
// CHECK-NEXT:    return %[[A]]
func.func @identities(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %0 = tp.constrain %a to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  %1 = tp.barrier %0 stops backward : tensor<8x6xf32>
  tp.group %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
