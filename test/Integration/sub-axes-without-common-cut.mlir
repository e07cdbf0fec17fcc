// RUN: tp-run %s --check --seed=1

// Of 6 devices one contraction is split over the first 2 parts and another over the first 3: sums
// that are partial over one are not over the other, and meet in one op only when reduced.

tp.mesh @mesh <["x"=6]>
func.func @main(%a: tensor<4x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x":(1)2}]>},
                %b: tensor<6x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)2}, {}]>},
                %c: tensor<4x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x":(1)3}]>},
                %d: tensor<6x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)3}, {}]>},
                %g: tensor<4x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                %h: tensor<6x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xi32>, tensor<4x4xi32>) {
  %e = tensor.empty() : tensor<4x4xi32>
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x6xi32>, tensor<6x4xi32>) outs(%f : tensor<4x4xi32>) -> tensor<4x4xi32>
  %1 = linalg.matmul ins(%c, %d : tensor<4x6xi32>, tensor<6x4xi32>) outs(%f : tensor<4x4xi32>) -> tensor<4x4xi32>
  %2 = linalg.matmul ins(%g, %h : tensor<4x6xi32>, tensor<6x4xi32>) outs(%1 : tensor<4x4xi32>) -> tensor<4x4xi32>
  %3 = linalg.add ins(%0, %1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %4 = linalg.sub ins(%3, %2 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %4, %2 : tensor<4x4xi32>, tensor<4x4xi32>
}
