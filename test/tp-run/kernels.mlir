// RUN: %npz make %t.matmul.npz arg0=f32:2x3:1..6 arg1=f32:3x2:1..6 out0=f32:2x2:22,28,49,64 out1=f32:2x2:22,49,28,64 out2=f32:2x2:23,29,50,65
// RUN: tp-run %s --entry=matmul --data=%t.matmul.npz --check | FileCheck %s
// RUN: %npz make %t.half.npz arg0=f16:2x2:1..4 arg1=bf16:2x2:1..4 out0=f16:2x2:7,10,15,22 out1=f32:2x2:7,10,15,22 out2=bf16:2x2:2,4,6,8
// RUN: tp-run %s --entry=small_floats --data=%t.half.npz --check | FileCheck %s
// RUN: %npz make %t.integer.npz arg0=i32:2x2:1..4 out0=i32:2x2:7,10,15,22
// RUN: tp-run %s --entry=integer_matmul --data=%t.integer.npz --check | FileCheck %s
// RUN: %npz make %t.reduce.npz arg0=f32:3x4:1..12 out0=f32:3:10,26,42 out1=f32:4:15,18,21,24 out2=f32::78 out3=f32:4:9..12
// RUN: tp-run %s --entry=reductions --data=%t.reduce.npz --check | FileCheck %s
// RUN: %npz make %t.constant.npz arg0=i32:4:10,20,30,40 out0=i32:4:11,22,33,44
// RUN: tp-run %s --entry=constants --data=%t.constant.npz --check | FileCheck %s
// RUN: %npz make %t.conv.npz arg0=f32:1x8x1:1..8 arg1=f32:3x1x1:100,10,1 out0=f32:1x8x1:12,123,234,345,456,567,678,780
// RUN: tp-run %s --entry=padded_convolution --data=%t.conv.npz --check | FileCheck %s
// RUN: %npz make %t.loop.npz arg0=f32:4:1..4 out0=f32:4:1,3,6,10 out1=f32:4:1..4
// RUN: tp-run %s --entry=prefix_sum --data=%t.loop.npz --check | FileCheck %s
// RUN: %npz make %t.power.npz arg0=f32:3:1,2,3 out0=f32:3:1,4,9 out1=f32:3:1,8,9
// RUN: tp-run %s --entry=powers --data=%t.power.npz --check | FileCheck %s
// RUN: %npz make %t.softmax.npz arg0=f32:2x2:5,5,-inf,3 out0=f32:2x2:0.5,0.5,0,1
// RUN: tp-run %s --entry=softmax --data=%t.softmax.npz --check | FileCheck %s
// RUN: %npz make %t.empty.npz arg0=f32:0x4: out0=f32:4:0 out1=f32:0x4:
// RUN: tp-run %s --entry=nothing --data=%t.empty.npz --check | FileCheck %s
//
// What one device computes, on small integers.

// CHECK: numbers agree: largest error 0

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>

// The product, its transpose written directly, and on top of ones.
func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %one = arith.constant dense<1.0> : tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = linalg.generic {indexing_maps = [#mk, #kn, #nm], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %y, %x : f32
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %o = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%one : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r, %t, %o : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// f16 throughout, bf16 into f32, and an element-wise op whose rounding is a library call.
func.func @small_floats(%a: tensor<2x2xf16>, %b: tensor<2x2xbf16>) -> (tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xbf16>) {
  %zero = arith.constant dense<0.0> : tensor<2x2xf16>
  %wide = arith.constant dense<0.0> : tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %a : tensor<2x2xf16>, tensor<2x2xf16>) outs(%zero : tensor<2x2xf16>) -> tensor<2x2xf16>
  %w = linalg.matmul ins(%b, %b : tensor<2x2xbf16>, tensor<2x2xbf16>) outs(%wide : tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = arith.addf %b, %b : tensor<2x2xbf16>
  return %r, %w, %d : tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xbf16>
}

func.func @integer_matmul(%a: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %r = linalg.matmul ins(%a, %a : tensor<2x2xi32>, tensor<2x2xi32>) outs(%zero : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

// Over rows, over columns, over both, and a maximum.
func.func @reductions(%x: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) {
  %z3 = arith.constant dense<0.0> : tensor<3xf32>
  %z4 = arith.constant dense<0.0> : tensor<4xf32>
  %z0 = arith.constant dense<0.0> : tensor<f32>
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %rows = linalg.reduce { arith.addf } ins(%x : tensor<3x4xf32>) outs(%z3 : tensor<3xf32>) dimensions = [1]
  %columns = linalg.reduce { arith.addf } ins(%x : tensor<3x4xf32>) outs(%z4 : tensor<4xf32>) dimensions = [0]
  %all = linalg.reduce { arith.addf } ins(%x : tensor<3x4xf32>) outs(%z0 : tensor<f32>) dimensions = [0, 1]
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<3x4xf32>) outs(%low : tensor<4xf32>) dimensions = [0]
  return %rows, %columns, %all, %max : tensor<3xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>
}

func.func @constants(%x: tensor<4xi32>) -> tensor<4xi32> {
  %one = arith.constant dense_resource<numbers> : tensor<4xi32>
  %r = arith.addi %x, %one : tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @padded_convolution(%x: tensor<1x8x1xf32>, %w: tensor<3x1x1xf32>) -> tensor<1x8x1xf32> {
  %zero = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : tensor<1x8x1xf32>
  %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<1x8x1xf32> to tensor<1x10x1xf32>
  %r = linalg.conv_1d_nwc_wcf ins(%p, %w : tensor<1x10x1xf32>, tensor<3x1x1xf32>) outs(%init : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  return %r : tensor<1x8x1xf32>
}

// The argument is a result, too, and stays as it was.
func.func @prefix_sum(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c1 to %c4 step %c1 iter_args(%v = %x) -> tensor<4xf32> {
    %before = arith.subi %i, %c1 : index
    %a = tensor.extract %v[%before] : tensor<4xf32>
    %b = tensor.extract %v[%i] : tensor<4xf32>
    %s = arith.addf %a, %b : f32
    %next = tensor.insert %s into %v[%i] : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  return %r, %x : tensor<4xf32>, tensor<4xf32>
}

// Exponents of i64 and of a run-time i32.
func.func @powers(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %two = arith.constant dense<2> : tensor<3xi64>
  %exponents = arith.constant dense<[1, 3, 2]> : tensor<3xi32>
  %r = math.fpowi %x, %two : tensor<3xf32>, tensor<3xi64>
  %s = math.fpowi %x, %exponents : tensor<3xf32>, tensor<3xi32>
  return %r, %s : tensor<3xf32>, tensor<3xf32>
}

func.func @softmax(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @nothing(%x: tensor<0x4xf32>) -> (tensor<4xf32>, tensor<0x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<0x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [0]
  %double = arith.addf %x, %x : tensor<0x4xf32>
  return %sum, %double : tensor<4xf32>, tensor<0x4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x0400000001000000020000000300000004000000"
    }
  }
#-}
