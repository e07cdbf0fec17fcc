// RUN: tp-opt %s -tp-propagate | FileCheck %s
// What decides where annotations leave a choice or contradict each other.

tp.mesh @mesh <["x"=2, "y"=3]>

// A closed dimension keeps what it has, an open one takes more axes behind its own.
// CHECK-LABEL: func.func @open_and_closed(
// CHECK-SAME:    %[[CLOSED:[^:]*]]: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OPEN:[^:]*]]: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>}
// CHECK-SAME:    %[[WIDE:[^:]*]]: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>}
// CHECK-SAME:    -> (tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[CLOSED]], %[[OPEN]] {tp.shardings = [#tp.sharding<@mesh, [{"x", "y"}, {}]>]} : tensor<12x6xf32>
// CHECK-NEXT:    %[[ADDF_2:.*]] = arith.addf %[[ADDF]], %[[WIDE]] {tp.shardings = [#tp.sharding<@mesh, [{"x", "y"}, {}]>]} : tensor<12x6xf32>
func.func @open_and_closed(%closed: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                           %open: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", ?}, {}]>},
                           %wide: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>})
    -> tensor<12x6xf32> {
  %0 = arith.addf %closed, %open : tensor<12x6xf32>
  %1 = arith.addf %0, %wide : tensor<12x6xf32>
  return %1 : tensor<12x6xf32>
}

// A dimension that begins with another axis takes nothing.
// CHECK-LABEL: func.func @other_beginning(
// CHECK-SAME:    %[[OPEN:[^:]*]]: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>}
// CHECK-SAME:    -> (tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[OPEN]], %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"y"}]>]} : tensor<12xf32>
func.func @other_beginning(%open: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"y", ?}]>},
                           %arg: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>})
    -> tensor<12xf32> {
  %0 = arith.addf %open, %arg : tensor<12xf32>
  return %0 : tensor<12xf32>
}

// Without priorities the first operand's rows would take the axis: the number 0 goes first.
// CHECK-LABEL: func.func @priority(
// CHECK-SAME:    %[[ROWS:[^:]*]]: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    %[[COLUMNS:[^:]*]]: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ROWS]], %[[COLUMNS]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<6x6xf32>
func.func @priority(%rows: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}p1, {}]>},
                    %columns: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> tensor<6x6xf32> {
  %0 = arith.addf %rows, %columns : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// The same with the numbers exchanged.
// CHECK-LABEL: func.func @priority_exchanged(
// CHECK-SAME:    %[[ROWS:[^:]*]]: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    %[[COLUMNS:[^:]*]]: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ROWS]], %[[COLUMNS]] {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]} : tensor<6x6xf32>
func.func @priority_exchanged(%rows: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}p1, {}]>},
                              %columns: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}p2]>})
    -> tensor<6x6xf32> {
  %0 = arith.addf %rows, %columns : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// A dimension that is not yet a source may receive axes.
// CHECK-LABEL: func.func @priority_receives(
// CHECK-SAME:    %[[LATE:[^:]*]]: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>}
// CHECK-SAME:    %[[EARLY:[^:]*]]: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>}
// CHECK-SAME:    -> (tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[LATE]], %[[EARLY]] {tp.shardings = [#tp.sharding<@mesh, [{"x", "y"}]>]} : tensor<12xf32>
func.func @priority_receives(%late: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", ?}p1]>},
                             %early: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>})
    -> tensor<12xf32> {
  %0 = arith.addf %late, %early : tensor<12xf32>
  return %0 : tensor<12xf32>
}

