// RUN: tp-opt %s -tp-propagate | FileCheck %s
// Shardings spread along the factors of ops from the values that have them to those that have none.

tp.mesh @mesh <["x"=2, "y"=3]>

// Each axis follows its dimension from an argument to everything that is computed from it.
// CHECK-LABEL: func.func @forward(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[EXP]], %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
func.func @forward(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  %1 = arith.addf %0, %arg : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// A wish for a result reaches the values that it is computed from.
// CHECK-LABEL: func.func @backward(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y", "x"}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y", "x"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y", "x"}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y", "x"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[EXP]], %[[OTHER]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y", "x"}]>]} : tensor<8x6xf32>
func.func @backward(%arg: tensor<8x6xf32>, %other: tensor<8x6xf32>)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y", "x"}]>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  %1 = arith.addf %0, %other : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// An annotation on an op in the middle goes both ways.
// CHECK-LABEL: func.func @from_the_middle(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[TANH:.*]] = math.tanh %[[EXP]] {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]} : tensor<8x6xf32>
func.func @from_the_middle(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = math.exp %arg {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]} : tensor<8x6xf32>
  %1 = math.tanh %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Rows come from the left operand, columns from the right one.
// CHECK-LABEL: func.func @matmul_parallel(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} ins(%[[LHS]], %[[RHS]] : tensor<8x4xf32>, tensor<4x6xf32>) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @matmul_parallel(%lhs: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                           %rhs: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> tensor<8x6xf32> {
  %empty = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Rows and columns of a result reach the operands that have them.
// CHECK-LABEL: func.func @matmul_backward(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} ins(%[[LHS]], %[[RHS]] : tensor<8x4xf32>, tensor<4x6xf32>) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @matmul_backward(%lhs: tensor<8x4xf32>, %rhs: tensor<4x6xf32>)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %empty = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// The summed dimension of one operand shards that of the other, and never makes a result partial.
// CHECK-LABEL: func.func @matmul_reduction(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
func.func @matmul_reduction(%lhs: tensor<8x6xf32>,
                            %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> tensor<8x4xf32> {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// A destination whose elements are read has the dimensions of the result.
// CHECK-LABEL: func.func @destination(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    %[[START:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} ins(%[[LHS]], %[[RHS]] : tensor<8x4xf32>, tensor<4x6xf32>) outs(%[[START]] : tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @destination(%lhs: tensor<8x4xf32>, %rhs: tensor<4x6xf32>,
                       %start: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> tensor<8x6xf32> {
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%start : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Axes move with their dimensions, in both directions.
// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {"x"}]>})
// CHECK:         %[[TRANSPOSE:.*]] = linalg.transpose ins(%[[ARG]] : tensor<8x6xf32>) outs(%{{.*}} : tensor<6x8xf32>) permutation = [1, 0]  {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {"x"}]>]}
func.func @transpose(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {?}]>})
    -> (tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {?}]>}) {
  %empty = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.transpose ins(%arg : tensor<8x6xf32>) outs(%empty : tensor<6x8xf32>)
      permutation = [1, 0]
  return %0 : tensor<6x8xf32>
}

// What is repeated along a new dimension knows nothing of it.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {"x"}]>})
// CHECK:         %[[BROADCAST:.*]] = linalg.broadcast ins(%[[ARG]] : tensor<8xf32>) outs(%{{.*}} : tensor<6x8xf32>) dimensions = [0]  {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {"x"}]>]}
func.func @broadcast(%arg: tensor<8xf32>)
    -> (tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %empty = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.broadcast ins(%arg : tensor<8xf32>) outs(%empty : tensor<6x8xf32>) dimensions = [0]
  return %0 : tensor<6x8xf32>
}

// The major part of a dimension is used up before the minor one gets axes.
// CHECK-LABEL: func.func @expand(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<12x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>}
// CHECK-SAME:    -> (tensor<2x6x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}, {}]>})
// CHECK-NEXT:    %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[ARG]] {{\[\[}}0, 1], [2]] output_shape [2, 6, 5] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}, {}]>]} : tensor<12x5xf32> into tensor<2x6x5xf32>
func.func @expand(%arg: tensor<12x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>})
    -> tensor<2x6x5xf32> {
  %0 = tensor.expand_shape %arg [[0, 1], [2]] output_shape [2, 6, 5]
      : tensor<12x5xf32> into tensor<2x6x5xf32>
  return %0 : tensor<2x6x5xf32>
}

