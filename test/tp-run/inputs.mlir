// RUN: tp-run %s --entry=rows --seed=3 --save-outputs=%t.a.npz | FileCheck %s
// RUN: tp-run %s --entry=rows --seed=3 --save-outputs=%t.b.npz | FileCheck %s
// RUN: %npz print %t.a.npz > %t.a.txt
// RUN: %npz print %t.b.npz | diff %t.a.txt -
// RUN: tp-run %s --entry=rows --seed=4 --save-outputs=%t.c.npz | FileCheck %s
// RUN: %npz print %t.c.npz > %t.c.txt
// RUN: not cmp %t.a.txt %t.c.txt
// RUN: tp-run %s --entry=asserted | FileCheck %s
// RUN: not tp-run %s --entry=asserted --range=arg0:3:4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: tp-run %s --entry=asserted --range=arg0:2:3 --save-outputs=%t.two.npz | FileCheck %s
// RUN: %npz print %t.two.npz | FileCheck %s --check-prefix=TWO
// RUN: tp-run %s --entry=window | FileCheck %s
// RUN: tp-run %s --entry=through_call | FileCheck %s
// RUN: tp-run %s --entry=scalars --range=arg0:6:7 --save-outputs=%t.scalar.npz | FileCheck %s
// RUN: %npz print %t.scalar.npz | FileCheck %s --check-prefix=SCALAR
// RUN: %npz make %t.dynamic.npz arg0=f32:2x3:1..6
// RUN: tp-run %s --entry=dynamic --data=%t.dynamic.npz --save-outputs=%t.dynamic.out.npz | FileCheck %s
// RUN: %npz print %t.dynamic.out.npz | FileCheck %s --check-prefix=DYNAMIC
//
// Arguments without data are the same for the same seed, and integers are no index out of range.

// CHECK: ran in

#id = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// 100 rows of a table of three: drawn carelessly, one would be beyond it.
func.func @rows(%ids: tensor<100xi64>, %table: tensor<3x2xf32>) -> tensor<100x2xf32> {
  %empty = tensor.empty() : tensor<100x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<100xi64>) outs(%empty : tensor<100x2xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %c3 = arith.constant 3 : index
    %inside = arith.cmpi ult, %row, %c3 : index
    cf.assert %inside, "index in range"
    %x = tensor.extract %table[%row, %column] : tensor<3x2xf32>
    linalg.yield %x : f32
  } -> tensor<100x2xf32>
  return %r : tensor<100x2xf32>
}

// OUTSIDE: error: device 0: assertion failed at {{.*}}inputs.mlir:[[#@LINE+6]]:3: below three
// TWO: out0 i32 [50]: 2 2
func.func @asserted(%n: tensor<i32>) -> tensor<50xi32> {
  %c3 = arith.constant 3 : i32
  %x = tensor.extract %n[] : tensor<i32>
  %below = arith.cmpi slt, %x, %c3 : i32
  cf.assert %below, "below three"
  %r = tensor.splat %x : tensor<50xi32>
  return %r : tensor<50xi32>
}

// Windows of 6 in 8 rows start at 0, 1 or 2.
func.func @window(%starts: tensor<60xi32>, %x: tensor<8xf32>) -> tensor<60xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %c3 = arith.constant 3 : index
  %empty = tensor.empty() : tensor<60xf32>
  %r = scf.for %i = %c0 to %c60 step %c1 iter_args(%v = %empty) -> tensor<60xf32> {
    %n = tensor.extract %starts[%i] : tensor<60xi32>
    %start = arith.index_cast %n : i32 to index
    %inside = arith.cmpi ult, %start, %c3 : index
    cf.assert %inside, "window in range"
    %w = tensor.extract_slice %x[%start] [6] [1] : tensor<8xf32> to tensor<6xf32>
    %e = tensor.extract %w[%c0] : tensor<6xf32>
    %next = tensor.insert %e into %v[%i] : tensor<60xf32>
    scf.yield %next : tensor<60xf32>
  }
  return %r : tensor<60xf32>
}

func.func @through_call(%ids: tensor<50x2xi32>, %table: tensor<3x2xf32>) -> tensor<100x2xf32> {
  %flat = tensor.collapse_shape %ids [[0, 1]] : tensor<50x2xi32> into tensor<100xi32>
  %wide = arith.extsi %flat : tensor<100xi32> to tensor<100xi64>
  %r = call @rows(%wide, %table) : (tensor<100xi64>, tensor<3x2xf32>) -> tensor<100x2xf32>
  return %r : tensor<100x2xf32>
}

// SCALAR: out0 i32 []: 12
// SCALAR: out1 f64 []: 0.5
func.func @scalars(%n: i32, %x: index) -> (i32, f64) {
  %r = arith.addi %n, %n : i32
  %half = arith.constant 0.5 : f64
  return %r, %half : i32, f64
}

// DYNAMIC: out0 f32 [2, 3]: 2.0 4.0 6.0 8.0 10.0 12.0
func.func @dynamic(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %r = arith.addf %x, %x : tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}
