// RUN: tp-opt %s --inline | FileCheck %s

// Functions with ops of the dialect are inlined, but not into a region where axes are manual.

tp.mesh @mesh <["x"=2, "y"=3]>

func.func private @layer(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.constrain %x to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @call(
func.func @call(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK-NEXT: tp.constrain
  %0 = call @layer(%x) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @call_in_manual(
func.func @call_in_manual(%x: tensor<8x12xf32>) -> tensor<8x12xf32> {
  // CHECK: tp.manual
  %r = tp.manual over @mesh{"x"} (%x) in [<@mesh, [{}, {"x"}]>] out [<@mesh, [{}, {"x"}]>]
      : (tensor<8x12xf32>) -> tensor<8x12xf32> {
  ^bb0(%l: tensor<8x6xf32>):
    // CHECK: func.call @layer
    %0 = func.call @layer(%l) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    tp.yield %0 : tensor<8x6xf32>
  }
  return %r : tensor<8x12xf32>
}
