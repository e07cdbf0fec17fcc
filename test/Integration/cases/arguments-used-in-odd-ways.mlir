// RUN: tp-run %s --entry=unused --check | FileCheck %s --check-prefix=UNUSED
// RUN: tp-run %s --entry=unused_by_callee --check | FileCheck %s --check-prefix=UNUSED
// RUN: tp-run %s --entry=two_shardings --check | FileCheck %s --check-prefix=TWO
//
// Arguments need not be used, or may be used with two shardings.

// UNUSED: no communication
// UNUSED: numbers agree: largest error 0
// TWO: wire bytes
// TWO-NEXT: all_to_all {"x"} i32
// TWO-NOT: {{all_|permute|reduce_}}
// TWO: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @unused(%unused: tensor<5xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>},
                  %x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %double = arith.addi %x, %x : tensor<4xi32>
  return %double : tensor<4xi32>
}

func.func private @second(%first: tensor<4xi32>, %second: tensor<4xi32>) -> tensor<4xi32> {
  return %second : tensor<4xi32>
}

func.func @unused_by_callee(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %double = arith.addi %x, %x : tensor<4xi32>
  %result = call @second(%x, %double) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %result : tensor<4xi32>
}

func.func @two_shardings(%x: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                         %rows: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                         %columns: tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
        tensor<4x4xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
  %first = arith.addi %x, %rows : tensor<4x4xi32>
  %second = arith.addi %x, %columns : tensor<4x4xi32>
  return %first, %second : tensor<4x4xi32>, tensor<4x4xi32>
}
