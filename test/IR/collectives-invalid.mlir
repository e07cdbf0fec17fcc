// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Axes, operands, dimensions and sizes that do not fit. Tokens and single transfers have their own
// file.

func.func @unknown_mesh(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects @mesh to be a tp.mesh}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @unknown_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects axis "z" to be an axis of mesh @mesh}}
  %0 = tp.all_reduce sum over @mesh{"z"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @axis_twice(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects axis "x" once}}
  %0 = tp.all_reduce sum over @mesh{"x", "y", "x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=12]>
func.func @overlap() {
  // expected-error@+1 {{'tp.coordinate' op expects axes not to overlap, but "x":(1)4 and "x":(2)2 do}}
  %0 = tp.coordinate over @mesh{"x":(1)4, "x":(2)2} : index
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=12]>
func.func @part(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.broadcast' op expects the end of sub-axis "x":(2)5 (2 times 5) to divide axis "x" (size 12)}}
  %0 = tp.broadcast root 0 over @mesh{"x":(2)5} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @max_of_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects floats to be combined by max, got 'i32'; maxsi and maxui combine integers}}
  %0 = tp.all_reduce max over @mesh{"x"} ins(%x : tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @and_of_floats(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.reduce_scatter' op expects integers to be combined by and, got 'f32'}}
  %0 = tp.reduce_scatter and dim 0 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @kind(%x: tensor<4xf32>) {
  // expected-error@+1 {{expects a combiner (sum, prod, max, min, maxnum, minnum, maxsi, minsi, maxui, minui, and, or, xor), got avg}}
  %0 = tp.all_reduce avg over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @no_input() {
  // expected-error@+1 {{'tp.all_reduce' op expects at least one input}}
  "tp.all_reduce"() <{axes = [#tp.axis<"x">], kind = #tp<reduce_kind sum>, mesh = @mesh, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @mixed(%x: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects operands to be all tensors or all memrefs}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) outs(%m : memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @memref_result(%m: memref<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects no tensor results on memrefs, got 1}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @memref_destination(%m: memref<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects one destination per input (1), got 0}}
  tp.all_reduce sum over @mesh{"x"} ins(%m : memref<4xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @destinations(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects one destination per input (2), got 1}}
  %0:2 = tp.all_reduce sum over @mesh{"x"} ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @results(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects one result per input (2), got 1}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x, %x : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @destination_type(%x: tensor<4xf32>, %o: tensor<5xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects destination 0 to have the type of result 0 ('tensor<4xf32>'), got 'tensor<5xf32>'}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) outs(%o : tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @element_type(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects result 0 to have the element type of its input ('f32'), got 'f64'}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @rank(%x: memref<4xf32>, %o: memref<4x1xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects destination 0 to have the rank of its input (1), got 2}}
  tp.all_reduce sum over @mesh{"x"} ins(%x : memref<4xf32>) outs(%o : memref<4x1xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @size(%x: tensor<4x6xf32>) {
  // expected-error@+1 {{'tp.all_reduce' op expects dimension 1 of result 0 (size 2) to have the size of its input (size 6)}}
  %0 = tp.all_reduce sum over @mesh{"x"} ins(%x : tensor<4x6xf32>) -> tensor<4x2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @gather_size(%x: tensor<4x6xf32>) {
  // expected-error@+1 {{'tp.all_gather' op expects dimension 1 of result 0 (size 12) to be 3 times that of its input (size 6)}}
  %0 = tp.all_gather dim 1 over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<4x12xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @scatter_size(%x: tensor<4x7xf32>) {
  // expected-error@+1 {{'tp.reduce_scatter' op expects dimension 1 of input 0 (size 7) to be 3 times that of its result (size 3)}}
  %0 = tp.reduce_scatter sum dim 1 over @mesh{"y"} ins(%x : tensor<4x7xf32>) -> tensor<4x3xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @slice_size(%x: memref<8xf32>, %o: memref<3xf32>) {
  // expected-error@+1 {{'tp.all_slice' op expects dimension 0 of input 0 (size 8) to be 2 times that of its destination (size 3)}}
  tp.all_slice dim 0 over @mesh{"x"} ins(%x : memref<8xf32>) outs(%o : memref<3xf32>)
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @split_size(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tp.all_to_all' op expects dimension 1 of input 0 (size 8) to be 3 times that of its result (size 2)}}
  %0 = tp.all_to_all split 1 concat 0 over @mesh{"y"} ins(%x : tensor<4x8xf32>) -> tensor<12x2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @concat_size(%x: tensor<4x6xf32>) {
  // expected-error@+1 {{'tp.all_to_all' op expects dimension 0 of result 0 (size 8) to be 3 times that of its input (size 4)}}
  %0 = tp.all_to_all split 1 concat 0 over @mesh{"y"} ins(%x : tensor<4x6xf32>) -> tensor<8x2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @one_dimension(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_to_all' op expects dimension 0 of input 0 (size 4) to be divisible by the number of devices (3)}}
  %0 = tp.all_to_all split 0 concat 0 over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @gather_dim(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_gather' op expects dim 1 to be in [0, 1), the dimensions of input 0 ('tensor<4xf32>')}}
  %0 = tp.all_gather dim 1 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @scatter_dim(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.reduce_scatter' op expects dim -1 to be in [0, 1), the dimensions of input 0 ('tensor<4xf32>')}}
  %0 = tp.reduce_scatter sum dim -1 over @mesh{"x"} ins(%x : tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @slice_dim(%x: tensor<4x4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'tp.all_slice' op expects dim 1 to be in [0, 1), the dimensions of input 1 ('tensor<4xf32>')}}
  %0:2 = tp.all_slice dim 1 over @mesh{"x"} ins(%x, %y : tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x2xf32>, tensor<2xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @split_dim(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'tp.all_to_all' op expects split 2 to be in [0, 2), the dimensions of input 0 ('tensor<4x4xf32>')}}
  %0 = tp.all_to_all split 2 concat 0 over @mesh{"x"} ins(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @concat_dim(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{'tp.all_to_all' op expects concat 3 to be in [0, 2), the dimensions of input 0 ('tensor<4x4xf32>')}}
  %0 = tp.all_to_all split 0 concat 3 over @mesh{"x"} ins(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @permute_target(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.permute' op expects target 1 once, but pairs 0 and 2 have it}}
  %0 = tp.permute [[0, 1], [1, 0], [2, 1]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @permute_target_range(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.permute' op expects target 3 of pair 1 to be in [0, 3), the devices along the axes}}
  %0 = tp.permute [[0, 1], [1, 3]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @permute_source_range(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.permute' op expects source -1 of pair 0 to be in [0, 3), the devices along the axes}}
  %0 = tp.permute [[-1, 1]] over @mesh{"y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @permute_entries(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.permute' op expects pairs of source and target, got 3 entries}}
  %0 = "tp.permute"(%x) <{axes = [#tp.axis<"y">], mesh = @mesh, operandSegmentSizes = array<i32: 1, 0>, pairs = array<i64: 0, 1, 2>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @root(%x: tensor<4xf32>) {
  // expected-error@+1 {{'tp.broadcast' op expects root 6 to be in [0, 6), the devices along the axes}}
  %0 = tp.broadcast root 6 over @mesh{"x", "y"} ins(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}
