// RUN: not tp-run %s --entry=divide --range=arg1:0:1 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not tp-run %s --entry=index --range=arg1:100000000000:100000000001 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not tp-run %s --entry=divide --plan --check 2>&1 | FileCheck %s --check-prefix=PLAN-CHECK
// RUN: not tp-run %s --entry=divide --plan --save-outputs=%t.npz 2>&1 | FileCheck %s --check-prefix=PLAN-SAVE
//
// A program that traps on its input is told from a fault of the tool, and flags that contradict each
// other are not passed over.

// DIVIDE: tp-run: error: the program divides an integer by zero, or a quotient does not fit its type
func.func @divide(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = arith.divsi %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// INDEX: tp-run: error: the program reads or writes outside a tensor: an index is out of range
func.func @index(%a: tensor<4xf32>, %i: tensor<i64>) -> f32 {
  %0 = tensor.extract %i[] : tensor<i64>
  %1 = arith.index_cast %0 : i64 to index
  %2 = tensor.extract %a[%1] : tensor<4xf32>
  return %2 : f32
}

// PLAN-CHECK: tp-run: error: --plan runs nothing: it cannot be combined with --check
// PLAN-SAVE: tp-run: error: --plan runs nothing: it cannot be combined with --save-outputs
