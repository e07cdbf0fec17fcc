// RUN: tp-opt %s -tp-propagate -tp-insert-reshards | FileCheck %s
// RUN: tp-opt %s -tp-propagate -tp-insert-reshards=strict -tp-verify-explicit \
// RUN:   | FileCheck %s --check-prefix=STRICT
// What `strict` changes: float multiplications and divisions come after the reduction.

tp.mesh @mesh <["x"=2, "y"=3]>

// A factor rounds differently before and after the sum; two sums scaled alike are added first.
// CHECK-LABEL: func.func @scaled_floats(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[W:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[SCALE:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[A]], %[[W]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[B]], %[[W]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[MULF:.*]] = arith.mulf %[[MATMUL]], %[[SCALE]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[MATMUL_2]], %[[MULF]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ADDF]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xf32>
// STRICT-LABEL: func.func @scaled_floats(
// STRICT-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// STRICT-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// STRICT-SAME:    %[[W:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// STRICT-SAME:    %[[SCALE:[^:]*]]: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// STRICT-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// STRICT:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[A]], %[[W]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// STRICT-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// STRICT-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[B]], %[[W]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// STRICT-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[MATMUL_2]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// STRICT-NEXT:    %[[MULF:.*]] = arith.mulf %[[RESHARD]], %[[SCALE]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
// STRICT-NEXT:    %[[ADDF:.*]] = arith.addf %[[RESHARD_2]], %[[MULF]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
// STRICT-NEXT:    return %[[ADDF]] : tensor<8x4xf32>
func.func @scaled_floats(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                         %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                         %w: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                         %scale: tensor<8x4xf32>)
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.matmul ins(%b, %w : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = arith.mulf %0, %scale : tensor<8x4xf32>
  %3 = arith.addf %1, %2 : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// Integers wrap the same either way.
// CHECK-LABEL: func.func @scaled_integers(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[W:[^:]*]]: tensor<6x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[SCALE:[^:]*]]: tensor<8x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[A]], %[[W]] : tensor<8x6xi32>, tensor<6x4xi32>) outs(%{{.*}} : tensor<8x4xi32>) -> tensor<8x4xi32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[B]], %[[W]] : tensor<8x6xi32>, tensor<6x4xi32>) outs(%{{.*}} : tensor<8x4xi32>) -> tensor<8x4xi32>
// CHECK-NEXT:    %[[MULI:.*]] = arith.muli %[[MATMUL]], %[[SCALE]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xi32>
// CHECK-NEXT:    %[[ADDI:.*]] = arith.addi %[[MATMUL_2]], %[[MULI]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xi32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ADDI]] to <@mesh, [{}, {}]> : tensor<8x4xi32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xi32>
// STRICT-LABEL: func.func @scaled_integers(
// STRICT-SAME:    %[[A:[^:]*]]: tensor<8x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// STRICT-SAME:    %[[B:[^:]*]]: tensor<8x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// STRICT-SAME:    %[[W:[^:]*]]: tensor<6x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// STRICT-SAME:    %[[SCALE:[^:]*]]: tensor<8x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// STRICT-SAME:    -> (tensor<8x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// STRICT:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[A]], %[[W]] : tensor<8x6xi32>, tensor<6x4xi32>) outs(%{{.*}} : tensor<8x4xi32>) -> tensor<8x4xi32>
// STRICT-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[B]], %[[W]] : tensor<8x6xi32>, tensor<6x4xi32>) outs(%{{.*}} : tensor<8x4xi32>) -> tensor<8x4xi32>
// STRICT-NEXT:    %[[MULI:.*]] = arith.muli %[[MATMUL]], %[[SCALE]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xi32>
// STRICT-NEXT:    %[[ADDI:.*]] = arith.addi %[[MATMUL_2]], %[[MULI]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xi32>
// STRICT-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ADDI]] to <@mesh, [{}, {}]> : tensor<8x4xi32>
// STRICT-NEXT:    return %[[RESHARD]] : tensor<8x4xi32>
func.func @scaled_integers(%a: tensor<8x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                           %b: tensor<8x6xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                           %w: tensor<6x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                           %scale: tensor<8x4xi32>)
    -> (tensor<8x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xi32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x6xi32>, tensor<6x4xi32>)
      outs(%empty : tensor<8x4xi32>) -> tensor<8x4xi32>
  %1 = linalg.matmul ins(%b, %w : tensor<8x6xi32>, tensor<6x4xi32>)
      outs(%empty : tensor<8x4xi32>) -> tensor<8x4xi32>
  %2 = arith.muli %0, %scale : tensor<8x4xi32>
  %3 = arith.addi %1, %2 : tensor<8x4xi32>
  return %3 : tensor<8x4xi32>
}
