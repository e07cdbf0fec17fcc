// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s

// Rules that a user puts on ops and calls, printed as written.

// CHECK-LABEL: func.func @contraction(
func.func @contraction(%a: tensor<64x64xf32>, %b: tensor<64x256xf32>, %c: tensor<64x256xf32>) {
  // Destinations are results, not operands.
  // CHECK: tp.rule = #tp.rule<([i, k], [k, j]) -> ([i, j]) {i=64, j=256, k=64} reduction = sum{k}>
  %0 = linalg.matmul {tp.rule = #tp.rule<([i, k], [k, j]) -> ([i, j]) {i=64, j=256, k=64} reduction = sum{k}>}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x256xf32>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return
}

func.func private @lookup(tensor<8x6xi32>, tensor<100x16xf32>) -> tensor<48x16xf32>

// CHECK-LABEL: func.func @call(
func.func @call(%ids: tensor<8x6xi32>, %table: tensor<100x16xf32>) {
  // Two factors of one dimension stand side by side.
  // CHECK: tp.rule = #tp.rule<([b, s12], [g, d]) -> ([bs12, d]) {b=8, s12=6, g=100, d=16} gathered = {g}>
  %0 = func.call @lookup(%ids, %table) {tp.rule = #tp.rule<([b, s12], [g, d]) -> ([bs12, d]) {b=8, s12=6, g=100, d=16} gathered = {g}>}
      : (tensor<8x6xi32>, tensor<100x16xf32>) -> tensor<48x16xf32>
  return
}

// A dimension without factors stays whole; a size need not be known.
// CHECK-LABEL: func.func @whole_and_dynamic(
func.func @whole_and_dynamic(%x: tensor<?x6xf32>) {
  // CHECK: tp.rule = #tp.rule<([i, *]) -> ([i, *]) {i=?}>
  %0 = math.exp %x {tp.rule = #tp.rule<([i, *]) -> ([i, *]) {i=?}>} : tensor<?x6xf32>
  return
}

// CHECK-LABEL: func.func @scalars(
func.func @scalars(%x: tensor<f32>) {
  // CHECK: tp.rule = #tp.rule<([]) -> ([]) {}>
  %0 = math.exp %x {tp.rule = #tp.rule<([]) -> ([]) {}>} : tensor<f32>
  return
}
