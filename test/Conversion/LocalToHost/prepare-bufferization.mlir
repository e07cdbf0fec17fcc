// RUN: tp-opt %s --tp-prepare-bufferization --split-input-file | FileCheck %s
//
// What the pass does to each kind of op before one-shot bufferization.

tp.mesh @m <["x"=2, "y"=3]>

// All-reduce and broadcast may work in place; the others write elsewhere.
// CHECK-LABEL: func.func @destinations
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32> {bufferization.writable = false})
// CHECK: tp.all_reduce sum over @m{"x"} ins(%[[X]] : tensor<6xf32>) outs(%[[X]] : tensor<6xf32>)
// CHECK: tp.broadcast root 1 over @m{"x"} ins(%{{.*}} : tensor<6xf32>) outs(%{{.*}} : tensor<6xf32>)
// CHECK: %[[GATHERED:.*]] = tensor.empty() : tensor<18xf32>
// CHECK: tp.all_gather dim 0 over @m{"y"} ins(%{{.*}} : tensor<6xf32>) outs(%[[GATHERED]] : tensor<18xf32>)
func.func @destinations(%x: tensor<6xf32> {tp.sharding = #tp.sharding<@m, [{}]>, tp.name = "x"})
    -> (tensor<18xf32> {tp.sharding = #tp.sharding<@m, [{}]>}) {
  %0 = tp.all_reduce sum over @m{"x"} ins(%x : tensor<6xf32>) -> tensor<6xf32>
  %1 = tp.broadcast root 1 over @m{"x"} ins(%0 : tensor<6xf32>) -> tensor<6xf32>
  %2 = tp.all_gather dim 0 over @m{"y"} ins(%1 : tensor<6xf32>) -> tensor<18xf32>
  return %2 : tensor<18xf32>
}

// Sizes that are not known follow from the operand's.
// CHECK-LABEL: func.func @dynamic_sizes
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[FEWER:.*]] = arith.divui %[[ROWS]], %[[THREE]]
// CHECK: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[MORE:.*]] = arith.muli %[[COLUMNS]]
// CHECK: tensor.empty(%[[FEWER]], %[[MORE]])
func.func @dynamic_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tp.all_to_all split 0 concat 1 over @m{"y"} ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A donated argument may be written, and so may those of private functions.
// CHECK-LABEL: func.func @donated
// CHECK-SAME: (%{{.*}}: tensor<6xf32>, %{{.*}}: tensor<6xf32> {bufferization.writable = false})
func.func @donated(%x: tensor<6xf32> {tp.donated}, %y: tensor<6xf32>) -> tensor<6xf32> {
  %0 = func.call @private(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
// CHECK-LABEL: func.func private @private
// CHECK-SAME: (%{{.*}}: tensor<6xf32>)
func.func private @private(%x: tensor<6xf32>) -> tensor<6xf32> {
  return %x : tensor<6xf32>
}

// A block of the device, without communication.
// CHECK-LABEL: func.func @all_slice
// CHECK-SAME: (%[[X:.*]]: tensor<2x6xf32>
// CHECK: %[[C:.*]] = tp.coordinate over @m{"x", "y"}
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[START:.*]] = arith.muli %[[C]], %[[ONE]]
// CHECK: tensor.extract_slice %[[X]][0, %[[START]]] [2, 1] [1, 1]
func.func @all_slice(%x: tensor<2x6xf32>) -> tensor<2x1xf32> {
  %0 = tp.all_slice dim 1 over @m{"x", "y"} ins(%x : tensor<2x6xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Started and waited for: over when it returns.
// CHECK-LABEL: func.func @started
// CHECK-NOT: tp.wait
// CHECK: %[[R:.*]] = tp.all_reduce sum over @m{"x"}
// CHECK-NEXT: return %[[R]]
func.func @started(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0, %token = tp.all_reduce async sum over @m{"x"} ins(%x : tensor<6xf32>) -> tensor<6xf32>, !tp.token
  %1 = tp.wait %token ins(%0 : tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// Two results never share a destination.
// CHECK-LABEL: func.func @shared_destination
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32>
// CHECK: %[[A:.*]] = tensor.empty
// CHECK: linalg.exp ins(%[[X]] : tensor<6xf32>) outs(%[[A]] : tensor<6xf32>)
// CHECK: %[[B:.*]] = tensor.empty
// CHECK: linalg.log ins(%[[X]] : tensor<6xf32>) outs(%[[B]] : tensor<6xf32>)
func.func @shared_destination(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.exp ins(%x : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.log ins(%x : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  return %0, %1 : tensor<6xf32>, tensor<6xf32>
}

// CHECK-LABEL: func.func @concat
// CHECK-NOT: tensor.concat
// CHECK-COUNT-2: tensor.insert_slice
func.func @concat(%x: tensor<6xf32>) -> tensor<12xf32> {
  %0 = tensor.concat dim(0) %x, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// CHECK-LABEL: func.func @softmax
// CHECK-NOT: linalg.softmax
// CHECK: math.exp
func.func @softmax(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %e = tensor.empty() : tensor<2x6xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x6xf32>) outs(%e : tensor<2x6xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}
