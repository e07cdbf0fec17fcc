// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s

// Shardings and the other annotations print as they are written.

tp.mesh @mesh <["data"=2, "model"=12]>
tp.mesh @other <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @dims(
// CHECK-SAME: %{{.*}}: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}, {}]>}
// CHECK-SAME: %{{.*}}: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"model", "data", ?}]>}
// CHECK-SAME: %{{.*}}: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}p0, {?}p12]>}
// CHECK-SAME: %{{.*}}: tensor<f32> {tp.sharding = #tp.sharding<@mesh, []>}
// CHECK-SAME: %{{.*}}: tensor<0x1xf32> {tp.sharding = #tp.sharding<@other, [{"x"}, {"y"}]>}
func.func @dims(
    %closed: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}, {}]>},
    %open: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"model", "data", ?}]>},
    %priority: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}p0, {?}p12]>},
    %scalar: tensor<f32> {tp.sharding = #tp.sharding<@mesh, []>},
    %empty: tensor<0x1xf32> {tp.sharding = #tp.sharding<@other, [{"x"}, {"y"}]>}) {
  return
}

// CHECK-LABEL: func.func @sub_axes(
// CHECK-SAME: #tp.sharding<@mesh, [{"model":(1)2, ?}p1, {"model":(6)2}], replicated = {"data"}, partial = sum{"model":(2)3}>
// CHECK-SAME: #tp.sharding<@mesh, [{"model":(2)3, "model":(1)2}, {}]>
func.func @sub_axes(
    %parts: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"model":(1)2, ?}p1, {"model":(6)2}],
                             replicated = {"data"}, partial = sum{"model":(2)3}>},
    %minor_first: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"model":(2)3, "model":(1)2}, {}]>}) {
  return
}

// Clauses come in one order, and what is empty is left out.
// CHECK-LABEL: func.func @clauses(
// CHECK-SAME: #tp.sharding<@mesh, [{}], replicated = {"data"}, partial = maxnum{"model"}>
// CHECK-SAME: #tp.sharding<@mesh, [{}]>
func.func @clauses(
    %order: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = maxnum{"model"}, replicated = {"data"}>},
    %empty: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], replicated = {}, partial = max{}>}) {
  return
}

