// RUN: tp-run %s --entry=depthwise --check | FileCheck %s
// RUN: tp-run %s --entry=depthwise_channels --check | FileCheck %s
// RUN: tp-run %s --entry=batch_matmul --check | FileCheck %s
//
// Dimensions that an op does not combine, a batch or the channels of a depthwise convolution, stay
// sharded.

// CHECK: no communication
// CHECK: replicated ops: 0
// CHECK: numbers agree

tp.mesh @mesh <["x"=2, "unused"=2]>

func.func @depthwise(%x: tensor<3x6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>},
                     %w: tensor<3x4xf32>)
    -> (tensor<3x4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>}) {
  %zeros = arith.constant dense<0.0> : tensor<3x4x4xf32>
  %result = linalg.depthwise_conv_1d_nwc_wc ins(%x, %w : tensor<3x6x4xf32>, tensor<3x4xf32>)
      outs(%zeros : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %result : tensor<3x4x4xf32>
}

func.func @depthwise_channels(%x: tensor<3x6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}, {"x"}]>},
                              %w: tensor<3x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<3x4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}, {"x"}]>}) {
  %zeros = arith.constant dense<0.0> : tensor<3x4x4xf32>
  %result = linalg.depthwise_conv_1d_nwc_wc ins(%x, %w : tensor<3x6x4xf32>, tensor<3x4xf32>)
      outs(%zeros : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %result : tensor<3x4x4xf32>
}

func.func @batch_matmul(%a: tensor<5x3x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>},
                        %b: tensor<5x4x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>})
    -> (tensor<5x3x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>}) {
  %zeros = arith.constant dense<0.0> : tensor<5x3x2xf32>
  %result = linalg.batch_matmul ins(%a, %b : tensor<5x3x4xf32>, tensor<5x4x2xf32>)
      outs(%zeros : tensor<5x3x2xf32>) -> tensor<5x3x2xf32>
  return %result : tensor<5x3x2xf32>
}
