// RUN: %npz make %t.npz arg0=f32:6:1,2,3,4,5,9 out0=f32::4
// RUN: tp-run %s --entry=mean --data=%t.npz --check | FileCheck %s
//
// tensor.dim says the size of the whole tensor, also on a device that holds a part of it.

// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @mean(%x: tensor<?xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %sizeInteger = arith.index_cast %size : index to i64
  %sizeFloat = arith.sitofp %sizeInteger : i64 to f32
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %divisor = tensor.splat %sizeFloat : tensor<f32>
  %mean = arith.divf %sum, %divisor : tensor<f32>
  return %mean : tensor<f32>
}
