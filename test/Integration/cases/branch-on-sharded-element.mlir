// RUN: %npz make %t.positive.npz arg0=f32:4:-1,2,4,8 out0=f32::13
// RUN: tp-run %s --entry=reduce_in_branch --data=%t.positive.npz --check | FileCheck %s
// RUN: %npz make %t.negative.npz arg0=f32:4:1,2,4,-8 out0=f32::0
// RUN: tp-run %s --entry=reduce_in_branch --data=%t.negative.npz --check | FileCheck %s
// RUN: %npz make %t.loop.npz arg0=i32:3:1,2,3 out0=i32:3:64,128,192
// RUN: tp-run %s --entry=reduce_in_condition --data=%t.loop.npz --check | FileCheck %s
//
// All devices take the same way, whoever holds the element that decides it.

// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @reduce_in_branch(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<f32>
  %last = tensor.extract %x[%c3] : tensor<4xf32>
  %isPositive = arith.cmpf ogt, %last, %zero : f32
  %result = scf.if %isPositive -> (tensor<f32>) {
    %sum = linalg.reduce { arith.addf } ins(%x : tensor<4xf32>) outs(%zeros : tensor<f32>) dimensions = [0]
    scf.yield %sum : tensor<f32>
  } else {
    scf.yield %zeros : tensor<f32>
  }
  return %result : tensor<f32>
}

// Doubles until the sum is large enough.
func.func @reduce_in_condition(%x: tensor<3xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %limit = arith.constant 300 : i32
  %zeros = arith.constant dense<0> : tensor<i32>
  %result = scf.while (%now = %x) : (tensor<3xi32>) -> tensor<3xi32> {
    %sum = linalg.reduce { arith.addi } ins(%now : tensor<3xi32>) outs(%zeros : tensor<i32>) dimensions = [0]
    %scalar = tensor.extract %sum[] : tensor<i32>
    %goOn = arith.cmpi slt, %scalar, %limit : i32
    scf.condition(%goOn) %now : tensor<3xi32>
  } do {
  ^bb0(%now: tensor<3xi32>):
    %next = arith.addi %now, %now : tensor<3xi32>
    scf.yield %next : tensor<3xi32>
  }
  return %result : tensor<3xi32>
}