#rows = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// Two axes for one loop: that of the larger operand, which would cost more to move.
// CHECK-LABEL: func.func @larger_operand(
// CHECK-SAME:    %[[VECTOR:[^:]*]]: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    %[[MATRIX:[^:]*]]: tensor<6x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME:    -> (tensor<6x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
// CHECK:         %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[VECTOR]], %[[MATRIX]] : tensor<6xf32>, tensor<6x5xf32>) outs(%{{.*}} : tensor<6x5xf32>) attrs =  {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]} {
func.func @larger_operand(%vector: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                          %matrix: tensor<6x5xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> tensor<6x5xf32> {
  %empty = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.generic {indexing_maps = [#rows, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%vector, %matrix : tensor<6xf32>, tensor<6x5xf32>) outs(%empty : tensor<6x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// Two loops for one axis: the result gives it to the rows of the larger operand.
// CHECK-LABEL: func.func @larger_rows(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} ins(%[[LHS]], %[[RHS]] : tensor<8x4xf32>, tensor<4x6xf32>) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @larger_rows(%lhs: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                       %rhs: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> tensor<8x6xf32> {
  %empty = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// The order of the operands does not matter.
// CHECK-LABEL: func.func @larger_columns(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    -> (tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {"x"}]>]} ins(%[[LHS]], %[[RHS]] : tensor<6x4xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<6x8xf32>) -> tensor<6x8xf32>
func.func @larger_columns(%lhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                          %rhs: tensor<4x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> tensor<6x8xf32> {
  %empty = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<6x4xf32>, tensor<4x8xf32>)
      outs(%empty : tensor<6x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Elementwise ops go before all others, wherever they stand.
// CHECK-LABEL: func.func @elementwise_first(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[BIAS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {"x"}]>]} ins(%[[LHS]], %[[RHS]] : tensor<8x4xf32>, tensor<4x6xf32>) outs(%{{.*}} : tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[MATMUL]], %[[BIAS]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"x"}]>]} : tensor<8x6xf32>
func.func @elementwise_first(%lhs: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                             %rhs: tensor<4x6xf32>,
                             %bias: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> tensor<8x6xf32> {
  %empty = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = arith.addf %0, %bias : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// An axis that must stay replicated is not taken, though the dimension is open.
// CHECK-LABEL: func.func @replicated(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
func.func @replicated(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {?}], replicated = {"y"}>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// An axis over which a value is partial is not free for its dimensions.
// CHECK-LABEL: func.func @partial_argument(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[NEGF:.*]] = arith.negf %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
func.func @partial_argument(
    %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {?}], partial = sum{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = arith.negf %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Partial arguments and results stay as written; nothing between them becomes partial.
// CHECK-LABEL: func.func @partial_signature(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ARG]], %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
func.func @partial_signature(
    %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}) {
  %0 = arith.addf %arg, %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A constraint holds for the uses of its result, and is a wish for its operand.
// CHECK-LABEL: func.func @constrain(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[CONSTRAIN:.*]] = tp.constrain %[[EXP]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[TANH:.*]] = math.tanh %[[CONSTRAIN]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
func.func @constrain(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  %1 = tp.constrain %0 to <@mesh, [{"x", ?}, {}]> : tensor<8x6xf32>
  %2 = math.tanh %1 : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// Open dimensions of a constraint take more axes and are closed then.
// CHECK-LABEL: func.func @constrain_open(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>}
// CHECK-SAME:    -> (tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>})
// CHECK-NEXT:    %[[CONSTRAIN:.*]] = tp.constrain %[[ARG]] to <@mesh, [{"x", "y"}, {}]> : tensor<12x6xf32>
// CHECK-NEXT:    %[[TANH:.*]] = math.tanh %[[CONSTRAIN]] {tp.shardings = [#tp.sharding<@mesh, [{"x", "y"}, {}]>]} : tensor<12x6xf32>
func.func @constrain_open(%arg: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>})
    -> tensor<12x6xf32> {
  %0 = tp.constrain %arg to <@mesh, [{"x", ?}, {}]> : tensor<12x6xf32>
  %1 = math.tanh %0 : tensor<12x6xf32>
  return %1 : tensor<12x6xf32>
}

// The argument's axis stays on its side; that of the result comes through.
// CHECK-LABEL: func.func @barrier_forward(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[BARRIER:.*]] = tp.barrier %[[ARG]] stops forward {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[BARRIER]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
func.func @barrier_forward(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {?}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"y"}]>}) {
  %0 = tp.barrier %arg stops forward : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// The result's axis stays on its side; that of the argument comes through.
// CHECK-LABEL: func.func @barrier_backward(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[BARRIER:.*]] = tp.barrier %[[ARG]] stops backward {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[BARRIER]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
func.func @barrier_backward(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {?}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"y"}]>}) {
  %0 = tp.barrier %arg stops backward : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Neither side knows of the other.
// CHECK-LABEL: func.func @barrier_both(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[BARRIER:.*]] = tp.barrier %[[ARG]] stops both {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[BARRIER]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
func.func @barrier_both(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {?}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"y"}]>}) {
  %0 = tp.barrier %arg stops both : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Values of a group get one sharding, whatever their sizes.
// CHECK-LABEL: func.func @group(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-NEXT:    tp.group %[[ARG]], %[[OTHER]] : tensor<8x6xf32>, tensor<4x6xf32>
func.func @group(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                 %other: tensor<4x6xf32>) {
  tp.group %arg, %other : tensor<8x6xf32>, tensor<4x6xf32>
  return
}
