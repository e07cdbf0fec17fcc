// RUN: tp-opt %s -tp-propagate -split-input-file | FileCheck %s
// Shardings follow returns and calls; functions of one module may be on different meshes.

tp.mesh @mesh <["x"=2, "y"=3]>

// One annotated result reaches the value that is returned, and from there the other result.
// CHECK-LABEL: func.func @returned_twice(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
func.func @returned_twice(%arg: tensor<8x6xf32>)
    -> (tensor<8x6xf32>, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0, %0 : tensor<8x6xf32>, tensor<8x6xf32>
}

// A returned constant is made in whatever layout the result has.
// CHECK-LABEL: func.func @returned_constant(
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<8x6xf32>
func.func @returned_constant()
    -> (tensor<8x6xf32>, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  return %two, %two : tensor<8x6xf32>, tensor<8x6xf32>
}

// Scalars have no sharding.
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[SCALAR:[^:]*]]: f32
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (f32, tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[SCALAR]], %[[SCALAR]] : f32
func.func @scalars(%scalar: f32, %arg: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (f32, tensor<8xf32>) {
  %0 = arith.addf %scalar, %scalar : f32
  return %0, %arg : f32, tensor<8xf32>
}

// Shardings of all call sites meet in the callee, and go on to the other sites.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[FIRST:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[SECOND:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[FIRST]], %[[SECOND]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
func.func private @callee(%first: tensor<8x6xf32>, %second: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = arith.addf %first, %second : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Rows come from this site, columns from the next one.
// CHECK-LABEL: func.func @caller_rows(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[CALL:.*]] = call @callee(%[[ARG]], %[[OTHER]]) {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[CALL]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
func.func @caller_rows(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {?}]>},
                       %other: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = call @callee(%arg, %other) : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// A wish for the result of a call reaches the callee's arguments.
// CHECK-LABEL: func.func @caller_columns(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[CALL:.*]] = call @callee(%[[ARG]], %[[ARG]]) {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @caller_columns(%arg: tensor<8x6xf32>)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {"y"}]>}) {
  %0 = call @callee(%arg, %arg) : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A callee's closed annotation does not yield to a call site.
// CHECK-LABEL: func.func private @closed_callee(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
func.func private @closed_callee(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// The site's own value keeps its layout.
// CHECK-LABEL: func.func @caller_of_closed(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[CALL:.*]] = call @closed_callee(%[[ARG]]) {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : (tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @caller_of_closed(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> tensor<8x6xf32> {
  %0 = call @closed_callee(%arg) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// A function that no annotation reaches is on the only mesh, whole on every device.
tp.mesh @only <["x"=2]>

// Its values are written as replicated.
// CHECK-LABEL: func.func @unannotated(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@only, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@only, [{}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@only, [{}, {}]>]} : tensor<8x6xf32>
func.func @unannotated(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @other <["z"=4]>

// This function is on one mesh.
// CHECK-LABEL: func.func @on_mesh(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
func.func @on_mesh(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A caller without annotations is on the mesh of its callee.
// CHECK-LABEL: func.func @on_other_mesh(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@other, [{"z"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@other, [{"z"}, {}]>})
// CHECK-NEXT:    %[[CALL:.*]] = call @annotated_callee(%[[ARG]]) {tp.shardings = [#tp.sharding<@other, [{"z"}, {}]>]} : (tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @on_other_mesh(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = call @annotated_callee(%arg) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// The annotation that says so.
// CHECK-LABEL: func.func private @annotated_callee(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@other, [{"z"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@other, [{"z"}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@other, [{"z"}, {}]>]} : tensor<8x6xf32>
func.func private @annotated_callee(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@other, [{"z"}, {}]>})
    -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Which of two meshes nobody says: the function is left alone.
// CHECK-LABEL: func.func @on_no_mesh(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32>
// CHECK-SAME:    -> tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] : tensor<8x6xf32>
func.func @on_no_mesh(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
