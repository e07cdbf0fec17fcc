// RUN: %npz make %t.npz arg0=f32:1x8:100..107
// RUN: tp-run %s --entry=last --data=%t.npz --check --save-outputs=%t.out.npz | FileCheck %s
// RUN: %npz print %t.out.npz | FileCheck %s --check-prefix=VALUES
// RUN: tp-run %s --entry=last_of_two_axes --data=%t.npz --check | FileCheck %s --check-prefix=TWO
// RUN: tp-run %s --entry=last_of_three --data=%t.npz --check | FileCheck %s
//
// A softmax over a sharded dimension combines its maxima as maxima: their sum would be NaN.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1
// CHECK-NEXT: all_reduce {"x"} max f32 1
// CHECK-NEXT: total
// CHECK: numbers agree
// VALUES: out0 f32 [1, 8]: {{.*}} 0.63233
// TWO: wire bytes
// TWO-NEXT: all_reduce {"x", "y"} sum f32 1
// TWO-NEXT: all_reduce {"x", "y"} max f32 1
// TWO-NEXT: total
// TWO: numbers agree

tp.mesh @line <["x"=4]>
tp.mesh @three <["x"=3]>
tp.mesh @grid <["x"=2, "unused"=2, "y"=3]>

func.func private @softmax(%x: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %lowest = arith.constant dense<0xFF800000> : tensor<1xf32>
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %empty = tensor.empty() : tensor<1x8xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<1x8xf32>)
      outs(%lowest : tensor<1xf32>) dimensions = [1]
  %maxima = linalg.broadcast ins(%max : tensor<1xf32>) outs(%empty : tensor<1x8xf32>) dimensions = [1]
  %centred = linalg.sub ins(%x, %maxima : tensor<1x8xf32>, tensor<1x8xf32>)
      outs(%empty : tensor<1x8xf32>) -> tensor<1x8xf32>
  %exp = linalg.exp ins(%centred : tensor<1x8xf32>) outs(%empty : tensor<1x8xf32>) -> tensor<1x8xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<1x8xf32>)
      outs(%zero : tensor<1xf32>) dimensions = [1]
  %sums = linalg.broadcast ins(%sum : tensor<1xf32>) outs(%empty : tensor<1x8xf32>) dimensions = [1]
  %result = linalg.div ins(%exp, %sums : tensor<1x8xf32>, tensor<1x8xf32>)
      outs(%empty : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %result : tensor<1x8xf32>
}

func.func @last(%x: tensor<1x8xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>})
    -> (tensor<1x8xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>}) {
  %result = call @softmax(%x) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %result : tensor<1x8xf32>
}

// 8 elements on 6 devices: two of them have none.
func.func @last_of_two_axes(
    %x: tensor<1x8xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"y", "x"}]>})
    -> (tensor<1x8xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"y", "x"}]>}) {
  %result = call @softmax(%x) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %result : tensor<1x8xf32>
}

// Blocks of 3, 3 and 2.
func.func @last_of_three(%x: tensor<1x8xf32> {tp.sharding = #tp.sharding<@three, [{}, {"x"}]>})
    -> (tensor<1x8xf32> {tp.sharding = #tp.sharding<@three, [{}, {"x"}]>}) {
  %result = call @softmax(%x) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %result : tensor<1x8xf32>
}
