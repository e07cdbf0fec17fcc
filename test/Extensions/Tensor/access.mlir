// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Single elements are read from and put into whole tensors; shapes are asked of any tensor that
// has the dimension whole.

func.func @extract(%a: tensor<8x6xf32>, %i: index) -> f32 {
  // expected-remark @below {{rule: ([_, _]) -> ([]) {}}}
  %0 = tensor.extract %a[%i, %i] : tensor<8x6xf32>
  return %0 : f32
}

func.func @insert(%a: tensor<8xf32>, %x: f32, %i: index) -> tensor<8xf32> {
  // expected-remark @below {{rule: ([_]) -> ([_]) {}}}
  %0 = tensor.insert %x into %a[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Only the dimension that is asked for, and only if its size is not known.
func.func @dim(%a: tensor<?x6xf32>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{rule: ([d0, d1]) -> ([]) {d0=?, d1=6} replicated = {d0}}}
  %0 = tensor.dim %a, %c0 : tensor<?x6xf32>
  // expected-remark @below {{rule: ([d0, d1]) -> ([]) {d0=?, d1=6}}}
  %1 = tensor.dim %a, %c1 : tensor<?x6xf32>
  // expected-remark @below {{rule: ([d0, d1]) -> ([]) {d0=?, d1=6} replicated = {d0, d1}}}
  %2 = tensor.dim %a, %n : tensor<?x6xf32>
  return %0, %1, %2 : index, index, index
}

func.func @rank(%a: tensor<8xf32>) -> index {
  // expected-remark @below {{rule: ([d0]) -> ([]) {d0=8}}}
  %0 = tensor.rank %a : tensor<8xf32>
  return %0 : index
}

func.func @bitcast(%a: tensor<8xf32>) -> tensor<8xi32> {
  // expected-remark @below {{rule: ([d0]) -> ([d0]) {d0=8}}}
  %0 = tensor.bitcast %a : tensor<8xf32> to tensor<8xi32>
  return %0 : tensor<8xi32>
}
