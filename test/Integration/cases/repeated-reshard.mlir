// RUN: tp-run %s --check | FileCheck %s
//
// A value that is resharded the same way many times is resharded once.

// CHECK: wire bytes
// CHECK-NEXT: all_gather {"x"} i32 1 8 16
// CHECK-NOT: {{all_|permute|reduce_}}
// CHECK: numbers agree: largest error 0

tp.mesh @mesh <["x"=2]>

func.func @main(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> tensor<4xi32> {
  %whole0 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole1 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole2 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole3 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole4 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole5 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole6 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole7 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole8 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole9 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole10 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole11 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole12 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole13 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole14 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole15 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole16 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole17 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole18 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole19 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole20 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole21 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole22 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole23 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole24 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole25 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole26 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole27 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole28 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole29 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole30 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %whole31 = tp.reshard %x to <@mesh, [{}]> : tensor<4xi32>
  %sum1 = arith.addi %whole0, %whole1 : tensor<4xi32>
  %sum2 = arith.addi %sum1, %whole2 : tensor<4xi32>
  %sum3 = arith.addi %sum2, %whole3 : tensor<4xi32>
  %sum4 = arith.addi %sum3, %whole4 : tensor<4xi32>
  %sum5 = arith.addi %sum4, %whole5 : tensor<4xi32>
  %sum6 = arith.addi %sum5, %whole6 : tensor<4xi32>
  %sum7 = arith.addi %sum6, %whole7 : tensor<4xi32>
  %sum8 = arith.addi %sum7, %whole8 : tensor<4xi32>
  %sum9 = arith.addi %sum8, %whole9 : tensor<4xi32>
  %sum10 = arith.addi %sum9, %whole10 : tensor<4xi32>
  %sum11 = arith.addi %sum10, %whole11 : tensor<4xi32>
  %sum12 = arith.addi %sum11, %whole12 : tensor<4xi32>
  %sum13 = arith.addi %sum12, %whole13 : tensor<4xi32>
  %sum14 = arith.addi %sum13, %whole14 : tensor<4xi32>
  %sum15 = arith.addi %sum14, %whole15 : tensor<4xi32>
  %sum16 = arith.addi %sum15, %whole16 : tensor<4xi32>
  %sum17 = arith.addi %sum16, %whole17 : tensor<4xi32>
  %sum18 = arith.addi %sum17, %whole18 : tensor<4xi32>
  %sum19 = arith.addi %sum18, %whole19 : tensor<4xi32>
  %sum20 = arith.addi %sum19, %whole20 : tensor<4xi32>
  %sum21 = arith.addi %sum20, %whole21 : tensor<4xi32>
  %sum22 = arith.addi %sum21, %whole22 : tensor<4xi32>
  %sum23 = arith.addi %sum22, %whole23 : tensor<4xi32>
  %sum24 = arith.addi %sum23, %whole24 : tensor<4xi32>
  %sum25 = arith.addi %sum24, %whole25 : tensor<4xi32>
  %sum26 = arith.addi %sum25, %whole26 : tensor<4xi32>
  %sum27 = arith.addi %sum26, %whole27 : tensor<4xi32>
  %sum28 = arith.addi %sum27, %whole28 : tensor<4xi32>
  %sum29 = arith.addi %sum28, %whole29 : tensor<4xi32>
  %sum30 = arith.addi %sum29, %whole30 : tensor<4xi32>
  %sum31 = arith.addi %sum30, %whole31 : tensor<4xi32>
  return %sum31 : tensor<4xi32>
}
