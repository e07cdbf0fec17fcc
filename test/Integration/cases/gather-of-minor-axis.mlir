// RUN: tp-run %s --entry=five --check | FileCheck %s
// RUN: tp-run %s --entry=five_back --check | FileCheck %s
// RUN: tp-run %s --entry=ten --check | FileCheck %s
// RUN: tp-run %s --entry=ten_back --check | FileCheck %s
// RUN: tp-run %s --entry=seventy --check | FileCheck %s
// RUN: tp-run %s --entry=seventy_back --check | FileCheck %s
//
// Blocks are flat: of 5 elements on 2x2 devices 2, 2, 1 and 0 are held, and 3 and 2 after y is
// gathered.

// CHECK: numbers agree: largest error 0

tp.mesh @grid <["x"=2, "y"=2]>
tp.mesh @wide <["x"=3, "y"=4]>
tp.mesh @long <["x"=2, "y"=4]>

func.func @five(%x: tensor<5xi32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>})
    -> (tensor<5xi32> {tp.sharding = #tp.sharding<@grid, [{"x"}]>}) {
  return %x : tensor<5xi32>
}

func.func @five_back(%x: tensor<5xi32> {tp.sharding = #tp.sharding<@grid, [{"x"}]>})
    -> (tensor<5xi32> {tp.sharding = #tp.sharding<@grid, [{"x", "y"}]>}) {
  return %x : tensor<5xi32>
}

func.func @ten(%x: tensor<10xi32> {tp.sharding = #tp.sharding<@wide, [{"x", "y"}]>})
    -> (tensor<10xi32> {tp.sharding = #tp.sharding<@wide, [{"x"}]>}) {
  return %x : tensor<10xi32>
}

func.func @ten_back(%x: tensor<10xi32> {tp.sharding = #tp.sharding<@wide, [{"x"}]>})
    -> (tensor<10xi32> {tp.sharding = #tp.sharding<@wide, [{"x", "y"}]>}) {
  return %x : tensor<10xi32>
}

func.func @seventy(%x: tensor<70xi32> {tp.sharding = #tp.sharding<@long, [{"x", "y"}]>})
    -> (tensor<70xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>}) {
  return %x : tensor<70xi32>
}

func.func @seventy_back(%x: tensor<70xi32> {tp.sharding = #tp.sharding<@long, [{"x"}]>})
    -> (tensor<70xi32> {tp.sharding = #tp.sharding<@long, [{"x", "y"}]>}) {
  return %x : tensor<70xi32>
}
