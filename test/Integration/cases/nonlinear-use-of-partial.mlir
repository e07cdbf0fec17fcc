// RUN: %npz make %t.dot.npz arg0=f32:2:3,-5 arg1=f32:2:1,1 out0=f32::0 out1=f32::0.13533528 out2=f32::-1 out3=i32::-2
// RUN: tp-run %s --entry=dot --data=%t.dot.npz --check | FileCheck %s
// RUN: %npz make %t.square.npz arg0=f32:4:1..4 out0=f32::100
// RUN: tp-run %s --entry=square_of_sum --data=%t.square.npz --check | FileCheck %s
// RUN: %npz make %t.half.npz arg0=f32:4:0.5,1.25,0.5,0.75 out0=i32::3
// RUN: tp-run %s --entry=truncated --data=%t.half.npz --check | FileCheck %s
//
// Functions that do not commute with a sum see it reduced, and reduced once.

// CHECK: wire bytes
// CHECK-NEXT: all_reduce {"x"} sum f32 1 4
// CHECK-NOT: {{all_|permute|reduce_}}
// CHECK: numbers agree

tp.mesh @mesh <["x"=2]>

func.func @dot(%a: tensor<2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
               %b: tensor<2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %minusOne = arith.constant dense<-1.0> : tensor<f32>
  %dot = linalg.dot ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %relu = arith.maximumf %dot, %zero : tensor<f32>
  %exp = math.exp %dot : tensor<f32>
  %isNegative = arith.cmpf olt, %dot, %zero : tensor<f32>
  %sign = arith.select %isNegative, %minusOne, %zero : tensor<i1>, tensor<f32>
  %integer = arith.fptosi %dot : tensor<f32> to tensor<i32>
  return %relu, %exp, %sign, %integer : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>
}

func.func @square_of_sum(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %square = arith.mulf %sum, %sum : tensor<f32>
  return %square : tensor<f32>
}

func.func @truncated(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<i32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %integer = arith.fptosi %sum : tensor<f32> to tensor<i32>
  return %integer : tensor<i32>
}
