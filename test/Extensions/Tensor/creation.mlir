// RUN: tp-opt %s -tp-print-rules -verify-diagnostics
// Tensors made from scalars are constant-like.

func.func @empty(%n: index) -> tensor<4x?xf32> {
  // expected-remark @below {{constant-like, rule: () -> ([d0, d1]) {d0=4, d1=?}}}
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

func.func @splat(%x: f32) -> tensor<4x6xf32> {
  // expected-remark @below {{constant-like, rule: () -> ([d0, d1]) {d0=4, d1=6}}}
  %0 = tensor.splat %x : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @from_elements(%x: f32) -> tensor<2xf32> {
  // expected-remark @below {{constant-like, rule: () -> ([d0]) {d0=2}}}
  %0 = tensor.from_elements %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @generate() -> tensor<5xindex> {
  // expected-remark @below {{constant-like, rule: () -> ([d0]) {d0=5}}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<5xindex>
  return %0 : tensor<5xindex>
}

// What could trap is not run at positions that do not exist.
func.func @generate_with_division(%n: index) -> tensor<5xindex> {
  // expected-remark @below {{rule: () -> ([d0]) {d0=5} divisible = {d0}}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %q = arith.divsi %n, %i : index
    tensor.yield %q : index
  } : tensor<5xindex>
  return %0 : tensor<5xindex>
}

func.func @generate_from_tensor(%t: tensor<5xf32>) -> tensor<5xf32> {
  // expected-remark @below {{no rule: every device runs it on whole operands}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %v = tensor.extract %t[%i] : tensor<5xf32>
    tensor.yield %v : f32
  } : tensor<5xf32>
  return %0 : tensor<5xf32>
}
