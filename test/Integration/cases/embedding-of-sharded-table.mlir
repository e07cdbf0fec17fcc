// RUN: %npz make %t.npz arg0=i64:4:0,5,5,7 arg1=f32:8x2:1..16 out0=f32:4x2:1,2,11,12,11,12,15,16
// RUN: tp-run %s --entry=rows --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.uneven.npz arg0=i64:4:0,5,6,2 arg1=f32:7x2:-1..-14 out0=f32:4x2:-1,-2,-11,-12,-13,-14,-5,-6
// RUN: tp-run %s --entry=uneven_rows --data=%t.uneven.npz --check | FileCheck %s --check-prefix=UNEVEN
// RUN: tp-run %s --entry=columns --data=%t.npz --check | FileCheck %s --check-prefix=COLUMNS
//
// Rows of a sharded table are read where they are: each device contributes what it holds.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1 32
// CHECK-NOT: all_
// CHECK: numbers agree: largest error 0
// UNEVEN: numbers agree: largest error 0
// COLUMNS: no communication
// COLUMNS: numbers agree: largest error 0

tp.mesh @two <["x"=2]>
tp.mesh @three <["x"=3]>

func.func private @lookup_of_eight(%ids: tensor<4xi64>, %table: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %empty = tensor.empty() : tensor<4x2xf32>
  %rows = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%empty : tensor<4x2xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%row, %column] : tensor<8x2xf32>
    linalg.yield %element : f32
  } -> tensor<4x2xf32>
  return %rows : tensor<4x2xf32>
}

func.func @rows(%ids: tensor<4xi64>,
                %table: tensor<8x2xf32> {tp.sharding = #tp.sharding<@two, [{"x"}, {}]>}) -> tensor<4x2xf32> {
  %rows = call @lookup_of_eight(%ids, %table) : (tensor<4xi64>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %rows : tensor<4x2xf32>
}

func.func @columns(%ids: tensor<4xi64>,
                   %table: tensor<8x2xf32> {tp.sharding = #tp.sharding<@two, [{}, {"x"}]>})
    -> (tensor<4x2xf32> {tp.sharding = #tp.sharding<@two, [{}, {"x"}]>}) {
  %rows = call @lookup_of_eight(%ids, %table) : (tensor<4xi64>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %rows : tensor<4x2xf32>
}

func.func @uneven_rows(%ids: tensor<4xi64>,
                       %table: tensor<7x2xf32> {tp.sharding = #tp.sharding<@three, [{"x"}, {}]>})
    -> tensor<4x2xf32> {
  %empty = tensor.empty() : tensor<4x2xf32>
  %rows = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%empty : tensor<4x2xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%row, %column] : tensor<7x2xf32>
    linalg.yield %element : f32
  } -> tensor<4x2xf32>
  return %rows : tensor<4x2xf32>
}
