// RUN: %npz make %t.roll.npz arg0=i32:8:0..7 out0=i32:8:1,2,3,4,5,6,7,0
// RUN: tp-run %s --entry=roll --data=%t.roll.npz --check | FileCheck %s
// RUN: %npz make %t.shift.npz arg0=i32:16:1..16 out0=i32:16:0..15
// RUN: tp-run %s --entry=shift --data=%t.shift.npz --check | FileCheck %s
// RUN: %npz make %t.reverse.npz arg0=i32:7:0..6 out0=i32:7:6,5,4,3,2,1,0
// RUN: tp-run %s --entry=reverse --data=%t.reverse.npz --check | FileCheck %s
// RUN: tp-run %s --entry=reverse_by_gather --data=%t.reverse.npz --check | FileCheck %s
//
// Elements that move by one cross the seams between devices.

// CHECK: numbers agree: largest error 0

tp.mesh @eight <["x"=8]>
tp.mesh @two <["x"=2]>
tp.mesh @three <["x"=3]>

func.func @roll(%x: tensor<8xi32> {tp.sharding = #tp.sharding<@eight, [{"x"}]>})
    -> (tensor<8xi32> {tp.sharding = #tp.sharding<@eight, [{"x"}]>}) {
  %rest = tensor.extract_slice %x[1] [7] [1] : tensor<8xi32> to tensor<7xi32>
  %first = tensor.extract_slice %x[0] [1] [1] : tensor<8xi32> to tensor<1xi32>
  %result = tensor.concat dim(0) %rest, %first : (tensor<7xi32>, tensor<1xi32>) -> tensor<8xi32>
  return %result : tensor<8xi32>
}

func.func @shift(%x: tensor<16xi32> {tp.sharding = #tp.sharding<@two, [{"x"}]>})
    -> (tensor<16xi32> {tp.sharding = #tp.sharding<@two, [{"x"}]>}) {
  %zero = arith.constant dense<0> : tensor<1xi32>
  %beginning = tensor.extract_slice %x[0] [15] [1] : tensor<16xi32> to tensor<15xi32>
  %result = tensor.concat dim(0) %zero, %beginning : (tensor<1xi32>, tensor<15xi32>) -> tensor<16xi32>
  return %result : tensor<16xi32>
}

// By an affine index.
func.func @reverse(%x: tensor<7xi32> {tp.sharding = #tp.sharding<@three, [{"x"}]>})
    -> (tensor<7xi32> {tp.sharding = #tp.sharding<@three, [{"x"}]>}) {
  %empty = tensor.empty() : tensor<7xi32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (6 - d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<7xi32>) outs(%empty : tensor<7xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<7xi32>
  return %result : tensor<7xi32>
}

// By a computed index.
func.func @reverse_by_gather(%x: tensor<7xi32> {tp.sharding = #tp.sharding<@three, [{"x"}]>})
    -> (tensor<7xi32> {tp.sharding = #tp.sharding<@three, [{"x"}]>}) {
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<7xi32>
  %result = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%empty : tensor<7xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %mirrored = arith.subi %c6, %i : index
    %element = tensor.extract %x[%mirrored] : tensor<7xi32>
    linalg.yield %element : i32
  } -> tensor<7xi32>
  return %result : tensor<7xi32>
}
