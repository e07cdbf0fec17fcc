// RUN: tp-opt %s -tp-global-to-local | FileCheck %s
// RUN: tp-opt %s -tp-global-to-local=strict=true | FileCheck %s --check-prefix=STRICT
// RUN: tp-opt %s -tp-expose-dimensions -tp-propagate -canonicalize -cse -tp-verify-propagated \
// RUN:   -tp-insert-reshards -canonicalize -cse -tp-optimize-reshards -tp-verify-explicit \
// RUN:   -tp-partition -tp-optimize-collectives -cse -tp-verify-local | FileCheck %s
// From annotated arguments to the program of one device. Other passes may run between any two.

tp.mesh @mesh <["data"=2, "model"=3]>

// Columns of the first weight, rows of the second: one all-reduce of the result, nothing else moves.
// CHECK-LABEL: func.func @megatron(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x4xf32> {tp.global_type = tensor<8x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"data"}, {}]>}
// CHECK-SAME:    %[[UP:[^:]*]]: tensor<4x4xf32> {tp.global_type = tensor<4x12xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}
// CHECK-SAME:    %[[DOWN:[^:]*]]: tensor<4x4xf32> {tp.global_type = tensor<12x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"model"}, {}]>}
// CHECK-SAME:    -> (tensor<4x4xf32> {tp.global_type = tensor<8x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"data"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[FILL:.*]] = linalg.fill ins(%[[CONSTANT]] : f32) outs(%{{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%[[X]], %[[UP]] : tensor<4x4xf32>, tensor<4x4xf32>) outs(%[[FILL]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[TANH:.*]] = math.tanh %[[MATMUL]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul ins(%[[TANH]], %[[DOWN]] : tensor<4x4xf32>, tensor<4x4xf32>) outs(%[[FILL]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"model"} ins(%[[MATMUL_2]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]] : tensor<4x4xf32>
func.func @megatron(%x: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}, {}]>},
                    %up: tensor<4x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>},
                    %down: tensor<12x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"model"}, {}]>})
    -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %wide = tensor.empty() : tensor<8x12xf32>
  %wide_zero = linalg.fill ins(%zero : f32) outs(%wide : tensor<8x12xf32>) -> tensor<8x12xf32>
  %0 = linalg.matmul ins(%x, %up : tensor<8x4xf32>, tensor<4x12xf32>) outs(%wide_zero : tensor<8x12xf32>) -> tensor<8x12xf32>
  %1 = math.tanh %0 : tensor<8x12xf32>
  %narrow = tensor.empty() : tensor<8x4xf32>
  %narrow_zero = linalg.fill ins(%zero : f32) outs(%narrow : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.matmul ins(%1, %down : tensor<8x12xf32>, tensor<12x4xf32>) outs(%narrow_zero : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// Two sums, one of them scaled, are added before they are reduced; strictly each is reduced at once.
// STRICT-LABEL: func.func @scaled(
// STRICT-SAME:    %[[LHS:[^:]*]]: tensor<8x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}
// STRICT-SAME:    %[[RHS:[^:]*]]: tensor<2x6xf32> {tp.global_type = tensor<6x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"model"}, {}]>}
// STRICT-SAME:    %[[OTHER:[^:]*]]: tensor<8x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}
// STRICT-SAME:    %[[SCALE:[^:]*]]: tensor<8x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// STRICT-SAME:    -> (tensor<8x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// STRICT-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<8x6xf32>
// STRICT:         %[[MATMUL:.*]] = linalg.matmul ins(%[[LHS]], %[[RHS]] : tensor<8x2xf32>, tensor<2x6xf32>) outs(%[[CONSTANT]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// STRICT-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"model"} ins(%[[MATMUL]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// STRICT-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul ins(%[[OTHER]], %[[RHS]] : tensor<8x2xf32>, tensor<2x6xf32>) outs(%[[CONSTANT]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// STRICT-NEXT:    %[[ALL_REDUCE_2:.*]] = tp.all_reduce sum over @mesh{"model"} ins(%[[MATMUL_2]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// STRICT-NEXT:    %[[MULF:.*]] = arith.mulf %[[ALL_REDUCE]], %[[SCALE]] : tensor<8x6xf32>
// STRICT-NEXT:    %[[ADDF:.*]] = arith.addf %[[ALL_REDUCE_2]], %[[MULF]] : tensor<8x6xf32>
// STRICT-NEXT:    return %[[ADDF]] : tensor<8x6xf32>
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<2x6xf32> {tp.global_type = tensor<6x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"model"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}
// CHECK-SAME:    %[[SCALE:[^:]*]]: tensor<8x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<8x6xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%[[LHS]], %[[RHS]] : tensor<8x2xf32>, tensor<2x6xf32>) outs(%[[CONSTANT]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul ins(%[[OTHER]], %[[RHS]] : tensor<8x2xf32>, tensor<2x6xf32>) outs(%[[CONSTANT]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[MULF:.*]] = arith.mulf %[[MATMUL]], %[[SCALE]] : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[MATMUL_2]], %[[MULF]] : tensor<8x6xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"model"} ins(%[[ADDF]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]] : tensor<8x6xf32>
func.func @scaled(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>},
                  %rhs: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"model"}, {}]>},
                  %other: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>},
                  %scale: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x6xf32>) outs(%zero : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = linalg.matmul ins(%other, %rhs : tensor<8x6xf32>, tensor<6x6xf32>) outs(%zero : tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = arith.mulf %0, %scale : tensor<8x6xf32>
  %3 = arith.addf %1, %2 : tensor<8x6xf32>
  return %3 : tensor<8x6xf32>
}

// A softmax along a sharded dimension reduces its maximum and its sum, and gathers nothing.
// CHECK-LABEL: func.func @softmax(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<4x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}
// CHECK-SAME:    -> (tensor<4x2xf32> {tp.global_type = tensor<4x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant dense<0xFF800000> : tensor<4xf32>
// CHECK:         %[[REDUCE:.*]] = linalg.reduce { arith.maximumf } ins(%[[X]] : tensor<4x2xf32>) outs(%[[CONSTANT_2]] : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce max over @mesh{"model"} ins(%[[REDUCE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK:         %[[BROADCAST:.*]] = linalg.broadcast ins(%[[ALL_REDUCE]] : tensor<4xf32>) outs(%{{.*}} : tensor<4x2xf32>) dimensions = [1]
// CHECK-NEXT:    %[[SUBF:.*]] = arith.subf %[[X]], %[[BROADCAST]] : tensor<4x2xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[SUBF]] : tensor<4x2xf32>
// CHECK-NEXT:    %[[REDUCE_2:.*]] = linalg.reduce { arith.addf } ins(%[[EXP]] : tensor<4x2xf32>) outs(%[[CONSTANT]] : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:    %[[ALL_REDUCE_2:.*]] = tp.all_reduce sum over @mesh{"model"} ins(%[[REDUCE_2]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[BROADCAST_2:.*]] = linalg.broadcast ins(%[[ALL_REDUCE_2]] : tensor<4xf32>) outs(%{{.*}} : tensor<4x2xf32>) dimensions = [1]
// CHECK-NEXT:    %[[DIVF:.*]] = arith.divf %[[EXP]], %[[BROADCAST_2]] : tensor<4x2xf32>
// CHECK-NEXT:    return %[[DIVF]] : tensor<4x2xf32>
func.func @softmax(%x: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}]>}) -> tensor<4x6xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<4xf32>
  %empty = tensor.empty() : tensor<4x6xf32>
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<4x6xf32>) outs(%lowest : tensor<4xf32>) dimensions = [1]
  %max_wide = linalg.broadcast ins(%max : tensor<4xf32>) outs(%empty : tensor<4x6xf32>) dimensions = [1]
  %shifted = arith.subf %x, %max_wide : tensor<4x6xf32>
  %exp = math.exp %shifted : tensor<4x6xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4x6xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %sum_wide = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%empty : tensor<4x6xf32>) dimensions = [1]
  %0 = arith.divf %exp, %sum_wide : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Merged rows are told apart before shardings spread, so that each keeps its axis.
// CHECK-LABEL: func.func @merged_rows(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x2x4xf32> {tp.global_type = tensor<2x6x4xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}, {}]>}
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4x4xf32> {tp.global_type = tensor<4x4xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<2x2x4xf32> {tp.global_type = tensor<2x6x4xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"model"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[FILL:.*]] = linalg.fill ins(%[[CONSTANT]] : f32) outs(%{{.*}} : tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
// CHECK-NEXT:    %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] : tensor<2x2x4xf32>, tensor<4x4xf32>) outs(%[[FILL]] : tensor<2x2x4xf32>) {
// CHECK:         return %[[GENERIC]] : tensor<2x2x4xf32>
func.func @merged_rows(%x: tensor<2x6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}, {}]>},
                       %w: tensor<4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
    -> (tensor<2x6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"model"}, {}]>}) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x6x4xf32> into tensor<12x4xf32>
  %empty = tensor.empty() : tensor<12x4xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<12x4xf32>) -> tensor<12x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<12x4xf32>, tensor<4x4xf32>) outs(%start : tensor<12x4xf32>) -> tensor<12x4xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 6, 4] : tensor<12x4xf32> into tensor<2x6x4xf32>
  return %2 : tensor<2x6x4xf32>
}
