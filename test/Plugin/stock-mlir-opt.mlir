// RUN: mlir-opt --load-dialect-plugin=%tp_plugin --load-pass-plugin=%tp_plugin \
// RUN:   --pass-pipeline="builtin.module(tp-propagate)" %s | FileCheck %s
// A sanitized plugin needs its run-time library loaded first.
// UNSUPPORTED: sanitizer
// The plugin brings the dialect, the models and the passes to the mlir-opt of the packages.

// CHECK: tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @mesh <["x"=2, "y"=3]>

// The row sharding of the argument reaches the result of the fill and the matmul.
// CHECK-LABEL: func.func @matmul
// CHECK: linalg.matmul
// CHECK-SAME: tp.shardings = {{.*}}[{"x"}, {"y"}]
func.func @matmul(%a: tensor<8x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                  %b: tensor<12x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> tensor<8x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x6xf32>) -> tensor<8x6xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x6xf32>)
      outs(%init : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %c : tensor<8x6xf32>
}
