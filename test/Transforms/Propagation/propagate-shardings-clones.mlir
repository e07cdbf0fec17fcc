// RUN: tp-opt %s -tp-propagate -split-input-file | FileCheck %s
// A callee that its call sites want split in contradicting ways is cloned.

tp.mesh @mesh <["x"=2, "y"=3]>

// Sites that agree keep together, and the first ones keep the function.
// CHECK-LABEL: func.func private @exp(
// CHECK-SAME:    %{{[^:]*}}: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-SAME:    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-LABEL: func.func private @exp_0(
// CHECK-SAME:    %{{[^:]*}}: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
// CHECK-SAME:    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
// CHECK-NOT:   @exp_1
func.func private @exp(%arg: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = math.exp %arg : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// CHECK-LABEL: func.func @three_sites(
// CHECK:         call @exp(%{{.*}}) {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
// CHECK-NEXT:    call @exp_0(%{{.*}}) {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]}
// CHECK-NEXT:    call @exp(%{{.*}}) {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
func.func @three_sites(%a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                       %b: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>},
                       %c: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>) {
  %0 = call @exp(%a) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @exp(%b) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = call @exp(%c) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0, %1, %2 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

// What a callee calls is cloned with it.
// CHECK-LABEL: func.func private @inner(
// CHECK-SAME:    [{"x"}, {}]>}) -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-LABEL: func.func private @inner_0(
// CHECK-SAME:    [{}, {"x"}]>}) -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
func.func private @inner(%arg: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = math.exp %arg : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
// CHECK-LABEL: func.func private @outer(
// CHECK:         call @inner(
// CHECK-LABEL: func.func private @outer_0(
// CHECK:         call @inner_0(
func.func private @outer(%arg: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = call @inner(%arg) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
// CHECK-LABEL: func.func @two_sites(
// CHECK:         call @outer(
// CHECK:         call @outer_0(
func.func @two_sites(%a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                     %b: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<6x6xf32>, tensor<6x6xf32>) {
  %0 = call @outer(%a) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @outer(%b) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0, %1 : tensor<6x6xf32>, tensor<6x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

// A site that is less split takes a slice, and one without wishes joins: no clone.
// CHECK-LABEL: func.func private @add(
// CHECK-SAME:    %{{[^:]*}}: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %{{[^:]*}}: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-NOT:   @add_0
func.func private @add(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = arith.addf %a, %b : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
// CHECK-LABEL: func.func @whole_and_unsaid(
func.func @whole_and_unsaid(%a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                            %b: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
                            %c: tensor<6x6xf32>)
    -> (tensor<6x6xf32>, tensor<6x6xf32>) {
  %two = arith.constant dense<2.0> : tensor<6x6xf32>
  %0 = call @add(%a, %b) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = call @add(%c, %two) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0, %1 : tensor<6x6xf32>, tensor<6x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

// Results conflict as arguments do.
// CHECK-LABEL: func.func private @ones_of(
// CHECK-SAME:    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-LABEL: func.func private @ones_of_0(
// CHECK-SAME:    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
func.func private @ones_of(%s: f32) -> tensor<6x6xf32> {
  %0 = tensor.splat %s : tensor<6x6xf32>
  %1 = tensor.splat %s : tensor<6x6xf32>
  %2 = arith.addf %0, %1 : tensor<6x6xf32>
  return %2 : tensor<6x6xf32>
}
// CHECK-LABEL: func.func @two_results(
func.func @two_results(%s: f32)
    -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
        tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = call @ones_of(%s) : (f32) -> tensor<6x6xf32>
  %1 = call @ones_of(%s) : (f32) -> tensor<6x6xf32>
  return %0, %1 : tensor<6x6xf32>, tensor<6x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

// Every entry point keeps its name and its shardings; another one may call it.
// CHECK-LABEL: func.func @entry(
// CHECK-SAME:    [{"x"}, {}]>}) -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NOT:   @entry_0
func.func @entry(%arg: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<6x6xf32> {
  %0 = math.exp %arg : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
// CHECK-LABEL: func.func @entry_of_another(
// CHECK-SAME:    [{"y"}, {}]>}) -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
func.func @entry_of_another(%arg: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}) -> tensor<6x6xf32> {
  %0 = call @entry(%arg) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
