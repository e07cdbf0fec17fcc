// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Rules of reshapes and casts: a collapsed dimension is the product of its group's factors.

// Flat blocks of a product are blocks of its major factor only where shards divide it.
func.func @collapse(%a: tensor<4x6x8xf32>) -> tensor<24x8xf32> {
  // expected-remark @below {{rule: ([d0, d1, d2]) -> ([d0d1, d2]) {d0=4, d1=6, d2=8} divisible = {d0, d1} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x6x8xf32> into tensor<24x8xf32>
  return %0 : tensor<24x8xf32>
}

func.func @expand(%a: tensor<2x12xi32>) -> tensor<2x6x2xi32> {
  // expected-remark @below {{rule: ([d0, d1d2]) -> ([d0, d1, d2]) {d0=2, d1=6, d2=2} divisible = {d1, d2} partial = {sum|prod|maxsi|minsi|maxui|minui|and|or|xor(0)}}}
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [2, 6, 2]
      : tensor<2x12xi32> into tensor<2x6x2xi32>
  return %0 : tensor<2x6x2xi32>
}

// Dimensions of size 1 are no factors of a product; what is left alone may be padded.
func.func @unit_dims(%a: tensor<5x1x1xf32>) -> tensor<5xf32> {
  // expected-remark @below {{rule: ([d0, _, _]) -> ([d0]) {d0=5} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<5x1x1xf32> into tensor<5xf32>
  return %0 : tensor<5xf32>
}

// A dimension of size 1 that stays alone is one.
func.func @lone_unit_dim(%a: tensor<1x4xf32>) -> tensor<1x2x2xf32> {
  // expected-remark @below {{rule: ([d0, d1d2]) -> ([d0, d1, d2]) {d0=1, d1=2, d2=2} divisible = {d1, d2} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [1, 2, 2]
      : tensor<1x4xf32> into tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}

func.func @to_scalar(%a: tensor<1x1xf32>) -> tensor<f32> {
  // expected-remark @below {{rule: ([_, _]) -> ([]) {} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.collapse_shape %a [] : tensor<1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// A group with a dynamic size stays whole, the others do not.
func.func @dynamic_group(%a: tensor<?x8x6xf32>) -> tensor<?x6xf32> {
  // expected-remark @below {{rule: ([_, _, d0]) -> ([_, d0]) {d0=6} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x8x6xf32> into tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

func.func @cast(%a: tensor<8x6xf32>) -> tensor<?x6xf32> {
  // expected-remark @below {{rule: ([d0, d1]) -> ([d0, d1]) {d0=?, d1=6} partial = {sum|prod|max|min|maxnum|minnum(0)}}}
  %0 = tensor.cast %a : tensor<8x6xf32> to tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

func.func @cast_unranked(%a: tensor<8x6xf32>) -> tensor<*xf32> {
  // expected-remark @below {{no rule: every device runs it on whole operands}}
  %0 = tensor.cast %a : tensor<8x6xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}