// Blocks of 4 elements are no whole rows of 6.
// CHECK-LABEL: func.func @expand_indivisible(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}
// CHECK-SAME:    -> (tensor<2x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[ARG]] {{\[\[}}0, 1]] output_shape [2, 6] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<12xf32> into tensor<2x6xf32>
func.func @expand_indivisible(%arg: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>})
    -> tensor<2x6xf32> {
  %0 = tensor.expand_shape %arg [[0, 1]] output_shape [2, 6] : tensor<12xf32> into tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// The minor part of a merge cannot be split while the major one is not used up.
// CHECK-LABEL: func.func @collapse(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<24xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-NEXT:    %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[ARG]] {{\[\[}}0, 1]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : tensor<4x6xf32> into tensor<24xf32>
func.func @collapse(%arg: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<24xf32> {
  %0 = tensor.collapse_shape %arg [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  return %0 : tensor<24xf32>
}

// Both parts of a merge are split once the major one is used up.
// CHECK-LABEL: func.func @collapse_used_up(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<2x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>})
// CHECK-NEXT:    %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[ARG]] {{\[\[}}0, 1]] {tp.shardings = [#tp.sharding<@mesh, [{"x", "y"}]>]} : tensor<2x6xf32> into tensor<12xf32>
func.func @collapse_used_up(%arg: tensor<2x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<12xf32> {
  %0 = tensor.collapse_shape %arg [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
  return %0 : tensor<12xf32>
}

// All dimensions but the one that grows are shared; the result is split there as its first part is.
// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[CONCAT:.*]] = tensor.concat dim(1) %[[ARG]], %[[OTHER]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x12xf32>
func.func @concat(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>},
                  %other: tensor<8x6xf32>) -> tensor<8x12xf32> {
  %0 = tensor.concat dim(1) %arg, %other : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// All dimensions but the one that is cut are shared; the result is split there as the operand is.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[ARG]][0, 1] [8, 3] [1, 1] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32> to tensor<8x3xf32>
func.func @slice(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<8x3xf32> {
  %0 = tensor.extract_slice %arg[0, 1] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// Sizes need not divide.
// CHECK-LABEL: func.func @uneven(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<5x7xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<5x7xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<5x7xf32>
func.func @uneven(%arg: tensor<5x7xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<5x7xf32> {
  %0 = math.exp %arg : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// One use of a constant says nothing about its other uses.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<8x6xf32>
// CHECK:         %[[ADDF:.*]] = arith.addf %[[ARG]], %[[CONSTANT]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF_2:.*]] = arith.addf %[[OTHER]], %[[CONSTANT]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x6xf32>
func.func @constant(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                    %other: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0 = arith.addf %arg, %two : tensor<8x6xf32>
  %1 = arith.addf %other, %two : tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// Ops that share an empty destination, as after cse, have nothing in common.
// CHECK-LABEL: func.func @shared_destination(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}, tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[TRANSPOSE:.*]] = linalg.transpose ins(%[[ARG]] : tensor<8x6xf32>) outs(%{{.*}} : tensor<6x8xf32>) permutation = [1, 0]  {tp.shardings = [#tp.sharding<@mesh, [{}, {"x"}]>]}
// CHECK-NEXT:    %[[TRANSPOSE_2:.*]] = linalg.transpose ins(%[[OTHER]] : tensor<6x8xf32>) outs(%{{.*}} : tensor<6x8xf32>) permutation = [0, 1]  {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
func.func @shared_destination(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                              %other: tensor<6x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %empty = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.transpose ins(%arg : tensor<8x6xf32>) outs(%empty : tensor<6x8xf32>)
      permutation = [1, 0]
  %1 = linalg.transpose ins(%other : tensor<6x8xf32>) outs(%empty : tensor<6x8xf32>)
      permutation = [0, 1]
  return %0, %1 : tensor<6x8xf32>, tensor<6x8xf32>
}

// A fill carries nothing from one of its uses to another.
// CHECK-LABEL: func.func @fill(
// CHECK-SAME:    %[[VALUE:[^:]*]]: f32
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[FILL:.*]] = linalg.fill ins(%[[VALUE]] : f32) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ARG]], %[[FILL]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF_2:.*]] = arith.addf %[[OTHER]], %[[FILL]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x6xf32>
func.func @fill(%value: f32, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                %other: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %empty = tensor.empty() : tensor<8x6xf32>
  %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  %0 = arith.addf %arg, %filled : tensor<8x6xf32>
  %1 = arith.addf %other, %filled : tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}
