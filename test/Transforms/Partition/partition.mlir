// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-partition -tp-verify-local -canonicalize | FileCheck %s
// The program that each device runs: local types, collectives, and copies of constants per use.

// Of the ops that compute something, those that all devices run alike are counted.
// CHECK: module attributes {tp.replicated_ops = {count = 3 : i64, total = 12 : i64}, tp.stage = "local"}
tp.mesh @mesh <["x"=2, "y"=3]>

// A local function keeps the sharding and global type of what it takes and gives.
// CHECK-LABEL: func.func @signature(
// CHECK-SAME:    %[[SCALAR:[^:]*]]: f32
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.name = "weight", tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[CACHE:[^:]*]]: tensor<1xi8> {tp.donated, tp.global_type = tensor<6xi8>, tp.sharding = #tp.sharding<@mesh, [{"y", "x"}]>}
// CHECK-SAME:    -> (f32, tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1xi8> {tp.global_type = tensor<6xi8>, tp.sharding = #tp.sharding<@mesh, [{"y", "x"}]>})
// CHECK-NEXT:    return %[[SCALAR]], %[[ARG]], %[[CACHE]] : f32, tensor<4x2xf32>, tensor<1xi8>
func.func @signature(%scalar: f32,
                     %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>, tp.name = "weight"},
                     %cache: tensor<6xi8> {tp.sharding = #tp.sharding<@mesh, [{"y", "x"}]>, tp.donated})
    -> (f32, tensor<8x6xf32>, tensor<6xi8>) {
  return %scalar, %arg, %cache : f32, tensor<8x6xf32>, tensor<6xi8>
}

// Ops between values of one layout run on shards.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<4x2xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[EXP]], %[[ARG]] : tensor<4x2xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<4x2xf32>
func.func @elementwise(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  %1 = arith.addf %0, %arg : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// A sum over devices is an all-reduce.
// CHECK-LABEL: func.func @all_reduce(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<2x4xf32> {tp.global_type = tensor<6x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<4x4xf32> {tp.global_type = tensor<8x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%[[LHS]], %[[RHS]] : tensor<4x2xf32>, tensor<2x4xf32>) outs(%[[CONSTANT]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"y"} ins(%[[MATMUL]] : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]] : tensor<4x4xf32>
func.func @all_reduce(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>},
                      %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> tensor<8x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>) outs(%zero : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Wanted sharded over the axis of the sum: one reduce-scatter, no all-reduce.
// CHECK-LABEL: func.func @reduce_scatter(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<6x2xf32> {tp.global_type = tensor<6x4xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<2x5xf32> {tp.global_type = tensor<4x5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<3x5xf32> {tp.global_type = tensor<6x5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<6x5xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%[[LHS]], %[[RHS]] : tensor<6x2xf32>, tensor<2x5xf32>) outs(%[[CONSTANT]] : tensor<6x5xf32>) -> tensor<6x5xf32>
// CHECK-NEXT:    %[[REDUCE_SCATTER:.*]] = tp.reduce_scatter sum dim 0 over @mesh{"x"} ins(%[[MATMUL]] : tensor<6x5xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:    return %[[REDUCE_SCATTER]] : tensor<3x5xf32>
func.func @reduce_scatter(%lhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                          %rhs: tensor<4x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<6x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<6x5xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<6x4xf32>, tensor<4x5xf32>) outs(%zero : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// A maximum over devices.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<4x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<4xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0xFF800000> : tensor<4xf32>
// CHECK:         %[[REDUCE:.*]] = linalg.reduce { arith.maximumf } ins(%[[ARG]] : tensor<4x2xf32>) outs(%[[CONSTANT]] : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce max over @mesh{"y"} ins(%[[REDUCE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]] : tensor<4xf32>
func.func @maximum(%arg: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) -> tensor<4xf32> {
  %lowest = arith.constant dense<0xFF800000> : tensor<4xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%arg : tensor<4x6xf32>) outs(%lowest : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// Each use of a splat constant has a copy of the size it needs.
// CHECK-LABEL: func.func @splat(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<8x2xf32>
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant dense<2.000000e+00> : tensor<4x6xf32>
// CHECK:         %[[ADDF:.*]] = arith.addf %[[ARG]], %[[CONSTANT_2]] : tensor<4x6xf32>
// CHECK-NEXT:    %[[ADDF_2:.*]] = arith.addf %[[OTHER]], %[[CONSTANT]] : tensor<8x2xf32>
// CHECK-NEXT:    return %[[ADDF]], %[[ADDF_2]] : tensor<4x6xf32>, tensor<8x2xf32>
func.func @splat(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                 %other: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0 = arith.addf %arg, %two : tensor<8x6xf32>
  %1 = arith.addf %other, %two : tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// Other constants are cut on each device.
// CHECK-LABEL: func.func @dense(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<2xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (tensor<2xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
// CHECK:         %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[CONSTANT]] : tensor<4xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ARG]], %[[ALL_SLICE]] : tensor<2xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<2xf32>
func.func @dense(%arg: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %values = arith.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %0 = arith.addf %arg, %values : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A returned constant is partial where the result is: one device keeps it.
// CHECK-LABEL: func.func @partial_constant(
// CHECK-SAME:    -> (tensor<4xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"y"}>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:     %[[CONSTANT_3:.*]] = arith.constant 0 : index
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"y"} : index
// CHECK-NEXT:    %[[CMPI:.*]] = arith.cmpi eq, %[[COORDINATE]], %[[CONSTANT_3]] : index
// CHECK:         %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel"]} ins(%[[CONSTANT]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) {
// CHECK-NEXT:    ^bb0(%[[ARG:.*]]: f32, %[[ARG_2:.*]]: f32):
// CHECK-NEXT:      %[[SELECT:.*]] = arith.select %[[CMPI]], %[[ARG]], %[[CONSTANT_2]] : f32
// CHECK-NEXT:      linalg.yield %[[SELECT]] : f32
// CHECK-NEXT:    } -> tensor<4xf32>
// CHECK-NEXT:    return %[[GENERIC]] : tensor<4xf32>
func.func @partial_constant() -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"y"}>}) {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  return %two : tensor<4xf32>
}

// Calls pass local values.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[SCALE:[^:]*]]: f32
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, f32)
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<4x6xf32>
// CHECK-NEXT:    return %[[EXP]], %[[SCALE]] : tensor<4x6xf32>, f32
func.func private @callee(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, %scale: f32)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, f32) {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0, %scale : tensor<8x6xf32>, f32
}

// A constant argument is made as the callee wants it; the result is gathered here.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[SCALE:[^:]*]]: f32
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, f32)
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<4x6xf32>
// CHECK:         %[[CALL:.*]]:2 = call @callee(%[[CONSTANT]], %[[SCALE]]) : (tensor<4x6xf32>, f32) -> (tensor<4x6xf32>, f32)
// CHECK-NEXT:    %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[CALL]]#0 : tensor<4x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    return %[[ALL_GATHER]], %[[CALL]]#1 : tensor<8x6xf32>, f32
func.func @caller(%scale: f32) -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, f32) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0:2 = call @callee(%two, %scale) : (tensor<8x6xf32>, f32) -> (tensor<8x6xf32>, f32)
  return %0#0, %0#1 : tensor<8x6xf32>, f32
}

