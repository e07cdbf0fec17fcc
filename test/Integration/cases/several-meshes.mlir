// RUN: tp-opt %s -tp-global-to-local | FileCheck %s --check-prefix=LOCAL
// RUN: tp-run %s --entry=first_stage --check | FileCheck %s --check-prefixes=CHECK,FIRST
// RUN: tp-run %s --entry=second_stage --check | FileCheck %s --check-prefixes=CHECK,SECOND
//
// Functions of one module on meshes of different devices: each is partitioned for its own.

// FIRST: 6 devices
// SECOND: 4 devices
// CHECK: numbers agree

tp.mesh @first <["x"=2, "y"=3]>
tp.mesh @second <["x"=4]> device_ids = [6, 7, 9, 8]

// LOCAL: tp.mesh @first <["x"=2, "y"=3]>
// LOCAL: tp.mesh @second <["x"=4]> device_ids = [6, 7, 9, 8]
// LOCAL-LABEL: func.func @first_stage(
// LOCAL:         tp.all_reduce sum over @first{"y"}
func.func @first_stage(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@first, [{"x"}, {"y"}]>},
                       %w: tensor<6x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x6xf32>, tensor<6x4xf32>) outs(%zero : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// LOCAL-LABEL: func.func @second_stage(
// LOCAL:         tp.all_reduce sum over @second{"x"}
func.func @second_stage(%a: tensor<8x8xf32> {tp.sharding = #tp.sharding<@second, [{}, {"x"}]>},
                        %w: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

