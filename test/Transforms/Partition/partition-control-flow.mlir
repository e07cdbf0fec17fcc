// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-partition -tp-verify-local -canonicalize | FileCheck %s
// Loops and branches on local values.

tp.mesh @mesh <["x"=2, "y"=3]>

// The carried value and the body are local.
// CHECK-LABEL: func.func @for(
// CHECK-SAME:    %[[COUNT:[^:]*]]: index
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant 1 : index
// CHECK:         %[[FOR:.*]] = scf.for %{{.*}} = %[[CONSTANT]] to %[[COUNT]] step %[[CONSTANT_2]] iter_args(%{{.*}} = %[[ARG]]) -> (tensor<4x6xf32>) {
// CHECK-NEXT:      %[[EXP:.*]] = math.exp %{{.*}} : tensor<4x6xf32>
// CHECK-NEXT:      scf.yield %[[EXP]] : tensor<4x6xf32>
// CHECK:         return %[[FOR]] : tensor<4x6xf32>
func.func @for(%count: index, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %count step %c1 iter_args(%carried = %arg) -> tensor<8x6xf32> {
    %1 = math.exp %carried : tensor<8x6xf32>
    scf.yield %1 : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// What a body sums over devices is reduced in each trip.
// CHECK-LABEL: func.func @for_with_reduction(
// CHECK-SAME:    %[[COUNT:[^:]*]]: index
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<6x6xf32> {tp.global_type = tensor<6x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    %[[W:[^:]*]]: tensor<2x6xf32> {tp.global_type = tensor<6x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<6x2xf32> {tp.global_type = tensor<6x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<6x6xf32>
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[CONSTANT_3:.*]] = arith.constant 1 : index
// CHECK:         %[[ALL_SLICE:.*]] = tp.all_slice dim 1 over @mesh{"y"} ins(%[[ARG]] : tensor<6x6xf32>) -> tensor<6x2xf32>
// CHECK-NEXT:    %[[FOR:.*]] = scf.for %{{.*}} = %[[CONSTANT_2]] to %[[COUNT]] step %[[CONSTANT_3]] iter_args(%{{.*}} = %[[ALL_SLICE]]) -> (tensor<6x2xf32>) {
// CHECK-NEXT:      %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : tensor<6x2xf32>, tensor<2x6xf32>) outs(%[[CONSTANT]] : tensor<6x6xf32>) -> tensor<6x6xf32>
// CHECK-NEXT:      %[[REDUCE_SCATTER:.*]] = tp.reduce_scatter sum dim 1 over @mesh{"y"} ins(%[[MATMUL]] : tensor<6x6xf32>) -> tensor<6x2xf32>
// CHECK-NEXT:      scf.yield %[[REDUCE_SCATTER]] : tensor<6x2xf32>
// CHECK:         return %[[FOR]] : tensor<6x2xf32>
func.func @for_with_reduction(%count: index,
                              %arg: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
                              %w: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> tensor<6x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<6x6xf32>
  %0 = scf.for %i = %c0 to %count step %c1 iter_args(%carried = %arg) -> tensor<6x6xf32> {
    %1 = linalg.matmul ins(%carried, %w : tensor<6x6xf32>, tensor<6x6xf32>) outs(%zero : tensor<6x6xf32>) -> tensor<6x6xf32>
    scf.yield %1 : tensor<6x6xf32>
  }
  return %0 : tensor<6x6xf32>
}

// Branches give parts of one layout; a constant is made in it.
// CHECK-LABEL: func.func @if(
// CHECK-SAME:    %[[FLAG:[^:]*]]: i1
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<4x2xf32>
// CHECK:         %[[IF:.*]] = scf.if %[[FLAG]] -> (tensor<4x2xf32>) {
// CHECK-NEXT:      %[[EXP:.*]] = math.exp %[[ARG]] : tensor<4x2xf32>
// CHECK-NEXT:      scf.yield %[[EXP]] : tensor<4x2xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[CONSTANT]] : tensor<4x2xf32>
// CHECK:         return %[[IF]] : tensor<4x2xf32>
func.func @if(%flag: i1, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<8x6xf32> {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0 = scf.if %flag -> tensor<8x6xf32> {
    %1 = math.exp %arg : tensor<8x6xf32>
    scf.yield %1 : tensor<8x6xf32>
  } else {
    scf.yield %two : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// A condition on an element of a sharded tensor is made from the whole tensor: all devices agree.
// CHECK-LABEL: func.func @uniform_condition(
// CHECK-SAME:    %[[I:[^:]*]]: index
// CHECK-SAME:    %[[FLAGS:[^:]*]]: tensor<2xi1> {tp.global_type = tensor<6xi1>, tp.sharding = #tp.sharding<@mesh, [{"y"}]>}
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<4x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<4xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>}
// CHECK-SAME:    -> (tensor<4xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK:         %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"y"} ins(%[[FLAGS]] : tensor<2xi1>) -> tensor<6xi1>
// CHECK-NEXT:    %[[EXTRACT:.*]] = tensor.extract %[[ALL_GATHER]][%[[I]]] : tensor<6xi1>
// CHECK-NEXT:    %[[IF:.*]] = scf.if %[[EXTRACT]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[REDUCE:.*]] = linalg.reduce { arith.addf } ins(%[[ARG]] : tensor<4x2xf32>) outs(%[[CONSTANT]] : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:      %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"y"} ins(%[[REDUCE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:      scf.yield %[[ALL_REDUCE]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[OTHER]] : tensor<4xf32>
// CHECK:         return %[[IF]] : tensor<4xf32>
func.func @uniform_condition(%i: index, %flags: tensor<6xi1> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
                             %arg: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>},
                             %other: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %flag = tensor.extract %flags[%i] : tensor<6xi1>
  %0 = scf.if %flag -> tensor<4xf32> {
    %1 = linalg.reduce {arith.addf} ins(%arg : tensor<4x6xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %other : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
