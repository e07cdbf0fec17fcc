// RUN: tp-opt %s -tp-verify-local
// Local programs in which all devices of a group meet.

module attributes {tp.stage = "local"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// Local types follow from global types and shardings; scalars have neither.
func.func @types(%scalar: index,
                 %even: tensor<4x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>, tp.global_type = tensor<8x6xf32>},
                 %uneven: tensor<3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>, tp.global_type = tensor<5xf32>},
                 %partial: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>, tp.global_type = tensor<5xf32>}) {
  return
}

// A scalar argument of an entry is the same on all devices.
func.func @uniform_condition(%flag: i1, %arg: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.if %flag -> tensor<4xf32> {
    %1 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %arg : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// The condition varies along another axis than the collective's: whole groups take part or not.
func.func @other_axis(%arg: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %coordinate = tp.coordinate over @mesh{"y"} : index
  %flag = arith.cmpi eq, %coordinate, %c0 : index
  %0 = scf.if %flag -> tensor<4xf32> {
    %1 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %arg : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// What is reduced, gathered or broadcast is the same for all.
func.func @made_uniform(%arg: tensor<2xi1> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>, tp.global_type = tensor<6xi1>},
                        %other: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %all = tp.all_reduce or over @mesh{"y"} ins(%arg : tensor<2xi1>) -> tensor<2xi1>
  %flag = tensor.extract %all[%c0] : tensor<2xi1>
  %0 = scf.if %flag -> tensor<2xf32> {
    %1 = tp.all_reduce sum over @mesh{"y"} ins(%other : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  } else {
    scf.yield %other : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// Slices and coordinates communicate nothing: they may stand anywhere.
func.func @no_communication(%arg: tensor<4xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<2xf32>
  %coordinate = tp.coordinate over @mesh{"x"} : index
  %flag = arith.cmpi eq, %coordinate, %c0 : index
  %0 = scf.if %flag -> tensor<2xf32> {
    %1 = tp.all_slice dim 0 over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  } else {
    scf.yield %empty : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// Devices part and meet again before the collective.
func.func @after_branches(%arg: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %coordinate = tp.coordinate over @mesh{"x"} : index
  %flag = arith.cmpi eq, %coordinate, %c0 : index
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb2:
  cf.br ^bb3
^bb3:
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}
