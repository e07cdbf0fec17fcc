// RUN: tp-opt %s -tp-propagate | FileCheck %s
// Shardings pass into and out of the regions of scf ops.

tp.mesh @mesh <["x"=2, "y"=3]>

// A carried value has one sharding: before the loop, in it, from trip to trip and after it.
// CHECK-LABEL: func.func @for(
// CHECK-SAME:    %[[COUNT:[^:]*]]: index
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[FOR:.*]] = scf.for %{{.*}} = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args(%{{.*}} = %[[ARG]]) -> (tensor<8x6xf32>) {
// CHECK-NEXT:      %[[EXP:.*]] = math.exp %{{.*}} {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:      scf.yield %[[EXP]] : tensor<8x6xf32>
// CHECK-NEXT:    } {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
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

// A wish for the result of a loop reaches its initial value and what its body captures.
// CHECK-LABEL: func.func @for_backward(
// CHECK-SAME:    %[[COUNT:[^:]*]]: index
// CHECK-SAME:    %[[INIT:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    %[[CAPTURED:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK:         %[[FOR:.*]] = scf.for %{{.*}} = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (tensor<8x6xf32>) {
// CHECK-NEXT:      %[[ADDF:.*]] = arith.addf %{{.*}}, %[[CAPTURED]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:      scf.yield %[[ADDF]] : tensor<8x6xf32>
// CHECK-NEXT:    } {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]}
func.func @for_backward(%count: index, %init: tensor<8x6xf32>, %captured: tensor<8x6xf32>)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %count step %c1 iter_args(%carried = %init) -> tensor<8x6xf32> {
    %1 = arith.addf %carried, %captured : tensor<8x6xf32>
    scf.yield %1 : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// Both branches give one result.
// CHECK-LABEL: func.func @if(
// CHECK-SAME:    %[[FLAG:[^:]*]]: i1
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[IF:.*]] = scf.if %[[FLAG]] -> (tensor<8x6xf32>) {
// CHECK-NEXT:      %[[EXP:.*]] = math.exp %[[A]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:      scf.yield %[[EXP]] : tensor<8x6xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[B]] : tensor<8x6xf32>
// CHECK-NEXT:    } {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]}
func.func @if(%flag: i1, %a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {?}]>},
              %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"y"}]>}) -> tensor<8x6xf32> {
  %0 = scf.if %flag -> tensor<8x6xf32> {
    %1 = math.exp %a : tensor<8x6xf32>
    scf.yield %1 : tensor<8x6xf32>
  } else {
    scf.yield %b : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// The values before and after the condition have a list each.
// CHECK-LABEL: func.func @while(
// CHECK-SAME:    %[[COUNT:[^:]*]]: index
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK:         %[[WHILE:.*]]:2 = scf.while (%{{.*}} = %[[ARG]], %{{.*}} = %[[COUNT]]) : (tensor<8x6xf32>, index) -> (index, tensor<4x6xf32>) {
// CHECK-NEXT:      %[[CMPI:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK-NEXT:      %[[EXP:.*]] = math.exp %[[OTHER]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<4x6xf32>
// CHECK-NEXT:      scf.condition(%[[CMPI]]) %{{.*}}, %[[EXP]] : index, tensor<4x6xf32>
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[ARG_2:.*]]: index, %[[ARG_3:.*]]: tensor<4x6xf32>):
// CHECK-NEXT:      scf.yield %[[ARG]], %[[ARG_2]] : tensor<8x6xf32>, index
// CHECK-NEXT:    } attributes {tp.before_shardings = [#tp.sharding<@mesh, [{"x"}, {}]>, #tp.sharding<@mesh, []>], tp.shardings = [#tp.sharding<@mesh, []>, #tp.sharding<@mesh, [{}, {"y"}]>]}
func.func @while(%count: index, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                 %other: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<4x6xf32>
  %0:2 = scf.while (%a = %arg, %i = %count) : (tensor<8x6xf32>, index) -> (index, tensor<4x6xf32>) {
    %zero = arith.cmpi eq, %i, %c1 : index
    %1 = math.exp %other {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<4x6xf32>
    scf.condition(%zero) %i, %1 : index, tensor<4x6xf32>
  } do {
  ^bb0(%i: index, %b: tensor<4x6xf32>):
    scf.yield %arg, %i : tensor<8x6xf32>, index
  }
  return %0#1 : tensor<4x6xf32>
}
