// RUN: %npz make %t.f32.npz arg0=f32:3:5,-2,3 out0=f32:6:6,-30,5,-2,5,-2
// RUN: tp-run %s --entry=floats --data=%t.f32.npz --check | FileCheck %s
// RUN: %npz make %t.f64.npz arg0=f64:3:5,-2,3 out0=f64:6:6,-30,5,-2,5,-2
// RUN: tp-run %s --entry=doubles --data=%t.f64.npz --check | FileCheck %s
// RUN: %npz make %t.f16.npz arg0=f16:3:2048,1,1 out0=f16:1:2050
// RUN: tp-run %s --entry=halves --data=%t.f16.npz --check | FileCheck %s
// RUN: %npz make %t.bf16.npz arg0=bf16:3:256,1,1 out0=bf16:1:258
// RUN: tp-run %s --entry=bfloats --data=%t.bf16.npz --check | FileCheck %s
// RUN: %npz make %t.nan.npz arg0=f32:3:nan,-2,3 out0=f32:4:nan,nan,3,-2
// RUN: tp-run %s --entry=not_a_number --data=%t.nan.npz --check | FileCheck %s
// RUN: %npz make %t.i32.npz arg0=i32:3:-1,6,3 out0=i32:9:8,-18,6,-1,-1,3,2,-1,-6
// RUN: tp-run %s --entry=integers --data=%t.i32.npz --check | FileCheck %s
// RUN: %npz make %t.i8.npz arg0=i8:3:100,100,3 out0=i8:2:-53,48
// RUN: tp-run %s --entry=bytes --data=%t.i8.npz --check | FileCheck %s
// RUN: %npz make %t.i1.npz arg0=i1:3:1,1,1 arg1=i1:3:1,0,1 out0=i1:5:1,1,0,1,1
// RUN: tp-run %s --entry=bits --data=%t.i1.npz --check | FileCheck %s
// RUN: %npz make %t.zero.npz arg0=f32:3:-0.0 out0=f32:1:-inf
// RUN: tp-run %s --entry=negative_zero --data=%t.zero.npz --check | FileCheck %s
// RUN: %npz make %t.columns.npz arg0=f32:2x9:1..18 out0=f32:2x3:12,15,18,39,42,45
// RUN: tp-run %s --entry=scattered_columns --data=%t.columns.npz --check | FileCheck %s
//
// Every reduction on the types that have it; each device holds one number.

module attributes {tp.stage = "local"} {
tp.mesh @m <["x"=3]>

// CHECK: numbers agree: largest error 0
func.func @floats(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xf32>}) -> tensor<6xf32> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %prod = tp.all_reduce prod over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %max = tp.all_reduce max over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %min = tp.all_reduce min over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %maxnum = tp.all_reduce maxnum over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %minnum = tp.all_reduce minnum over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %r = tensor.concat dim(0) %sum, %prod, %max, %min, %maxnum, %minnum : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @doubles(%x: tensor<1xf64> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xf64>}) -> tensor<6xf64> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xf64>) -> tensor<1xf64>
  %prod = tp.all_reduce prod over @m{"x"} ins(%x : tensor<1xf64>) -> tensor<1xf64>
  %max = tp.all_reduce max over @m{"x"} ins(%x : tensor<1xf64>) -> tensor<1xf64>
  %min = tp.all_reduce min over @m{"x"} ins(%x : tensor<1xf64>) -> tensor<1xf64>
  %maxnum = tp.all_reduce maxnum over @m{"x"} ins(%x : tensor<1xf64>) -> tensor<1xf64>
  %minnum = tp.all_reduce minnum over @m{"x"} ins(%x : tensor<1xf64>) -> tensor<1xf64>
  %r = tensor.concat dim(0) %sum, %prod, %max, %min, %maxnum, %minnum : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<6xf64>
  return %r : tensor<6xf64>
}

// One by one, 2048 + 1 would be 2048 again; the terms are added in f32 and rounded once.
func.func @halves(%x: tensor<1xf16> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xf16>}) -> tensor<1xf16> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xf16>) -> tensor<1xf16>
  return %sum : tensor<1xf16>
}

func.func @bfloats(%x: tensor<1xbf16> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xbf16>}) -> tensor<1xbf16> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xbf16>) -> tensor<1xbf16>
  return %sum : tensor<1xbf16>
}

// max gives NaN if any is, maxnum only if all are.
func.func @not_a_number(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xf32>}) -> tensor<4xf32> {
  %max = tp.all_reduce max over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %min = tp.all_reduce min over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %maxnum = tp.all_reduce maxnum over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %minnum = tp.all_reduce minnum over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %r = tensor.concat dim(0) %max, %min, %maxnum, %minnum : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @integers(%x: tensor<1xi32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xi32>}) -> tensor<9xi32> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %prod = tp.all_reduce prod over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %maxsi = tp.all_reduce maxsi over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %minsi = tp.all_reduce minsi over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %maxui = tp.all_reduce maxui over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %minui = tp.all_reduce minui over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %and = tp.all_reduce and over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %or = tp.all_reduce or over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %xor = tp.all_reduce xor over @m{"x"} ins(%x : tensor<1xi32>) -> tensor<1xi32>
  %r = tensor.concat dim(0) %sum, %prod, %maxsi, %minsi, %maxui, %minui, %and, %or, %xor : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// Sums and products wrap.
func.func @bytes(%x: tensor<1xi8> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xi8>}) -> tensor<2xi8> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xi8>) -> tensor<1xi8>
  %prod = tp.all_reduce prod over @m{"x"} ins(%x : tensor<1xi8>) -> tensor<1xi8>
  %r = tensor.concat dim(0) %sum, %prod : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// The sum of three ones is one; as a signed number one is below zero.
func.func @bits(%x: tensor<1xi1> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xi1>},
                %y: tensor<1xi1> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xi1>}) -> tensor<5xi1> {
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xi1>) -> tensor<1xi1>
  %prod = tp.all_reduce prod over @m{"x"} ins(%x : tensor<1xi1>) -> tensor<1xi1>
  %maxsi = tp.all_reduce maxsi over @m{"x"} ins(%y : tensor<1xi1>) -> tensor<1xi1>
  %minsi = tp.all_reduce minsi over @m{"x"} ins(%y : tensor<1xi1>) -> tensor<1xi1>
  %maxui = tp.all_reduce maxui over @m{"x"} ins(%y : tensor<1xi1>) -> tensor<1xi1>
  %r = tensor.concat dim(0) %sum, %prod, %maxsi, %minsi, %maxui : (tensor<1xi1>, tensor<1xi1>, tensor<1xi1>, tensor<1xi1>, tensor<1xi1>) -> tensor<5xi1>
  return %r : tensor<5xi1>
}

// A sum of negative zeros is one: its inverse is below all numbers.
func.func @negative_zero(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<3xf32>}) -> tensor<1xf32> {
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %sum = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  %r = arith.divf %one, %sum : tensor<1xf32>
  return %r : tensor<1xf32>
}

// Blocks of a minor dimension.
func.func @scattered_columns(%x: tensor<2x3xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>, tp.global_type = tensor<2x9xf32>})
    -> (tensor<2x1xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>, tp.global_type = tensor<2x3xf32>}) {
  %r = tp.reduce_scatter sum dim 1 over @m{"x"} ins(%x : tensor<2x3xf32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}
}
