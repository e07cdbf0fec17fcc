// RUN: tp-run %s --entry=contradicting_sites --check | FileCheck %s
// RUN: tp-run %s --entry=nested_sites --check | FileCheck %s
// RUN: tp-run %s --entry=unused_callee --check | FileCheck %s
//
// Numbers of callees that are cloned, and of several entry points in one module.

// CHECK: numbers agree

tp.mesh @mesh <["x"=2, "y"=3]>

func.func private @layer(%a: tensor<6x6xf32>, %w: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %zero = arith.constant dense<0.0> : tensor<6x6xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<6x6xf32>, tensor<6x6xf32>) outs(%zero : tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = math.absf %0 : tensor<6x6xf32>
  return %1 : tensor<6x6xf32>
}

func.func private @twice(%a: tensor<6x6xf32>, %w: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = call @layer(%a, %w) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @layer(%0, %w) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return %1 : tensor<6x6xf32>
}

func.func @contradicting_sites(%a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                               %w: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                               %v: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {"x"}]>})
    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = call @layer(%a, %w) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @layer(%v, %0) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return %1 : tensor<6x6xf32>
}

func.func @nested_sites(%a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>},
                        %w: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                        %v: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<6x6xf32> {
  %0 = call @twice(%a, %w) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @twice(%v, %0) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = call @layer(%1, %v) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return %2 : tensor<6x6xf32>
}

func.func private @nobody_calls(%a: tensor<6x6xf32>) -> tensor<6x6xf32> {
  return %a : tensor<6x6xf32>
}

func.func @unused_callee(%a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y", "x"}, {}]>}) -> tensor<6x6xf32> {
  %0 = math.exp %a : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
