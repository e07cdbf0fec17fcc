// RUN: tp-opt %s -tp-convert-globals | FileCheck %s
// Each device has its own copy of what is stored to; what is only read is there once.

tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK: memref.global "private" @state : memref<6x2xi32> = dense<{{.}}[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]> {alignment = 64 : i64}
ml_program.global private mutable @state(dense<[1, 2]> : tensor<2xi32>) : tensor<2xi32>
// CHECK: memref.global "private" constant @table : memref<1x2xi32> = dense<3> {alignment = 64 : i64}
ml_program.global private @table(dense<3> : tensor<2xi32>) : tensor<2xi32>

// CHECK-LABEL: func.func @stored(
// CHECK-SAME:    %[[ARG:.*]]: tensor<2xi32>
// CHECK:         %[[DEVICE:.*]] = tp.coordinate over @mesh{"x", "y"} : index
// CHECK-NEXT:    %[[ALL:.*]] = memref.get_global @state : memref<6x2xi32>
// CHECK-NEXT:    %[[OWN:.*]] = memref.subview %[[ALL]][%[[DEVICE]], 0] [1, 2] [1, 1]
// CHECK-NEXT:    %[[READ:.*]] = bufferization.to_tensor %[[OWN]] restrict
// CHECK-NEXT:    %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[READ]]) : tensor<2xi32>
// CHECK:         bufferization.materialize_in_destination %[[ARG]] in restrict writable %{{.*}}
// CHECK-NEXT:    return %[[COPY]] : tensor<2xi32>
func.func @stored(%arg: tensor<2xi32>) -> tensor<2xi32> {
  %0 = ml_program.global_load @state : tensor<2xi32>
  ml_program.global_store @state = %arg : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func.func @read(
// CHECK-NOT:     tp.coordinate
// CHECK:         memref.get_global @table : memref<1x2xi32>
func.func @read() -> tensor<2xi32> {
  %0 = ml_program.global_load_const @table : tensor<2xi32>
  return %0 : tensor<2xi32>
}
