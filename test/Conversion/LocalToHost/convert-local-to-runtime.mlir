// RUN: tp-opt %s --tp-convert-local-to-runtime | FileCheck %s
//
// Calls of the runtime, their constant descriptions, and the context handed on.

tp.mesh @grid <["x"=2, "y"=6]>

// Of sub-axis y:(2)3 the digit of a device is its position modulo 3.
// CHECK-DAG: llvm.mlir.global private constant @{{.*}}(dense<[1, 3]> : tensor<2xi64>)
// CHECK-DAG: llvm.mlir.global private constant @{{.*}}("{\22y\22:(2)3}\00")
// CHECK-DAG: llvm.mlir.global private constant @[[$SITE:tp.collective.*]]() {{.*}} : !llvm.struct<(i32, i32, i64, i64, ptr, i64, ptr, i64, ptr, ptr)>
// CHECK-DAG: llvm.func @tp_run_collective(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @tp_check(!llvm.ptr, i32)

// CHECK-LABEL: func.func @collective
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %[[X:.*]]: memref<6xf32>)
// CHECK: %[[OP:.*]] = llvm.mlir.addressof @[[$SITE]]
// CHECK: memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[STATUS:.*]] = llvm.call @tp_run_collective(%[[CONTEXT]], %[[OP]],
// CHECK: llvm.call @tp_check(%[[CONTEXT]], %[[STATUS]])
func.func @collective(%x: memref<6xf32>) {
  tp.all_reduce max over @grid{"y":(2)3} ins(%x : memref<6xf32>) outs(%x : memref<6xf32>)
  return
}

// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[CONTEXT:.*]]: !llvm.ptr, %[[X:.*]]: memref<6xf32>)
// CHECK: call @collective(%[[CONTEXT]], %[[X]])
func.func @calls(%x: memref<6xf32>) {
  call @collective(%x) : (memref<6xf32>) -> ()
  return
}

// Digit (device / 6) mod 2 is the major one.
// CHECK-LABEL: func.func @coordinate
// CHECK: %[[DEVICE:.*]] = llvm.call @tp_get_device
// CHECK: %[[SIX:.*]] = llvm.mlir.constant(6 : i64)
// CHECK: llvm.udiv %[[DEVICE]], %[[SIX]]
func.func @coordinate() -> index {
  %0 = tp.coordinate over @grid{"x", "y"} : index
  return %0 : index
}

// Sizes that are not known are stored next to the call.
// CHECK-LABEL: func.func @memory
// CHECK: %[[DATA:.*]] = llvm.call @tp_allocate
// CHECK: llvm.call @tp_copy
// CHECK: llvm.call @tp_free
func.func @memory(%x: memref<?xf32, strided<[2], offset: ?>>, %n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %0 : memref<?xf32, strided<[2], offset: ?>> to memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @contraction
// CHECK-NOT: linalg
// CHECK: llvm.call @tp_contract
func.func @contraction(%a: memref<4x5xf32>, %b: memref<5x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul ins(%a, %b : memref<4x5xf32>, memref<5x6xf32>) outs(%c : memref<4x6xf32>)
  return
}

// CHECK-LABEL: func.func @assertion
// CHECK: scf.if
// CHECK: llvm.call @tp_fail_assertion
func.func @assertion(%c: i1) {
  cf.assert %c, "holds"
  return
}
