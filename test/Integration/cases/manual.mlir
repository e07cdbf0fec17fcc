// RUN: %npz make %t.npz arg0=f32:4x6:0..23 arg1=f32:6x3:1,2,3 out0=f32:4x3:15,30,45,51,102,153,87,174,261,123,246,369
// RUN: tp-run %s --entry=contraction --data=%t.npz --check | FileCheck %s --check-prefixes=CHECK,SUM
// RUN: tp-run %s --entry=partial_result --data=%t.npz --check | FileCheck %s --check-prefixes=CHECK,SUM
// RUN: tp-run %s --entry=called --data=%t.npz --check | FileCheck %s --check-prefixes=CHECK,SUM
// RUN: %npz make %t.where.npz arg0=f32:4x3:0..11 out0=f32:4x3:0..5,1006,1007,1008,1009,1010,1011
// RUN: tp-run %s --entry=coordinate --data=%t.where.npz --check | FileCheck %s
// RUN: %npz make %t.swap.npz arg0=f32:4x6:0..23 out0=f32:4x6:12..23,0..11
// RUN: tp-run %s --entry=swapped --data=%t.swap.npz --check | FileCheck %s
// RUN: tp-run %s --entry=gathered --data=%t.swap.npz --check | FileCheck %s
// RUN: %npz make %t.loop.npz arg0=f32:4x3:1 out0=f32:4x3:16
// RUN: tp-run %s --entry=in_loop --data=%t.loop.npz --check | FileCheck %s
// RUN: not tp-run %s --entry=coordinate --check 2>&1 | FileCheck %s --check-prefix=NODATA
//
// Programs with parts that are written for one device. Rows of what the body sees and columns of
// what it does may be split over the axis that is not manual.

// SUM: all_reduce {"x"}
// CHECK: numbers agree
// NODATA: tp.manual

tp.mesh @mesh <["x"=2, "y"=3]>

// The columns are split over "y" inside; the sum over "x" is written out.
func.func @contraction(%a: tensor<4x6xf32>, %w: tensor<6x3xf32>) -> tensor<4x3xf32> {
  %r = tp.manual over @mesh{"x"} (%a, %w) in [<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {"y"}]>]
      out [<@mesh, [{}, {"y"}]>] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32> {
  ^bb0(%la: tensor<4x3xf32>, %lw: tensor<3x3xf32>):
    %zero = arith.constant dense<0.0> : tensor<4x3xf32>
    %0 = linalg.matmul ins(%la, %lw : tensor<4x3xf32>, tensor<3x3xf32>)
        outs(%zero : tensor<4x3xf32>) -> tensor<4x3xf32>
    %1 = tp.all_reduce sum over @mesh{"x"} ins(%0 : tensor<4x3xf32>) -> tensor<4x3xf32>
    tp.yield %1 : tensor<4x3xf32>
  }
  return %r : tensor<4x3xf32>
}

// Here the body leaves it to the sharding of the result.
func.func @partial_result(%a: tensor<4x6xf32>, %w: tensor<6x3xf32>) -> tensor<4x3xf32> {
  %r = tp.manual over @mesh{"x"} (%a, %w) in [<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {}]>]
      out [<@mesh, [{}, {}], partial = sum{"x"}>] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32> {
  ^bb0(%la: tensor<4x3xf32>, %lw: tensor<3x3xf32>):
    %zero = arith.constant dense<0.0> : tensor<4x3xf32>
    %0 = linalg.matmul ins(%la, %lw : tensor<4x3xf32>, tensor<3x3xf32>)
        outs(%zero : tensor<4x3xf32>) -> tensor<4x3xf32>
    tp.yield %0 : tensor<4x3xf32>
  }
  return %r : tensor<4x3xf32>
}

func.func private @device(%a: tensor<4x3xf32>, %w: tensor<3x3xf32>) -> tensor<4x3xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x3xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<4x3xf32>, tensor<3x3xf32>)
      outs(%zero : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = tp.all_reduce sum over @mesh{"x"} ins(%0 : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// What a body calls is in local view too.
func.func @called(%a: tensor<4x6xf32>, %w: tensor<6x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>})
    -> tensor<4x3xf32> {
  %r = tp.manual over @mesh{"x"} (%a, %w) in [<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {"y"}]>]
      out [<@mesh, [{}, {}]>] : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32> {
  ^bb0(%la: tensor<4x3xf32>, %lw: tensor<3x3xf32>):
    %0 = func.call @device(%la, %lw) : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
    tp.yield %0 : tensor<4x3xf32>
  }
  return %r : tensor<4x3xf32>
}

// Devices tell themselves apart; around the op rows go on being split.
func.func @coordinate(%a: tensor<4x3xf32>) -> (tensor<4x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %r = tp.manual over @mesh{"x"} (%a) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {}]>]
      : (tensor<4x3xf32>) -> tensor<4x3xf32> {
  ^bb0(%la: tensor<2x3xf32>):
    %c = tp.coordinate over @mesh{"x"} : index
    %i = arith.index_cast %c : index to i32
    %f = arith.sitofp %i : i32 to f32
    %thousand = arith.constant 1000.0 : f32
    %s = arith.mulf %f, %thousand : f32
    %t = tensor.splat %s : tensor<2x3xf32>
    %0 = arith.addf %la, %t : tensor<2x3xf32>
    tp.yield %0 : tensor<2x3xf32>
  }
  return %r : tensor<4x3xf32>
}

// Blocks are exchanged while each is split over "y".
func.func @swapped(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = tp.manual over @mesh{"x"} (%a) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>]
      : (tensor<4x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%la: tensor<2x6xf32>):
    %0 = tp.permute [[0, 1], [1, 0]] over @mesh{"x"} ins(%la : tensor<2x6xf32>) -> tensor<2x6xf32>
    tp.yield %0 : tensor<2x6xf32>
  }
  return %r : tensor<4x6xf32>
}

// The gathered dimension is whole, the other one still split.
func.func @gathered(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = tp.manual over @mesh{"x"} (%a) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{}, {"y"}]>]
      : (tensor<4x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%la: tensor<2x6xf32>):
    %0 = tp.all_gather dim 0 over @mesh{"x"} ins(%la : tensor<2x6xf32>) -> tensor<4x6xf32>
    %1 = tensor.extract_slice %0[2, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
    %2 = tensor.extract_slice %0[0, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
    %3 = tensor.concat dim(0) %1, %2 : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    tp.yield %3 : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}

// Each trip sums over the two devices.
func.func @in_loop(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<4x3xf32> {
    %s = tp.manual over @mesh{"x"} (%x) in [<@mesh, [{}, {"y"}]>] out [<@mesh, [{}, {"y"}]>]
        : (tensor<4x3xf32>) -> tensor<4x3xf32> {
    ^bb0(%l: tensor<4x3xf32>):
      %0 = tp.all_reduce sum over @mesh{"x"} ins(%l : tensor<4x3xf32>) -> tensor<4x3xf32>
      tp.yield %0 : tensor<4x3xf32>
    }
    scf.yield %s : tensor<4x3xf32>
  }
  return %r : tensor<4x3xf32>
}
