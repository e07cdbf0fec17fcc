// RUN: tp-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// Dynamic sizes of results in terms of the operands'.

tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
func.func @sizes(%x: tensor<?x?xf32>) -> (index, index, index, index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %[[SAME:.*]] = tensor.dim %[[X]], %[[C1]]
  %d0 = tensor.dim %0, %c1 : tensor<?x?xf32>
  %1 = tp.all_gather dim 0 over @mesh{"y"} ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK: %[[TIMES:.*]] = arith.muli %[[ROWS]], %[[C3]]
  %d1 = tensor.dim %1, %c0 : tensor<?x?xf32>
  %2 = tp.reduce_scatter sum dim 1 over @mesh{"x"} ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %[[OVER:.*]] = arith.divui %{{.*}}, %[[C2]]
  %d2 = tensor.dim %2, %c1 : tensor<?x?xf32>
  %3 = tp.all_to_all split 0 concat 1 over @mesh{"x"} ins(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: %[[SPLIT:.*]] = arith.divui %{{.*}}, %[[C2]]
  // CHECK: %[[CONCAT:.*]] = arith.muli %{{.*}}, %[[C2]]
  %d3 = tensor.dim %3, %c0 : tensor<?x?xf32>
  %d4 = tensor.dim %3, %c1 : tensor<?x?xf32>
  // CHECK: return %[[SAME]], %[[TIMES]], %[[OVER]], %[[SPLIT]], %[[CONCAT]]
  return %d0, %d1, %d2, %d3, %d4 : index, index, index, index, index
}
