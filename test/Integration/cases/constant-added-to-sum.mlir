// RUN: %npz make %t.npz arg0=f64:10:0..9 out0=f64::55
// RUN: tp-run %s --entry=plus_ten --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=normalized --check | FileCheck %s
// RUN: %npz make %t.three.npz arg0=f64:10:0..9 out0=f64::55
// RUN: tp-run %s --entry=plus_ten_on_three --data=%t.three.npz --check | FileCheck %s
//
// What is added to a sum over a sharded dimension is added after its reduction.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f64 1 8
// CHECK-NOT: {{all_|permute|reduce_}}
// CHECK: numbers agree

tp.mesh @two <["x"=2]>
tp.mesh @three <["x"=3]>

func.func private @sum_plus_ten(%x: tensor<10xf64>) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %ten = arith.constant dense<10.0> : tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<10xf64>) outs(%zero : tensor<f64>)
      dimensions = [0]
  %result = arith.addf %sum, %ten : tensor<f64>
  return %result : tensor<f64>
}

func.func @plus_ten(%x: tensor<10xf64> {tp.sharding = #tp.sharding<@two, [{"x"}]>}) -> tensor<f64> {
  %result = call @sum_plus_ten(%x) : (tensor<10xf64>) -> tensor<f64>
  return %result : tensor<f64>
}

func.func @plus_ten_on_three(%x: tensor<10xf64> {tp.sharding = #tp.sharding<@three, [{"x"}]>})
    -> tensor<f64> {
  %result = call @sum_plus_ten(%x) : (tensor<10xf64>) -> tensor<f64>
  return %result : tensor<f64>
}

// x / (sum + 1e-6)
func.func @normalized(%x: tensor<10xf64> {tp.sharding = #tp.sharding<@two, [{"x"}]>})
    -> tensor<10xf64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %epsilon = arith.constant dense<1.0e-6> : tensor<f64>
  %empty = tensor.empty() : tensor<10xf64>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<10xf64>) outs(%zero : tensor<f64>)
      dimensions = [0]
  %shifted = arith.addf %sum, %epsilon : tensor<f64>
  %divisors = linalg.broadcast ins(%shifted : tensor<f64>) outs(%empty : tensor<10xf64>)
      dimensions = [0]
  %result = arith.divf %x, %divisors : tensor<10xf64>
  return %result : tensor<10xf64>
}
