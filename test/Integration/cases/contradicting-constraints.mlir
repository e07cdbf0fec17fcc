// RUN: tp-opt %s -tp-propagate -tp-insert-reshards | FileCheck %s --check-prefix=EXPLICIT
// RUN: tp-run %s --entry=on_one_value --check | FileCheck %s
// RUN: tp-run %s --entry=in_a_chain --check | FileCheck %s
// RUN: tp-run %s --entry=against_annotations --check | FileCheck %s
// RUN: tp-run %s --entry=nowhere_but_between --check | FileCheck %s
// RUN: tp-run %s --entry=sub_axes --check | FileCheck %s
// RUN: tp-run %s --entry=kept_replicated --check | FileCheck %s
// RUN: %npz make %t.npz arg0=f32:4x6:0..23 out0=f32:4x6:0..23
// RUN: tp-run %s --entry=partial_through --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=partial_max --check | FileCheck %s
//
// Constraints that contradict each other, or what is annotated, are all honoured, with reshards
// between; sub-axes, replicated and partial axes are as written.

// CHECK: numbers agree

tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @one <["a"=8]>

// EXPLICIT-LABEL: func.func @on_one_value(
// EXPLICIT:         %[[NEG:.*]] = arith.negf %arg0 {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
// EXPLICIT:         %[[OTHER:.*]] = tp.reshard %[[NEG]] to <@mesh, [{}, {"x"}]>
// EXPLICIT:         math.exp %[[NEG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
// EXPLICIT:         math.exp %[[OTHER]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"x"}]>]}
func.func @on_one_value(%a: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %0 = arith.negf %a : tensor<4x6xf32>
  %1 = tp.constrain %0 to <@mesh, [{"x"}, {}]> : tensor<4x6xf32>
  %2 = tp.constrain %0 to <@mesh, [{}, {"x"}]> : tensor<4x6xf32>
  %3 = math.exp %1 : tensor<4x6xf32>
  %4 = math.exp %2 : tensor<4x6xf32>
  return %3, %4 : tensor<4x6xf32>, tensor<4x6xf32>
}

// The middle one has no op of its own and is honoured still.
// EXPLICIT-LABEL: func.func @in_a_chain(
// EXPLICIT-SAME:    [{"x"}, {}]>})
// EXPLICIT:         %[[FIRST:.*]] = tp.reshard %arg0 to <@mesh, [{}, {"x"}]>
// EXPLICIT:         %[[SECOND:.*]] = tp.reshard %{{.*}} to <@mesh, [{"y"}, {}]>
// EXPLICIT-NEXT:    math.exp %[[SECOND]] {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]}
func.func @in_a_chain(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = tp.constrain %a to <@mesh, [{"x"}, {}]> : tensor<4x6xf32>
  %1 = tp.constrain %0 to <@mesh, [{}, {"x"}]> : tensor<4x6xf32>
  %2 = tp.constrain %1 to <@mesh, [{"y"}, {}]> : tensor<4x6xf32>
  %3 = math.exp %2 : tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}

// EXPLICIT-LABEL: func.func @against_annotations(
// EXPLICIT-SAME:    [{"y"}, {}]>}) -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// EXPLICIT:         tp.reshard %arg0 to <@mesh, [{"x"}, {"y"}]>
// EXPLICIT:         tp.reshard %{{.*}} to <@mesh, [{}, {"y"}]>
func.func @against_annotations(%a: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = tp.constrain %a to <@mesh, [{"x"}, {"y"}]> : tensor<4x6xf32>
  %1 = math.exp %0 : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// No op sees the constrained value: there is nothing to do in that layout, and nothing is moved.
// EXPLICIT-LABEL: func.func @nowhere_but_between(
// EXPLICIT-NEXT:    return %arg0
func.func @nowhere_but_between(%a: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = tp.constrain %a to <@mesh, [{}, {"y", "x"}]> : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Rows over the middle part of an axis, then columns over it, rows over the rest. The op after the
// constraint already works in the layout of the result.
// EXPLICIT-LABEL: func.func @sub_axes(
// EXPLICIT:         tp.reshard %arg0 to <@one, [{"a":(1)2}, {"a":(2)2}]>
// EXPLICIT:         tp.reshard %{{.*}} to <@one, [{"a":(1)4}, {"a":(4)2}]>
// EXPLICIT:         math.exp %{{.*}} {tp.shardings = [#tp.sharding<@one, [{"a":(1)4}, {"a":(4)2}]>]}
func.func @sub_axes(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@one, [{"a":(2)2}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@one, [{"a":(1)4}, {"a":(4)2}]>}) {
  %0 = tp.constrain %a to <@one, [{"a":(1)2}, {"a":(2)2}]> : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// An axis that a value must not use goes around it.
// EXPLICIT-LABEL: func.func @kept_replicated(
// EXPLICIT-SAME:    %arg0: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// EXPLICIT-SAME:    %arg1: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
func.func @kept_replicated(%a: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {?}], replicated = {"y"}>},
                           %b: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<4x6xf32> {
  %0 = arith.addf %a, %b : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A partial argument and result stay so where nothing between needs the value.
// EXPLICIT-LABEL: func.func @partial_through(
// EXPLICIT-NOT:     tp.reshard
// EXPLICIT:         return
func.func @partial_through(%a: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}], partial = sum{"x"}>})
    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}], partial = sum{"x"}>}) {
  return %a : tensor<4x6xf32>
}

// Partial by a maximum, reduced before what is not monotonous.
// EXPLICIT-LABEL: func.func @partial_max(
// EXPLICIT:         %[[WHOLE:.*]] = tp.reshard %{{.*}} to <@mesh, [{}, {}]>
// EXPLICIT:         math.absf %[[WHOLE]]
func.func @partial_max(%a: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = max{"y"}>})
    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], partial = max{"x"}>}) {
  %0 = math.absf %a : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
