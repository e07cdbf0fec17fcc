// RUN: tp-opt %s --tp-bufferize-local | FileCheck %s
//
// Local ops in place where nobody needs what they overwrite, and buffers freed after their last use.

tp.mesh @m <["x"=2]>

// CHECK-LABEL: func.func @in_place
// CHECK: %[[SUM:.*]] = memref.alloc
// CHECK: tp.all_reduce sum over @m{"x"} ins(%[[SUM]] : memref<6xf32>) outs(%[[SUM]] : memref<6xf32>)
// CHECK-NEXT: return %[[SUM]]
func.func @in_place(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = arith.addf %x, %x : tensor<6xf32>
  %1 = tp.all_reduce sum over @m{"x"} ins(%0 : tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// The argument is the caller's, who did not give it up.
// CHECK-LABEL: func.func @of_an_argument
// CHECK-SAME: (%[[X:.*]]: memref<6xf32>)
// CHECK: %[[R:.*]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: tp.all_reduce sum over @m{"x"} ins(%[[X]] : memref<6xf32>) outs(%[[R]] : memref<6xf32>)
func.func @of_an_argument(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = tp.all_reduce sum over @m{"x"} ins(%x : tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// The operand is used again.
// CHECK-LABEL: func.func @used_again
// CHECK: %[[DOUBLE:.*]] = memref.alloc
// CHECK: %[[SUM:.*]] = memref.alloc
// CHECK: tp.all_reduce sum over @m{"x"} ins(%[[DOUBLE]] : memref<6xf32>) outs(%[[SUM]] : memref<6xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[DOUBLE]], %[[SUM]] : {{.*}}) outs(%[[DOUBLE]] :
// CHECK: memref.dealloc %[[SUM]]
// CHECK-NEXT: return %[[DOUBLE]]
func.func @used_again(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = arith.addf %x, %x : tensor<6xf32>
  %1 = tp.all_reduce sum over @m{"x"} ins(%0 : tensor<6xf32>) -> tensor<6xf32>
  %2 = arith.mulf %0, %1 : tensor<6xf32>
  return %2 : tensor<6xf32>
}

// CHECK-LABEL: func.func @messages
// CHECK-SAME: (%[[X:.*]]: memref<6xf32>)
// CHECK: tp.send to 1 tag 0 on @m ins(%[[X]] : memref<6xf32>)
// CHECK: %[[R:.*]] = memref.alloc
// CHECK: tp.recv from 1 tag 0 on @m outs(%[[R]] : memref<6xf32>)
func.func @messages(%x: tensor<6xf32>) -> tensor<6xf32> {
  tp.send to 1 tag 0 on @m ins(%x : tensor<6xf32>)
  %0 = tp.recv from 1 tag 0 on @m -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// Calls are inlined, so that the callee's buffers are the caller's.
// CHECK-LABEL: func.func @calls
// CHECK-NOT: call
// CHECK: memref.dealloc
// CHECK: return
func.func @calls(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = func.call @callee(%x) : (tensor<6xf32>) -> tensor<6xf32>
  %1 = tp.permute [[0, 1], [1, 0]] over @m{"x"} ins(%0 : tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
func.func private @callee(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = arith.addf %x, %x : tensor<6xf32>
  return %0 : tensor<6xf32>
}
