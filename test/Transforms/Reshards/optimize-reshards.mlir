// RUN: tp-opt %s -tp-optimize-reshards | FileCheck %s
// Reshards that are equal, follow each other, change nothing or serve nobody.

module attributes {tp.stage = "explicit"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// The second of two equal reshards is the first one.
// CHECK-LABEL: func.func @equal(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]], %[[RESHARD]] : tensor<8x6xf32>, tensor<8x6xf32>
func.func @equal(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// The first one stands in another block: both stay.
// CHECK-LABEL: func.func @other_block(
// CHECK-SAME:    %[[FLAG:[^:]*]]: i1
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    cf.cond_br %[[FLAG]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<8x6xf32>
func.func @other_block(%flag: i1, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  %0 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
^bb2:
  %1 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Nobody else uses the layout between: straight to the last one.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @chain(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{"x"}, {"y"}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{"y"}, {}]> : tensor<8x6xf32>
  %2 = tp.reshard %1 to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

// A partial value goes to its sharded form without being whole between.
// CHECK-LABEL: func.func @chain_from_partial(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @chain_from_partial(
    %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// The layout between has other uses: going on from it is cheaper than from the start.
// CHECK-LABEL: func.func @chain_with_uses(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[RESHARD]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]], %[[RESHARD_2]] : tensor<8x6xf32>, tensor<8x6xf32>
func.func @chain_with_uses(
    %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}

// There and back again is nothing.
// CHECK-LABEL: func.func @back(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    return %[[ARG]] : tensor<8x6xf32>
func.func @back(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// The result of an op has the wanted layout already.
// CHECK-LABEL: func.func @same_layout(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<8x6xf32>
func.func @same_layout(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = math.exp %arg {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Equal dimensions do not make a partial value whole.
// CHECK-LABEL: func.func @partial_differs(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @partial_differs(
    %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"y"}>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A constant is made in the layout of each use.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<8x6xf32>
// CHECK:         return %[[CONSTANT]] : tensor<8x6xf32>
func.func @constant() -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0 = tp.reshard %two to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Chains without uses go as a whole.
// CHECK-LABEL: func.func @dead(
// CHECK-SAME:    %{{.*}}: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-NEXT:    return
func.func @dead(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tp.reshard %arg to <@mesh, [{}, {}]> : tensor<8x6xf32>
  %1 = tp.reshard %0 to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  %2 = tp.reshard %0 to <@mesh, [{"y"}, {}]> : tensor<8x6xf32>
  return
}
}
