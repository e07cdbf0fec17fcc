// RUN: %npz make %t.npz arg0=i32:4x4:0..15 arg1=i32:4x4:100 \
// RUN:     out0=i32:4x4:100..115 out1=i32:4x4:0..15
// RUN: tp-run %s --entry=accumulate --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=accumulate_alike --data=%t.npz --check | FileCheck %s
//
// An op that writes into an argument leaves the argument itself as it was.

// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func private @add(%sum: tensor<4x4xi32>, %x: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xi32>) outs(%sum : tensor<4x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %next = arith.addi %in, %out : i32
    linalg.yield %next : i32
  } -> tensor<4x4xi32>
  return %result : tensor<4x4xi32>
}

func.func @accumulate(%sum: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                      %x: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
        tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %result = call @add(%sum, %x) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
  return %result, %sum : tensor<4x4xi32>, tensor<4x4xi32>
}

func.func @accumulate_alike(%sum: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                            %x: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
        tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %result = call @add(%sum, %x) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
  return %result, %sum : tensor<4x4xi32>, tensor<4x4xi32>
}
