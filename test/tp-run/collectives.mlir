// RUN: %npz make %t.six.npz arg0=f32:6:1..6 out0=f32:2:6,15
// RUN: tp-run %s --entry=all_reduce --data=%t.six.npz --check | FileCheck %s --check-prefix=REDUCE
// RUN: %npz make %t.sum.npz arg0=f32:6:1..6 out0=f32:1:21
// RUN: tp-run %s --entry=all_reduce_over_two_axes --data=%t.sum.npz --check | FileCheck %s --check-prefix=TWO
// RUN: %npz make %t.subaxis.npz arg0=f32:4:1..4 out0=f32:2:4,6
// RUN: tp-run %s --entry=all_reduce_over_sub_axis --data=%t.subaxis.npz --check | FileCheck %s --check-prefix=SUB
// RUN: %npz make %t.gather.npz arg0=f32:12x2:1..24 out0=f32:12x2:1..24
// RUN: tp-run %s --entry=all_gather --data=%t.gather.npz --check | FileCheck %s --check-prefix=GATHER
// RUN: %npz make %t.columns.npz arg0=f32:2x6:1..12 out0=f32:2x6:1..12
// RUN: tp-run %s --entry=all_gather_columns --data=%t.columns.npz --check | FileCheck %s
// RUN: %npz make %t.scatter.npz arg0=f32:6x3:1..18 out0=f32:6:12,15,18,39,42,45
// RUN: tp-run %s --entry=reduce_scatter --data=%t.scatter.npz --check | FileCheck %s --check-prefix=SCATTER
// RUN: %npz make %t.exchange.npz arg0=f32:4x6:1..24 out0=f32:4x6:1..24
// RUN: tp-run %s --entry=all_to_all --data=%t.exchange.npz --check | FileCheck %s --check-prefix=EXCHANGE
// RUN: %npz make %t.permute.npz arg0=f32:6:1..6 out0=f32:6:0,1,2,0,4,5
// RUN: tp-run %s --entry=permute --data=%t.permute.npz --check | FileCheck %s --check-prefix=PERMUTE
// RUN: %npz make %t.broadcast.npz arg0=f32:6:1..6 out0=f32:2:3,6
// RUN: tp-run %s --entry=broadcast --data=%t.broadcast.npz --check | FileCheck %s --check-prefix=BROADCAST
// RUN: %npz make %t.slice.npz arg0=f32:6:1..6 out0=f32:6:1..6
// RUN: tp-run %s --entry=all_slice --data=%t.slice.npz --check | FileCheck %s --check-prefix=SLICE
// RUN: %npz make %t.coordinate.npz out0=i64:6:0,2,4,1,3,5
// RUN: tp-run %s --entry=coordinate --data=%t.coordinate.npz --check | FileCheck %s --check-prefix=SLICE
// RUN: %npz make %t.send.npz arg0=f32:6:1..6 out0=f32:6:1,2,3,4,5,1
// RUN: tp-run %s --entry=send --data=%t.send.npz --check | FileCheck %s --check-prefix=SEND
// RUN: %npz make %t.several.npz arg0=f32:6:1..6 arg1=f64:6:1,-7,3,4,9,2 out0=f32:2:3,6 out1=f64:2:3,9
// RUN: tp-run %s --entry=several_operands --data=%t.several.npz --check | FileCheck %s --check-prefix=SEVERAL
// RUN: tp-run %s --entry=started --data=%t.six.npz --check | FileCheck %s --check-prefix=REDUCE
//
// Every collective on six devices, told apart by distinct small integers in their elements.

