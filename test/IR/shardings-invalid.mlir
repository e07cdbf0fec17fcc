// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Shardings that do not fit their mesh or their type. The mesh is the same for arguments, results,
// ops and reshards, so each rule stands here once, on an argument.

// expected-error@+1 {{'func.func' op argument 1: expects @nowhere to be a tp.mesh}}
func.func @unknown_mesh(%a: i32, %x: tensor<8xf32> {tp.sharding = #tp.sharding<@nowhere, [{}]>}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expects @unknown to be a tp.mesh}}
func.func @unknown(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@unknown, [{}]>}) {
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects axis "z" to be an axis of mesh @mesh}}
func.func @unknown_axis(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"z"}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects axis "x" once, but it is on dimension 0 and on dimension 1}}
func.func @used_twice(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y", "x"}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects axis "x" once, but it is on dimension 1 and replicated}}
func.func @replicated_and_sharded(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}], replicated = {"x"}>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects axis "y" once, but it is on dimension 0 and partial}}
func.func @partial_and_sharded(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}], partial = sum{"y"}>}) {
  return
}

// -----

tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects axes not to overlap, but "x":(1)4 on dimension 0 and "x":(2)3 on dimension 1 do}}
func.func @overlapping_parts(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)4}, {"x":(2)3}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects axes not to overlap, but "x" on dimension 0 and "x":(6)2 partial do}}
func.func @part_of_whole(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}], partial = sum{"x":(6)2}>}) {
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects the end of sub-axis "x":(2)4 (2 times 4) to divide axis "x" (size 12)}}
func.func @part_size(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(2)4}]>}) {
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects the end of sub-axis "x":(24)2 (24 times 2) to divide axis "x" (size 12)}}
func.func @part_beyond(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(24)2}]>}) {
  return
}

// -----

// expected-note@+1 {{mesh @mesh is here}}
tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects sub-axis "x":(1)12, which is all of axis "x" (size 12), to be written "x"}}
func.func @part_is_all(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)12}]>}) {
  return
}

// -----

// expected-error@+1 {{expects sub-axis "x":(0)2 to have at least 1 block before it and a size of at least 2}}
func.func @part_before(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(0)2}]>}) {
  return
}

// -----

// expected-error@+1 {{expects sub-axis "x":(2)1 to have at least 1 block before it and a size of at least 2}}
func.func @part_of_one(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(2)1}]>}) {
  return
}

// -----

// expected-error@+1 {{expects sub-axis "x":(65536)65536 to have fewer than 2147483648 devices before its end}}
func.func @part_too_large(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(65536)65536}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects "x":(1)2, "x":(2)3 on dimension 0 to be written "x":(1)6}}
func.func @neighbours(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)2, "x":(2)3}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=12]>
// expected-error@+1 {{'func.func' op argument 0: expects "x":(1)4, "x":(4)3 on dimension 0 to be written "x"}}
func.func @neighbours_are_all(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x":(1)4, "x":(4)3}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects one list of axes per dimension of 'tensor<8x6xf32>' (rank 2), got 3}}
func.func @rank(%x: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects a sharding only on a ranked tensor, got 'index'}}
func.func @scalar(%x: index {tp.sharding = #tp.sharding<@mesh, []>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op result 0: expects a sharding only on a ranked tensor, got 'tensor<*xf32>'}}
func.func @unranked(%x: tensor<*xf32>) -> (tensor<*xf32> {tp.sharding = #tp.sharding<@mesh, []>}) {
  return %x : tensor<*xf32>
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects floats to be combined by max, got 'i32'; maxsi and maxui combine integers}}
func.func @max_of_integers(%x: tensor<8xi32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = max{"x"}>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects floats to be combined by minnum, got 'i32'}}
func.func @minnum_of_integers(%x: tensor<8xi32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = minnum{"x"}>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects integers to be combined by maxsi, got 'f32'}}
func.func @maxsi_of_floats(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = maxsi{"x"}>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects integers to be combined by xor, got 'f32'}}
func.func @xor_of_floats(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = xor{"x"}>}) {
  return
}

// -----

// expected-error@+1 {{expects one combiner for all partial axes, got sum and max}}
func.func @two_combiners(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = sum{"x"}, partial = max{"y"}>}) {
  return
}

// -----

// expected-error@+1 {{expects a combiner (sum, prod, max, min, maxnum, minnum, maxsi, minsi, maxui, minui, and, or, xor), got mean}}
func.func @unknown_combiner(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], partial = mean{"x"}>}) {
  return
}

// -----

// expected-error@+1 {{expects ? to be the last entry of a dimension}}
func.func @open_first(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{?, "x"}]>}) {
  return
}

// -----

// expected-error@+1 {{expected a priority such as p1}}
func.func @priority(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}q1]>}) {
  return
}

// -----

// expected-error@+1 {{expected replicated or partial}}
func.func @unknown_clause(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], sharded = {"x"}>}) {
  return
}
