// RUN: tp-opt %s --tp-print-rules --verify-diagnostics
// Rules of structured ops, from maps and bodies.

func.func @matmul(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-remark @below {{rule: ([d0, d2], [d2, d1], init [d0, d1]) -> ([d0, d1]) {d0=8, d1=4, d2=16} reduction = sum{d2} partial = {sum~(0), sum~(1)} flops = 1024}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>)
                     outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Integers are exact.
func.func @batch_matmul(%a: tensor<2x8x16xi32>, %b: tensor<2x16x4xi32>, %c: tensor<2x8x4xi32>)
    -> tensor<2x8x4xi32> {
  // expected-remark @below {{rule: ([d0, d1, d3], [d0, d3, d2], init [d0, d1, d2]) -> ([d0, d1, d2]) {d0=2, d1=8, d2=4, d3=16} reduction = sum{d3} partial = {sum(0), sum(1)} flops = 2048}}
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x8x16xi32>, tensor<2x16x4xi32>)
                           outs(%c : tensor<2x8x4xi32>) -> tensor<2x8x4xi32>
  return %0 : tensor<2x8x4xi32>
}

// Data movement lets every combiner pass.
func.func @transpose(%a: tensor<8x16xf32>, %e: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // expected-remark @below {{rule: ([d1, d0], out [d0, d1]) -> ([d0, d1]) {d0=16, d1=8} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = linalg.transpose ins(%a : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  return %0 : tensor<16x8xf32>
}

func.func @broadcast(%a: tensor<4xi1>, %e: tensor<4x6xi1>) -> tensor<4x6xi1> {
  // expected-remark @below {{rule: ([d0], out [d0, d1]) -> ([d0, d1]) {d0=4, d1=6} partial = {sum|prod|maxsi|minsi|maxui|minui|and|or|xor(0)}}}
  %0 = linalg.broadcast ins(%a : tensor<4xi1>) outs(%e : tensor<4x6xi1>) dimensions = [1]
  return %0 : tensor<4x6xi1>
}

