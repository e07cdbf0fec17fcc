// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s
// RUN: tp-opt %s --mlir-print-op-generic | tp-opt | FileCheck %s

// Meshes print as they are written, from text, bytecode and the generic form.

// CHECK: tp.mesh @mesh <["data"=2, "model"=4]>
tp.mesh @mesh <["data"=2, "model"=4]>

// A mesh without axes is one device.
// CHECK: tp.mesh @one <[]>
tp.mesh @one <[]>

// Axis names are strings, not identifiers.
// CHECK: tp.mesh @odd_names <["a b"=2, "\22"=3]>
tp.mesh @odd_names <["a b"=2, "\22"=3]>

// CHECK: tp.mesh @second <["x"=2, "y"=3]> device_ids = [8, 9, 10, 13, 12, 11]
tp.mesh @second <["x"=2, "y"=3]> device_ids = [8, 9, 10, 13, 12, 11]

// CHECK: tp.mesh @costs <["node"=2, "gpu"=3]> {device = {bandwidth = 3.350000e+03 : f64, flops = 9.900000e+02 : f64, memory = 80 : i64}, links = {gpu = {bandwidth = 4.500000e+02 : f64, latency = 2.000000e+00 : f64}, node = {bandwidth = 5.000000e+01 : f64}}}
tp.mesh @costs <["node"=2, "gpu"=3]> {
  links = {node = {bandwidth = 50.0}, gpu = {bandwidth = 450.0, latency = 2.0}},
  device = {flops = 990.0, bandwidth = 3350.0, memory = 80}}

// Outside a tp.mesh the attribute has its ids inside.
// CHECK: tp.mesh @holder <["x"=1]> {a = #tp.mesh<["x"=2], device_ids = [8, 9]>, b = #tp.mesh_axis<"x"=2>}
tp.mesh @holder <["x"=1]> {a = #tp.mesh<["x"=2], device_ids = [8, 9]>, b = #tp.mesh_axis<"x"=2>}
