// RUN: %npz make %t.conv.npz arg0=f32:8:1..8 arg1=f32:3:1,10,100 \
// RUN:     out0=f32:8:210,321,432,543,654,765,876,87
// RUN: tp-run %s --entry=conv --data=%t.conv.npz --check | FileCheck %s
// RUN: %npz make %t.seven.npz arg0=f32:7:1..7 arg1=f32:3:1,10,100 \
// RUN:     out0=f32:7:210,321,432,543,654,765,76
// RUN: tp-run %s --entry=uneven_conv --data=%t.seven.npz --check | FileCheck %s
// RUN: %npz make %t.pool.npz arg0=f32:1x8x1:-8,-7,-6,-5,-4,-3,-2,-1 out0=f32:1x6x1:-6,-5,-4,-3,-2,-1
// RUN: tp-run %s --entry=max_pool --data=%t.pool.npz --check | FileCheck %s
// RUN: tp-run %s --entry=strided_conv --check | FileCheck %s
//
// A window sees across the seams between devices, and beyond the ends it sees its padding.

// CHECK: numbers agree: largest error 0

tp.mesh @two <["x"=2]>
tp.mesh @three <["x"=3]>

func.func @conv(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@two, [{"x"}]>}, %w: tensor<3xf32>)
    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@two, [{"x"}]>}) {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %padded = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<8xf32> to tensor<10xf32>
  %result = linalg.conv_1d ins(%padded, %w : tensor<10xf32>, tensor<3xf32>) outs(%zeros : tensor<8xf32>)
      -> tensor<8xf32>
  return %result : tensor<8xf32>
}

func.func @uneven_conv(%x: tensor<7xf32> {tp.sharding = #tp.sharding<@three, [{"x"}]>}, %w: tensor<3xf32>)
    -> (tensor<7xf32> {tp.sharding = #tp.sharding<@three, [{"x"}]>}) {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<7xf32>
  %padded = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<7xf32> to tensor<9xf32>
  %result = linalg.conv_1d ins(%padded, %w : tensor<9xf32>, tensor<3xf32>) outs(%zeros : tensor<7xf32>)
      -> tensor<7xf32>
  return %result : tensor<7xf32>
}

func.func @max_pool(%x: tensor<1x8x1xf32> {tp.sharding = #tp.sharding<@two, [{}, {"x"}, {}]>})
    -> (tensor<1x6x1xf32> {tp.sharding = #tp.sharding<@two, [{}, {"x"}, {}]>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<1x6x1xf32>
  %window = tensor.empty() : tensor<3xf32>
  %result = linalg.pooling_nwc_max ins(%x, %window : tensor<1x8x1xf32>, tensor<3xf32>)
      outs(%lowest : tensor<1x6x1xf32>) -> tensor<1x6x1xf32>
  return %result : tensor<1x6x1xf32>
}

func.func @strided_conv(%x: tensor<2x9x2xi32> {tp.sharding = #tp.sharding<@three, [{}, {"x"}, {}]>},
                        %w: tensor<3x2x4xi32>)
    -> (tensor<2x4x4xi32> {tp.sharding = #tp.sharding<@three, [{}, {"x"}, {}]>}) {
  %zeros = arith.constant dense<0> : tensor<2x4x4xi32>
  %result = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>}
      ins(%x, %w : tensor<2x9x2xi32>, tensor<3x2x4xi32>) outs(%zeros : tensor<2x4x4xi32>)
      -> tensor<2x4x4xi32>
  return %result : tensor<2x4x4xi32>
}
