// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Meshes that cannot be.

// expected-error@+1 {{expects axis "x" (size 0) to have a size of at least 1}}
tp.mesh @mesh <["x"=0]>

// -----

// expected-error@+1 {{expects axis "x" once in a mesh}}
tp.mesh @mesh <["x"=2, "y"=3, "x"=4]>

// -----

// expected-error@+1 {{expects every axis to have a name}}
tp.mesh @mesh <[""=2]>

// -----

// expected-error@+1 {{expected an axis name in quotes}}
tp.mesh @mesh <[x=2]>

// -----

// expected-error@+1 {{expects a mesh to have fewer than 2147483648 devices, which axis "y" (size 3000000000) exceeds}}
tp.mesh @mesh <["x"=2, "y"=3000000000]>

// -----

// expected-error@+1 {{expects one device id per device (6), got 5}}
tp.mesh @mesh <["x"=2, "y"=3]> device_ids = [0, 1, 2, 3, 4]

// -----

// expected-error@+1 {{expects device id 1 once, but it is again at position 3}}
tp.mesh @mesh <["x"=2, "y"=2]> device_ids = [0, 1, 2, 1]

// -----

// expected-error@+1 {{expects device id -1 (at position 1) to be at least 0}}
tp.mesh @mesh <["x"=2]> device_ids = [0, -1]

// -----

// expected-error@+1 {{'tp.mesh' op expects the entries of links to be axes of the mesh, got z}}
tp.mesh @mesh <["x"=2]> {links = {z = {bandwidth = 1.0}}}

// -----

// expected-error@+1 {{'tp.mesh' op expects links of axis "x" to be a dictionary, got 1.000000e+00 : f64}}
tp.mesh @mesh <["x"=2]> {links = {x = 1.0}}

// -----

// expected-error@+1 {{'tp.mesh' op expects the entries of links of axis "x" to be among bandwidth, latency, got "speed"}}
tp.mesh @mesh <["x"=2]> {links = {x = {speed = 1.0}}}

// -----

// expected-error@+1 {{'tp.mesh' op expects "latency" of links of axis "x" to be a number greater than 0, got 0.000000e+00 : f64}}
tp.mesh @mesh <["x"=2]> {links = {x = {latency = 0.0}}}

// -----

// expected-error@+1 {{'tp.mesh' op expects "memory" of device to be a number greater than 0, got "80G"}}
tp.mesh @mesh <["x"=2]> {device = {memory = "80G"}}

// -----

// expected-error@+1 {{'tp.mesh' op expects the entries of device to be among flops, bandwidth, memory, got "name"}}
tp.mesh @mesh <["x"=2]> {device = {name = "H200"}}
