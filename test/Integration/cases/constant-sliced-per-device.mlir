// RUN: %npz make %t.npz arg0=i32:4:10,20,30,40 out0=i32:4:10,21,32,43
// RUN: tp-run %s --entry=even --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.uneven.npz arg0=f32:5x2:0 out0=f32:5x2:0..9
// RUN: tp-run %s --entry=uneven --data=%t.uneven.npz --check | FileCheck %s
//
// A constant that meets a sharded operand is sliced on each device; nothing is gathered for it.

// CHECK: no communication
// CHECK: numbers agree: largest error 0

tp.mesh @line <["x"=2]>
tp.mesh @grid <["x"=3, "y"=2]>

func.func @even(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>}) -> (tensor<4xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>}) {
  %constant = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %sum = arith.addi %x, %constant : tensor<4xi32>
  return %sum : tensor<4xi32>
}

func.func @uneven(%x: tensor<5x2xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}, {"y"}]>})
    -> (tensor<5x2xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}, {"y"}]>}) {
  %constant = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0]]> : tensor<5x2xf32>
  %sum = arith.addf %x, %constant : tensor<5x2xf32>
  return %sum : tensor<5x2xf32>
}
