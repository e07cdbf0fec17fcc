// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Global ops that cannot be. What holds of every sharding is in shardings-invalid.mlir.

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @open(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.reshard' op expects a closed sharding, but dimension 1 is open}}
  %0 = tp.reshard %x to <@mesh, [{"x"}, {?}]> : tensor<8x6xf32>
  return
}

// -----

func.func @reshard_unknown_mesh(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.reshard' op expects @mesh to be a tp.mesh}}
  %0 = tp.reshard %x to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @constrain_rank(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.constrain' op expects one list of axes per dimension of 'tensor<8x6xf32>' (rank 2), got 1}}
  %0 = tp.constrain %x to <@mesh, [{"x"}]> : tensor<8x6xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @inside_linalg(%x: tensor<8xf32>, %t: tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32):
    // expected-error@+1 {{'tp.reshard' op expects not to be inside linalg.generic}}
    %1 = tp.reshard %t to <@mesh, [{"x"}]> : tensor<4xf32>
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return
}

// -----

func.func @direction(%x: tensor<8xf32>) {
  // expected-error@+1 {{expects forward, backward or both, got sideways}}
  %0 = tp.barrier %x stops sideways : tensor<8xf32>
  return
}

// -----

func.func @group_of_one(%x: tensor<8xf32>) {
  // expected-error@+1 {{'tp.group' op expects at least 2 operands, got 1}}
  tp.group %x : tensor<8xf32>
  return
}

// -----

func.func @group_ranks(%x: tensor<8xf32>, %y: tensor<8x1xf32>) {
  // expected-error@+1 {{'tp.group' op expects operands of one rank, but operand 0 has rank 1 and operand 2 has rank 2}}
  tp.group %x, %x, %y : tensor<8xf32>, tensor<8xf32>, tensor<8x1xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_dim(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects dimension 1 to be in [0, 1), the dimensions of 'tensor<9xf32>'}}
  %0 = tp.halo %x dims [1] low [0] high [0] window [3] stride [1] dilation [1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_dim_twice(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects dimension 0 once in dims}}
  %0 = tp.halo %x dims [0, 0] low [0, 0] high [0, 0] window [3, 3] stride [1, 1] dilation [1, 1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_entries(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects one entry of stride per dimension in dims (1), got 2}}
  %0 = tp.halo %x dims [0] low [0] high [0] window [3] stride [1, 1] dilation [1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_low(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects low of dimension 0 (-1) to be at least 0}}
  %0 = tp.halo %x dims [0] low [-1] high [0] window [3] stride [1] dilation [1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<8xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_stride(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects stride of dimension 0 (0) to be at least 1}}
  %0 = tp.halo %x dims [0] low [0] high [0] window [3] stride [0] dilation [1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_large(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects dilation of dimension 0 (2147483648) to be at most 2147483647}}
  %0 = tp.halo %x dims [0] low [0] high [0] window [3] stride [1] dilation [2147483648] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_size(%x: tensor<9xf32>, %c: f32) {
  // expected-error@+1 {{'tp.halo' op expects dimension 0 of the result (size 11) to have size 12, the operand's with its padding}}
  %0 = tp.halo %x dims [0] low [1] high [2] window [3] stride [1] dilation [1] fill %c : f32 to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<11xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_element_type(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects a result with the rank and element type of 'tensor<9xf32>', got 'tensor<9xf64>'}}
  %0 = tp.halo %x dims [0] low [0] high [0] window [3] stride [1] dilation [1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf64>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_window(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects a window on dimension 0 (13 elements) to fit in its padded size (9)}}
  %0 = tp.halo %x dims [0] low [0] high [0] window [4] stride [1] dilation [4] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<9xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_no_fill(%x: tensor<9xf32>) {
  // expected-error@+1 {{'tp.halo' op expects a fill where low or high is not 0}}
  %0 = tp.halo %x dims [0] low [1] high [0] window [3] stride [1] dilation [1] to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<10xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2]>
func.func @halo_fill_type(%x: tensor<9xf32>, %c: f64) {
  // expected-error@+1 {{'tp.halo' op expects a fill of type 'f32', got 'f64'}}
  %0 = tp.halo %x dims [0] low [1] high [0] window [3] stride [1] dilation [1] fill %c : f64 to <@mesh, [{"x"}]> : tensor<9xf32> -> tensor<10xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_in(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op expects one in-sharding per operand (1), got 0}}
  tp.manual over @mesh{"x"} (%x) in [] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_out(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op expects one out-sharding per result (0), got 1}}
  tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_arguments(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op expects one block argument per operand (1), got 0}}
  tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"x"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_yield(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op expects one yielded value per result (0), got 1}}
  tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"x"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
    tp.yield %l : tensor<4x6xf32>
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_argument_type(%x: tensor<7x6xf32>) {
  // expected-error@+1 {{'tp.manual' op operand 0: expects type 'tensor<4x6xf32>' in the body, what a device holds of 'tensor<7x6xf32>', got 'tensor<7x6xf32>'}}
  tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"x"}, {}]>] out [] : (tensor<7x6xf32>) -> () {
  ^bb0(%l: tensor<7x6xf32>):
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_result_type(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-error@+1 {{'tp.manual' op result 0: expects type 'tensor<8x3xf32>' in the body, what a device holds of 'tensor<8x6xf32>', got 'tensor<4x6xf32>'}}
  %r = tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{}, {"x"}]>] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%l: tensor<4x6xf32>):
    tp.yield %l : tensor<4x6xf32>
  }
  return %r : tensor<8x6xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @other <["x"=2, "y"=3]>
func.func @manual_meshes(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op operand 0: expects a sharding on mesh @mesh, got @other}}
  tp.manual over @mesh{"x"} (%x) in [<@other, [{"x"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_order(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op operand 0: expects manual axis "x" to stand before the other axes of dimension 0}}
  tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"y", "x"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
  }
  return
}

// -----

tp.mesh @mesh <["x"=12]>
func.func @manual_part(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op operand 0: expects axis "x" of dimension 0 to be manual as a whole or not at all}}
  tp.manual over @mesh{"x":(1)2} (%x) in [<@mesh, [{"x"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
  }
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_axis_in_body(%x: tensor<8x6xf32>) {
  // expected-note@+1 {{axis "x" is manual in this op}}
  tp.manual over @mesh{"x"} (%x) in [<@mesh, [{"x"}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<4x6xf32>):
    // expected-error@+1 {{'tp.reshard' op expects axis "x" not to be manual here}}
    %0 = tp.reshard %l to <@mesh, [{}, {"x"}]> : tensor<4x6xf32>
  }
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_unknown_axis(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'tp.manual' op expects axis "z" to be an axis of mesh @mesh}}
  tp.manual over @mesh{"z"} (%x) in [<@mesh, [{}, {}]>] out [] : (tensor<8x6xf32>) -> () {
  ^bb0(%l: tensor<8x6xf32>):
  }
  return
}
