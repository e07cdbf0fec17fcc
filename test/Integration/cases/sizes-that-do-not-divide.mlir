// RUN: tp-run %s --entry=size_1 --check | FileCheck %s
// RUN: tp-run %s --entry=size_2 --check | FileCheck %s
// RUN: tp-run %s --entry=size_3 --check | FileCheck %s
// RUN: tp-run %s --entry=size_5 --check | FileCheck %s
// RUN: tp-run %s --entry=size_7 --check | FileCheck %s
// RUN: tp-run %s --entry=size_0 --check | FileCheck %s
// RUN: tp-run %s --entry=size_5 --check --save-outputs=%t.npz
// RUN: %npz print %t.npz | FileCheck %s --check-prefix=SHAPE
//
// A result has the shape of the program, whatever the devices hold in padding.

// CHECK: numbers agree: largest error 0
// SHAPE: out0 f32 [5]:
// SHAPE: out1 f32 [5]:

tp.mesh @mesh <["x"=4]>

func.func @size_0(%x: tensor<0xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<0xf32>, tensor<0xf32>) {
  %one = arith.constant dense<1.0> : tensor<0xf32>
  %sum = arith.addf %x, %one : tensor<0xf32>
  return %x, %sum : tensor<0xf32>, tensor<0xf32>
}

func.func @size_1(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<1xf32>, tensor<1xf32>) {
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %sum = arith.addf %x, %one : tensor<1xf32>
  return %x, %sum : tensor<1xf32>, tensor<1xf32>
}

func.func @size_2(%x: tensor<2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<2xf32>, tensor<2xf32>) {
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %sum = arith.addf %x, %one : tensor<2xf32>
  return %x, %sum : tensor<2xf32>, tensor<2xf32>
}

func.func @size_3(%x: tensor<3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xf32>, tensor<3xf32>) {
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %sum = arith.addf %x, %one : tensor<3xf32>
  return %x, %sum : tensor<3xf32>, tensor<3xf32>
}

func.func @size_5(%x: tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<5xf32>, tensor<5xf32>) {
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %sum = arith.addf %x, %one : tensor<5xf32>
  return %x, %sum : tensor<5xf32>, tensor<5xf32>
}

func.func @size_7(%x: tensor<7xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<7xf32>, tensor<7xf32>) {
  %one = arith.constant dense<1.0> : tensor<7xf32>
  %sum = arith.addf %x, %one : tensor<7xf32>
  return %x, %sum : tensor<7xf32>, tensor<7xf32>
}
