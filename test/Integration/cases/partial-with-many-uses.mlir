// RUN: tp-run %s --entry=three_contractions --check | FileCheck %s --check-prefix=THREE
// RUN: tp-run %s --entry=broadcast --check | FileCheck %s --check-prefix=BROADCAST
//
// A partial value is reduced once for all its uses, and before a broadcast makes it larger.

// THREE: wire bytes
// THREE-NEXT: all_reduce {"x"} sum f32 1 16
// THREE-NOT: {{all_|permute|reduce_}}
// THREE: numbers agree
// BROADCAST: wire bytes
// BROADCAST-NEXT: all_reduce {"x"} sum f32 1 16
// BROADCAST-NOT: {{all_|permute|reduce_}}
// BROADCAST: numbers agree

tp.mesh @mesh <["x"=2]>

func.func @three_contractions(%g: tensor<2x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                              %w: tensor<4x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                              %a: tensor<2x8xf32>, %b: tensor<2x8xf32>, %c: tensor<2x8xf32>)
    -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x8xf32>
  %gradient = linalg.matmul ins(%g, %w : tensor<2x4xf32>, tensor<4x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %first = linalg.matmul ins(%gradient, %a : tensor<2x2xf32>, tensor<2x8xf32>) outs(%zeros : tensor<2x8xf32>) -> tensor<2x8xf32>
  %second = linalg.matmul ins(%gradient, %b : tensor<2x2xf32>, tensor<2x8xf32>) outs(%zeros : tensor<2x8xf32>) -> tensor<2x8xf32>
  %third = linalg.matmul ins(%gradient, %c : tensor<2x2xf32>, tensor<2x8xf32>) outs(%zeros : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %first, %second, %third : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
}

func.func @broadcast(%x: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4x6xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %result = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%empty : tensor<4x8xf32>) dimensions = [1]
  return %result : tensor<4x8xf32>
}
