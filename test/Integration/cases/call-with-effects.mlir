// RUN: split-file %s %t
// RUN: not tp-run %t/unmarked.mlir --check 2>&1 | FileCheck %t/unmarked.mlir
// RUN: not tp-run %t/marked.mlir --check 2>&1 | FileCheck %t/marked.mlir --check-prefix=HOST
// RUN: tp-opt %t/marked.mlir --tp-global-to-local | FileCheck %t/marked.mlir
//
// A call with an effect happens as often as its mark says, at its place between other ops, or it is
// refused.

//--- unmarked.mlir
// CHECK: unmarked.mlir:[[#@LINE+5]]:3: error: expects @print, which has no body, to say by the attribute `tp.call` whether every device calls it ("replicated") or one ("once")
tp.mesh @mesh <["x"=2]>
func.func private @print(tensor<4xi32>)
func.func @main(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<4xi32> {
  %double = arith.addi %x, %x : tensor<4xi32>
  call @print(%double) : (tensor<4xi32>) -> ()
  %triple = arith.addi %double, %x : tensor<4xi32>
  return %triple : tensor<4xi32>
}

//--- marked.mlir
// HOST: marked.mlir:[[#@LINE+11]]:1: error: 'func.func' op expects a body: the host runtime has no such function
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>
// CHECK: %[[DOUBLE:.*]] = arith.addi %[[X]], %[[X]]
// CHECK: %[[WHOLE:.*]] = tp.all_gather dim 0 over @mesh{"x"} ins(%[[DOUBLE]]
// CHECK: call @print(%[[WHOLE]])
// CHECK: %[[TRIPLE:.*]] = arith.addi %[[DOUBLE]], %[[X]]
// CHECK: %[[ISFIRST:.*]] = arith.cmpi eq
// CHECK: scf.if %[[ISFIRST]]
// CHECK: call @log(
tp.mesh @mesh <["x"=2]>
func.func private @print(tensor<4xi32>) attributes {tp.call = "replicated"}
func.func private @log(tensor<4xi32>) attributes {tp.call = "once"}
func.func @main(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<4xi32> {
  %double = arith.addi %x, %x : tensor<4xi32>
  call @print(%double) : (tensor<4xi32>) -> ()
  %triple = arith.addi %double, %x : tensor<4xi32>
  call @log(%triple) : (tensor<4xi32>) -> ()
  return %triple : tensor<4xi32>
}
