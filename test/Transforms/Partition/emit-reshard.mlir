// RUN: tp-opt %s -tp-partition -canonicalize | FileCheck %s

// How reshards become local ops: one op per step of the cheapest path, with padding around it where
// a dimension is not divided evenly.

module attributes {tp.stage = "explicit"} {

tp.mesh @m <["x"=2, "y"=3]>

// Equal layouts.
// CHECK-LABEL: func.func @nothing
// CHECK-SAME:    %[[ARG:.*]]: tensor<3x7xf32>
// CHECK-NEXT:    return %[[ARG]]
func.func @nothing(%a: tensor<6x7xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>})
    -> (tensor<6x7xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>}) {
  %0 = tp.reshard %a to <@m, [{"x"}, {}]> : tensor<6x7xf32>
  return %0 : tensor<6x7xf32>
}

// 7 columns are padded to 2 x 4 before they are split; 2 x 3 rows are cut to 5 after they are joined.
// CHECK-LABEL: func.func @exchange_uneven
// CHECK-SAME:    %[[ARG:.*]]: tensor<3x7xf32>
// CHECK:         %[[PADDED:.*]] = tensor.pad %[[ARG]] low[0, 0] high[0, 1]
// CHECK:         %[[JOINED:.*]] = tp.all_to_all split 1 concat 0 over @m{"x"} ins(%[[PADDED]] : tensor<3x8xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    %[[CUT:.*]] = tensor.extract_slice %[[JOINED]][0, 0] [5, 4] [1, 1]
// CHECK-NEXT:    return %[[CUT]]
func.func @exchange_uneven(%a: tensor<5x7xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>})
    -> (tensor<5x7xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>}) {
  %0 = tp.reshard %a to <@m, [{}, {"x"}]> : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// The slice comes first: it makes the reduction smaller.
// CHECK-LABEL: func.func @slice_then_reduce
// CHECK-SAME:    %[[ARG:.*]]: tensor<6x4xf32>
// CHECK:         %[[SLICE:.*]] = tp.all_slice dim 0 over @m{"y"} ins(%[[ARG]] : tensor<6x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @m{"x"} ins(%[[SLICE]] : tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return %[[SUM]]
func.func @slice_then_reduce(
    %a: tensor<6x4xf32> {tp.sharding = #tp.sharding<@m, [{}, {}], partial = sum{"x"}>})
    -> (tensor<6x4xf32> {tp.sharding = #tp.sharding<@m, [{"y"}, {}]>}) {
  %0 = tp.reshard %a to <@m, [{"y"}, {}]> : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @scatter
// CHECK-SAME:    %[[ARG:.*]]: tensor<6x4xf32>
// CHECK-NEXT:    %[[SHARD:.*]] = tp.reduce_scatter sum dim 0 over @m{"x"} ins(%[[ARG]] : tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[SHARD]]
func.func @scatter(
    %a: tensor<6x4xf32> {tp.sharding = #tp.sharding<@m, [{}, {}], partial = sum{"x"}>})
    -> (tensor<6x4xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>}) {
  %0 = tp.reshard %a to <@m, [{"x"}, {}]> : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// The other order of axes moves whole blocks; the first and the last device keep theirs.
// CHECK-LABEL: func.func @reorder
// CHECK-SAME:    %[[ARG:.*]]: tensor<2xcomplex<f32>>
// CHECK-NEXT:    %[[MOVED:.*]] = tp.permute {{\[\[}}0, 0], [1, 3], [2, 1], [3, 4], [4, 2], [5, 5]] over @m{"x", "y"} ins(%[[ARG]] : tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
// CHECK-NEXT:    return %[[MOVED]]
func.func @reorder(%a: tensor<12xcomplex<f32>> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>})
    -> (tensor<12xcomplex<f32>> {tp.sharding = #tp.sharding<@m, [{"y", "x"}]>}) {
  %0 = tp.reshard %a to <@m, [{"y", "x"}]> : tensor<12xcomplex<f32>>
  return %0 : tensor<12xcomplex<f32>>
}

// Blocks of 4 elements are no unions of blocks of 2 of which 3 go to each device of x: everything is
// gathered, then sliced.
// CHECK-LABEL: func.func @reblock
// CHECK-SAME:    %[[ARG:.*]]: tensor<2xf32>
// CHECK:         %[[ALL:.*]] = tp.all_gather dim 0 over @m{"x", "y"} ins(%[[ARG]] : tensor<2xf32>) -> tensor<12xf32>
// CHECK-NEXT:    %[[CUT:.*]] = tensor.extract_slice %[[ALL]][0] [7] [1]
// CHECK-NEXT:    %[[PADDED:.*]] = tensor.pad %[[CUT]] low[0] high[1]
// CHECK:         tp.all_slice dim 0 over @m{"x"} ins(%[[PADDED]] : tensor<8xf32>) -> tensor<4xf32>
func.func @reblock(%a: tensor<7xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>})
    -> (tensor<7xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>}) {
  %0 = tp.reshard %a to <@m, [{"x"}]> : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// Replicated to partial: no communication, coordinate 0 keeps the value.
// CHECK-LABEL: func.func @make_partial
// CHECK-SAME:    %[[ARG:.*]]: tensor<4x?xf32>
// CHECK-DAG:     %[[NEUTRAL:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @m{"x"} : index
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[COORDINATE]], %[[ZERO]] : index
// CHECK:         linalg.generic {{.*}} ins(%[[ARG]] : tensor<4x?xf32>)
// CHECK-NEXT:    ^bb0(%[[ELEMENT:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[SELECTED:.*]] = arith.select %[[FIRST]], %[[ELEMENT]], %[[NEUTRAL]] : f32
// CHECK-NEXT:      linalg.yield %[[SELECTED]]
func.func @make_partial(%a: tensor<4x?xf32> {tp.sharding = #tp.sharding<@m, [{}, {}]>})
    -> (tensor<4x?xf32> {tp.sharding = #tp.sharding<@m, [{}, {}], partial = max{"x"}>}) {
  %0 = tp.reshard %a to <@m, [{}, {}], partial = max{"x"}> : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// Padding of a type that has no zero attribute stays undefined.
// CHECK-LABEL: func.func @scatter_complex
// CHECK-SAME:    %[[ARG:.*]]: tensor<5x4xcomplex<f32>>
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<6x4xcomplex<f32>>
// CHECK-NEXT:    %[[PADDED:.*]] = tensor.insert_slice %[[ARG]] into %[[EMPTY]][0, 0] [5, 4] [1, 1]
// CHECK-NEXT:    tp.reduce_scatter sum dim 0 over @m{"x"} ins(%[[PADDED]] : tensor<6x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
func.func @scatter_complex(
    %a: tensor<5x4xcomplex<f32>> {tp.sharding = #tp.sharding<@m, [{}, {}], partial = sum{"x"}>})
    -> (tensor<5x4xcomplex<f32>> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>}) {
  %0 = tp.reshard %a to <@m, [{"x"}, {}]> : tensor<5x4xcomplex<f32>>
  return %0 : tensor<5x4xcomplex<f32>>
}

}
