// RUN: split-file %s %t
// RUN: not tp-run %t/rank.mlir --check 2>&1 | FileCheck %t/rank.mlir
// RUN: not tp-run %t/unknown.mlir --check 2>&1 | FileCheck %t/unknown.mlir
// RUN: not tp-run %t/twice.mlir --check 2>&1 | FileCheck %t/twice.mlir
// RUN: not tp-run %t/overlap.mlir --check 2>&1 | FileCheck %t/overlap.mlir
// RUN: not tp-run %t/region.mlir --check 2>&1 | FileCheck %t/region.mlir
// RUN: not tp-run %t/constraint.mlir --check 2>&1 | FileCheck %t/constraint.mlir
// RUN: not tp-run %t/mesh.mlir --check 2>&1 | FileCheck %t/mesh.mlir
// RUN: not tp-run %t/declaration.mlir --check 2>&1 | FileCheck %t/declaration.mlir
//
// Annotations that mean nothing are errors that say where and why.

//--- rank.mlir
// CHECK: rank.mlir:[[#@LINE+2]]:1: error: 'func.func' op argument 0: expects one list of axes per dimension of 'tensor<4xi32>' (rank 1), got 2
tp.mesh @mesh <["x"=2]>
func.func @main(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}

//--- unknown.mlir
// CHECK: unknown.mlir:[[#@LINE+3]]:1: error: 'func.func' op argument 0: expects axis "z" to be an axis of mesh @mesh
// CHECK: unknown.mlir:[[#@LINE+1]]:1: note: mesh @mesh is here
tp.mesh @mesh <["x"=2]>
func.func @main(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"z"}]>}) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}

//--- twice.mlir
// CHECK: twice.mlir:[[#@LINE+2]]:1: error: 'func.func' op argument 0: expects axis "x" once, but it is on dimension 0 and on dimension 1
tp.mesh @mesh <["x"=2]>
func.func @main(%x: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"x"}]>}) -> tensor<4x4xi32> {
  return %x : tensor<4x4xi32>
}

//--- overlap.mlir
// CHECK: overlap.mlir:[[#@LINE+2]]:1: error: 'func.func' op argument 0: expects axes not to overlap, but "x" on dimension 0 and "x":(1)2 on dimension 1 do
tp.mesh @mesh <["x"=4]>
func.func @main(%x: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"x":(1)2}]>}) -> tensor<4x4xi32> {
  return %x : tensor<4x4xi32>
}

//--- region.mlir
// CHECK: region.mlir:[[#@LINE+8]]:12: error: 'arith.addf' op expects no tp.shardings inside linalg.generic
tp.mesh @mesh <["x"=2]>
func.func @main(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in {tp.shardings = [#tp.sharding<@mesh, []>]} : f32
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  return %result : tensor<4xf32>
}

//--- constraint.mlir
// CHECK: constraint.mlir:[[#@LINE+8]]:14: error: 'tp.constrain' op expects not to be inside linalg.generic
tp.mesh @mesh <["x"=2]>
func.func @main(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, %table: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %split = tp.constrain %table to <@mesh, [{"x"}]> : tensor<4xf32>
    %i = linalg.index 0 : index
    %element = tensor.extract %split[%i] : tensor<4xf32>
    linalg.yield %element : f32
  } -> tensor<4xf32>
  return %result : tensor<4xf32>
}

//--- mesh.mlir
// CHECK: mesh.mlir:[[#@LINE+2]]:1: error: 'func.func' op argument 0: expects @nowhere to be a tp.mesh
tp.mesh @mesh <["x"=2]>
func.func @main(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@nowhere, [{"x"}]>}) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}

//--- declaration.mlir
// CHECK: declaration.mlir:[[#@LINE+2]]:1: error: expects @main to have a body
tp.mesh @mesh <["x"=2]>
func.func private @main(tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<4xi32>
