// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-partition -tp-verify-local -canonicalize | FileCheck %s
// Sizes that do not divide: blocks are padded, and what is computed of padding reaches no result.

tp.mesh @mesh <["x"=2, "y"=3]>

// Elementwise ops may compute on padding.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<3x3xf32> {tp.global_type = tensor<5x7xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<3x3xf32> {tp.global_type = tensor<5x7xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<3x3xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<3x3xf32>
func.func @elementwise(%arg: tensor<5x7xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<5x7xf32> {
  %0 = math.exp %arg : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// A sum over padding would be wrong: the operands are zero there.
// CHECK-LABEL: func.func @contraction(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<4x3xf32> {tp.global_type = tensor<4x5xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<3x3xf32> {tp.global_type = tensor<5x3xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<4x3xf32> {tp.global_type = tensor<4x3xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG:     %[[CONSTANT_3:.*]] = arith.constant 5 : index
// CHECK-DAG:     %[[CONSTANT_4:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[CONSTANT_5:.*]] = arith.constant dense<0.000000e+00> : tensor<4x3xf32>
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"x"} : index
// CHECK-NEXT:    %[[MULI:.*]] = arith.muli %[[COORDINATE]], %[[CONSTANT_4]] : index
// CHECK:         %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[LHS]] : tensor<4x3xf32>) outs(%{{.*}} : tensor<4x3xf32>) {
// CHECK-NEXT:    ^bb0(%[[ARG:.*]]: f32, %[[ARG_2:.*]]: f32):
// CHECK-NEXT:      %[[INDEX:.*]] = linalg.index 1 : index
// CHECK-NEXT:      %[[ADDI:.*]] = arith.addi %[[INDEX]], %[[MULI]] : index
// CHECK-NEXT:      %[[CMPI:.*]] = arith.cmpi ult, %[[ADDI]], %[[CONSTANT_3]] : index
// CHECK-NEXT:      %[[SELECT:.*]] = arith.select %[[CMPI]], %[[ARG]], %[[CONSTANT_2]] : f32
// CHECK-NEXT:      linalg.yield %[[SELECT]] : f32
// CHECK-NEXT:    } -> tensor<4x3xf32>
// CHECK-NEXT:    %[[COORDINATE_2:.*]] = tp.coordinate over @mesh{"x"} : index
// CHECK-NEXT:    %[[MULI_2:.*]] = arith.muli %[[COORDINATE_2]], %[[CONSTANT_4]] : index
// CHECK:         %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[RHS]] : tensor<3x3xf32>) outs(%{{.*}} : tensor<3x3xf32>) {
// CHECK-NEXT:    ^bb0(%[[ARG]]: f32, %[[ARG_2]]: f32):
// CHECK-NEXT:      %[[INDEX_2:.*]] = linalg.index 0 : index
// CHECK-NEXT:      %[[ADDI_2:.*]] = arith.addi %[[INDEX_2]], %[[MULI_2]] : index
// CHECK-NEXT:      %[[CMPI_2:.*]] = arith.cmpi ult, %[[ADDI_2]], %[[CONSTANT_3]] : index
// CHECK-NEXT:      %[[SELECT_2:.*]] = arith.select %[[CMPI_2]], %[[ARG]], %[[CONSTANT]] : f32
// CHECK-NEXT:      linalg.yield %[[SELECT_2]] : f32
// CHECK-NEXT:    } -> tensor<3x3xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%[[GENERIC]], %[[GENERIC_2]] : tensor<4x3xf32>, tensor<3x3xf32>) outs(%[[CONSTANT_5]] : tensor<4x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[MATMUL]] : tensor<4x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]] : tensor<4x3xf32>
func.func @contraction(%lhs: tensor<4x5xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                       %rhs: tensor<5x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x3xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x3xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<4x5xf32>, tensor<5x3xf32>) outs(%zero : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Rows of padding stay rows of padding: nothing to mask.
// CHECK-LABEL: func.func @padded_rows(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<3x4xf32> {tp.global_type = tensor<5x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x3xf32> {tp.global_type = tensor<4x3xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<3x3xf32> {tp.global_type = tensor<5x3xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<0.000000e+00> : tensor<3x3xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%[[LHS]], %[[RHS]] : tensor<3x4xf32>, tensor<4x3xf32>) outs(%[[CONSTANT]] : tensor<3x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT:    return %[[MATMUL]] : tensor<3x3xf32>
func.func @padded_rows(%lhs: tensor<5x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                       %rhs: tensor<4x3xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) -> tensor<5x3xf32> {
  %zero = arith.constant dense<0.0> : tensor<5x3xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<5x4xf32>, tensor<4x3xf32>) outs(%zero : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// Gathered blocks are cut to the global size.
// CHECK-LABEL: func.func @gathered(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<3xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (tensor<5xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK-NEXT:    %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[ARG]] : tensor<3xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[ALL_GATHER]][0] [5] [1] : tensor<6xf32> to tensor<5xf32>
// CHECK-NEXT:    return %[[EXTRACT_SLICE]] : tensor<5xf32>
func.func @gathered(%arg: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  return %arg : tensor<5xf32>
}

// A whole value is padded before each device takes its block.
// CHECK-LABEL: func.func @sliced(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<5xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>}
// CHECK-SAME:    -> (tensor<3xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[PAD:.*]] = tensor.pad %[[ARG]] low[0] high[1] {
// CHECK-NEXT:    ^bb0(%[[ARG_2:.*]]: index):
// CHECK-NEXT:      tensor.yield %[[CONSTANT]] : f32
// CHECK-NEXT:    } : tensor<5xf32> to tensor<6xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[PAD]] : tensor<6xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[ALL_SLICE]] : tensor<3xf32>
func.func @sliced(%arg: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  return %arg : tensor<5xf32>
}

// 5 over 6 devices is one each and a device with nothing; over 2 it is 3 and 2.
// CHECK-LABEL: func.func @other_blocks(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<1xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>}
// CHECK-SAME:    -> (tensor<3xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-NEXT:    %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"y"} ins(%[[ARG]] : tensor<1xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[ALL_GATHER]] : tensor<3xf32>
func.func @other_blocks(%arg: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>})
    -> (tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  return %arg : tensor<5xf32>
}

// Fewer elements than devices: the first holds it, the others padding.
// CHECK-LABEL: func.func @one_element(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<1x4xf32> {tp.global_type = tensor<1x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<4xf32> {tp.global_type = tensor<4xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"y"} : index
// CHECK-NEXT:    %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["reduction", "parallel"]} ins(%[[ARG]] : tensor<1x4xf32>) outs(%[[CONSTANT_2]] : tensor<4xf32>) {
// CHECK-NEXT:    ^bb0(%[[ARG_2:.*]]: f32, %[[ARG_3:.*]]: f32):
// CHECK-NEXT:      %[[CMPI:.*]] = arith.cmpi ult, %[[COORDINATE]], %[[CONSTANT]] : index
// CHECK-NEXT:      %[[ADDF:.*]] = arith.addf %[[ARG_3]], %[[ARG_2]] : f32
// CHECK-NEXT:      %[[SELECT:.*]] = arith.select %[[CMPI]], %[[ADDF]], %[[ARG_3]] : f32
// CHECK-NEXT:      linalg.yield %[[SELECT]] : f32
// CHECK-NEXT:    } -> tensor<4xf32>
// CHECK-NEXT:    %[[ALL_REDUCE:.*]] = tp.all_reduce sum over @mesh{"y"} ins(%[[GENERIC]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[ALL_REDUCE]] : tensor<4xf32>
func.func @one_element(%arg: tensor<1x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %0 = linalg.reduce {arith.addf} ins(%arg : tensor<1x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [0]
  return %0 : tensor<4xf32>
}

// No elements at all.
// CHECK-LABEL: func.func @no_elements(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<0x4xf32> {tp.global_type = tensor<0x4xf32>, tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<0x4xf32> {tp.global_type = tensor<0x4xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<0x4xf32>
// CHECK-NEXT:    %[[ALL_GATHER:.*]] = tp.all_gather dim 0 over @mesh{"y"} ins(%[[EXP]] : tensor<0x4xf32>) -> tensor<0x4xf32>
// CHECK-NEXT:    return %[[ALL_GATHER]] : tensor<0x4xf32>
func.func @no_elements(%arg: tensor<0x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<0x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %0 = math.exp %arg : tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// A constant whose values differ is padded, too, before it is cut.
// CHECK-LABEL: func.func @dense(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<3xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (tensor<3xf32> {tp.global_type = tensor<5xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<5xf32>
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[PAD:.*]] = tensor.pad %[[CONSTANT]] low[0] high[1] {
// CHECK-NEXT:    ^bb0(%[[ARG_2:.*]]: index):
// CHECK-NEXT:      tensor.yield %[[CONSTANT_2]] : f32
// CHECK-NEXT:    } : tensor<5xf32> to tensor<6xf32>
// CHECK-NEXT:    %[[ALL_SLICE:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[PAD]] : tensor<6xf32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ARG]], %[[ALL_SLICE]] : tensor<3xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<3xf32>
func.func @dense(%arg: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<5xf32> {
  %values = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %0 = arith.addf %arg, %values : tensor<5xf32>
  return %0 : tensor<5xf32>
}

// An integer division by padding could trap: it does not run there.
// CHECK-LABEL: func.func @trapping(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<3xi32> {tp.global_type = tensor<5xi32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<3xi32> {tp.global_type = tensor<5xi32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (tensor<3xi32> {tp.global_type = tensor<5xi32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant 5 : index
// CHECK-DAG:     %[[CONSTANT_3:.*]] = arith.constant 3 : index
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"x"} : index
// CHECK-NEXT:    %[[MULI:.*]] = arith.muli %[[COORDINATE]], %[[CONSTANT_3]] : index
// CHECK:         %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel"]} ins(%[[B]] : tensor<3xi32>) outs(%{{.*}} : tensor<3xi32>) {
// CHECK-NEXT:    ^bb0(%[[ARG:.*]]: i32, %[[ARG_2:.*]]: i32):
// CHECK-NEXT:      %[[INDEX:.*]] = linalg.index 0 : index
// CHECK-NEXT:      %[[ADDI:.*]] = arith.addi %[[INDEX]], %[[MULI]] : index
// CHECK-NEXT:      %[[CMPI:.*]] = arith.cmpi ult, %[[ADDI]], %[[CONSTANT_2]] : index
// CHECK-NEXT:      %[[SELECT:.*]] = arith.select %[[CMPI]], %[[ARG]], %[[CONSTANT]] : i32
// CHECK-NEXT:      linalg.yield %[[SELECT]] : i32
// CHECK-NEXT:    } -> tensor<3xi32>
// CHECK-NEXT:    %[[DIVSI:.*]] = arith.divsi %[[A]], %[[GENERIC]] : tensor<3xi32>
// CHECK-NEXT:    return %[[DIVSI]] : tensor<3xi32>
func.func @trapping(%a: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                    %b: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<5xi32> {
  %0 = arith.divsi %a, %b : tensor<5xi32>
  return %0 : tensor<5xi32>
}
