// RUN: %npz make %t.npz arg0=bf16:1x4:256,1,1,0 arg1=bf16:4x1:1 out0=bf16:1x1:258
// RUN: tp-run %s --data=%t.npz --check --save-outputs=%t.out.npz | FileCheck %s
// RUN: %npz print %t.out.npz | FileCheck %s --check-prefix=VALUES
//
// The reduction happens in the type of the accumulator: 257 + 1 is 258, but in bf16 257 is 256.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1 4
// CHECK: numbers agree: largest error 0
// VALUES: out0 bf16 [1, 1]: 258.0

tp.mesh @mesh <["x"=2]>

func.func @main(%a: tensor<1x4xbf16> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4x1xbf16> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<1x1xbf16> {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %product = linalg.matmul ins(%a, %b : tensor<1x4xbf16>, tensor<4x1xbf16>)
      outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %result = arith.truncf %product : tensor<1x1xf32> to tensor<1x1xbf16>
  return %result : tensor<1x1xbf16>
}