// Declarations stay as they are.
// CHECK: func.func private @observe(tensor<8x6xf32>) attributes {tp.call = "once"}
func.func private @observe(tensor<8x6xf32>) attributes {tp.call = "once"}
func.func private @seeded(tensor<8x6xf32>) -> tensor<8x6xf32> attributes {tp.call = "replicated"}

// The first device alone calls what is to be called once; all call what is replicated, with whole values.
// CHECK-LABEL: func.func @external_calls(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0 : index
// CHECK:         %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[ARG]] : tensor<4x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[COORDINATE:.*]] = tp.coordinate over @mesh{"x", "y"} : index
// CHECK-NEXT:    %[[CMPI:.*]] = arith.cmpi eq, %[[COORDINATE]], %[[CONSTANT]] : index
// CHECK-NEXT:    scf.if %[[CMPI]] {
// CHECK-NEXT:      func.call @observe(%[[ALL_GATHER]]) : (tensor<8x6xf32>) -> ()
// CHECK:         %[[CALL:.*]] = call @seeded(%[[ALL_GATHER]]) : (tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[CALL]] : tensor<8x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<4x6xf32>
func.func @external_calls(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  call @observe(%arg) : (tensor<8x6xf32>) -> ()
  %0 = call @seeded(%arg) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// An op without a rule runs whole, as do the regions in which it stands.
// CHECK-LABEL: func.func @no_rule(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<6x4xf32> {tp.global_type = tensor<12x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<[12, 4]> : tensor<2xindex>
// CHECK:         %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[ARG]] : tensor<4x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHAPE:.*]] = tensor.reshape %[[ALL_GATHER]](%[[CONSTANT]]) : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<12x4xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[RESHAPE]] : tensor<12x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<6x4xf32>
func.func @no_rule(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<12x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = scf.execute_region -> tensor<12x4xf32> {
    %shape = arith.constant dense<[12, 4]> : tensor<2xindex>
    %1 = tensor.reshape %arg(%shape) : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<12x4xf32>
    scf.yield %1 : tensor<12x4xf32>
  }
  return %0 : tensor<12x4xf32>
}

// Blocks keep their branches.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[FLAG:[^:]*]]: i1
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[ARG]] : tensor<4x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ALL_GATHER]] : tensor<8x6xf32>
// CHECK-NEXT:    cf.cond_br %[[FLAG]], ^bb1(%[[EXP]] : tensor<8x6xf32>), ^bb2
// CHECK-NEXT:  ^bb1(%[[ARG_2:.*]]: tensor<8x6xf32>):
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[ARG_2]] : tensor<8x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<4x6xf32>
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    return %[[ARG]] : tensor<4x6xf32>
func.func @blocks(%flag: i1, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  cf.cond_br %flag, ^bb1(%0 : tensor<8x6xf32>), ^bb2
^bb1(%1: tensor<8x6xf32>):
  return %1 : tensor<8x6xf32>
^bb2:
  return %arg : tensor<8x6xf32>
}
