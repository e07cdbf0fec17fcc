// RUN: %npz make %t.npz arg0=i32:12x8:0..95 out0=i32:16x6:0..95
// RUN: tp-run %s --entry=regroup --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=six_heads --check 2>&1 | FileCheck %s --check-prefix=SIX
// RUN: tp-run %s --entry=eight_heads --check | FileCheck %s --check-prefix=NONE
// RUN: tp-run %s --entry=unit_expand --check | FileCheck %s --check-prefix=NONE
// RUN: tp-run %s --entry=unit_collapse --check | FileCheck %s --check-prefix=NONE
// RUN: tp-run %s --entry=unit_concat --check | FileCheck %s --check-prefix=NONE
// RUN: tp-run %s --entry=unit_axis --check | FileCheck %s --check-prefix=NONE
//
// A reshape keeps a sharding as far as the factors of its dimensions divide.

// CHECK: numbers agree: largest error 0
// NONE: no communication
// NONE: numbers agree: largest error 0

tp.mesh @line <["x"=4]>
tp.mesh @units <["one"=1, "x"=2]>

// 12 rows of 8 become 16 rows of 6: equal local sizes prove nothing.
func.func @regroup(%x: tensor<12x8xi32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>})
    -> (tensor<16x6xi32> {tp.sharding = #tp.sharding<@line, [{"x"}, {}]>}) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<12x8xi32> into tensor<96xi32>
  %result = tensor.expand_shape %flat [[0, 1]] output_shape [16, 6] : tensor<96xi32> into tensor<16x6xi32>
  return %result : tensor<16x6xi32>
}

// 6 heads divide by 2, not by 4: only the minor half of the axis is gathered.
// SIX: wire bytes
// SIX-NEXT: all_gather {"x":(2)2} f32 1 24 48
// SIX-NOT: all_
// SIX: numbers agree: largest error 0
func.func @six_heads(%x: tensor<2x12xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>})
    -> tensor<2x6x2xf32> {
  %heads = tensor.expand_shape %x [[0], [1, 2]] output_shape [2, 6, 2]
      : tensor<2x12xf32> into tensor<2x6x2xf32>
  %result = arith.negf %heads : tensor<2x6x2xf32>
  return %result : tensor<2x6x2xf32>
}

func.func @eight_heads(%x: tensor<2x16xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>})
    -> (tensor<2x8x2xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}, {}]>}) {
  %heads = tensor.expand_shape %x [[0], [1, 2]] output_shape [2, 8, 2]
      : tensor<2x16xf32> into tensor<2x8x2xf32>
  return %heads : tensor<2x8x2xf32>
}

func.func @unit_expand(%x: tensor<6x4xf32> {tp.sharding = #tp.sharding<@units, [{}, {"x"}]>})
    -> (tensor<6x1x4x1xf32> {tp.sharding = #tp.sharding<@units, [{}, {}, {"x"}, {}]>}) {
  %result = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [6, 1, 4, 1]
      : tensor<6x4xf32> into tensor<6x1x4x1xf32>
  return %result : tensor<6x1x4x1xf32>
}

func.func @unit_collapse(%x: tensor<1x5x1xf32> {tp.sharding = #tp.sharding<@units, [{}, {"x"}, {}]>})
    -> (tensor<5xf32> {tp.sharding = #tp.sharding<@units, [{"x"}]>}) {
  %result = tensor.collapse_shape %x [[0, 1, 2]] : tensor<1x5x1xf32> into tensor<5xf32>
  return %result : tensor<5xf32>
}

func.func @unit_concat(%x: tensor<1x4xf32> {tp.sharding = #tp.sharding<@units, [{"one"}, {"x"}]>},
                       %y: tensor<2x4xf32> {tp.sharding = #tp.sharding<@units, [{"one"}, {"x"}]>})
    -> (tensor<3x4xf32> {tp.sharding = #tp.sharding<@units, [{"one"}, {"x"}]>}) {
  %result = tensor.concat dim(0) %x, %y : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %result : tensor<3x4xf32>
}

// An axis of size 1 splits nothing, so nothing is gathered over it.
func.func @unit_axis(%x: tensor<6x4xf32> {tp.sharding = #tp.sharding<@units, [{"one"}, {}]>})
    -> tensor<24xf32> {
  %result = tensor.collapse_shape %x [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  return %result : tensor<24xf32>
}
