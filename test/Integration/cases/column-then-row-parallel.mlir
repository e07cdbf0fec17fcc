// RUN: tp-run %s --entry=gelu --check | FileCheck %s --check-prefixes=CHECK,EVEN
// RUN: tp-run %s --entry=uneven_gelu --check | FileCheck %s --check-prefixes=CHECK,UNEVEN
// RUN: tp-run %s --entry=scattered --check | FileCheck %s --check-prefix=SCATTERED
//
// A column-parallel matmul, an activation and a row-parallel matmul communicate once, at the end,
// and scatter the sum where it is wanted scattered.

// CHECK: wire bytes
// EVEN-NEXT: all_reduce {"x"} sum f32 1 128
// UNEVEN-NEXT: all_reduce {"x"} sum f32 1 60
// CHECK-NOT: {{all_|permute|reduce_}}
// CHECK: numbers agree
// SCATTERED: wire bytes
// SCATTERED-NEXT: reduce_scatter {"x"} sum f32 1 128 32
// SCATTERED-NOT: {{all_|permute|reduce_}}
// SCATTERED: numbers agree

tp.mesh @four <["unused"=2, "x"=4]>
tp.mesh @three <["x"=3]>

func.func private @mlp(%x: tensor<4x8xf32>, %up: tensor<8x16xf32>, %down: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %zeros2 = arith.constant dense<0.0> : tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x16xf32>
  %h = linalg.matmul ins(%x, %up : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zeros : tensor<4x16xf32>) -> tensor<4x16xf32>
  %erf = math.erf %h : tensor<4x16xf32>
  %shifted = arith.addf %erf, %one : tensor<4x16xf32>
  %gelu = arith.mulf %h, %shifted : tensor<4x16xf32>
  %y = linalg.matmul ins(%gelu, %down : tensor<4x16xf32>, tensor<16x8xf32>) outs(%zeros2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

func.func @gelu(%x: tensor<4x8xf32>,
                %up: tensor<8x16xf32> {tp.sharding = #tp.sharding<@four, [{}, {"x"}]>},
                %down: tensor<16x8xf32> {tp.sharding = #tp.sharding<@four, [{"x"}, {}]>}) -> tensor<4x8xf32> {
  %y = call @mlp(%x, %up, %down) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

func.func @scattered(%x: tensor<4x8xf32>,
                     %up: tensor<8x16xf32> {tp.sharding = #tp.sharding<@four, [{}, {"x"}]>},
                     %down: tensor<16x8xf32> {tp.sharding = #tp.sharding<@four, [{"x"}, {}]>})
    -> (tensor<4x8xf32> {tp.sharding = #tp.sharding<@four, [{"x"}, {}]>}) {
  %y = call @mlp(%x, %up, %down) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// 7 hidden units on 3 devices.
func.func @uneven_gelu(%x: tensor<3x5xf32>,
                       %up: tensor<5x7xf32> {tp.sharding = #tp.sharding<@three, [{}, {"x"}]>},
                       %down: tensor<7x5xf32> {tp.sharding = #tp.sharding<@three, [{"x"}, {}]>}) -> tensor<3x5xf32> {
  %zeros = arith.constant dense<0.0> : tensor<3x7xf32>
  %zeros2 = arith.constant dense<0.0> : tensor<3x5xf32>
  %h = linalg.matmul ins(%x, %up : tensor<3x5xf32>, tensor<5x7xf32>) outs(%zeros : tensor<3x7xf32>) -> tensor<3x7xf32>
  %gelu = math.erf %h : tensor<3x7xf32>
  %y = linalg.matmul ins(%gelu, %down : tensor<3x7xf32>, tensor<7x5xf32>) outs(%zeros2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}
