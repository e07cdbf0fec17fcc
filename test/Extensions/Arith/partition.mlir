// RUN: tp-opt %s -tp-partition -canonicalize -cse | FileCheck %s
// Local forms of constants and elementwise ops.

module attributes {tp.stage = "explicit"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// A splat is made with the local type.
// CHECK-LABEL: func.func @splat
// CHECK-NEXT:    %[[LOCAL:.*]] = arith.constant dense<1.000000e+00> : tensor<4x2xf32>
// CHECK-NEXT:    return %[[LOCAL]]
func.func @splat() -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = arith.constant dense<1.0> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Other elements are held whole and sliced.
// CHECK-LABEL: func.func @elements
// CHECK-NEXT:    %[[WHOLE:.*]] = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
// CHECK-NEXT:    %[[BLOCK:.*]] = tp.all_slice dim 0 over @mesh{"x"} ins(%[[WHOLE]] : tensor<4xi32>) -> tensor<2xi32>
// CHECK-NEXT:    return %[[BLOCK]]
func.func @elements() -> (tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %0 = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Where shards do not divide the size, the constant is padded first.
// CHECK-LABEL: func.func @uneven_elements
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[WHOLE:.*]] = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
// CHECK:         %[[PADDED:.*]] = tensor.pad %[[WHOLE]] low[0] high[2]
// CHECK:           tensor.yield %[[ZERO]]
// CHECK:         tp.all_slice dim 0 over @mesh{"y"} ins(%[[PADDED]] : tensor<6xi32>) -> tensor<2xi32>
func.func @uneven_elements() -> (tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}) {
  %0 = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// One block over two axes, of which the last device holds nothing.
// CHECK-LABEL: func.func @several_axes
// CHECK:         %[[PADDED:.*]] = tensor.pad %{{.*}} low[0] high[1]
// CHECK:         tp.all_slice dim 0 over @mesh{"x", "y"} ins(%[[PADDED]] : tensor<6xcomplex<f32>>) -> tensor<1xcomplex<f32>>
func.func @several_axes()
    -> (tensor<5xcomplex<f32>> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}]>}) {
  %0 = arith.constant dense<[(0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]>
      : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// Each use gets its own layout of one constant.
// CHECK-LABEL: func.func @two_layouts
// CHECK-DAG:     %[[ROWS:.*]] = arith.constant dense<2> : tensor<3x6xi32>
// CHECK-DAG:     %[[COLUMNS:.*]] = arith.constant dense<2> : tensor<6x2xi32>
// CHECK:         return %[[ROWS]], %[[COLUMNS]]
func.func @two_layouts() -> (tensor<6x6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                             tensor<6x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = arith.constant dense<2> : tensor<6x6xi32>
  return %0, %0 : tensor<6x6xi32>, tensor<6x6xi32>
}

// CHECK-LABEL: func.func @elementwise
// CHECK-SAME:    %[[A:.*]]: tensor<4x2xf32>
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[A]], %[[A]] : tensor<4x2xf32>
// CHECK-NEXT:    return %[[SUM]]
func.func @elementwise(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = arith.addf %a, %a {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Padding of a divisor becomes 1: it must not trap.
// CHECK-LABEL: func.func @padded_division
// CHECK-SAME:    %[[A:.*]]: tensor<3xi32> {{.*}}, %[[B:.*]]: tensor<3xi32>
// CHECK-DAG:     %[[SIZE:.*]] = arith.constant 7 : index
// CHECK-DAG:     %[[BLOCK:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"y"}
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[COORDINATE]], %[[BLOCK]] : index
// CHECK:         %[[MASKED:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<3xi32>)
// CHECK:           %[[INDEX:.*]] = linalg.index 0
// CHECK:           %[[GLOBAL:.*]] = arith.addi %[[INDEX]], %[[OFFSET]] : index
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %[[GLOBAL]], %[[SIZE]] : index
// CHECK:           arith.select %[[INSIDE]], %{{.*}}, %[[ONE]] : i32
// CHECK:         arith.divsi %[[A]], %[[MASKED]] : tensor<3xi32>
func.func @padded_division(%a: tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
                           %b: tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>})
    -> (tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}) {
  %0 = arith.divsi %a, %b {tp.shardings = [#tp.sharding<@mesh, [{"y"}]>]} : tensor<7xi32>
  return %0 : tensor<7xi32>
}

// A divisor that is one harmless constant needs no mask; neither does a size that divides.
// CHECK-LABEL: func.func @division_without_mask
// CHECK-NOT:     linalg.generic
// CHECK:         arith.divsi {{.*}} : tensor<3xi32>
// CHECK-NOT:     linalg.generic
// CHECK:         arith.remui {{.*}} : tensor<3xi32>
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @division_without_mask(%a: tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
                                 %b: tensor<6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
        tensor<6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %two = arith.constant dense<2> : tensor<7xi32>
  %0 = arith.divsi %a, %two {tp.shardings = [#tp.sharding<@mesh, [{"y"}]>]} : tensor<7xi32>
  %1 = arith.remui %b, %b {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : tensor<6xi32>
  return %0, %1 : tensor<7xi32>, tensor<6xi32>
}

// 0 to a negative power traps: padding of the base becomes 1.
// CHECK-LABEL: func.func @padded_power
// CHECK-SAME:    %[[BASE:.*]]: tensor<3xi32> {{.*}}, %[[EXPONENT:.*]]: tensor<3xi32>
// CHECK:         %[[MASKED:.*]] = linalg.generic {{.*}} ins(%[[BASE]] : tensor<3xi32>)
// CHECK:         math.ipowi %[[MASKED]], %[[EXPONENT]] : tensor<3xi32>
func.func @padded_power(%a: tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
                        %b: tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>})
    -> (tensor<7xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}) {
  %0 = math.ipowi %a, %b {tp.shardings = [#tp.sharding<@mesh, [{"y"}]>]} : tensor<7xi32>
  return %0 : tensor<7xi32>
}

// Parts of a sum may be infinite where the sum is promised not to be.
// CHECK-LABEL: func.func @promises
// CHECK:         arith.negf %{{.*}} fastmath<nsz> : tensor<4xf32>
// CHECK:         tp.all_reduce sum
func.func @promises(%a: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}>})
    -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %0 = arith.negf %a fastmath<nnan, ninf, nsz>
      {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]} : tensor<4xf32>
  %1 = tp.reshard %0 to <@mesh, [{}]> : tensor<4xf32>
  return %1 : tensor<4xf32>
}
}
