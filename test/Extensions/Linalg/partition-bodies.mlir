// RUN: tp-opt %s --tp-propagate --tp-insert-reshards --tp-verify-explicit --tp-partition \
// RUN:   --canonicalize --cse | FileCheck %s
// Local forms of bodies that use indices, read tensors or could trap.

// CHECK: #[[$HEADS:.*]] = affine_map<(d0, d1) -> (d0 floordiv 2, d1)>

tp.mesh @mesh <["x"=4]>

// Indices are global.
// CHECK-LABEL: func.func @iota
// CHECK:         %[[AT:.*]] = tp.coordinate over @mesh{"x"}
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[AT]], %{{.*}}
// CHECK:           %[[LOCAL:.*]] = linalg.index 0
// CHECK:           %[[GLOBAL:.*]] = arith.addi %[[LOCAL]], %[[OFFSET]]
// CHECK:           %[[VALUE:.*]] = arith.index_cast %[[GLOBAL]]
// CHECK:           linalg.yield %[[VALUE]]
func.func @iota(%e: tensor<10xi32>) -> (tensor<10xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %iota = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<10xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %1 = arith.index_cast %i : index to i32
    linalg.yield %1 : i32
  } -> tensor<10xi32>
  return %iota : tensor<10xi32>
}

// Elements beyond the size may be 0: they are not divided by.
// CHECK-LABEL: func.func @divide
// CHECK:           %[[LOCAL:.*]] = linalg.index 0
// CHECK:           %[[GLOBAL:.*]] = arith.addi %[[LOCAL]], %{{.*}}
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult, %[[GLOBAL]], %{{.*}}
// CHECK:           scf.if %[[EXISTS]] -> (i32) {
// CHECK-NEXT:        arith.divsi
func.func @divide(
    %a: tensor<6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %b: tensor<6xi32>) -> (tensor<6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %e = tensor.empty() : tensor<6xi32>
  %0 = linalg.div ins(%a, %b : tensor<6xi32>, tensor<6xi32>) outs(%e : tensor<6xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// Two devices share each key head.
// CHECK-LABEL: func.func @grouped_heads
// CHECK-SAME:    %[[Q:.*]]: tensor<2x4xf32> {{{.*}}}, %[[K:.*]]: tensor<1x4xf32> {{{.*}} [{"x":(1)2}, {}]
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}, #[[$HEADS]], #{{.*}}]{{.*}} ins(%[[Q]], %[[K]]
func.func @grouped_heads(
    %q: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, %k: tensor<2x4xf32>)
    -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(h, i) -> (h, i)>, affine_map<(h, i) -> (h floordiv 4, i)>,
                       affine_map<(h, i) -> (h, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%q, %k : tensor<8x4xf32>, tensor<2x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %1 = arith.mulf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Each device contributes the rows that it holds. The assertion sees the global position.
// CHECK-LABEL: func.func @embedding(
// CHECK-SAME:    %[[IDS:.*]]: tensor<16xi64> {{{.*}}}, %[[TABLE:.*]]: tensor<3x64xf32> {
// CHECK-DAG:     %[[NOTHING:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[C10:.*]] = arith.constant 10 : index
// CHECK:         %[[AT:.*]] = tp.coordinate over @mesh{"x"}
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[AT]], %[[C3]]
// CHECK:         %[[PART:.*]] = linalg.generic
// CHECK:           %[[COLUMN:.*]] = linalg.index 1
// CHECK:           %[[ROW:.*]] = arith.index_cast
// CHECK:           %[[BELOW:.*]] = arith.cmpi slt, %[[ROW]], %[[C10]]
// CHECK:           cf.assert %[[BELOW]]
// CHECK:           %[[LOCAL:.*]] = arith.subi %[[ROW]], %[[OFFSET]]
// CHECK:           %[[IN_BLOCK:.*]] = arith.cmpi ult, %[[LOCAL]], %[[C3]]
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult, %[[ROW]], %[[C10]]
// CHECK:           %[[HERE:.*]] = arith.andi %[[IN_BLOCK]], %[[EXISTS]]
// CHECK:           %[[SAFE:.*]] = arith.select %[[HERE]], %[[LOCAL]], %[[C0]]
// CHECK:           %[[ELEMENT:.*]] = tensor.extract %[[TABLE]][%[[SAFE]], %[[COLUMN]]]
// CHECK:           %[[SHARE:.*]] = arith.select %[[HERE]], %[[ELEMENT]], %[[NOTHING]]
// CHECK:           linalg.yield %[[SHARE]]
// CHECK:         tp.all_reduce sum over @mesh{"x"} ins(%[[PART]] : tensor<16x64xf32>)
func.func @embedding(%ids: tensor<16xi64>, %table: tensor<10x64xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<16x64xf32> {
  %e = tensor.empty() : tensor<16x64xf32>
  %c10 = arith.constant 10 : index
  %0 = linalg.generic {
      indexing_maps = [affine_map<(s, h) -> (s)>, affine_map<(s, h) -> (s, h)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<16xi64>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %below = arith.cmpi slt, %row, %c10 : index
    cf.assert %below, "index must be smaller than dim size"
    %element = tensor.extract %table[%row, %column] : tensor<10x64xf32>
    linalg.yield %element : f32
  } -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}

// Positions that do not exist are not looked up, nor asserted on.
// CHECK-LABEL: func.func @embedding_uneven_batch
// CHECK-DAG:       %[[COLUMN:.*]] = linalg.index 1
// CHECK-DAG:       %[[LOCAL:.*]] = linalg.index 0
// CHECK:           %[[GLOBAL:.*]] = arith.addi %[[LOCAL]], %{{.*}}
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult, %[[GLOBAL]], %{{.*}}
// CHECK:           %[[ELEMENT:.*]] = scf.if %[[EXISTS]] -> (f32) {
// CHECK:             cf.assert
// CHECK:             tensor.extract %{{.*}}[%{{.*}}, %[[COLUMN]]] : tensor<10x64xf32>
// CHECK:           linalg.yield %[[ELEMENT]]
func.func @embedding_uneven_batch(
    %ids: tensor<6xi64> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %table: tensor<10x64xf32>)
    -> (tensor<6x64xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %e = tensor.empty() : tensor<6x64xf32>
  %c10 = arith.constant 10 : index
  %0 = linalg.generic {
      indexing_maps = [affine_map<(s, h) -> (s)>, affine_map<(s, h) -> (s, h)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<6xi64>) outs(%e : tensor<6x64xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %below = arith.cmpi slt, %row, %c10 : index
    cf.assert %below, "index must be smaller than dim size"
    %element = tensor.extract %table[%row, %column] : tensor<10x64xf32>
    linalg.yield %element : f32
  } -> tensor<6x64xf32>
  return %0 : tensor<6x64xf32>
}

// Captured tensors are read at local positions of split dimensions.
// CHECK-LABEL: func.func @concat_in_body
// CHECK-SAME:    %[[A:.*]]: tensor<2x4xf32> {{{.*}}}, %[[B:.*]]: tensor<2x4xf32> {
// CHECK-DAG:       %[[J:.*]] = linalg.index 1
// CHECK-DAG:       %[[I:.*]] = linalg.index 0
// CHECK:             tensor.extract %[[A]][%[[I]], %[[J]]] : tensor<2x4xf32>
// CHECK:             %[[SHIFTED:.*]] = arith.subi %[[J]]
// CHECK:             tensor.extract %[[B]][%[[I]], %[[SHIFTED]]] : tensor<2x4xf32>
func.func @concat_in_body(
    %a: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %c4 = arith.constant 4 : index
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c4 : index
    %1 = scf.if %first -> f32 {
      %element = tensor.extract %a[%i, %j] : tensor<8x4xf32>
      scf.yield %element : f32
    } else {
      %shifted = arith.subi %j, %c4 : index
      %element = tensor.extract %b[%i, %shifted] : tensor<8x4xf32>
      scf.yield %element : f32
    }
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
