// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-verify-explicit | FileCheck %s
// How ops are split where what is known of their operands and results contradicts itself.

tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @long <["m"=4]>

// A contraction split along its sum is partial; the result is reduced to its own layout.
// CHECK-LABEL: func.func @split_sum(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xf32>
func.func @split_sum(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                     %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Wanted sharded over the axis of the sum: one step from partial to sharded, never whole between.
// CHECK-LABEL: func.func @wanted_sharded(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xf32>
func.func @wanted_sharded(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                          %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// The operands differ along the sum: the smaller one is moved.
// CHECK-LABEL: func.func @sum_conflict(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<60x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<12x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<60x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[RHS]] to <@mesh, [{"x"}, {}]> : tensor<12x4xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RESHARD]] : tensor<60x12xf32>, tensor<12x4xf32>) outs(%{{.*}} : tensor<60x4xf32>) -> tensor<60x4xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<60x4xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<60x4xf32>
func.func @sum_conflict(%lhs: tensor<60x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                        %rhs: tensor<12x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<60x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<60x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<60x12xf32>, tensor<12x4xf32>)
      outs(%empty : tensor<60x4xf32>) -> tensor<60x4xf32>
  return %0 : tensor<60x4xf32>
}

// The same with the larger operand on the other side.
// CHECK-LABEL: func.func @sum_conflict_exchanged(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<4x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<12x60xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<4x60xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[LHS]] to <@mesh, [{}, {"y"}]> : tensor<4x12xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"y"}>]} ins(%[[RESHARD]], %[[RHS]] : tensor<4x12xf32>, tensor<12x60xf32>) outs(%{{.*}} : tensor<4x60xf32>) -> tensor<4x60xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<4x60xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<4x60xf32>
func.func @sum_conflict_exchanged(%lhs: tensor<4x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                                  %rhs: tensor<12x60xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<4x60xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<4x60xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<4x12xf32>, tensor<12x60xf32>)
      outs(%empty : tensor<4x60xf32>) -> tensor<4x60xf32>
  return %0 : tensor<4x60xf32>
}

// Both operands split in both dimensions: each is gathered along the sum only.
// CHECK-LABEL: func.func @two_dimensional(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<12x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<12x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<12x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[LHS]] to <@mesh, [{"x"}, {}]> : tensor<12x12xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[RHS]] to <@mesh, [{}, {"y"}]> : tensor<12x12xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} ins(%[[RESHARD]], %[[RESHARD_2]] : tensor<12x12xf32>, tensor<12x12xf32>) outs(%{{.*}} : tensor<12x12xf32>) -> tensor<12x12xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<12x12xf32>
func.func @two_dimensional(%lhs: tensor<12x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>},
                           %rhs: tensor<12x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<12x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %empty = tensor.empty() : tensor<12x12xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<12x12xf32>, tensor<12x12xf32>)
      outs(%empty : tensor<12x12xf32>) -> tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// One axis for rows and columns: it can split only one of them.
// CHECK-LABEL: func.func @one_axis_twice(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[RHS]] to <@mesh, [{}, {}]> : tensor<4x6xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} ins(%[[LHS]], %[[RESHARD]] : tensor<8x4xf32>, tensor<4x6xf32>) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<8x6xf32>
func.func @one_axis_twice(%lhs: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                          %rhs: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %empty = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A destination that is read is an operand in the layout of the result.
// CHECK-LABEL: func.func @destination(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x60xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<60x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[START:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[START]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x60xf32>, tensor<60x4xf32>) outs(%[[RESHARD]] : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD_3:.*]] = tp.reshard %[[RESHARD_2]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD_3]] : tensor<8x4xf32>
func.func @destination(%lhs: tensor<8x60xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                       %rhs: tensor<60x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                       %start: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x60xf32>, tensor<60x4xf32>)
      outs(%start : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// A dimension of size 5 is split over 2 devices as any other.
// CHECK-LABEL: func.func @uneven_sum(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x5xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<5x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x5xf32>, tensor<5x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xf32>
func.func @uneven_sum(%lhs: tensor<8x5xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                      %rhs: tensor<5x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x5xf32>, tensor<5x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// A reshape keeps an axis only where its factors divide: blocks of 4 are no rows of 6.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}
// CHECK-SAME:    -> (tensor<2x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}]> : tensor<12xf32>
// CHECK-NEXT:    %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[RESHARD]] {{\[\[}}0, 1]] output_shape [2, 6] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<12xf32> into tensor<2x6xf32>
// CHECK-NEXT:    return %[[EXPAND_SHAPE]] : tensor<2x6xf32>
func.func @reshape(%arg: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}) -> tensor<2x6xf32> {
  %0 = tensor.expand_shape %arg [[0, 1]] output_shape [2, 6] : tensor<12xf32> into tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// Blocks of 3 rows are no pairs, blocks of 6 are: one half of the axis stays.
// CHECK-LABEL: func.func @sub_axes(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<12x8xf32> {tp.sharding = #tp.sharding<@long, [{"m"}, {}]>}
// CHECK-SAME:    -> (tensor<6x2x8xf32> {tp.sharding = #tp.sharding<@long, [{"m":(1)2}, {"m":(2)2}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@long, [{"m":(1)2}, {}]> : tensor<12x8xf32>
// CHECK-NEXT:    %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[RESHARD]] {{\[\[}}0, 1], [2]] output_shape [6, 2, 8] {tp.shardings = [#tp.sharding<@long, [{"m":(1)2}, {}, {}]>]} : tensor<12x8xf32> into tensor<6x2x8xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[EXPAND_SHAPE]] to <@long, [{"m":(1)2}, {"m":(2)2}, {}]> : tensor<6x2x8xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<6x2x8xf32>
func.func @sub_axes(%arg: tensor<12x8xf32> {tp.sharding = #tp.sharding<@long, [{"m"}, {}]>})
    -> (tensor<6x2x8xf32> {tp.sharding = #tp.sharding<@long, [{"m":(1)2}, {"m":(2)2}, {}]>}) {
  %0 = tensor.expand_shape %arg [[0, 1], [2]] output_shape [6, 2, 8]
      : tensor<12x8xf32> into tensor<6x2x8xf32>
  return %0 : tensor<6x2x8xf32>
}

// The cut dimension is gathered, the other one stays split.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[RESHARD]][0, 1] [8, 3] [1, 1] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32> to tensor<8x3xf32>
// CHECK-NEXT:    return %[[EXTRACT_SLICE]] : tensor<8x3xf32>
func.func @slice(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tensor.extract_slice %arg[0, 1] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// A constant has no layout of its own, but flat blocks of it must suit: here they do not.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    -> (tensor<2x6xi8> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi8>
// CHECK:         %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[CONSTANT]] {{\[\[}}0, 1]] output_shape [2, 6] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<12xi8> into tensor<2x6xi8>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[EXPAND_SHAPE]] to <@mesh, [{}, {"y"}]> : tensor<2x6xi8>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<2x6xi8>
func.func @constant() -> (tensor<2x6xi8> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %values = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi8>
  %0 = tensor.expand_shape %values [[0, 1]] output_shape [2, 6] : tensor<12xi8> into tensor<2x6xi8>
  return %0 : tensor<2x6xi8>
}
