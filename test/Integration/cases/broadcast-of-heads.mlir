// RUN: tp-run %s --check | FileCheck %s
//
// Each of two key heads serves four of eight query heads: the keys are sharded on the major half
// of the axis and replicated on the minor one.

// CHECK: no communication
// CHECK: replicated ops: 0
// CHECK: numbers agree

tp.mesh @mesh <["x"=4]>

func.func @main(%q: tensor<8x3x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>},
                %k: tensor<2x5x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)2}, {}, {}]>})
    -> (tensor<8x3x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<8x3x5xf32>
  %scores = linalg.generic {
      indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>,
                       affine_map<(h, q, k, d) -> (h floordiv 4, k, d)>,
                       affine_map<(h, q, k, d) -> (h, q, k)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x3x2xf32>, tensor<2x5x2xf32>) outs(%zero : tensor<8x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %product = arith.mulf %a, %b : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<8x3x5xf32>
  return %scores : tensor<8x3x5xf32>
}
