// RUN: tp-opt %s --tp-propagate --tp-insert-reshards --tp-verify-explicit --tp-partition \
// RUN:   --canonicalize --cse | FileCheck %s
// Local forms of reductions: starts, combiners and iterations beyond the size.

tp.mesh @mesh <["x"=4]>

// A start of zeros may be added on every device; the op keeps its name.
// CHECK-LABEL: func.func @fill_start
// CHECK-SAME:    %[[A:.*]]: tensor<8x3xf32> {{{.*}}}, %[[B:.*]]: tensor<3x4xf32>
// CHECK:         %[[ZEROS:.*]] = linalg.fill
// CHECK:         %[[PART:.*]] = linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[ZEROS]] : {{.*}})
// CHECK:         tp.all_reduce sum over @mesh{"x"} ins(%[[PART]] : tensor<8x4xf32>)
func.func @fill_start(
    %a: tensor<8x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<12x4xf32>) -> tensor<8x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Operands of a contraction are masked, so that it stays one: by -0 and by 0, the product of which
// changes nothing.
// CHECK-LABEL: func.func @masked_contraction
// CHECK-SAME:    %[[A:.*]]: tensor<8x3xf32> {{{.*}}}, %[[B:.*]]: tensor<3x4xf32> {{{.*}}}, %[[INIT:.*]]: tensor<8x4xf32> {
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[MINUS_ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK:         %[[START:.*]] = arith.select %{{.*}}, %[[INIT]], %{{.*}} : tensor<8x4xf32>
// CHECK:         %[[MASKED_A:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8x3xf32>)
// CHECK:           arith.select %{{.*}}, %{{.*}}, %[[MINUS_ZERO]] : f32
// CHECK:         %[[MASKED_B:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<3x4xf32>)
// CHECK:           arith.select %{{.*}}, %{{.*}}, %[[ZERO]] : f32
// CHECK:         %[[PART:.*]] = linalg.matmul ins(%[[MASKED_A]], %[[MASKED_B]] : {{.*}}) outs(%[[START]] : {{.*}})
// CHECK:         tp.all_reduce sum over @mesh{"x"} ins(%[[PART]] : tensor<8x4xf32>)
func.func @masked_contraction(
    %a: tensor<8x10xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<10x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x10xf32>, tensor<10x4xf32>)
                     outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// A destination that is read counts at coordinate 0 only; the neutral element of products is 1.
// Iterations that do not exist keep the accumulator.
// CHECK-LABEL: func.func @product
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32> {{{.*}}}, %[[INIT:.*]]: tensor<f32> {
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[AT:.*]] = tp.coordinate over @mesh{"x"}
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[AT]], %{{.*}} : index
// CHECK:         %[[ONES:.*]] = linalg.fill ins(%[[ONE]] : f32)
// CHECK:         %[[START:.*]] = arith.select %[[FIRST]], %[[INIT]], %[[ONES]] : tensor<f32>
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[AT]], %[[C2]]
// CHECK:         %[[PART:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<2xf32>) outs(%[[START]] : tensor<f32>)
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK:           %[[LOCAL:.*]] = linalg.index 0
// CHECK:           %[[GLOBAL:.*]] = arith.addi %[[LOCAL]], %[[OFFSET]]
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult, %[[GLOBAL]], %[[C6]]
// CHECK:           %[[PRODUCT:.*]] = arith.mulf %[[ACC]], %[[IN]]
// CHECK:           %[[NEXT:.*]] = arith.select %[[EXISTS]], %[[PRODUCT]], %[[ACC]]
// CHECK:           linalg.yield %[[NEXT]]
// CHECK:         tp.all_reduce prod over @mesh{"x"} ins(%[[PART]] : tensor<f32>)
func.func @product(
    %a: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %b: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce { arith.mulf } ins(%a : tensor<6xf32>) outs(%b : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// A maximum may start from the same value everywhere.
// CHECK-LABEL: func.func @max_padded
// CHECK-SAME:    %[[A:.*]]: tensor<8x3xf32> {{{.*}}}, %[[INIT:.*]]: tensor<8xf32> {
// CHECK:         %[[PART:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8x3xf32>) outs(%[[INIT]] : tensor<8xf32>)
// CHECK:           arith.select
// CHECK:         tp.all_reduce max over @mesh{"x"} ins(%[[PART]] : tensor<8xf32>)
func.func @max_padded(
    %a: tensor<8x10xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<8x10xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return %0 : tensor<8xf32>
}

// The index of the maximum is read by nobody.
// CHECK-LABEL: func.func @arg_max_unused
// CHECK:         %[[PART:.*]]:2 = linalg.generic
// CHECK:         tp.all_reduce max over @mesh{"x"} ins(%[[PART]]#0 : tensor<f32>)
// CHECK-NOT:     tp.all_reduce
func.func @arg_max_unused(
    %a: tensor<10xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %m: tensor<f32>, %i: tensor<i64>) -> tensor<f32> {
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<10xf32>) outs(%m, %i : tensor<f32>, tensor<i64>) {
  ^bb0(%x: f32, %max: f32, %at: i64):
    %index = linalg.index 0 : index
    %here = arith.index_cast %index : index to i64
    %1 = arith.maximumf %x, %max : f32
    %more = arith.cmpf ogt, %x, %max : f32
    %2 = arith.select %more, %here, %at : i64
    linalg.yield %1, %2 : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %0#0 : tensor<f32>
}

// A fold that is no combination sees its whole input.
// CHECK-LABEL: func.func @horner
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32> {{{.*}}}, %[[INIT:.*]]: tensor<f32> {
// CHECK:         %[[WHOLE:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[A]] : tensor<2xf32>) -> tensor<8xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[WHOLE]] : tensor<8xf32>) outs(%[[INIT]] : tensor<f32>)
func.func @horner(
    %a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %i: tensor<f32>) -> tensor<f32> {
  %two = arith.constant 2.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = arith.mulf %out, %two : f32
    %2 = arith.addf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// Nothing is split into nothing.
// CHECK-LABEL: func.func @empty
// CHECK-SAME:    %[[A:.*]]: tensor<0x4xf32>
// CHECK:         linalg.reduce { arith.addf } ins(%[[A]] : tensor<0x4xf32>)
func.func @empty(
    %a: tensor<0x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<0x4xf32>) outs(%b : tensor<4xf32>) dimensions = [0]
  return %0 : tensor<4xf32>
}
