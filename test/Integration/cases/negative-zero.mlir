// RUN: %npz make %t.npz arg0=f32:5:-0.0
// RUN: tp-run %s --entry=sum --data=%t.npz --check --save-outputs=%t.out.npz | FileCheck %s
// RUN: %npz print %t.out.npz | FileCheck %s --check-prefix=VALUES
// RUN: %npz make %t.columns.npz arg0=f32:3x2:-0.0
// RUN: tp-run %s --entry=column_sums --data=%t.columns.npz --check --save-outputs=%t.out.npz | FileCheck %s
// RUN: %npz print %t.out.npz | FileCheck %s --check-prefix=COLUMNS
//
// A sum of negative zeros is negative: its neutral element is -0.0, on padding too.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1
// CHECK-NOT: all_
// CHECK: numbers agree: largest error 0
// VALUES: out0 f32 []: -0.0
// COLUMNS: out0 f32 [2]: -0.0 -0.0

tp.mesh @mesh <["x"=4]>

func.func @sum(%x: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %start = arith.constant dense<-0.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}

// Two columns, 3 rows on 4 devices: the last one has nothing to add.
func.func @column_sums(%x: tensor<3x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2xf32> {
  %start = arith.constant dense<-0.0> : tensor<2xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<3x2xf32>) outs(%start : tensor<2xf32>) dimensions = [0]
  return %sum : tensor<2xf32>
}
