// RUN: not tp-run %s --entry=other_reduction 2>&1 | FileCheck %s --check-prefix=REDUCTION
// RUN: not tp-run %s --entry=other_kind 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not tp-run %s --entry=other_axes 2>&1 | FileCheck %s --check-prefix=AXES
// RUN: not tp-run %s --entry=other_size 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not tp-run %s --entry=other_order 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tp-run %s --entry=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tp-run %s --entry=in_a_circle 2>&1 | FileCheck %s --check-prefix=CIRCLE
// RUN: not tp-run %s --entry=nothing_sent 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tp-run %s --entry=never_received 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tp-run %s --entry=assertion 2>&1 | FileCheck %s --check-prefix=ASSERT
//
// Devices that do not do the same end with an error that names two of them, never in a hang.

module attributes {tp.stage = "local"} {
tp.mesh @grid <["x"=2, "y"=3]>

// REDUCTION: error: devices of one group call different reductions: device 0 calls all_reduce sum over {"x", "y"} at {{.*}}faults.mlir:[[#@LINE+6]]:10 (of 4xf32), device 1 calls all_reduce max over {"x", "y"} at {{.*}}faults.mlir:[[#@LINE+9]]:10 (of 4xf32)
func.func @other_reduction(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %r = scf.if %first -> tensor<4xf32> {
    %a = tp.all_reduce sum over @grid{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    %b = tp.all_reduce max over @grid{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// KIND: error: devices of one group call different collectives: device 0 calls all_reduce sum over {"y"} at {{.*}} (of 4xf32), device 1 calls broadcast root 0 over {"y"} at {{.*}} (of 4xf32)
func.func @other_kind(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %r = scf.if %first -> tensor<4xf32> {
    %a = tp.all_reduce sum over @grid{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    %b = tp.broadcast root 0 over @grid{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Groups that differ never meet.
// AXES: error: the devices wait for each other for ever
// AXES-NEXT: device 0 waits in all_reduce sum over {"x"} at {{.*}} for device 3
// AXES-NEXT: device 1 waits in all_reduce sum over {"y"} at {{.*}} for device 0
func.func @other_axes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %r = scf.if %first -> tensor<4xf32> {
    %a = tp.all_reduce sum over @grid{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    %b = tp.all_reduce sum over @grid{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// SIZE: error: devices of one group call different sizes or types: device 0 calls all_reduce sum over {"y"} at {{.*}} (of 2xf32), device 1 calls all_reduce sum over {"y"} at {{.*}} (of 4xf32)
func.func @other_size(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %r = scf.if %first -> tensor<4xf32> {
    %half = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %a = tp.all_reduce sum over @grid{"y"} ins(%half : tensor<2xf32>) -> tensor<2xf32>
    %w = tensor.concat dim(0) %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  } else {
    %b = tp.all_reduce sum over @grid{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// ORDER: error: devices of one group call different axes: device 0 calls all_gather dim 0 over {"x", "y"} at {{.*}} (of 4xf32), device 1 calls all_gather dim 0 over {"y", "x"} at {{.*}} (of 4xf32)
func.func @other_order(%x: tensor<4xf32>) -> tensor<24xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %r = scf.if %first -> tensor<24xf32> {
    %a = tp.all_gather dim 0 over @grid{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<24xf32>
    scf.yield %a : tensor<24xf32>
  } else {
    %b = tp.all_gather dim 0 over @grid{"y", "x"} ins(%x : tensor<4xf32>) -> tensor<24xf32>
    scf.yield %b : tensor<24xf32>
  }
  return %r : tensor<24xf32>
}

// MISSING: error: the devices wait for each other for ever
// MISSING-NEXT: device 0 has ended
// MISSING-NEXT: device 1 waits in all_reduce sum over {"y"} at {{.*}}faults.mlir:[[#@LINE+10]]:10 for device 0
// MISSING-NEXT: device 2 waits in all_reduce sum over {"y"} at {{.*}}faults.mlir:[[#@LINE+9]]:10 for device 0
// MISSING-NEXT: device 3 has ended
func.func @missing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %r = scf.if %first -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %b = tp.all_reduce sum over @grid{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Each device waits for a message of the next one.
// CIRCLE: error: the devices wait for each other for ever
// CIRCLE-NEXT: device 0 waits in recv from 1 tag 0 at {{.*}} for device 1
// CIRCLE-NEXT: device 1 waits in recv from 0 tag 0 at {{.*}} for device 0
// CIRCLE-NEXT: device 2 has ended
func.func @in_a_circle(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  %second = arith.cmpi eq, %c, %c1 : index
  %r = scf.if %first -> tensor<4xf32> {
    %a = tp.recv from 1 tag 0 on @grid -> tensor<4xf32>
    tp.send to 1 tag 0 on @grid ins(%x : tensor<4xf32>)
    scf.yield %a : tensor<4xf32>
  } else {
    %b = scf.if %second -> tensor<4xf32> {
      %a = tp.recv from 0 tag 0 on @grid -> tensor<4xf32>
      tp.send to 0 tag 0 on @grid ins(%x : tensor<4xf32>)
      scf.yield %a : tensor<4xf32>
    } else {
      scf.yield %x : tensor<4xf32>
    }
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// NOTHING: device 5 waits in recv from 4 tag 1 at {{.*}} for device 4
func.func @nothing_sent(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c5 = arith.constant 5 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %last = arith.cmpi eq, %c, %c5 : index
  %r = scf.if %last -> tensor<4xf32> {
    %a = tp.recv from 4 tag 1 on @grid -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// NEVER: error: device 2 has ended without receiving what device 0 sent by send to 2 tag 0 at {{.*}}faults.mlir
func.func @never_received(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %first = arith.cmpi eq, %c, %c0 : index
  scf.if %first {
    tp.send to 2 tag 0 on @grid ins(%x : tensor<4xf32>)
  }
  return %x : tensor<4xf32>
}

// The other devices are released from what they wait in.
// ASSERT: error: device 4: assertion failed at {{.*}}faults.mlir:[[#@LINE+6]]:3: not on device 4
func.func @assertion(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c4 = arith.constant 4 : index
  %c = tp.coordinate over @grid{"x", "y"} : index
  %r = tp.all_reduce sum over @grid{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  %other = arith.cmpi ne, %c, %c4 : index
  cf.assert %other, "not on device 4"
  %s = tp.all_reduce sum over @grid{"y"} ins(%r : tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
}
