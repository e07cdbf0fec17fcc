// RUN: tp-opt %s --split-input-file --verify-diagnostics

// The dialect's attributes in places where they mean nothing, or of the wrong kind.

// expected-error@+1 {{'func.func' op argument 0: expects tp.sharding to be a #tp.sharding, got "x"}}
func.func @sharding_kind(%x: tensor<8xf32> {tp.sharding = "x"}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expects an attribute that arguments and results have, got tp.shardings}}
func.func @shardings_on_argument(%x: tensor<8xf32> {tp.shardings = []}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expects tp.name to be a string, got 1 : i64}}
func.func @name_kind(%x: tensor<8xf32> {tp.name = 1}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op result 0: expects tp.name on arguments of functions only}}
func.func @name_on_result(%x: tensor<8xf32>) -> (tensor<8xf32> {tp.name = "w"}) {
  return %x : tensor<8xf32>
}

// -----

// expected-error@+1 {{'func.func' op result 0: expects tp.donated on arguments of functions only}}
func.func @donated_result(%x: tensor<8xf32>) -> (tensor<8xf32> {tp.donated}) {
  return %x : tensor<8xf32>
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expects tp.donated to have no value, got true}}
func.func @donated_kind(%x: tensor<8xf32> {tp.donated = true}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expects tp.donated on a tensor, got 'index'}}
func.func @donated_scalar(%x: index {tp.donated}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects tp.global_type to be a ranked tensor type, got i32}}
func.func @global_type_kind(%x: tensor<8xf32> {tp.global_type = i32}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: expects tp.sharding beside tp.global_type}}
func.func @global_type_alone(%x: tensor<8xf32> {tp.global_type = tensor<8xf32>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects type 'tensor<4x2xf32>', what a device holds of 'tensor<7x6xf32>', got 'tensor<3x2xf32>'}}
func.func @local_type(%x: tensor<3x2xf32> {tp.global_type = tensor<7x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  return
}

// -----

// The sharding is of the global type.
tp.mesh @mesh <["x"=2, "y"=3]>
// expected-error@+1 {{'func.func' op argument 0: expects one list of axes per dimension of 'tensor<7x6xf32>' (rank 2), got 1}}
func.func @global_rank(%x: tensor<4xf32> {tp.global_type = tensor<7x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @sharding_on_op(%x: tensor<8xf32>) {
  // expected-error@+1 {{'arith.negf' op expects tp.sharding on arguments and results of functions only; ops have tp.shardings}}
  %0 = arith.negf %x {tp.sharding = #tp.sharding<@mesh, [{}]>} : tensor<8xf32>
  return
}

// -----

func.func @name_on_op(%x: tensor<8xf32>) {
  // expected-error@+1 {{'arith.negf' op expects tp.name on arguments and results of functions only}}
  %0 = arith.negf %x {tp.name = "w"} : tensor<8xf32>
  return
}

// -----

func.func @shardings_kind(%x: tensor<8xf32>) {
  // expected-error@+1 {{'arith.negf' op expects tp.shardings to be a list of #tp.sharding, got [1]}}
  %0 = arith.negf %x {tp.shardings = [1]} : tensor<8xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @too_few(%x: tensor<8xf32>, %c: i1) {
  // expected-error@+1 {{'scf.if' op expects one sharding per result (2) in tp.shardings, got 1}}
  %0:2 = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %x, %x : tensor<8xf32>, tensor<8xf32>
  } else {
    scf.yield %x, %x : tensor<8xf32>, tensor<8xf32>
  } {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]}
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @rank_of_result(%x: tensor<8xf32>) {
  // expected-error@+1 {{'arith.negf' op result 0: expects one list of axes per dimension of 'tensor<8xf32>' (rank 1), got 2}}
  %0 = arith.negf %x {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @sharded_scalar(%x: f32) {
  // expected-error@+1 {{'arith.negf' op result 0: expects a sharding only on a ranked tensor, got 'f32'}}
  %0 = arith.negf %x {tp.shardings = [#tp.sharding<@mesh, [{"x"}]>]} : f32
  return
}

// -----

tp.mesh @a <["x"=2, "y"=3]>
tp.mesh @b <["x"=2, "y"=3]>
func.func @two_meshes(%x: tensor<8xf32>, %c: i1) {
  // expected-error@+1 {{'scf.if' op expects one mesh in tp.shardings, got @a and @b}}
  %0:2 = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %x, %x : tensor<8xf32>, tensor<8xf32>
  } else {
    scf.yield %x, %x : tensor<8xf32>, tensor<8xf32>
  } {tp.shardings = [#tp.sharding<@a, [{"x"}]>, #tp.sharding<@b, [{"x"}]>]}
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @inside_linalg(%x: tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32):
    // expected-error@+1 {{'arith.negf' op expects no tp.shardings inside linalg.generic}}
    %1 = arith.negf %a {tp.shardings = [#tp.sharding<@mesh, []>]} : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return
}

// -----

tp.mesh @mesh <["x"=2, "y"=3]>
func.func @before_shardings(%x: tensor<8xf32>) {
  // expected-error@+1 {{'arith.negf' op expects tp.before_shardings on scf.while only}}
  %0 = arith.negf %x {tp.before_shardings = [#tp.sharding<@mesh, [{}]>]} : tensor<8xf32>
  return
}

// -----

func.func @before_shardings_count(%x: tensor<8xf32>, %c: i1) {
  // expected-error@+1 {{'scf.while' op expects one sharding per operand (1) in tp.before_shardings, got 0}}
  %0 = scf.while (%a = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    scf.condition(%c) %a : tensor<8xf32>
  } do {
  ^bb0(%b: tensor<8xf32>):
    scf.yield %b : tensor<8xf32>
  } attributes {tp.before_shardings = []}
  return
}

// -----

// expected-error@+1 {{'builtin.module' op expects tp.stage to be "annotated", "propagated", "explicit" or "local", got "done"}}
module attributes {tp.stage = "done"} {
}

// -----

// expected-error@+1 {{'func.func' op expects tp.stage on modules only}}
func.func @stage() attributes {tp.stage = "local"} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects tp.replicated_ops on modules only}}
func.func @replicated_ops() attributes {tp.replicated_ops = {}} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects tp.call on functions without body only}}
func.func @call_with_body() attributes {tp.call = "once"} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects tp.call to be "replicated" or "once", got "twice"}}
func.func private @call_kind() attributes {tp.call = "twice"}

// -----

// expected-error@+1 {{'func.func' op expects a function that is called once to have no results, got 1}}
func.func private @call_once() -> tensor<8xf32> attributes {tp.call = "once"}

// -----

func.func @misspelt(%x: tensor<8xf32>) {
  // expected-error@+1 {{'arith.negf' op expects an attribute that the dialect has, got tp.shard}}
  %0 = arith.negf %x {tp.shard = 1} : tensor<8xf32>
  return
}
