// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s

// Local ops print as they are written, on tensors, with destinations, on memrefs and async.

tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @parts <["a"=4, "b"=3]>

// CHECK-LABEL: func.func @reductions(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<2xi1>, %[[O:.*]]: tensor<4xf32>
func.func @reductions(%x: tensor<4xf32>, %y: tensor<2xi1>, %o: tensor<4xf32>) {
  // CHECK: tp.all_reduce sum over @mesh{"x"} ins(%[[X]] : tensor<4xf32>) -> tensor<4xf32>
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: tp.all_reduce maxnum over @mesh{"x", "y"} ins(%[[X]] : tensor<4xf32>) outs(%[[O]] : tensor<4xf32>) -> tensor<4xf32>
  %1 = tp.all_reduce maxnum over @mesh{"x", "y"} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %{{.*}}:2 = tp.all_reduce sum over @mesh{"y"} ins(%[[X]], %[[Y]] : tensor<4xf32>, tensor<2xi1>) -> tensor<4xf32>, tensor<2xi1>
  %2, %3 = tp.all_reduce sum over @mesh{"y"} ins(%x, %y : tensor<4xf32>, tensor<2xi1>) -> tensor<4xf32>, tensor<2xi1>
  // CHECK: tp.all_reduce xor over @parts{"b", "a":(2)2} ins(%[[Y]] : tensor<2xi1>) -> tensor<2xi1>
  %4 = tp.all_reduce xor over @parts{"b", "a":(2)2} ins(%y : tensor<2xi1>) -> tensor<2xi1>
  // CHECK: tp.reduce_scatter prod dim 0 over @mesh{"x"} ins(%[[X]] : tensor<4xf32>) -> tensor<2xf32>
  %5 = tp.reduce_scatter prod dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<2xf32>
  // Along no axes every device is alone.
  // CHECK: tp.all_reduce sum over @mesh{} ins(%[[X]] : tensor<4xf32>) -> tensor<4xf32>
  %6 = tp.all_reduce sum over @mesh{} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @exchanges(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>
func.func @exchanges(%x: tensor<4x6xf32>) {
  // CHECK: tp.all_gather dim 1 over @mesh{"y", "x"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<4x36xf32>
  %0 = tp.all_gather dim 1 over @mesh{"y", "x"} ins(%x : tensor<4x6xf32>) -> tensor<4x36xf32>
  // CHECK: tp.all_to_all split 1 concat 0 over @mesh{"y"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<12x2xf32>
  %1 = tp.all_to_all split 1 concat 0 over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<12x2xf32>
  // CHECK: tp.all_to_all split 1 concat 1 over @mesh{"y"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = tp.all_to_all split 1 concat 1 over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: tp.permute {{\[\[}}0, 1], [0, 2], [2, 0]] over @mesh{"y"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = tp.permute [[0, 1], [0, 2], [2, 0]] over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: tp.permute [] over @mesh{"y"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = tp.permute [] over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: tp.broadcast root 5 over @mesh{"x", "y"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<4x6xf32>
  %5 = tp.broadcast root 5 over @mesh{"x", "y"} ins(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: tp.all_slice dim 1 over @mesh{"y"} ins(%[[X]] : tensor<4x6xf32>) -> tensor<4x2xf32>
  %6 = tp.all_slice dim 1 over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<4x2xf32>
  // CHECK: tp.coordinate over @mesh{"x", "y"} : index
  %7 = tp.coordinate over @mesh{"x", "y"} : index
  return
}

// CHECK-LABEL: func.func @single_transfers(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<?xf32>, %[[M:.*]]: memref<4xf32>
func.func @single_transfers(%x: tensor<4xf32>, %d: tensor<?xf32>, %m: memref<4xf32>) {
  // CHECK: tp.send to 3 tag 7 on @mesh ins(%[[X]], %[[D]] : tensor<4xf32>, tensor<?xf32>)
  tp.send to 3 tag 7 on @mesh ins(%x, %d : tensor<4xf32>, tensor<?xf32>)
  // CHECK: tp.recv from 1 tag 7 on @mesh -> tensor<4xf32>
  %0 = tp.recv from 1 tag 7 on @mesh -> tensor<4xf32>
  // CHECK: tp.recv from 1 tag 7 on @mesh outs(%[[D]] : tensor<?xf32>) -> tensor<?xf32>
  %1 = tp.recv from 1 tag 7 on @mesh outs(%d : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: tp.recv from 1 tag 0 on @mesh outs(%[[M]] : memref<4xf32>)
  tp.recv from 1 tag 0 on @mesh outs(%m : memref<4xf32>)
  // CHECK: %[[SENT:.*]] = tp.send async to 3 tag 0 on @mesh ins(%[[M]] : memref<4xf32>) -> !tp.token
  %2 = tp.send async to 3 tag 0 on @mesh ins(%m : memref<4xf32>) -> !tp.token
  // CHECK: tp.wait %[[SENT]]{{$}}
  tp.wait %2
  // CHECK: %[[RECV:.*]]:2 = tp.recv async from 1 tag 0 on @mesh -> tensor<4xf32>, !tp.token
  %3, %4 = tp.recv async from 1 tag 0 on @mesh -> tensor<4xf32>, !tp.token
  // CHECK: tp.wait %[[RECV]]#1 ins(%[[RECV]]#0 : tensor<4xf32>) -> tensor<4xf32>
  %5 = tp.wait %4 ins(%3 : tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @memrefs(
// CHECK-SAME: %[[X:.*]]: memref<4xf32, strided<[2], offset: ?>>, %[[O:.*]]: memref<8xf32>
func.func @memrefs(%x: memref<4xf32, strided<[2], offset: ?>>, %o: memref<8xf32>) {
  // CHECK: tp.all_gather dim 0 over @mesh{"x"} ins(%[[X]] : memref<4xf32, strided<[2], offset: ?>>) outs(%[[O]] : memref<8xf32>)
  tp.all_gather dim 0 over @mesh{"x"} ins(%x : memref<4xf32, strided<[2], offset: ?>>) outs(%o : memref<8xf32>)
  // In place.
  // CHECK: tp.all_reduce sum over @mesh{"x"} ins(%[[O]] : memref<8xf32>) outs(%[[O]] : memref<8xf32>)
  tp.all_reduce sum over @mesh{"x"} ins(%o : memref<8xf32>) outs(%o : memref<8xf32>)
  // CHECK: %[[TOKEN:.*]] = tp.all_reduce async sum over @mesh{"x"} ins(%[[O]] : memref<8xf32>) outs(%[[O]] : memref<8xf32>) -> !tp.token
  %t = tp.all_reduce async sum over @mesh{"x"} ins(%o : memref<8xf32>) outs(%o : memref<8xf32>) -> !tp.token
  // CHECK: tp.wait %[[TOKEN]] ins(%[[O]] : memref<8xf32>)
  tp.wait %t ins(%o : memref<8xf32>)
  return
}

// CHECK-LABEL: func.func @start_and_wait(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<2xf32>
func.func @start_and_wait(%x: tensor<4xf32>, %y: tensor<2xf32>) {
  // CHECK: %[[START:.*]]:3 = tp.reduce_scatter async sum dim 0 over @mesh{"x"} ins(%[[X]], %[[Y]] : tensor<4xf32>, tensor<2xf32>) wire bf16 -> tensor<2xf32>, tensor<1xf32>, !tp.token
  %0:3 = tp.reduce_scatter async sum dim 0 over @mesh{"x"} ins(%x, %y : tensor<4xf32>, tensor<2xf32>) wire bf16 -> tensor<2xf32>, tensor<1xf32>, !tp.token
  // CHECK: tp.wait %[[START]]#2 ins(%[[START]]#0, %[[START]]#1 : tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>, tensor<1xf32>
  %1:2 = tp.wait %0#2 ins(%0#0, %0#1 : tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>, tensor<1xf32>
  // CHECK: tp.all_reduce sum over @mesh{"x"} ins(%[[X]] : tensor<4xf32>) wire f8E4M3FN scale 5.000000e-01 {note = 1 : i64} -> tensor<4xf32>
  %2 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) wire f8E4M3FN scale 0.5 {note = 1} -> tensor<4xf32>
  return
}

// Sizes that are not known are taken to fit.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
func.func @dynamic(%x: tensor<?x4xf32>) {
  // CHECK: tp.all_gather dim 0 over @mesh{"y"} ins(%[[X]] : tensor<?x4xf32>) -> tensor<?x?xf32>
  %0 = tp.all_gather dim 0 over @mesh{"y"} ins(%x : tensor<?x4xf32>) -> tensor<?x?xf32>
  // CHECK: tp.all_slice dim 1 over @mesh{"x"} ins(%[[X]] : tensor<?x4xf32>) -> tensor<7x2xf32>
  %1 = tp.all_slice dim 1 over @mesh{"x"} ins(%x : tensor<?x4xf32>) -> tensor<7x2xf32>
  return
}
