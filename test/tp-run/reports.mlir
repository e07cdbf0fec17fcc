// RUN: tp-run %s --plan | FileCheck %s --check-prefixes=TEXT,PLAN-TEXT
// RUN: tp-run %s | FileCheck %s --check-prefixes=TEXT,RUN-TEXT
// RUN: tp-run %s --plan --report=json > %t.plan.json
// RUN: tp-run %s --report=json > %t.run.json
// RUN: FileCheck %s --check-prefix=JSON < %t.plan.json
// RUN: %python -c "import json, sys; plan, run = [json.load(open(f)) for f in sys.argv[1:]]; \
// RUN:   times = {'compile_seconds', 'run_seconds'}; assert plan.keys() == run.keys(); \
// RUN:   assert all(plan[k] == run[k] for k in plan.keys() - times), (plan, run); \
// RUN:   assert plan['run_seconds'] is None and run['run_seconds'] >= 0" %t.plan.json %t.run.json
// RUN: tp-run %s --entry=silent --plan | FileCheck %s --check-prefix=SILENT
// RUN: tp-run %s --entry=endless --plan | FileCheck %s --check-prefix=UNKNOWN
//
// What a plan tells and what a run has counted is the same: loops by their trips, calls at each
// site, equal rows added up, memory at its peak.

module attributes {tp.stage = "local"} {
tp.mesh @grid <["x"=2, "y"=3]>

// TEXT: reports.mlir: @main on 6 devices, mesh @grid <["x"=2, "y"=3]>
// TEXT: communication per device:
// TEXT-NEXT: collective axes reduction type calls operand bytes result bytes wire bytes
// TEXT-NEXT: all_reduce {"x"} sum f32 8 3,072 3,072 3,072
// TEXT-NEXT: all_reduce {"y"} max f32 1 384 384 512
// TEXT-NEXT: all_gather {"y"} f32 1 384 1,152 768
// TEXT-NEXT: total 4,352
// The argument of 384 bytes, the copy in which the loop works, and the gathered 1,152.
// TEXT: peak memory per device: 1,920 bytes
// PLAN-TEXT: planned in
// RUN-TEXT: compiled in {{.*}} s, ran in {{.*}} s

// JSON: "check": null
// JSON: "collectives": [
// JSON: "axes": [
// JSON-NEXT: "x"
// JSON: "bytes": 3072,
// JSON-NEXT: "calls": 8,
// JSON-NEXT: "element_type": "f32",
// JSON-NEXT: "kind": "all_reduce",
// JSON-NEXT: "reduction": "sum",
// JSON-NEXT: "result_bytes": 3072,
// JSON-NEXT: "wire_bytes": 3072
// JSON: "kind": "all_gather",
// JSON-NEXT: "reduction": null,
// JSON: "devices": 6,
// JSON-NEXT: "mesh": {
// JSON-NEXT: "x": 2,
// JSON-NEXT: "y": 3
// JSON-NEXT: },
// JSON-NEXT: "peak_bytes_per_device": 1920,
// JSON: "replicated_ops": {
// JSON-NEXT: "count": 0,
// JSON-NEXT: "share": 0
func.func @main(%x: tensor<96xf32>) -> tensor<288xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a = scf.for %i = %c0 to %c7 step %c1 iter_args(%v = %x) -> tensor<96xf32> {
    %s = func.call @sum(%v) : (tensor<96xf32>) -> tensor<96xf32>
    scf.yield %s : tensor<96xf32>
  }
  %b = call @sum(%a) : (tensor<96xf32>) -> tensor<96xf32>
  %c = tp.all_reduce max over @grid{"y"} ins(%b : tensor<96xf32>) -> tensor<96xf32>
  %d = tp.all_gather dim 0 over @grid{"y"} ins(%c : tensor<96xf32>) -> tensor<288xf32>
  return %d : tensor<288xf32>
}
func.func private @sum(%x: tensor<96xf32>) -> tensor<96xf32> {
  %s = tp.all_reduce sum over @grid{"x"} ins(%x : tensor<96xf32>) -> tensor<96xf32>
  return %s : tensor<96xf32>
}

// SILENT: no communication
// SILENT: peak memory per device: 2,048 bytes (2.0 KiB)
func.func @silent(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = arith.addf %x, %x : tensor<256xf32>
  return %0 : tensor<256xf32>
}

// UNKNOWN: all_reduce {"x"} sum f32 1 16 16 16
// UNKNOWN: loops with an unknown number of trips, counted once: 1
func.func @endless(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<4xf32> {
    %s = tp.all_reduce sum over @grid{"x"} ins(%v : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %a : tensor<4xf32>
}
}
