// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Files whose first op makes the tensor dialect, and those it needs, load before all others; and
// meshes that are themselves wrong.

// expected-error@+1 {{'tensor.empty' op result 0: expects @mesh to be a tp.mesh}}
"tensor.empty"() {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : () -> tensor<4xf32>

// -----

// expected-error@+1 {{'tensor.empty' op result 0: expects @mesh to be a tp.mesh}}
"tensor.empty"() {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : () -> tensor<4xf32>
"tp.mesh"() <{sym_name = "mesh"}> : () -> ()

// -----

func.func @mesh() {
  return
}
// expected-error@+1 {{'func.func' op argument 0: expects @mesh to be a tp.mesh}}
func.func @function_is_no_mesh(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  return
}
