// RUN: tp-opt %s -tp-propagate -split-input-file -verify-diagnostics
// Shardings of a function that calls itself would depend on themselves.

tp.mesh @mesh <["x"=2]>

func.func @direct(%arg: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{expects no recursion, but @direct calls itself}}
  %0 = call @direct(%arg) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh <["x"=2]>

func.func @first(%arg: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @second(%arg) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @second(%arg: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{expects no recursion, but @second calls @first, which leads to this call}}
  %0 = call @first(%arg) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh <["x"=2]>

// Scalars have no shardings.
func.func private @scalar(%n: i32) -> i32 {
  %0 = func.call @scalar(%n) : (i32) -> i32
  return %0 : i32
}
