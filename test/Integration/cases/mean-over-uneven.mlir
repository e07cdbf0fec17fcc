// RUN: %npz make %t.npz arg0=f32:3x4:0..11 out0=f32::5.5
// RUN: tp-run %s --entry=mean --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.integer.npz arg0=i32:2:3 out0=i32::3
// RUN: tp-run %s --entry=integer_mean --data=%t.integer.npz --check | FileCheck %s --check-prefix=INTEGER
// RUN: %npz make %t.one.npz arg0=f32:1x4:1..4 out0=f32::2.5
// RUN: tp-run %s --entry=mean_of_one_row --data=%t.one.npz --check | FileCheck %s --check-prefix=ROW
//
// A mean divides by the size of the whole, once, and a device without elements adds nothing.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1 4
// CHECK-NOT: all_
// CHECK: numbers agree: largest error 0
// INTEGER: wire bytes
// INTEGER-NEXT: all_reduce {"x"} sum i32 1 4
// INTEGER-NOT: all_
// INTEGER: numbers agree: largest error 0
// ROW: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @mean(%x: tensor<3x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %count = arith.constant dense<12.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<3x4xf32>) outs(%zero : tensor<f32>)
      dimensions = [0, 1]
  %mean = arith.divf %sum, %count : tensor<f32>
  return %mean : tensor<f32>
}

func.func @integer_mean(%x: tensor<2xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %count = arith.constant dense<2> : tensor<i32>
  %sum = linalg.reduce { arith.addi } ins(%x : tensor<2xi32>) outs(%zero : tensor<i32>)
      dimensions = [0]
  %mean = arith.divsi %sum, %count : tensor<i32>
  return %mean : tensor<i32>
}

// The mean of each row, and the mean of these, on a device that has no row.
func.func @mean_of_one_row(%x: tensor<1x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<f32> {
  %zeros = arith.constant dense<0.0> : tensor<1xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %columns = arith.constant dense<4.0> : tensor<1xf32>
  %rows = linalg.reduce { arith.addf } ins(%x : tensor<1x4xf32>) outs(%zeros : tensor<1xf32>)
      dimensions = [1]
  %means = arith.divf %rows, %columns : tensor<1xf32>
  %mean = linalg.reduce { arith.addf } ins(%means : tensor<1xf32>) outs(%zero : tensor<f32>)
      dimensions = [0]
  return %mean : tensor<f32>
}