// A constant position in a dimension of size 1 is no factor.
func.func @unit_dimensions(%a: tensor<8x4xf32>, %b: tensor<8x1xf32>, %e: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-remark @below {{rule: ([d0, d1], [d0, _], out [d0, d1]) -> ([d0, d1]) {d0=8, d1=4} partial = {max|min(0), max->min|min->max(1), sum(0, 1)} flops = 32}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x4xf32>, tensor<8x1xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %1 = arith.subf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// The kept dimension of a reduction.
func.func @maximum_keeping_dimension(%a: tensor<8x4xf32>, %i: tensor<8x1xf32>) -> tensor<8x1xf32> {
  // expected-remark @below {{rule: ([d0, d1], init [d0, _]) -> ([d0, _]) {d0=8, d1=4} reduction = max{d1} partial = {max(0)} flops = 32}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x4xf32>) outs(%i : tensor<8x1xf32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = arith.maximumf %out, %x : f32
    linalg.yield %1 : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

func.func @reduce_signed(%a: tensor<8x4xi32>, %i: tensor<8xi32>) -> tensor<8xi32> {
  // expected-remark @below {{rule: ([d0, d1], init [d0]) -> ([d0]) {d0=8, d1=4} reduction = maxsi{d1} partial = {maxsi(0)} flops = 32}}
  %0 = linalg.reduce ins(%a : tensor<8x4xi32>) outs(%i : tensor<8xi32>) dimensions = [1]
    (%x: i32, %acc: i32) {
      %1 = arith.maxsi %x, %acc : i32
      linalg.yield %1 : i32
    }
  return %0 : tensor<8xi32>
}

func.func @reduce_by_comparison(%a: tensor<8x4xi32>, %i: tensor<8xi32>) -> tensor<8xi32> {
  // expected-remark @below {{rule: ([d0, d1], init [d0]) -> ([d0]) {d0=8, d1=4} reduction = minui{d1} flops = 64}}
  %0 = linalg.reduce ins(%a : tensor<8x4xi32>) outs(%i : tensor<8xi32>) dimensions = [1]
    (%x: i32, %acc: i32) {
      %less = arith.cmpi ult, %x, %acc : i32
      %1 = arith.select %less, %x, %acc : i32
      linalg.yield %1 : i32
    }
  return %0 : tensor<8xi32>
}

// A sum of bits is their exclusive or.
func.func @sum_of_bits(%a: tensor<8xi1>, %i: tensor<i1>) -> tensor<i1> {
  // expected-remark @below {{rule: ([d0], init []) -> ([]) {d0=8} reduction = xor{d0} partial = {xor(0)} flops = 8}}
  %0 = linalg.reduce ins(%a : tensor<8xi1>) outs(%i : tensor<i1>) dimensions = [0]
    (%x: i1, %acc: i1) {
      %1 = arith.addi %x, %acc : i1
      linalg.yield %1 : i1
    }
  return %0 : tensor<i1>
}

// A fold that is a combination of the accumulator and a function of the input.
func.func @sum_of_squares(%a: tensor<8xf32>, %i: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{rule: ([d0], init []) -> ([]) {d0=8} reduction = sum{d0} flops = 16}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = arith.mulf %x, %x : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// One that is not; it is linear, though.
func.func @horner(%a: tensor<8xf32>, %i: tensor<f32>) -> tensor<f32> {
  %two = arith.constant 2.0 : f32
  // expected-remark @below {{rule: ([d0], init []) -> ([]) {d0=8} replicated = {d0} partial = {sum~(0)} flops = 16}}
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

// Two combiners at once.
func.func @sum_and_maximum(%a: tensor<8xf32>, %i: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-remark @below {{rule: ([d0], init [], init []) -> ([], []) {d0=8} replicated = {d0} flops = 16}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xf32>) outs(%i, %i : tensor<f32>, tensor<f32>) {
  ^bb0(%x: f32, %sum: f32, %max: f32):
    %1 = arith.addf %sum, %x : f32
    %2 = arith.maximumf %max, %x : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// The index of the maximum is used.
func.func @arg_max(%a: tensor<8xf32>, %m: tensor<f32>, %i: tensor<i64>) -> tensor<i64> {
  // expected-remark @below {{rule: ([d0], init [], init []) -> ([], []) {d0=8} replicated = {d0} flops = 24}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xf32>) outs(%m, %i : tensor<f32>, tensor<i64>) {
  ^bb0(%x: f32, %max: f32, %at: i64):
    %index = linalg.index 0 : index
    %here = arith.index_cast %index : index to i64
    %1 = arith.maximumf %x, %max : f32
    %more = arith.cmpf ogt, %x, %max : f32
    %2 = arith.select %more, %here, %at : i64
    linalg.yield %1, %2 : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %0#1 : tensor<i64>
}

// It is not: only the maximum counts.
func.func @arg_max_unused(%a: tensor<8xf32>, %m: tensor<f32>, %i: tensor<i64>) -> tensor<f32> {
  // expected-remark @below {{rule: ([d0], init [], init []) -> ([], []) {d0=8} reduction = max{d0} partial = {max(0)} flops = 24}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xf32>) outs(%m, %i : tensor<f32>, tensor<i64>) {
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

// The same value twice: the sum of both is linear, the product is only in each alone.
func.func @twice(%a: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @below {{rule: ([d0], [d0], out [d0]) -> ([d0]) {d0=8} partial = {max|min(0), max|min(1), sum(0, 1)} flops = 8}}
  %0 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // expected-remark @below {{rule: ([d0], [d0], out [d0]) -> ([d0]) {d0=8} partial = {sum~(0), sum~(1), prod(0, 1)} flops = 8}}
  %1 = linalg.mul ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

func.func @non_linear(%a: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @below {{rule: ([d0], out [d0]) -> ([d0]) {d0=8} partial = {max|min|maxnum|minnum(0)} flops = 8}}
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // expected-remark @below {{rule: ([d0], out [d0]) -> ([d0]) {d0=8} flops = 8}}
  %1 = linalg.sqrt ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

func.func @negate(%a: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{rule: ([d0], out [d0]) -> ([d0]) {d0=8} partial = {sum|max->min|min->max|maxnum->minnum|minnum->maxnum(0)} flops = 8}}
  %0 = linalg.map { arith.negf } ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>)
  return %0 : tensor<8xf32>
}

// The destination of an elementwise op is an operand where its elements are read.
func.func @accumulate(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{rule: ([d0], init [d0]) -> ([d0]) {d0=8} partial = {sum(0)} flops = 8}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = arith.addf %out, %x : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Windows see more than a block; the batch and the channels do not care.
func.func @convolution(%a: tensor<4x34x34x8xf32>, %w: tensor<3x3x8x16xf32>,
                       %i: tensor<4x32x32x16xf32>) -> tensor<4x32x32x16xf32> {
  // expected-remark @below {{rule: ([d0, _, _, d6], [d4, d5, d6, d3], init [d0, d1, d2, d3]) -> ([d0, d1, d2, d3]) {d0=4, d1=32, d2=32, d3=16, d4=3, d5=3, d6=8} reduction = sum{d6} replicated = {d1, d2, d4, d5} partial = {sum~(0), sum~(1)} flops = 9437184}}
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%a, %w : tensor<4x34x34x8xf32>, tensor<3x3x8x16xf32>)
      outs(%i : tensor<4x32x32x16xf32>) -> tensor<4x32x32x16xf32>
  return %0 : tensor<4x32x32x16xf32>
}

func.func @diagonal(%a: tensor<8x8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{rule: ([d0, d0], out [d0]) -> ([d0]) {d0=8} replicated = {d0} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<8x8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Eight query heads use two key heads: the loop over heads is two factors.
func.func @grouped_heads(%q: tensor<8x4xf32>, %k: tensor<2x4xf32>, %e: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // expected-remark @below {{rule: ([d0d1, d2], [d0, d2], out [d0d1, d2]) -> ([d0d1, d2]) {d0=2, d1=4, d2=4} divisible = {d0, d1} partial = {sum~(0), sum~(1), prod(0, 1)} flops = 32}}
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
