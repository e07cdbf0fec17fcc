// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Tokens, wire types, and sends and receives that do not fit.

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @no_token(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects one !tp.token as last result where it is async}}
  %0 = tp.all_reduce async sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @token_first(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects one !tp.token as last result where it is async}}
  %0:2 = tp.all_reduce async sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> !tp.token, tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @token_not_async(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_gather' op expects a !tp.token as result only where it is async}}
  %0:2 = tp.all_gather dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<8xf32>, !tp.token
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @slice_token(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_slice' op expects a !tp.token as result only where it is async}}
  %0:2 = tp.all_slice dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<2xf32>, !tp.token
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @used_before_wait(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects results to be used by tp.wait only where it is async}}
  %0, %t = tp.all_reduce async sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>, !tp.token
  // expected-note@+1 {{used here}}
  %1 = arith.negf %0 : tensor<4xf32>
  %2 = tp.wait %t ins(%0 : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @other_value(%x: tensor<4xf32>) {
  %0, %t = tp.all_reduce async sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>, !tp.token
  // expected-error@+1 {{'tp.wait' op expects input 0 to be a result of the op that made the token}}
  %1 = tp.wait %t ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @wait_results(%x: tensor<4xf32>) {
  %0, %t = tp.all_reduce async sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>, !tp.token
  // expected-error@+1 {{'tp.wait' op expects one result of the same type per tensor (1), got 0}}
  tp.wait %t ins(%0 : tensor<4xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @scale_alone(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects a wire scale only with a wire type}}
  %0 = "tp.all_reduce"(%x) <{axes = [#tp.axis<"x">], kind = #tp<reduce_kind sum>, mesh = @mesh, operandSegmentSizes = array<i32: 1, 0>, wire_scale = 2.0 : f64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @wire_kind(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects a float or integer as wire type, got 'index'}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) wire index -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @wire_of_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{'tp.all_gather' op expects float elements where a wire type is given, got 'i32'}}
  %0 = tp.all_gather dim 0 over @mesh{"x"} ins(%x : tensor<4xi32>) wire i8 -> tensor<8xi32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @wide_wire(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.reduce_scatter' op expects a wire type narrower than 'f32', got 'f32'}}
  %0 = tp.reduce_scatter sum dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) wire f32 -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @no_scale(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.permute' op expects a wire scale where the wire type is an integer}}
  %0 = tp.permute [[0, 1]] over @mesh{"x"} ins(%x : tensor<4xf32>) wire i8 -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @scale(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.broadcast' op expects a wire scale to be finite and greater than 0, got 0.000000e+00}}
  %0 = tp.broadcast root 0 over @mesh{"x"} ins(%x : tensor<4xf32>) wire i8 scale 0.0 -> tensor<4xf32>
  return
}

// -----

func.func @send_unknown_mesh(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.send' op expects @mesh to be a tp.mesh}}
  tp.send to 0 tag 0 on @mesh ins(%x : tensor<4xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @peer(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.send' op expects peer 6 to be in [0, 6), the devices of mesh @mesh}}
  tp.send to 6 tag 0 on @mesh ins(%x : tensor<4xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @tag() {
  // expected-error@+1 {{'tp.recv' op expects tag -1 to be at least 0}}
  %0 = tp.recv from 0 tag -1 on @mesh -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @recv_nothing() {
  // expected-error@+1 {{'tp.recv' op expects at least one result or destination}}
  tp.recv from 0 tag 0 on @mesh
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @recv_dynamic() {
  // expected-error@+1 {{'tp.recv' op expects a destination for result 0 ('tensor<?xf32>'), whose size is dynamic}}
  %0 = tp.recv from 0 tag 0 on @mesh -> tensor<?xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @recv_memref(%m: memref<4xf32>) {
  // expected-error@+1 {{'tp.recv' op expects no tensor results on memrefs, got 1}}
  %0 = tp.recv from 0 tag 0 on @mesh outs(%m : memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @recv_results(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.recv' op expects one result per destination (1), got 2}}
  %0:2 = tp.recv from 0 tag 0 on @mesh outs(%x : tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @send_token(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.send' op expects one !tp.token as last result where it is async}}
  tp.send async to 0 tag 0 on @mesh ins(%x : tensor<4xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @send_mixed(%x: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@+1 {{'tp.send' op expects operands to be all tensors or all memrefs}}
  tp.send to 0 tag 0 on @mesh ins(%x, %m : tensor<4xf32>, memref<4xf32>)
  return
}
