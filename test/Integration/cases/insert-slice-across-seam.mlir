// RUN: %npz make %t.npz arg0=f64:8:0..7 arg1=f64:3:90,91,92 arg2=i64::3 \
// RUN:     out0=f64:8:0,1,2,90,91,92,6,7
// RUN: tp-run %s --entry=even --data=%t.npz --check | FileCheck %s
// RUN: tp-run %s --entry=into_rows_of_three --data=%t.npz --check | FileCheck %s
// RUN: %npz make %t.first.npz arg0=f64:8:0..7 arg1=f64:3:90,91,92 arg2=i64::0 \
// RUN:     out0=f64:8:90,91,92,3..7
// RUN: tp-run %s --entry=even --data=%t.first.npz --check | FileCheck %s
// RUN: %npz make %t.last.npz arg0=f64:8:0..7 arg1=f64:3:90,91,92 arg2=i64::5 \
// RUN:     out0=f64:8:0..4,90,91,92
// RUN: tp-run %s --entry=into_rows_of_three --data=%t.last.npz --check | FileCheck %s
//
// A slice that is inserted at a position known only at run time may lie on several devices.

// CHECK: numbers agree: largest error 0

tp.mesh @two <["x"=2]>
tp.mesh @three <["x"=3]>

func.func @even(%x: tensor<8xf64> {tp.sharding = #tp.sharding<@two, [{"x"}]>}, %new: tensor<3xf64>,
                %start: i64) -> (tensor<8xf64> {tp.sharding = #tp.sharding<@two, [{"x"}]>}) {
  %offset = arith.index_cast %start : i64 to index
  %result = tensor.insert_slice %new into %x[%offset] [3] [1] : tensor<3xf64> into tensor<8xf64>
  return %result : tensor<8xf64>
}

// The slice is sharded too.
func.func @into_rows_of_three(%x: tensor<8xf64> {tp.sharding = #tp.sharding<@three, [{"x"}]>},
                              %new: tensor<3xf64> {tp.sharding = #tp.sharding<@three, [{"x"}]>},
                              %start: i64)
    -> (tensor<8xf64> {tp.sharding = #tp.sharding<@three, [{"x"}]>}) {
  %offset = arith.index_cast %start : i64 to index
  %result = tensor.insert_slice %new into %x[%offset] [3] [1] : tensor<3xf64> into tensor<8xf64>
  return %result : tensor<8xf64>
}
