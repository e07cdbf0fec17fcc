// What goes first: elementwise ops, then parallel factors of all ops, then the rest, last results of
// ops that read a dimension whole.
// RUN: tp-opt --tp-propagate --split-input-file %s | FileCheck %s

tp.mesh @mesh <["x"=2, "y"=4]>

// The product of %lhs and its own transpose has "x" on its rows before the second product can ask
// for it on its columns, which it contracts with the rows of %lhs.
// CHECK-LABEL: func.func @contraction_waits(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[SCORES:.*]] = linalg.matmul indexing_maps = [{{.*}}] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} ins(%[[LHS]], %[[LHS]] :
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[SCORES]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
func.func @contraction_waits(
    %lhs: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %cst = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zero = linalg.fill ins(%cst : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %scores = linalg.matmul
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>]
      ins(%lhs, %lhs : tensor<8x16xf32>, tensor<8x16xf32>)
      outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %exp = math.exp %scores : tensor<8x8xf32>
  %out = tensor.empty() : tensor<8x16xf32>
  %start = linalg.fill ins(%cst : f32) outs(%out : tensor<8x16xf32>) -> tensor<8x16xf32>
  %result = linalg.matmul ins(%exp, %lhs : tensor<8x8xf32>, tensor<8x16xf32>)
      outs(%start : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %result : tensor<8x16xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=4]>

#columns = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// A vector that is repeated gives its axes last: until then the product has "x" on its rows.
// CHECK-LABEL: func.func @broadcast_waits(
// CHECK-SAME:    %[[VECTOR:[^:]*]]: tensor<16xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<4x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<2x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<4x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         linalg.generic {{.*}} ins(%[[VECTOR]] : tensor<16xf32>) {{.*}} {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} {
func.func @broadcast_waits(
    %vector: tensor<16xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
    %lhs: tensor<4x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
    %rhs: tensor<2x16xf32>) -> tensor<4x16xf32> {
  %cst = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %repeated = linalg.generic {indexing_maps = [#columns, #all], iterator_types = ["parallel", "parallel"]}
      ins(%vector : tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4x16xf32>
  %zero = linalg.fill ins(%cst : f32) outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %product = linalg.matmul ins(%lhs, %rhs : tensor<4x2xf32>, tensor<2x16xf32>)
      outs(%zero : tensor<4x16xf32>) -> tensor<4x16xf32>
  %sum = arith.addf %product, %repeated : tensor<4x16xf32>
  return %sum : tensor<4x16xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=4]>

// A pad reads the rows whole. Its result is returned, so it is cut again like the operand.
// CHECK-LABEL: func.func @returned_pad(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         tensor.pad %[[ARG]] low[2, 0] high[2, 0] {
// CHECK:         } {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
func.func @returned_pad(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<12x6xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.pad %arg low[2, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %cst : f32
  } : tensor<8x6xf32> to tensor<12x6xf32>
  return %0 : tensor<12x6xf32>
}

// Between two such ops the value stays whole: it would be gathered a second time.
// CHECK-LABEL: func.func @pad_then_slice(
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[PADDED:.*]] = tensor.pad
// CHECK:         } {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
// CHECK:         tensor.extract_slice %[[PADDED]][4, 0] [4, 6] [1, 1] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
func.func @pad_then_slice(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<4x6xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.pad %arg low[2, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %cst : f32
  } : tensor<8x6xf32> to tensor<12x6xf32>
  %1 = tensor.extract_slice %0[4, 0] [4, 6] [1, 1] : tensor<12x6xf32> to tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// The operand does not take the result's axes: it is read whole.
// CHECK-LABEL: func.func @slice_backward(
// CHECK-SAME:    %{{[^:]*}}: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
func.func @slice_backward(%arg: tensor<8x6xf32>)
    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tensor.extract_slice %arg[4, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A slice at a run-time position stays whole along it.
// CHECK-LABEL: func.func @run_time_slice(
// CHECK-SAME:    -> (tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
func.func @run_time_slice(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                          %at: index) -> tensor<4x6xf32> {
  %0 = tensor.extract_slice %arg[%at, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
