// RUN: %npz make %t.first.npz arg0=f32:4:10,5,3,8 out0=f32::10 out1=i64::0
// RUN: tp-run %s --entry=two --data=%t.first.npz --check | FileCheck %s
// RUN: %npz make %t.tie.npz arg0=f32:4:3,7,7,1 out0=f32::7 out1=i64::1
// RUN: tp-run %s --entry=two --data=%t.tie.npz --check | FileCheck %s
// RUN: %npz make %t.negative.npz arg0=f32:5:-9,-8,-7,-6,-5 out0=f32::-5 out1=i64::4
// RUN: tp-run %s --entry=uneven --data=%t.negative.npz --check | FileCheck %s
//
// The index that belongs to a maximum over a sharded dimension is neither summed nor counted from
// the start of a block, and ties go to the lowest.

// CHECK: numbers agree

tp.mesh @pair <["x"=2]>
tp.mesh @three <["unused"=2, "x"=3]>

func.func @two(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@pair, [{"x"}]>})
    -> (tensor<f32>, tensor<i64>) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i64>
  %max:2 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%lowest, %none : tensor<f32>, tensor<i64>) {
  ^bb0(%in: f32, %value: f32, %position: i64):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i64
    %larger = arith.cmpf ogt, %in, %value : f32
    %newValue = arith.select %larger, %in, %value : f32
    %newPosition = arith.select %larger, %here, %position : i64
    linalg.yield %newValue, %newPosition : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %max#0, %max#1 : tensor<f32>, tensor<i64>
}

// As torch exports it: the value by maximumf, the index by a comparison.
func.func @uneven(%x: tensor<5xf32> {tp.sharding = #tp.sharding<@three, [{"x"}]>})
    -> (tensor<f32>, tensor<i64>) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i64>
  %max:2 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<5xf32>) outs(%lowest, %none : tensor<f32>, tensor<i64>) {
  ^bb0(%in: f32, %value: f32, %position: i64):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i64
    %newValue = arith.maximumf %in, %value : f32
    %larger = arith.cmpf ogt, %in, %value : f32
    %newPosition = arith.select %larger, %here, %position : i64
    linalg.yield %newValue, %newPosition : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %max#0, %max#1 : tensor<f32>, tensor<i64>
}
