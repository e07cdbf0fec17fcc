// RUN: tp-opt %s -tp-propagate -split-input-file -verify-diagnostics
// What propagation refuses around tp.manual.

tp.mesh @mesh <["x"=2, "y"=3]>

func.func @collective_in_global_view(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  // expected-error @below {{'tp.all_reduce' op expects axis "x" to be manual in a tp.manual around it}}
  // expected-note @below {{in global view tp.reshard communicates}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

func.func @collective_over_free_axis(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    // expected-error @below {{'tp.all_reduce' op expects axis "y" to be manual in a tp.manual around it}}
    // expected-note @below {{in global view tp.reshard communicates}}
    %1 = tp.all_reduce sum over @mesh{"x", "y"} ins(%local : tensor<4x6xf32>) -> tensor<4x6xf32>
    tp.yield %1 : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

func.func @blocks_across_blocks(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-error @below {{'tp.manual' op operand 0: expects dimension 0 of the body's part (size 4) to be divisible by the axes that are not manual (size 3)}}
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x", "y"}, {}]>] out [<@mesh, [{"x"}, {}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    tp.yield %local : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

// expected-error @below {{expects axis "x" not to be manual here: the function is called in a tp.manual}}
func.func private @annotated(%arg: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x6xf32> {
  return %arg : tensor<4x6xf32>
}

func.func @call_of_annotated(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    %1 = func.call @annotated(%local) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    tp.yield %1 : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>

func.func @several_blocks(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  cf.br ^next
^next:
  // expected-error @below {{'tp.manual' op expects to be where shardings are known, but 'tp.manual' runs whole on every device}}
  %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<4x6xf32>):
    tp.yield %local : tensor<4x6xf32>
  }
  return %0 : tensor<8x6xf32>
}
