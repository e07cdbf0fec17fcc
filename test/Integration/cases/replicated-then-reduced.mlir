// RUN: %npz make %t.npz arg0=f32:4:1..4 out0=f32::4.4401897
// RUN: tp-run %s --data=%t.npz --check | FileCheck %s
//
// A reduction of a replicated value needs no collective: what was sharded before does not count.

// CHECK: wire bytes
// CHECK-NEXT: all_gather {"x"} f32 1 8 16
// CHECK-NOT: all_
// CHECK: numbers agree

tp.mesh @mesh <["x"=2]>

func.func @main(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %empty = tensor.empty() : tensor<4xf32>
  %logits = arith.negf %x : tensor<4xf32>
  %positive = arith.negf %logits : tensor<4xf32>
  %whole = tp.reshard %positive to <@mesh, [{}]> : tensor<4xf32>
  %max = linalg.reduce { arith.maximumf } ins(%whole : tensor<4xf32>) outs(%lowest : tensor<f32>)
      dimensions = [0]
  %maxima = linalg.broadcast ins(%max : tensor<f32>) outs(%empty : tensor<4xf32>) dimensions = [0]
  %centred = arith.subf %whole, %maxima : tensor<4xf32>
  %exp = math.exp %centred : tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %log = math.log %sum : tensor<f32>
  %result = arith.addf %log, %max : tensor<f32>
  return %result : tensor<f32>
}
