// RUN: split-file %s %t
// RUN: tp-run %t/slice.mlir --check --seed=1
// RUN: tp-run %t/gather.mlir --check --seed=1
// RUN: tp-run %t/concat-pad.mlir --check --seed=1

// Tensors without elements are moved between shardings, joined and padded like others, although no
// slice of them verifies.

//--- slice.mlir
tp.mesh @mesh <["x"=4]>
func.func @main(%a: tensor<4x0xi32>, %b: tensor<0xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<4x0xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
        tensor<0xi32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %e = tensor.empty() : tensor<4x0xi32>
  %0 = linalg.broadcast ins(%b : tensor<0xi32>) outs(%e : tensor<4x0xi32>) dimensions = [0]
  %1 = linalg.add ins(%0, %a : tensor<4x0xi32>, tensor<4x0xi32>) outs(%e : tensor<4x0xi32>) -> tensor<4x0xi32>
  return %1, %b : tensor<4x0xi32>, tensor<0xi32>
}

//--- gather.mlir
tp.mesh @mesh <["x"=4]>
func.func @main(%a: tensor<5x0xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<0x5xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<5x0xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<5x5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %e = tensor.empty() : tensor<5x5xi32>
  %c7 = arith.constant 7 : i32
  %f = linalg.fill ins(%c7 : i32) outs(%e : tensor<5x5xi32>) -> tensor<5x5xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x0xi32>, tensor<0x5xi32>) outs(%f : tensor<5x5xi32>) -> tensor<5x5xi32>
  return %a, %0 : tensor<5x0xi32>, tensor<5x5xi32>
}

//--- concat-pad.mlir
tp.mesh @mesh <["x"=2]>
func.func @main(%a: tensor<0x3xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4x3xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x3xi32>, tensor<2x3xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = tensor.concat dim(0) %b, %a : (tensor<4x3xi32>, tensor<0x3xi32>) -> tensor<4x3xi32>
  %1 = tensor.pad %a low[2, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %c9 = arith.constant 9 : i32
    tensor.yield %c9 : i32
  } : tensor<0x3xi32> to tensor<2x3xi32>
  return %0, %1 : tensor<4x3xi32>, tensor<2x3xi32>
}
