// RUN: %npz make %t.npz out0=i32:8:0..7
// RUN: tp-run %s --entry=iota --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.uneven.npz arg0=i32:7:0 out0=i32:7:0..6
// RUN: tp-run %s --entry=iota_of_seven --data=%t.uneven.npz --check | FileCheck %s
// RUN: %npz make %t.mask.npz arg0=f32:5x5:1 \
// RUN:     out0=f32:5x5:1,0,0,0,0,1,1,0,0,0,1,1,1,0,0,1,1,1,1,0,1,1,1,1,1
// RUN: tp-run %s --entry=causal_rows --data=%t.mask.npz --check | FileCheck %s
// RUN: tp-run %s --entry=causal_columns --data=%t.mask.npz --check | FileCheck %s
//
// linalg.index says the position in the whole loop, not in the device's block.

// CHECK: no communication
// CHECK: numbers agree: largest error 0

tp.mesh @line <["x"=4]>
tp.mesh @grid <["unused"=1, "x"=3, "y"=2]>

func.func @iota() -> (tensor<8xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>}) {
  %empty = tensor.empty() : tensor<8xi32>
  %iota = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%empty : tensor<8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i32
    linalg.yield %here : i32
  } -> tensor<8xi32>
  return %iota : tensor<8xi32>
}

// An operand makes the op more than a constant.
func.func @iota_of_seven(%x: tensor<7xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>})
    -> (tensor<7xi32> {tp.sharding = #tp.sharding<@line, [{"x"}]>}) {
  %empty = tensor.empty() : tensor<7xi32>
  %iota = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<7xi32>) outs(%empty : tensor<7xi32>) {
  ^bb0(%in: i32, %out: i32):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i32
    %sum = arith.addi %in, %here : i32
    linalg.yield %sum : i32
  } -> tensor<7xi32>
  return %iota : tensor<7xi32>
}

func.func private @causal(%x: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %empty = tensor.empty() : tensor<5x5xf32>
  %zero = arith.constant 0.0 : f32
  %masked = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x5xf32>) outs(%empty : tensor<5x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %isPast = arith.cmpi ule, %column, %row : index
    %kept = arith.select %isPast, %in, %zero : f32
    linalg.yield %kept : f32
  } -> tensor<5x5xf32>
  return %masked : tensor<5x5xf32>
}

func.func @causal_rows(%x: tensor<5x5xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}, {}]>})
    -> (tensor<5x5xf32> {tp.sharding = #tp.sharding<@grid, [{"x"}, {}]>}) {
  %masked = call @causal(%x) : (tensor<5x5xf32>) -> tensor<5x5xf32>
  return %masked : tensor<5x5xf32>
}

// Axis order counts: y is the major one here.
func.func @causal_columns(%x: tensor<5x5xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"y", "x"}]>})
    -> (tensor<5x5xf32> {tp.sharding = #tp.sharding<@grid, [{}, {"y", "x"}]>}) {
  %masked = call @causal(%x) : (tensor<5x5xf32>) -> tensor<5x5xf32>
  return %masked : tensor<5x5xf32>
}
