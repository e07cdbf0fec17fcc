// RUN: %npz make %t.npz arg0=i32:8:1 out0=i32:8:1..8
// RUN: tp-run %s --entry=prefix_sum --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.largest.npz arg0=i32:7:3,9,-1,9,4,8,7 out0=i32:2:9,9
// RUN: tp-run %s --entry=two_largest --data=%t.largest.npz --check | FileCheck %s
//
// A loop over the elements of a sharded dimension visits all of them, in order.

// CHECK: numbers agree: largest error 0

tp.mesh @two <["x"=2]>
tp.mesh @three <["unused"=2, "x"=3]>

func.func @prefix_sum(%x: tensor<8xi32> {tp.sharding = #tp.sharding<@two, [{"x"}]>})
    -> (tensor<8xi32> {tp.sharding = #tp.sharding<@two, [{"x"}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<8xi32>
  %sums:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %zero, %result = %empty)
      -> (i32, tensor<8xi32>) {
    %element = tensor.extract %x[%i] : tensor<8xi32>
    %next = arith.addi %sum, %element : i32
    %written = tensor.insert %next into %result[%i] : tensor<8xi32>
    scf.yield %next, %written : i32, tensor<8xi32>
  }
  return %sums#1 : tensor<8xi32>
}

func.func @two_largest(%x: tensor<7xi32> {tp.sharding = #tp.sharding<@three, [{"x"}]>}) -> tensor<2xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %lowest = arith.constant -2147483648 : i32
  %best:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%first = %lowest, %second = %lowest)
      -> (i32, i32) {
    %element = tensor.extract %x[%i] : tensor<7xi32>
    %newFirst = arith.maxsi %first, %element : i32
    %smaller = arith.minsi %first, %element : i32
    %newSecond = arith.maxsi %second, %smaller : i32
    scf.yield %newFirst, %newSecond : i32, i32
  }
  %result = tensor.from_elements %best#0, %best#1 : tensor<2xi32>
  return %result : tensor<2xi32>
}
