// RUN: tp-opt %s -tp-propagate -tp-verify-propagated -tp-insert-reshards -tp-verify-explicit -tp-partition -tp-verify-local -cse | FileCheck %s
// The body of tp.manual takes the op's place: local along the manual axes as written, along the
// others like the code around it.

tp.mesh @mesh <["x"=2, "y"=3]>

// Operands and results have the shardings that the op says; the body keeps its collective.
// CHECK-LABEL: func.func @manual_axis_only(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.global_type = tensor<4x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[ARG]] : tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT:    return %[[SUM]] : tensor<4x6xf32>
func.func @manual_axis_only(%arg: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{}, {}]>] : (tensor<8x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    %1 = tp.all_reduce sum over @mesh{"x"} ins(%local : tensor<4x6xf32>) -> tensor<4x6xf32>
    tp.yield %1 : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}

// An operand with another sharding is brought to the in-sharding.
// CHECK-LABEL: func.func @operand_resharded(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x2xf32>
// CHECK-NEXT:    %[[WHOLE:.*]] = tp.all_gather dim 1 over @mesh{"y"} ins(%[[ARG]] : tensor<8x2xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[WHOLE]] : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    return %[[SUM]] : tensor<8x6xf32>
func.func @operand_resharded(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{}, {}]>] out [<@mesh, [{}, {}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<8x6xf32>):
    %1 = tp.all_reduce sum over @mesh{"x"} ins(%local : tensor<8x6xf32>) -> tensor<8x6xf32>
    tp.yield %1 : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// A free axis splits what the body sees, and a yield that wants another layout has a reshard.
// CHECK-LABEL: func.func @free_axis(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<4x2xf32>
// CHECK-NEXT:    %[[BOTH:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[EXP]] : tensor<4x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:    %[[WHOLE:.*]] = tp.all_gather dim 1 over @mesh{"y"} ins(%[[BOTH]] : tensor<8x2xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    return %[[WHOLE]] : tensor<8x6xf32>
func.func @free_axis(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{}, {}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    %1 = math.exp %local : tensor<4x6xf32>
    %2 = tp.all_gather dim 0 over @mesh{"x"} ins(%1 : tensor<4x6xf32>) -> tensor<8x6xf32>
    tp.yield %2 : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// Propagation starts from a constraint inside as from any other.
// CHECK-LABEL: func.func @constrained_inside(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x6xf32>
// CHECK:         %[[SLICE:.*]] = tp.all_slice dim 1 over @mesh{"y"} ins(%[[ARG]] : tensor<4x6xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[SLICE]] : tensor<4x2xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<4x2xf32>
func.func @constrained_inside(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {"y"}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    %1 = tp.constrain %local to <@mesh, [{}, {"y"}]> : tensor<4x6xf32>
    %2 = math.exp %1 : tensor<4x6xf32>
    tp.yield %2 : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// A result that the body leaves partial is reduced outside, once.
// CHECK-LABEL: func.func @partial_result(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x3xf32>
// CHECK-NEXT:    %[[NEG:.*]] = arith.negf %[[ARG]] : tensor<8x3xf32>
// CHECK-NEXT:    %[[SUM:.*]] = tp.all_reduce sum over @mesh{"x"} ins(%[[NEG]] : tensor<8x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[SUM]] : tensor<8x3xf32>
// CHECK-NEXT:    return %[[EXP]], %[[SUM]] : tensor<8x3xf32>, tensor<8x3xf32>
func.func @partial_result(%arg: tensor<8x6xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>) {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{}, {"x"}]>] out [<@mesh, [{}, {}], partial = sum{"x"}>] : (tensor<8x6xf32>) -> tensor<8x3xf32> {
  ^bb0(%local: tensor<8x3xf32>):
    %1 = arith.negf %local : tensor<8x3xf32>
    tp.yield %1 : tensor<8x3xf32>
  }
  %1 = math.exp %0 : tensor<8x3xf32>
  return %1, %0 : tensor<8x3xf32>, tensor<8x3xf32>
}

// A region inside a region makes more axes manual.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32>
// CHECK-NEXT:    %[[INNER:.*]] = tp.all_reduce max over @mesh{"x", "y"} ins(%[[ARG]] : tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    return %[[INNER]] : tensor<4x2xf32>
func.func @nested(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%outer: tensor<4x6xf32>):
    %1 = tp.manual over @mesh{"y"} (%outer) in [<@mesh, [{}, {"y"}]>] out [<@mesh, [{}, {"y"}]>] : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    ^bb0(%inner: tensor<4x2xf32>):
      %2 = tp.all_reduce max over @mesh{"x", "y"} ins(%inner : tensor<4x2xf32>) -> tensor<4x2xf32>
      tp.yield %2 : tensor<4x2xf32>
    }
    tp.yield %1 : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// A function that is called from a body is in local view too: rows are never split over "x" in it.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32> {tp.global_type = tensor<4x6xf32>, tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
func.func private @callee(%arg: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = tp.all_reduce max over @mesh{"x"} ins(%arg : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @call_inside(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<4x2xf32>
// CHECK-NEXT:    %[[CALL:.*]] = call @callee(%[[ARG]]) : (tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:    return %[[CALL]] : tensor<4x2xf32>
func.func @call_inside(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    %1 = func.call @callee(%local) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    tp.yield %1 : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}
