// RUN: tp-opt %s --tp-convert-kernels-to-loops | FileCheck %s
//
// The order of loops and what is kept in registers.

// A sum over columns: along a row both operands are contiguous.
// CHECK-LABEL: func.func @over_columns
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: memref.load %{{.*}}[%[[J]], %[[I]]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @over_columns(%x: memref<30x40xf32>, %r: memref<40xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<30x40xf32>) outs(%r : memref<40xf32>) dimensions = [0]
  return
}

// A sum along a row stays in a register, and may be reassociated.
// CHECK-LABEL: func.func @along_rows
// CHECK: scf.for
// CHECK: %[[START:.*]] = memref.load
// CHECK-NEXT: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[START]])
// CHECK-NEXT: %[[X:.*]] = memref.load
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[S]], %[[X]] fastmath<reassoc>
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: memref.store %[[SUM]], %{{.*}}[%{{.*}}]
func.func @along_rows(%x: memref<30x40xf32>, %r: memref<30xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<30x40xf32>) outs(%r : memref<30xf32>) dimensions = [1]
  return
}

// A square needs no library.
// CHECK-LABEL: func.func @square
// CHECK-NOT: math.powf
// CHECK: arith.mulf
func.func @square(%x: memref<8xf32>, %r: memref<8xf32>) {
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<8xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = math.powf %in, %two : f32
    linalg.yield %p : f32
  }
  return
}
