// RUN: %npz make %t.npz arg0=i32:4:1,-2,3,5 out0=i32::39
// RUN: tp-run %s --entry=squares --data=%t.npz --check | FileCheck %s --check-prefix=SQUARES
// RUN: %npz make %t.horner.npz arg0=i32:4:1,-2,3,5 out0=i32::11
// RUN: tp-run %s --entry=horner --data=%t.horner.npz --check | FileCheck %s --check-prefix=HORNER
// RUN: %npz make %t.both.npz arg0=i32:5:1,-2,3,5,-9 out0=i32::-2 out1=i32::5
// RUN: tp-run %s --entry=sum_and_max --data=%t.both.npz --check | FileCheck %s --check-prefix=BOTH
//
// A body that maps its input and combines it with the accumulator is split; any other sees the
// whole input.

// SQUARES: wire bytes
// SQUARES-NEXT: all_reduce {"x"} sum i32 1 4
// SQUARES-NOT: all_
// SQUARES: numbers agree: largest error 0
// HORNER: wire bytes
// HORNER-NEXT: all_gather {"x"} i32 1 8 16
// HORNER-NOT: all_
// HORNER: numbers agree: largest error 0
// BOTH: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @squares(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %square = arith.muli %in, %in : i32
    %next = arith.addi %out, %square : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  return %sum : tensor<i32>
}

// 2 * out + in: the order counts.
func.func @horner(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %two = arith.constant 2 : i32
  %value = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %double = arith.muli %out, %two : i32
    %next = arith.addi %double, %in : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  return %value : tensor<i32>
}

func.func @sum_and_max(%x: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<i32>, tensor<i32>) {
  %zero = arith.constant dense<0> : tensor<i32>
  %lowest = arith.constant dense<-2147483648> : tensor<i32>
  %both:2 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%x : tensor<5xi32>) outs(%zero, %lowest : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %sum: i32, %max: i32):
    %nextSum = arith.addi %sum, %in : i32
    %nextMax = arith.maxsi %max, %in : i32
    linalg.yield %nextSum, %nextMax : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %both#0, %both#1 : tensor<i32>, tensor<i32>
}
