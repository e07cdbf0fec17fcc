// RUN: %npz make %t.iota.npz arg0=i32:32:0..31 out0=i32:8:0..7
// RUN: tp-run %s --entry=beginning --data=%t.iota.npz --check | FileCheck %s
// RUN: %npz make %t.halves.npz arg0=i32:8:1..8 out0=i32:4:5,12,21,32
// RUN: tp-run %s --entry=halves --data=%t.halves.npz --check | FileCheck %s
// RUN: %npz make %t.stride.npz arg0=i32:9:0..8 out0=i32:4:1,3,5,7
// RUN: tp-run %s --entry=every_second --data=%t.stride.npz --check | FileCheck %s
// RUN: %npz make %t.middle.npz arg0=i32:9:0..8 out0=i32:5:3..7
// RUN: tp-run %s --entry=middle --data=%t.middle.npz --check | FileCheck %s
// RUN: %npz make %t.rows.npz arg0=i32:4x6:0..23 out0=i32:4x2:2,3,8,9,14,15,20,21
// RUN: tp-run %s --entry=other_dimension --data=%t.rows.npz --check | FileCheck %s --check-prefix=OTHER
//
// The positions of a slice are those of the whole tensor.

// CHECK: numbers agree: largest error 0
// OTHER: no communication
// OTHER: numbers agree: largest error 0

tp.mesh @line <["x"=2]>
tp.mesh @long <["unused"=1, "x"=4]>

func.func @beginning(%x: tensor<32xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>})
    -> (tensor<8xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>}) {
  %slice = tensor.extract_slice %x[0] [8] [1] : tensor<32xi32> to tensor<8xi32>
  return %slice : tensor<8xi32>
}

// A gated unit: the first half times the second.
func.func @halves(%x: tensor<8xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>}) -> tensor<4xi32> {
  %low = tensor.extract_slice %x[0] [4] [1] : tensor<8xi32> to tensor<4xi32>
  %high = tensor.extract_slice %x[4] [4] [1] : tensor<8xi32> to tensor<4xi32>
  %product = arith.muli %low, %high : tensor<4xi32>
  return %product : tensor<4xi32>
}

func.func @every_second(%x: tensor<9xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>})
    -> (tensor<4xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>}) {
  %slice = tensor.extract_slice %x[1] [4] [2] : tensor<9xi32> to tensor<4xi32>
  return %slice : tensor<4xi32>
}

func.func @middle(%x: tensor<9xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>})
    -> (tensor<5xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>}) {
  %slice = tensor.extract_slice %x[3] [5] [1] : tensor<9xi32> to tensor<5xi32>
  return %slice : tensor<5xi32>
}

func.func @other_dimension(%x: tensor<4x6xi32> {tp.sharding = #tp.sharding<@long, [{"x"}, {}]>})
    -> (tensor<4x2xi32> {tp.sharding = #tp.sharding<@long, [{"x"}, {}]>}) {
  %slice = tensor.extract_slice %x[0, 2] [4, 2] [1, 1] : tensor<4x6xi32> to tensor<4x2xi32>
  return %slice : tensor<4x2xi32>
}
