// RUN: %npz make %t.npz arg0=f32:2x4:1..8 arg1=f32:4x2:1,-2,3,-4,5,-6,7,-8 arg2=f32:2x2:100,200,300,400 \
// RUN:     out0=f32:2x2:150,140,414,260
// RUN: tp-run %s --entry=matmul --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=matmul_on_two_axes --data=%t.npz --check | FileCheck %s --check-prefix=TWO
// RUN: tp-run %s --entry=bias --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.max.npz arg0=f32:5:-1..-5 out0=f32::5
// RUN: tp-run %s --entry=max_with_start --data=%t.max.npz --check | FileCheck %s --check-prefix=MAX
// RUN: %npz make %t.sum.npz arg0=i32:3:1..3 out0=i32::106
// RUN: tp-run %s --entry=sum_with_start --data=%t.sum.npz --check | FileCheck %s --check-prefix=SUM
//
// The initial value of a sharded reduction counts once, not once per device.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1 16
// CHECK-NOT: {{all_|permute|reduce_}}
// CHECK: numbers agree: largest error 0
// TWO: wire bytes
// TWO-NEXT: all_reduce {"x", "y"} sum f32 1 16
// TWO-NOT: {{all_|permute|reduce_}}
// TWO: numbers agree: largest error 0
// MAX: wire bytes
// MAX-NEXT: all_reduce {"x"} max f32 1 4
// MAX: numbers agree: largest error 0
// SUM: wire bytes
// SUM-NEXT: all_reduce {"x"} sum i32 1 4
// SUM: numbers agree: largest error 0

tp.mesh @line <["x"=2]>
tp.mesh @grid <["x"=2, "y"=2]>
tp.mesh @long <["x"=4]>

func.func @matmul(%a: tensor<2x4xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>},
                  %b: tensor<4x2xf32> {tp.sharding = #tp.sharding<@line, [{"x"}, {}]>},
                  %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %ab = linalg.matmul ins(%a, %b : tensor<2x4xf32>, tensor<4x2xf32>) outs(%c : tensor<2x2xf32>)
      -> tensor<2x2xf32>
  return %ab : tensor<2x2xf32>
}

func.func @matmul_on_two_axes(
    %a: tensor<2x4xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"x", "y"}]>},
    %b: tensor<4x2xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}, {}]>},
    %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %ab = linalg.matmul ins(%a, %b : tensor<2x4xf32>, tensor<4x2xf32>) outs(%c : tensor<2x2xf32>)
      -> tensor<2x2xf32>
  return %ab : tensor<2x2xf32>
}

func.func @bias(%a: tensor<2x4xf32> {tp.sharding = #tp.sharding<@line, [{}, {"x"}]>},
                %b: tensor<4x2xf32> {tp.sharding = #tp.sharding<@line, [{"x"}, {}]>},
                %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %ab = linalg.matmul ins(%a, %b : tensor<2x4xf32>, tensor<4x2xf32>) outs(%zero : tensor<2x2xf32>)
      -> tensor<2x2xf32>
  %sum = arith.addf %ab, %c : tensor<2x2xf32>
  return %sum : tensor<2x2xf32>
}

func.func @max_with_start(%x: tensor<5xf32> {tp.sharding = #tp.sharding<@long, [{"x"}]>})
    -> tensor<f32> {
  %five = arith.constant dense<5.0> : tensor<f32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<5xf32>) outs(%five : tensor<f32>)
      dimensions = [0]
  return %max : tensor<f32>
}

// Fewer elements than devices.
func.func @sum_with_start(%x: tensor<3xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>})
    -> tensor<i32> {
  %hundred = arith.constant dense<100> : tensor<i32>
  %sum = linalg.reduce { arith.addi } ins(%x : tensor<3xi32>) outs(%hundred : tensor<i32>)
      dimensions = [0]
  return %sum : tensor<i32>
}
