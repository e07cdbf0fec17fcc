// RUN: tp-run %s --check --seed=1

// The number of trips comes from a counter beside a sharded tensor that is contracted in the loop.
// The counter is the same on all devices, so the collective may stay in the loop.

tp.mesh @mesh <["x"=2]>
func.func @main(%a: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
  %k = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x4xi32>
  %c = arith.constant 0 : i32
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %0:2 = scf.while (%i = %zero, %x = %a) : (i32, tensor<4x4xi32>) -> (i32, tensor<4x4xi32>) {
    %more = arith.cmpi slt, %i, %k : i32
    scf.condition(%more) %i, %x : i32, tensor<4x4xi32>
  } do {
  ^bb0(%i: i32, %x: tensor<4x4xi32>):
    %next = arith.addi %i, %one : i32
    %1 = linalg.matmul ins(%x, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%f : tensor<4x4xi32>) -> tensor<4x4xi32>
    scf.yield %next, %1 : i32, tensor<4x4xi32>
  }
  return %0#1 : tensor<4x4xi32>
}
