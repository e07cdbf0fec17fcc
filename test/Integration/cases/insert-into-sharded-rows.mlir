// RUN: %npz make %t.npz arg0=f32:4x4:0 out0=f32:4x4:1,0,0,0,0,2,0,0,0,0,3,0,0,0,0,4
// RUN: tp-run %s --entry=even --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.three.npz arg0=f32:3x3:7 out0=f32:3x3:1,7,7,7,2,7,7,7,3
// RUN: tp-run %s --entry=uneven --data=%t.three.npz --check | FileCheck %s
//
// A loop that writes single elements writes each of them on the device that holds it.

// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @even(%x: tensor<4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %result = scf.for %i = %c0 to %c4 step %c1 iter_args(%matrix = %x) -> (tensor<4x4xf32>) {
    %next = arith.addi %i, %c1 : index
    %integer = arith.index_cast %next : index to i32
    %element = arith.sitofp %integer : i32 to f32
    %written = tensor.insert %element into %matrix[%i, %i] : tensor<4x4xf32>
    scf.yield %written : tensor<4x4xf32>
  }
  return %result : tensor<4x4xf32>
}

func.func @uneven(%x: tensor<3x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<3x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %result = scf.for %i = %c0 to %c3 step %c1 iter_args(%matrix = %x) -> (tensor<3x3xf32>) {
    %next = arith.addi %i, %c1 : index
    %integer = arith.index_cast %next : index to i32
    %element = arith.sitofp %integer : i32 to f32
    %written = tensor.insert %element into %matrix[%i, %i] : tensor<3x3xf32>
    scf.yield %written : tensor<3x3xf32>
  }
  return %result : tensor<3x3xf32>
}