module attributes {tp.stage = "local"} {
tp.mesh @grid <["x"=2, "y"=3]>
tp.mesh @line <["z"=4]>

// Wire bytes: 2·(3−1)/3 of 4, rounded up.
// REDUCE: all_reduce {"y"} sum f32 1 4 4 6
// REDUCE: numbers agree: largest error 0
func.func @all_reduce(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}]>, tp.global_type = tensor<2xf32>}) {
  %r = tp.all_reduce sum over @grid{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// TWO: all_reduce {"y", "x"} sum f32 1 4 4 7
// TWO: numbers agree: largest error 0
func.func @all_reduce_over_two_axes(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> tensor<1xf32> {
  %r = tp.all_reduce sum over @grid{"y", "x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// Devices 0 and 2, and 1 and 3, differ in the major half of z.
// SUB: all_reduce {"z":(1)2} sum f32 1 4 4 4
// SUB: numbers agree: largest error 0
func.func @all_reduce_over_sub_axis(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@line, [{"z"}]>, tp.global_type = tensor<4xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@line, [{"z":(2)2}]>, tp.global_type = tensor<2xf32>}) {
  %r = tp.all_reduce sum over @line{"z":(1)2} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// GATHER: all_gather {"x"} f32 1 16 32 16
// GATHER: numbers agree: largest error 0
func.func @all_gather(%x: tensor<2x2xf32> {tp.sharding = #tp.sharding<@grid, [{"y", "x"}, {}]>, tp.global_type = tensor<12x2xf32>})
    -> (tensor<4x2xf32> {tp.sharding = #tp.sharding<@grid, [{"y"}, {}]>, tp.global_type = tensor<12x2xf32>}) {
  %r = tp.all_gather dim 0 over @grid{"x"} ins(%x : tensor<2x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// The blocks of a minor dimension are not contiguous in the result.
// CHECK: numbers agree: largest error 0
func.func @all_gather_columns(%x: tensor<2x1xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"x", "y"}]>, tp.global_type = tensor<2x6xf32>})
    -> (tensor<2x6xf32> {tp.sharding = #tp.sharding<@grid, [{}, {}]>, tp.global_type = tensor<2x6xf32>}) {
  %r = tp.all_gather dim 1 over @grid{"x", "y"} ins(%x : tensor<2x1xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// SCATTER: reduce_scatter {"y"} sum f32 1 12 4 8
// SCATTER: numbers agree: largest error 0
func.func @reduce_scatter(%x: tensor<1x3xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}, {}]>, tp.global_type = tensor<6x3xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
  %r = tp.reduce_scatter sum dim 0 over @grid{"y"} ins(%flat : tensor<3xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// EXCHANGE: all_to_all {"x"} f32 1 48 48 24
// EXCHANGE: numbers agree: largest error 0
func.func @all_to_all(%x: tensor<2x6xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}, {}]>, tp.global_type = tensor<4x6xf32>})
    -> (tensor<4x3xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"x"}]>, tp.global_type = tensor<4x6xf32>}) {
  %r = tp.all_to_all split 1 concat 0 over @grid{"x"} ins(%x : tensor<2x6xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// PERMUTE: permute {"y"} f32 1 4 4 4
// PERMUTE: numbers agree: largest error 0
func.func @permute(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %r = tp.permute [[0, 1], [1, 2]] over @grid{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// BROADCAST: broadcast {"y"} f32 1 4 4 4
// BROADCAST: numbers agree: largest error 0
func.func @broadcast(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}]>, tp.global_type = tensor<2xf32>}) {
  %r = tp.broadcast root 2 over @grid{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// SLICE: no communication
// SLICE: numbers agree: largest error 0
func.func @all_slice(%x: tensor<6xf32>)
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %r = tp.all_slice dim 0 over @grid{"x", "y"} ins(%x : tensor<6xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// The coordinate is linear in the order in which the axes are listed.
func.func @coordinate() -> (tensor<1xi64> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xi64>}) {
  %c = tp.coordinate over @grid{"y", "x"} : index
  %i = arith.index_cast %c : index to i64
  %r = tensor.from_elements %i : tensor<1xi64>
  return %r : tensor<1xi64>
}

// SEND: send {} f32 1 4 0 4
// SEND: numbers agree: largest error 0
func.func @send(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %last = arith.cmpi eq, %c, %c5 : index
  scf.if %first {
    tp.send to 5 tag 7 on @grid ins(%x : tensor<1xf32>)
  }
  %r = scf.if %last -> tensor<1xf32> {
    %y = tp.recv from 0 tag 7 on @grid -> tensor<1xf32>
    scf.yield %y : tensor<1xf32>
  } else {
    scf.yield %x : tensor<1xf32>
  }
  return %r : tensor<1xf32>
}

// SEVERAL: all_reduce {"y"} max f32 1 12 12 16
// SEVERAL: numbers agree: largest error 0
func.func @several_operands(
    %x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>},
    %n: tensor<1xf64> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf64>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}]>, tp.global_type = tensor<2xf32>},
        tensor<1xf64> {tp.sharding = #tp.sharding<@grid, [{"x"}]>, tp.global_type = tensor<2xf64>}) {
  %r:2 = tp.all_reduce max over @grid{"y"} ins(%x, %n : tensor<1xf32>, tensor<1xf64>) -> tensor<1xf32>, tensor<1xf64>
  return %r#0, %r#1 : tensor<1xf32>, tensor<1xf64>
}

func.func @started(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}]>, tp.global_type = tensor<2xf32>}) {
  %r, %token = tp.all_reduce async sum over @grid{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>, !tp.token
  %w = tp.wait %token ins(%r : tensor<1xf32>) -> tensor<1xf32>
  return %w : tensor<1xf32>
}
}
