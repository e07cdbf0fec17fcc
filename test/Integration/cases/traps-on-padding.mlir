// RUN: %npz make %t.division.npz arg0=i32:5:10,-11,12,-13,14 arg1=i32:5:3,4,-5,6,7 \
// RUN:     out0=i32:5:3,-2,-2,-2,2 out1=i32:5:1,-3,2,-1,0
// RUN: tp-run %s --entry=division --data=%t.division.npz --check | FileCheck %s
// RUN: %npz make %t.assert.npz arg0=i32:5:1,2,3,4,5 out0=i32:5:2,4,6,8,10
// RUN: tp-run %s --entry=asserted --data=%t.assert.npz --check | FileCheck %s
// RUN: %npz make %t.index.npz arg0=i64:5:4,3,2,1,0 arg1=f32:5:10,20,30,40,50 out0=f32:5:50,40,30,20,10
// RUN: tp-run %s --entry=indexed --data=%t.index.npz --check | FileCheck %s
// RUN: %npz make %t.scatter.npz arg0=i64:3:5,1,3 arg1=f32:3:-1,-2,-3 arg2=f32:6:0..5 out0=f32:6:0,-2,2,-3,4,-1
// RUN: tp-run %s --entry=scattered --data=%t.scatter.npz --check | FileCheck %s
//
// Padding never divides, is never asserted, used as an index or written anywhere.

// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=4]>

func.func @division(%a: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                    %b: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
        tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %empty = tensor.empty() : tensor<5xi32>
  %quotient = arith.divsi %a, %b : tensor<5xi32>
  %remainder = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%a, %b : tensor<5xi32>, tensor<5xi32>) outs(%empty : tensor<5xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %rest = arith.remsi %x, %y : i32
    linalg.yield %rest : i32
  } -> tensor<5xi32>
  return %quotient, %remainder : tensor<5xi32>, tensor<5xi32>
}

func.func @asserted(%x: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %empty = tensor.empty() : tensor<5xi32>
  %zero = arith.constant 0 : i32
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<5xi32>) outs(%empty : tensor<5xi32>) {
  ^bb0(%in: i32, %out: i32):
    %isPositive = arith.cmpi sgt, %in, %zero : i32
    cf.assert %isPositive, "expects positive elements"
    %double = arith.addi %in, %in : i32
    linalg.yield %double : i32
  } -> tensor<5xi32>
  return %result : tensor<5xi32>
}

func.func @indexed(%ids: tensor<5xi64> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %table: tensor<5xf32>)
    -> (tensor<5xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %empty = tensor.empty() : tensor<5xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%ids : tensor<5xi64>) outs(%empty : tensor<5xf32>) {
  ^bb0(%id: i64, %out: f32):
    %i = arith.index_cast %id : i64 to index
    %element = tensor.extract %table[%i] : tensor<5xf32>
    linalg.yield %element : f32
  } -> tensor<5xf32>
  return %result : tensor<5xf32>
}

func.func @scattered(%ids: tensor<3xi64> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                     %updates: tensor<3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                     %x: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %result = scf.for %i = %c0 to %c3 step %c1 iter_args(%now = %x) -> (tensor<6xf32>) {
    %id = tensor.extract %ids[%i] : tensor<3xi64>
    %update = tensor.extract %updates[%i] : tensor<3xf32>
    %position = arith.index_cast %id : i64 to index
    %next = tensor.insert %update into %now[%position] : tensor<6xf32>
    scf.yield %next : tensor<6xf32>
  }
  return %result : tensor<6xf32>
}
