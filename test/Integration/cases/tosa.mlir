// RUN: tp-opt %s -tp-tosa-to-linalg -o %t.mlir
// RUN: tp-opt %t.mlir -tp-global-to-local | FileCheck %s --check-prefix=LOCAL
// RUN: tp-run %t.mlir --entry=mlp --check | FileCheck %s --check-prefixes=CHECK,MLP
// RUN: tp-run %t.mlir --entry=softmax --check | FileCheck %s
//
// Programs in tosa come to linalg by upstream's passes; the shardings of arguments stay.

// MLP: all_reduce {"model"} sum f32 1
// MLP-NOT: all_gather
// CHECK: numbers agree

tp.mesh @mesh <["data"=2, "model"=2]>

// LOCAL-LABEL: func.func @mlp(
// LOCAL-SAME:    tensor<1x4x8xf32>
// LOCAL:         linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<1x4x8xf32>, tensor<1x8x8xf32>)
func.func @mlp(%x: tensor<1x8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"data"}, {}]>},
               %up: tensor<1x8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}, {"model"}]>},
               %bias: tensor<1x1x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}, {"model"}]>},
               %down: tensor<1x16x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}, {}]>})
    -> tensor<1x8x8xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %x, %up, %zp, %zp : (tensor<1x8x8xf32>, tensor<1x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x16xf32>
  %1 = tosa.add %0, %bias : (tensor<1x8x16xf32>, tensor<1x1x16xf32>) -> tensor<1x8x16xf32>
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 100.0 : f32} : (tensor<1x8x16xf32>) -> tensor<1x8x16xf32>
  %3 = tosa.matmul %2, %down, %zp, %zp : (tensor<1x8x16xf32>, tensor<1x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8xf32>
  return %3 : tensor<1x8x8xf32>
}

func.func @softmax(%x: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}, {"model"}]>}) -> tensor<8x6xf32> {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<8x6xf32>) -> tensor<8x1xf32>
  %1 = tosa.sub %x, %0 : (tensor<8x6xf32>, tensor<8x1xf32>) -> tensor<8x6xf32>
  %2 = tosa.exp %1 : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<8x6xf32>) -> tensor<8x1xf32>
  %4 = tosa.reciprocal %3 : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = tosa.mul %2, %4, %shift : (tensor<8x6xf32>, tensor<8x1xf32>, tensor<1xi8>) -> tensor<8x6xf32>
  return %5 : tensor<8x6xf32>
}
