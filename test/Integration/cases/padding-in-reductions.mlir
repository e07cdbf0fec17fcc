// RUN: %npz make %t.npz arg0=f32:5:-1..-5 out0=f32::-1 out1=f32::-120 out2=f32::0.578055 out3=f32::-5
// RUN: tp-run %s --entry=of_negatives --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.positive.npz arg0=f32:5:1..5 out0=f32::5 out1=f32::120 out2=f32::233.2041 out3=f32::1
// RUN: tp-run %s --entry=of_negatives --data=%t.positive.npz --check | FileCheck %s
// RUN: %npz make %t.ones.npz arg0=f32:3x4:1..12 arg1=f32:3x2:1,2,3,4,5,6 out0=f32:4x2:9,12,9,12,9,12,9,12
// RUN: tp-run %s --entry=quotient --data=%t.ones.npz --check | FileCheck %s
// RUN: %npz make %t.logits.npz arg0=f32:2x7:1..14
// RUN: tp-run %s --entry=logsumexp --data=%t.logits.npz --check | FileCheck %s --check-prefix=LOG
//
// What fills the last block never takes part in a reduction, not even as NaN.

// CHECK: numbers agree
// LOG: wire bytes
// LOG-NEXT: all_reduce {"x"} sum f32 1 8
// LOG-NEXT: all_reduce {"x"} max f32 1 8
// LOG-NEXT: total
// LOG: numbers agree

tp.mesh @mesh <["x"=2]>

// The maximum, the product, the sum of the exponentials and the minimum.
func.func @of_negatives(%x: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %highest = arith.constant dense<0x7F800000> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<5xf32>) outs(%lowest : tensor<f32>) dimensions = [0]
  %min = linalg.reduce { arith.minimumf } ins(%x : tensor<5xf32>) outs(%highest : tensor<f32>) dimensions = [0]
  %product = linalg.reduce { arith.mulf } ins(%x : tensor<5xf32>) outs(%one : tensor<f32>) dimensions = [0]
  %exp = math.exp %x : tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<5xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %max, %product, %sum, %min : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// x / x is NaN where the padding is 0.
func.func @quotient(%x: tensor<3x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                    %y: tensor<3x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<4x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %empty = tensor.empty() : tensor<4x3xf32>
  %ones = arith.divf %x, %x : tensor<3x4xf32>
  %transposed = linalg.transpose ins(%ones : tensor<3x4xf32>) outs(%empty : tensor<4x3xf32>) permutation = [1, 0]
  %product = linalg.matmul ins(%transposed, %y : tensor<4x3xf32>, tensor<3x2xf32>)
      outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %product : tensor<4x2xf32>
}

// A vocabulary of 7 on 2 devices.
func.func @logsumexp(%x: tensor<2x7xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) -> tensor<2xf32> {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<2xf32>
  %empty = tensor.empty() : tensor<2x7xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<2x7xf32>) outs(%lowest : tensor<2xf32>) dimensions = [1]
  %maxima = linalg.broadcast ins(%max : tensor<2xf32>) outs(%empty : tensor<2x7xf32>) dimensions = [1]
  %centred = arith.subf %x, %maxima : tensor<2x7xf32>
  %exp = math.exp %centred : tensor<2x7xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<2x7xf32>) outs(%zero : tensor<2xf32>) dimensions = [1]
  %log = math.log %sum : tensor<2xf32>
  %result = arith.addf %log, %max : tensor<2xf32>
  return %result : tensor<2xf32>
}
