// RUN: tp-run %s --check --seed=1

// The dynamic dimension is a cast of a static one, which folders see through: local ops keep the
// types that the program has.

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @main(%a: tensor<7x1xi32>,
                %i: tensor<1xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
                %b: tensor<7x5xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<1xi32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>},
        tensor<7x5xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = tensor.cast %a : tensor<7x1xi32> to tensor<?x1xi32>
  %1 = linalg.reduce { arith.addi } ins(%0 : tensor<?x1xi32>) outs(%i : tensor<1xi32>) dimensions = [0]
  %2 = tensor.cast %b : tensor<7x5xi32> to tensor<?x5xi32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %2, %c0 : tensor<?x5xi32>
  %e = tensor.empty(%d) : tensor<?x5xi32>
  %3 = linalg.mul ins(%2, %2 : tensor<?x5xi32>, tensor<?x5xi32>) outs(%e : tensor<?x5xi32>) -> tensor<?x5xi32>
  %4 = tensor.cast %3 : tensor<?x5xi32> to tensor<7x5xi32>
  return %1, %4 : tensor<1xi32>, tensor<7x5xi32>
}
