// RUN: tp-opt %s --tp-outline-kernels | FileCheck %s
//
// One function per distinct op.

// The name is taken.
func.func private @kernel_0(memref<8xf32>)

// CHECK-LABEL: func.func @shared
// CHECK-SAME: (%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xf64>)
// CHECK-NEXT: call @[[$EXP:.*]](%[[A]], %[[B]])
// CHECK-NEXT: call @[[$EXP]](%[[B]], %[[A]])
// CHECK-NEXT: call @[[$WIDE:.*]](%[[C]])
// CHECK-NEXT: return
func.func @shared(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf64>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%b : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%c : memref<8xf64>) outs(%c : memref<8xf64>)
  return
}

// Scalars move along, other values are arguments; a buffer that is used twice is one argument.
// CHECK-LABEL: func.func @captured
// CHECK: call @[[$GATHER:[a-z0-9_]+]]({{.*}}) : (memref<8xf32>, index, memref<16xf32>) -> ()
func.func @captured(%a: memref<8xf32>, %table: memref<16xf32>, %offset: index) {
  %one = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %at = arith.addi %i, %offset : index
    %x = memref.load %table[%at] : memref<16xf32>
    %s = arith.addf %x, %one : f32
    linalg.yield %s : f32
  }
  return
}

// The runtime computes contractions.
// CHECK-LABEL: func.func @contraction
// CHECK-NEXT: linalg.matmul
func.func @contraction(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// CHECK: func.func private @[[$EXP]](%[[IN:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>) attributes {passthrough = ["noinline"]}
// CHECK-NEXT: linalg.exp ins(%[[IN]] : memref<8xf32>) outs(%[[OUT]] : memref<8xf32>)
// CHECK: func.func private @[[$WIDE]]
// CHECK: func.func private @[[$GATHER]]
// CHECK-NEXT: arith.constant 1.000000e+00 : f32
