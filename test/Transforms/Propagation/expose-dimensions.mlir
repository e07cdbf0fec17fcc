// RUN: tp-opt %s -tp-expose-dimensions | FileCheck %s
// Linalg ops get the dimensions that a collapse merged for them.

// The contraction works on both dimensions of rows; no reshape is left.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x6x4xf32>
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4x5xf32>
// CHECK-SAME:    %[[START:[^:]*]]: tensor<12x5xf32>
// CHECK-SAME:    -> tensor<2x6x5xf32>
// CHECK-NEXT:    %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[START]] {{\[\[}}0, 1], [2]] output_shape [2, 6, 5] : tensor<12x5xf32> into tensor<2x6x5xf32>
// CHECK-NEXT:    %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] : tensor<2x6x4xf32>, tensor<4x5xf32>) outs(%[[EXPAND_SHAPE]] : tensor<2x6x5xf32>) {
// CHECK-NEXT:    ^bb0(%[[ARG:.*]]: f32, %[[ARG_2:.*]]: f32, %[[ARG_3:.*]]: f32):
// CHECK-NEXT:      %[[MULF:.*]] = arith.mulf %[[ARG]], %[[ARG_2]] : f32
// CHECK-NEXT:      %[[ADDF:.*]] = arith.addf %[[ARG_3]], %[[MULF]] : f32
// CHECK-NEXT:      linalg.yield %[[ADDF]] : f32
// CHECK-NEXT:    } -> tensor<2x6x5xf32>
// CHECK-NEXT:    return %[[GENERIC]] : tensor<2x6x5xf32>
func.func @matmul(%x: tensor<2x6x4xf32>, %w: tensor<4x5xf32>, %start: tensor<12x5xf32>) -> tensor<2x6x5xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x6x4xf32> into tensor<12x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<12x4xf32>, tensor<4x5xf32>) outs(%start : tensor<12x5xf32>) -> tensor<12x5xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 6, 5] : tensor<12x5xf32> into tensor<2x6x5xf32>
  return %2 : tensor<2x6x5xf32>
}

// Merging with a dimension of size 1 merges nothing.
// CHECK-LABEL: func.func @unit(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x6x4xf32>
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4x5xf32>
// CHECK-SAME:    %[[START:[^:]*]]: tensor<6x5xf32>
// CHECK-SAME:    -> tensor<6x5xf32>
// CHECK-NEXT:    %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<1x6x4xf32> into tensor<6x4xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%[[COLLAPSE_SHAPE]], %[[W]] : tensor<6x4xf32>, tensor<4x5xf32>) outs(%[[START]] : tensor<6x5xf32>) -> tensor<6x5xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<6x5xf32>
func.func @unit(%x: tensor<1x6x4xf32>, %w: tensor<4x5xf32>, %start: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x6x4xf32> into tensor<6x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<6x4xf32>, tensor<4x5xf32>) outs(%start : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %1 : tensor<6x5xf32>
}

tp.mesh @mesh <["x"=2]>

// What the user said of the merged form would be lost.
// CHECK-LABEL: func.func @annotated(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x6x4xf32>
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4x5xf32>
// CHECK-SAME:    %[[START:[^:]*]]: tensor<12x5xf32>
// CHECK-SAME:    -> tensor<12x5xf32>
// CHECK-NEXT:    %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<2x6x4xf32> into tensor<12x4xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} ins(%[[COLLAPSE_SHAPE]], %[[W]] : tensor<12x4xf32>, tensor<4x5xf32>) outs(%[[START]] : tensor<12x5xf32>) -> tensor<12x5xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<12x5xf32>
func.func @annotated(%x: tensor<2x6x4xf32>, %w: tensor<4x5xf32>, %start: tensor<12x5xf32>) -> tensor<12x5xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x6x4xf32> into tensor<12x4xf32>
  %1 = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
      ins(%0, %w : tensor<12x4xf32>, tensor<4x5xf32>) outs(%start : tensor<12x5xf32>) -> tensor<12x5xf32>
  return %1 : tensor<12x5xf32>
}

// A dynamic merge cannot be undone.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x6x4xf32>
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4x5xf32>
// CHECK-SAME:    %[[START:[^:]*]]: tensor<?x5xf32>
// CHECK-SAME:    -> tensor<?x5xf32>
// CHECK-NEXT:    %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<?x6x4xf32> into tensor<?x4xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%[[COLLAPSE_SHAPE]], %[[W]] : tensor<?x4xf32>, tensor<4x5xf32>) outs(%[[START]] : tensor<?x5xf32>) -> tensor<?x5xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<?x5xf32>
func.func @dynamic(%x: tensor<?x6x4xf32>, %w: tensor<4x5xf32>, %start: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x6x4xf32> into tensor<?x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<?x4xf32>, tensor<4x5xf32>) outs(%start : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
