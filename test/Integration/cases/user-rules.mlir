// RUN: %npz make %t.npz arg0=f32:8x6:0..47 out0=f32:8:16,52,88,124,160,196,232,268
// RUN: tp-run %s --entry=init_counts_once --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=rows_only --check | FileCheck %s
//
// A rule that the user gives takes the place of the op's own.

// CHECK: numbers agree

tp.mesh @mesh <["x"=2, "y"=3]>

// The destination has ones, and is read.
func.func @init_counts_once(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8xf32> {
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %0 = linalg.reduce ins(%a : tensor<8x6xf32>) outs(%one : tensor<8xf32>) dimensions = [1]
      {tp.rule = #tp.rule<([r, c]) -> ([r]) {r=8, c=6} reduction = sum{c}>}
      (%in: f32, %out: f32) {
        %s = arith.addf %in, %out : f32
        linalg.yield %s : f32
      }
  return %0 : tensor<8xf32>
}

// The rule keeps the op's columns together.
func.func @rows_only(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x6xf32> {
  %0 = tensor.empty() : tensor<8x6xf32>
  %1 = linalg.exp {tp.rule = #tp.rule<([r, *]) -> ([r, *]) {r=8}>}
      ins(%a : tensor<8x6xf32>) outs(%0 : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
