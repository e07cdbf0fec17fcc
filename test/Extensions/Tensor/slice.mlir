// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Rules of slices, concatenations and pads: dimensions that are taken whole are factors, the others
// stay whole on every device.

func.func @extract_slice(%a: tensor<8x6x4xf32>) -> tensor<8x3x4xf32> {
  // expected-remark @below {{rule: ([d0, _, d1]) -> ([d0, _, d1]) {d0=8, d1=4} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.extract_slice %a[0, 3, 0] [8, 3, 4] [1, 1, 1]
      : tensor<8x6x4xf32> to tensor<8x3x4xf32>
  return %0 : tensor<8x3x4xf32>
}

// A stride cuts; a dimension that is dropped has no factor.
func.func @strided_and_dropped(%a: tensor<8x6x1x4xf32>, %i: index) -> tensor<4x4xf32> {
  // expected-remark @below {{rule: ([_, _, _, d0]) -> ([_, d0]) {d0=4} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.extract_slice %a[0, %i, 0, 0] [4, 1, 1, 4] [2, 1, 1, 1]
      : tensor<8x6x1x4xf32> to tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// The size of a dynamic dimension is all of it only where it is read from the tensor.
func.func @dynamic_sizes(%a: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{rule: ([d0, d1]) -> ([]) {d0=?, d1=?} replicated = {d0}}}
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  // expected-remark @below {{rule: ([d0, _]) -> ([d0, _]) {d0=?} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.extract_slice %a[0, 0] [%d0, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Source and destination are partial together or not at all.
func.func @insert_slice(%s: tensor<6x2xf32>, %d: tensor<6x8xf32>, %i: index) -> tensor<6x8xf32> {
  // expected-remark @below {{rule: ([d0, _], [d0, _]) -> ([d0, _]) {d0=6} partial = {sum|prod|max|min|maxnum|minnum(0, 1)}}}
  %0 = tensor.insert_slice %s into %d[0, %i] [6, 2] [1, 1] : tensor<6x2xf32> into tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

func.func @insert_slice_of_lower_rank(%s: tensor<6xf32>, %d: tensor<3x6xf32>) -> tensor<3x6xf32> {
  // expected-remark @below {{rule: ([d0], [_, d0]) -> ([_, d0]) {d0=6} partial = {sum|prod|max|min|maxnum|minnum(0, 1)}}}
  %0 = tensor.insert_slice %s into %d[1, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

func.func @concat(%a: tensor<6x2xf32>, %b: tensor<6x3xf32>, %c: tensor<6x1xf32>)
    -> tensor<6x6xf32> {
  // expected-remark @below {{rule: ([d0, _], [d0, _], [d0, _]) -> ([d0, _]) {d0=6} partial = {sum|prod|max|min|maxnum|minnum(0, 1, 2)}}}
  %0 = tensor.concat dim(1) %a, %b, %c
      : (tensor<6x2xf32>, tensor<6x3xf32>, tensor<6x1xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// Zeros around every device's part of a sum add up to zeros, but not to ones.
func.func @pad_with_zeros(%a: tensor<6x4xf32>) -> tensor<6x7xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{rule: ([d0, _]) -> ([d0, _]) {d0=6} partial = {sum|max|min|maxnum|minnum(0)}}}
  %0 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<6x4xf32> to tensor<6x7xf32>
  return %0 : tensor<6x7xf32>
}

func.func @pad_with_twos(%a: tensor<6x4xi32>) -> tensor<6x7xi32> {
  %two = arith.constant 2 : i32
  // expected-remark @below {{rule: ([d0, _]) -> ([d0, _]) {d0=6} partial = {maxsi|minsi|maxui|minui|and|or(0)}}}
  %0 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : i32
  } : tensor<6x4xi32> to tensor<6x7xi32>
  return %0 : tensor<6x7xi32>
}

// Padding that is computed from positions could trap on positions that do not exist.
func.func @pad_with_division(%a: tensor<6x4xindex>) -> tensor<6x5xindex> {
  %c5 = arith.constant 5 : index
  // expected-remark @below {{rule: ([d0, _]) -> ([d0, _]) {d0=6} divisible = {d0}}}
  %0 = tensor.pad %a low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %s = arith.subi %c5, %i : index
    %q = arith.divsi %c5, %s : index
    tensor.yield %q : index
  } : tensor<6x4xindex> to tensor<6x5xindex>
  return %0 : tensor<6x5xindex>
}

func.func @pad_with_captured_tensor(%a: tensor<6x4xf32>, %t: tensor<6xf32>) -> tensor<6x5xf32> {
  // expected-remark @below {{no rule: every device runs it on whole operands}}
  %0 = tensor.pad %a low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %t[%i] : tensor<6xf32>
    tensor.yield %v : f32
  } : tensor<6x4xf32> to tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
