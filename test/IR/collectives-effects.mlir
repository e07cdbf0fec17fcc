// RUN: tp-opt %s --cse --loop-invariant-code-motion --canonicalize | FileCheck %s

// What passes of others may do with local ops.

tp.mesh @mesh <["x"=2, "y"=3]>

// Every device runs both or none, so equal ones merge and dead ones go.
// CHECK-LABEL: func.func @equal_and_dead(
func.func @equal_and_dead(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[SUM:.*]] = tp.all_reduce sum
  // CHECK-NEXT: return %[[SUM]], %[[SUM]]
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %2 = tp.all_gather dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A collective is not moved out of a loop that may run on no device; local ops are.
// CHECK-LABEL: func.func @loop(
func.func @loop(%x: tensor<6xf32>, %n: index, %m: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: tp.all_slice
  // CHECK: tp.coordinate
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: tp.all_reduce
    %0 = tp.all_slice dim 0 over @mesh{"y"} ins(%x : tensor<6xf32>) -> tensor<2xf32>
    %1 = tp.all_reduce sum over @mesh{"y"} ins(%0 : tensor<2xf32>) -> tensor<2xf32>
    %2 = tp.coordinate over @mesh{"x"} : index
    %3 = tensor.extract %1[%2] : tensor<2xf32>
    memref.store %3, %m[%2] : memref<2xf32>
  }
  return
}

// On memrefs destinations are written.
// CHECK-LABEL: func.func @memrefs(
func.func @memrefs(%m: memref<4xf32>, %o: memref<4xf32>) {
  // CHECK-COUNT-2: tp.all_reduce sum
  tp.all_reduce sum over @mesh{"x"} ins(%m : memref<4xf32>) outs(%o : memref<4xf32>)
  tp.all_reduce sum over @mesh{"x"} ins(%o : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @single_transfers(
func.func @single_transfers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: tp.send to 1
  tp.send to 1 tag 0 on @mesh ins(%x : tensor<4xf32>)
  tp.send to 1 tag 0 on @mesh ins(%x : tensor<4xf32>)
  // CHECK-COUNT-3: tp.recv from 1
  %0 = tp.recv from 1 tag 0 on @mesh -> tensor<4xf32>
  %1 = tp.recv from 1 tag 0 on @mesh -> tensor<4xf32>
  %2 = tp.recv from 1 tag 0 on @mesh -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
