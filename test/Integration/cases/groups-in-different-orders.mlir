// RUN: tp-run %s --entry=rows_first --check | FileCheck %s
// RUN: tp-run %s --entry=whole_first --check | FileCheck %s
//
// Collectives over rows, columns and the whole mesh follow each other in any order, also in a loop.

// CHECK: wire bytes
// CHECK-DAG: all_reduce {"x"} maxsi i32 3
// CHECK-DAG: all_reduce {"y"} maxsi i32 3
// CHECK-DAG: all_reduce {"x", "y"} maxsi i32 3
// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=2, "y"=3]>

func.func @rows_first(%x: tensor<4x6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<6xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
        tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, tensor<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %lowest = arith.constant dense<-2147483648> : tensor<i32>
  %lowest4 = arith.constant dense<-2147483648> : tensor<4xi32>
  %lowest6 = arith.constant dense<-2147483648> : tensor<6xi32>
  %result:3 = scf.for %i = %c0 to %c3 step %c1
      iter_args(%a = %lowest6, %b = %lowest4, %c = %lowest) -> (tensor<6xi32>, tensor<4xi32>, tensor<i32>) {
    %columns = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%a : tensor<6xi32>) dimensions = [0]
    %rows = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%b : tensor<4xi32>) dimensions = [1]
    %all = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%c : tensor<i32>) dimensions = [0, 1]
    scf.yield %columns, %rows, %all : tensor<6xi32>, tensor<4xi32>, tensor<i32>
  }
  return %result#0, %result#1, %result#2 : tensor<6xi32>, tensor<4xi32>, tensor<i32>
}

func.func @whole_first(%x: tensor<4x6xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<6xi32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
        tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}, tensor<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %lowest = arith.constant dense<-2147483648> : tensor<i32>
  %lowest4 = arith.constant dense<-2147483648> : tensor<4xi32>
  %lowest6 = arith.constant dense<-2147483648> : tensor<6xi32>
  %result:3 = scf.for %i = %c0 to %c3 step %c1
      iter_args(%a = %lowest6, %b = %lowest4, %c = %lowest) -> (tensor<6xi32>, tensor<4xi32>, tensor<i32>) {
    %all = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%c : tensor<i32>) dimensions = [0, 1]
    %rows = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%b : tensor<4xi32>) dimensions = [1]
    %columns = linalg.reduce { arith.maxsi } ins(%x : tensor<4x6xi32>) outs(%a : tensor<6xi32>) dimensions = [0]
    scf.yield %columns, %rows, %all : tensor<6xi32>, tensor<4xi32>, tensor<i32>
  }
  return %result#0, %result#1, %result#2 : tensor<6xi32>, tensor<4xi32>, tensor<i32>
}
