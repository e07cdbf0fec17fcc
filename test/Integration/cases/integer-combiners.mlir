// RUN: %npz make %t.npz arg0=i32:4:7,3,6,15 out0=i32::2 out1=i32::15 out2=i32::13 out3=i32::1890 out4=i32::31 out5=i32::3 out6=i32::3 out7=i32::15 out8=i32::15
// RUN: tp-run %s --entry=even --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.signs.npz arg0=i32:4:-1,1,2,3 out0=i32::0 out1=i32::-1 out2=i32::-1 out3=i32::-6 out4=i32::5 out5=i32::1 out6=i32::-1 out7=i32::-1 out8=i32::3
// RUN: tp-run %s --entry=even --data=%t.signs.npz --check | FileCheck %s
// RUN: %npz make %t.uneven.npz arg0=i32:5:-7,-3,-6,-15,-2 out0=i32::-16 out1=i32::-1 out2=i32::-15 out3=i32::-3780 out4=i32::-33 out5=i32::-15 out6=i32::-15 out7=i32::-2 out8=i32::-2
// RUN: tp-run %s --entry=uneven --data=%t.uneven.npz --check | FileCheck %s --check-prefix=UNEVEN
// RUN: %npz make %t.some.npz arg0=i1:3:1,1,0 out0=i1::0 out1=i1::1 out2=i1::0 out3=i1::0 out4=i1::0
// RUN: tp-run %s --entry=bits --data=%t.some.npz --check | FileCheck %s --check-prefix=BITS
// RUN: %npz make %t.all.npz arg0=i1:3:1,1,1 out0=i1::1 out1=i1::1 out2=i1::1 out3=i1::1 out4=i1::1
// RUN: tp-run %s --entry=bits --data=%t.all.npz --check | FileCheck %s --check-prefix=BITS
//
// Each combiner of integers has a collective and a neutral element of its own: minima of unsigned
// numbers start at all ones, a product at one, and 1-bit sums are exclusive ors.

// CHECK-NOT: all_gather
// CHECK: numbers agree: largest error 0
// UNEVEN: wire bytes
// UNEVEN-NEXT: all_reduce {"x"} sum i32 1
// UNEVEN-NEXT: all_reduce {"x"} prod i32 1
// UNEVEN-NEXT: all_reduce {"x"} maxsi i32 1
// UNEVEN-NEXT: all_reduce {"x"} minsi i32 1
// UNEVEN-NEXT: all_reduce {"x"} maxui i32 1
// UNEVEN-NEXT: all_reduce {"x"} minui i32 1
// UNEVEN-NEXT: all_reduce {"x"} and i32 1
// UNEVEN-NEXT: all_reduce {"x"} or i32 1
// UNEVEN-NEXT: all_reduce {"x"} xor i32 1
// UNEVEN-NEXT: total
// UNEVEN: numbers agree: largest error 0
// BITS: numbers agree: largest error 0

tp.mesh @two <["x"=2]>
tp.mesh @three <["x"=3, "unused"=1]>

func.func @even(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@two, [{"x"}]>})
    -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %c0 = arith.constant dense<-1> : tensor<i32>
  %c1 = arith.constant dense<0> : tensor<i32>
  %c2 = arith.constant dense<1> : tensor<i32>
  %c3 = arith.constant dense<2147483647> : tensor<i32>
  %c4 = arith.constant dense<-2147483648> : tensor<i32>
  %andi = linalg.reduce { arith.andi } ins(%x : tensor<4xi32>) outs(%c0 : tensor<i32>) dimensions = [0]
  %ori = linalg.reduce { arith.ori } ins(%x : tensor<4xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %xori = linalg.reduce { arith.xori } ins(%x : tensor<4xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %muli = linalg.reduce { arith.muli } ins(%x : tensor<4xi32>) outs(%c2 : tensor<i32>) dimensions = [0]
  %addi = linalg.reduce { arith.addi } ins(%x : tensor<4xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %minui = linalg.reduce { arith.minui } ins(%x : tensor<4xi32>) outs(%c0 : tensor<i32>) dimensions = [0]
  %minsi = linalg.reduce { arith.minsi } ins(%x : tensor<4xi32>) outs(%c3 : tensor<i32>) dimensions = [0]
  %maxui = linalg.reduce { arith.maxui } ins(%x : tensor<4xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %maxsi = linalg.reduce { arith.maxsi } ins(%x : tensor<4xi32>) outs(%c4 : tensor<i32>) dimensions = [0]
  return %andi, %ori, %xori, %muli, %addi, %minui, %minsi, %maxui, %maxsi
      : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// The last device has one element that counts, all are negative.
func.func @uneven(%x: tensor<5xi32> {tp.sharding = #tp.sharding<@three, [{"x"}]>})
    -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %c0 = arith.constant dense<-1> : tensor<i32>
  %c1 = arith.constant dense<0> : tensor<i32>
  %c2 = arith.constant dense<1> : tensor<i32>
  %c3 = arith.constant dense<2147483647> : tensor<i32>
  %c4 = arith.constant dense<-2147483648> : tensor<i32>
  %andi = linalg.reduce { arith.andi } ins(%x : tensor<5xi32>) outs(%c0 : tensor<i32>) dimensions = [0]
  %ori = linalg.reduce { arith.ori } ins(%x : tensor<5xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %xori = linalg.reduce { arith.xori } ins(%x : tensor<5xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %muli = linalg.reduce { arith.muli } ins(%x : tensor<5xi32>) outs(%c2 : tensor<i32>) dimensions = [0]
  %addi = linalg.reduce { arith.addi } ins(%x : tensor<5xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %minui = linalg.reduce { arith.minui } ins(%x : tensor<5xi32>) outs(%c0 : tensor<i32>) dimensions = [0]
  %minsi = linalg.reduce { arith.minsi } ins(%x : tensor<5xi32>) outs(%c3 : tensor<i32>) dimensions = [0]
  %maxui = linalg.reduce { arith.maxui } ins(%x : tensor<5xi32>) outs(%c1 : tensor<i32>) dimensions = [0]
  %maxsi = linalg.reduce { arith.maxsi } ins(%x : tensor<5xi32>) outs(%c4 : tensor<i32>) dimensions = [0]
  return %andi, %ori, %xori, %muli, %addi, %minui, %minsi, %maxui, %maxsi
      : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

func.func @bits(%x: tensor<3xi1> {tp.sharding = #tp.sharding<@two, [{"x"}]>})
    -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %c0 = arith.constant dense<true> : tensor<i1>
  %c1 = arith.constant dense<false> : tensor<i1>
  %andi = linalg.reduce { arith.andi } ins(%x : tensor<3xi1>) outs(%c0 : tensor<i1>) dimensions = [0]
  %ori = linalg.reduce { arith.ori } ins(%x : tensor<3xi1>) outs(%c1 : tensor<i1>) dimensions = [0]
  %xori = linalg.reduce { arith.xori } ins(%x : tensor<3xi1>) outs(%c1 : tensor<i1>) dimensions = [0]
  %addi = linalg.reduce { arith.addi } ins(%x : tensor<3xi1>) outs(%c1 : tensor<i1>) dimensions = [0]
  %muli = linalg.reduce { arith.muli } ins(%x : tensor<3xi1>) outs(%c0 : tensor<i1>) dimensions = [0]
  return %andi, %ori, %xori, %addi, %muli
      : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}