// CHECK-LABEL: func.func @combiners(
// CHECK-SAME: partial = sum{"data"}
// CHECK-SAME: partial = prod{"data"}
// CHECK-SAME: partial = max{"data"}
// CHECK-SAME: partial = min{"data"}
// CHECK-SAME: partial = minnum{"data"}
// CHECK-SAME: partial = maxsi{"data"}
// CHECK-SAME: partial = minsi{"data"}
// CHECK-SAME: partial = maxui{"data"}
// CHECK-SAME: partial = minui{"data"}
// CHECK-SAME: partial = and{"data"}
// CHECK-SAME: partial = or{"data"}
// CHECK-SAME: partial = xor{"data"}
func.func @combiners(
    %0: tensor<i1> {tp.sharding = #tp.sharding<@mesh, [], partial = sum{"data"}>},
    %1: tensor<complex<f32>> {tp.sharding = #tp.sharding<@mesh, [], partial = prod{"data"}>},
    %2: tensor<bf16> {tp.sharding = #tp.sharding<@mesh, [], partial = max{"data"}>},
    %3: tensor<f8E4M3FN> {tp.sharding = #tp.sharding<@mesh, [], partial = min{"data"}>},
    %4: tensor<f64> {tp.sharding = #tp.sharding<@mesh, [], partial = minnum{"data"}>},
    %5: tensor<i8> {tp.sharding = #tp.sharding<@mesh, [], partial = maxsi{"data"}>},
    %6: tensor<i64> {tp.sharding = #tp.sharding<@mesh, [], partial = minsi{"data"}>},
    %7: tensor<index> {tp.sharding = #tp.sharding<@mesh, [], partial = maxui{"data"}>},
    %8: tensor<i32> {tp.sharding = #tp.sharding<@mesh, [], partial = minui{"data"}>},
    %9: tensor<i1> {tp.sharding = #tp.sharding<@mesh, [], partial = and{"data"}>},
    %10: tensor<i1> {tp.sharding = #tp.sharding<@mesh, [], partial = or{"data"}>},
    %11: tensor<i32> {tp.sharding = #tp.sharding<@mesh, [], partial = xor{"data"}>}) {
  return
}

// CHECK-LABEL: func.func @parameters(
// CHECK-SAME: %{{.*}}: tensor<4xf32> {tp.donated, tp.name = "model.cache.k"}
// CHECK-SAME: -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}]>})
func.func @parameters(%cache: tensor<4xf32> {tp.name = "model.cache.k", tp.donated})
    -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"data"}]>}) {
  return %cache : tensor<4xf32>
}

// What a device holds of 7 rows on 2 devices is a block of 4; a dynamic size stays so.
// CHECK-LABEL: func.func @local(
// CHECK-SAME: tensor<4x?xf32> {tp.global_type = tensor<7x?xf32>, tp.sharding = #tp.sharding<@mesh, [{"data"}, {"model"}]>}
func.func @local(%x: tensor<4x?xf32> {tp.global_type = tensor<7x?xf32>,
                                      tp.sharding = #tp.sharding<@mesh, [{"data"}, {"model"}]>}) {
  return
}

// CHECK-LABEL: func.func private @callback(tensor<4xf32>) attributes {tp.call = "once"}
func.func private @callback(tensor<4xf32>) attributes {tp.call = "once"}
// CHECK-LABEL: func.func private @library(tensor<4xf32>) -> tensor<4xf32> attributes {tp.call = "replicated"}
func.func private @library(tensor<4xf32>) -> tensor<4xf32> attributes {tp.call = "replicated"}

// CHECK-LABEL: func.func @ops(
func.func @ops(%x: tensor<8x6xf32>, %n: index, %c: i1) {
  // CHECK: arith.addf {{.*}} {tp.shardings = [#tp.sharding<@mesh, [{"data"}, {?}]>]}
  %0 = arith.addf %x, %x {tp.shardings = [#tp.sharding<@mesh, [{"data"}, {?}]>]} : tensor<8x6xf32>
  // A scalar result has a sharding without dimensions.
  // CHECK: tp.shardings = [#tp.sharding<@mesh, []>, #tp.sharding<@mesh, [{}, {"model"}]>]
  %1:2 = scf.if %c -> (index, tensor<8x6xf32>) {
    scf.yield %n, %x : index, tensor<8x6xf32>
  } else {
    scf.yield %n, %0 : index, tensor<8x6xf32>
  } {tp.shardings = [#tp.sharding<@mesh, []>, #tp.sharding<@mesh, [{}, {"model"}]>]}
  // A list that is longer than the results is left by a rewrite, and is no error.
  // CHECK: arith.negf {{.*}} {tp.shardings = [#tp.sharding<@mesh, [{}]>, #tp.sharding<@mesh, [{}]>]}
  %2 = arith.negf %x {tp.shardings = [#tp.sharding<@mesh, [{}]>, #tp.sharding<@mesh, [{}]>]} : tensor<8x6xf32>
  // Both regions of a scf.while have shardings of their own.
  // CHECK: attributes {tp.before_shardings = [#tp.sharding<@mesh, [{}, {"data"}]>], tp.shardings = [#tp.sharding<@mesh, [{"data"}, {}]>]}
  %3 = scf.while (%a = %x) : (tensor<8x6xf32>) -> tensor<8x6xf32> {
    scf.condition(%c) %a : tensor<8x6xf32>
  } do {
  ^bb0(%b: tensor<8x6xf32>):
    scf.yield %b : tensor<8x6xf32>
  } attributes {tp.before_shardings = [#tp.sharding<@mesh, [{}, {"data"}]>],
                tp.shardings = [#tp.sharding<@mesh, [{"data"}, {}]>]}
  return
}

// CHECK-LABEL: module @stage attributes {tp.replicated_ops = {count = 1 : i64}, tp.stage = "explicit"}
module @stage attributes {tp.stage = "explicit", tp.replicated_ops = {count = 1}} {
}
