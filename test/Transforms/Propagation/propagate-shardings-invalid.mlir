// RUN: tp-opt %s -tp-propagate -split-input-file -verify-diagnostics
// What propagation refuses, and what it replicates with a remark.

// A function lives on one mesh.
tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @other <["z"=4]>
// expected-note @below {{this one is on @mesh}}
func.func @two_meshes(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  // expected-error @below {{expects all shardings of function @two_meshes to be on one mesh, but this one is on @other}}
  %0 = math.exp %arg {tp.shardings = [#tp.sharding<@other, [{"z"}, {}]>]} : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// A call does not cross from one mesh to another.
tp.mesh @mesh <["x"=2, "y"=3]>
tp.mesh @other <["z"=4]>
func.func private @callee(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@other, [{"z"}, {}]>}) {
  return
}
func.func @caller(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @below {{expects caller and callee to be on one mesh, but @caller is on @mesh and @callee on @other}}
  call @callee(%arg) : (tensor<8x6xf32>) -> ()
  return
}

// -----

// A mesh that does not exist is refused before any pass runs.
// expected-error @below {{'func.func' op argument 0: expects @mesh to be a tp.mesh}}
func.func @undefined_mesh(%arg: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

// Nobody says which devices call a function without body.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func private @print(tensor<8x6xf32>)
func.func @external_call(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @below {{expects @print, which has no body, to say by the attribute `tp.call` whether every device calls it ("replicated") or one ("once")}}
  call @print(%arg) : (tensor<8x6xf32>) -> ()
  return
}

// -----

// A marked one is called with whole tensors.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func private @print(tensor<8x6xf32>) attributes {tp.call = "once"}
func.func @marked_call(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-remark @below {{'func.call' has no sharding rule: it runs whole on every device, with 192 bytes of operands and results}}
  call @print(%arg) : (tensor<8x6xf32>) -> ()
  return
}

// -----

// Two values of a group are closed and differ.
tp.mesh @mesh <["x"=2, "y"=3]>
// expected-note @below {{operand 0 has #tp.sharding<@mesh, [{"x"}, {}]>}}
func.func @group(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                 %b: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
  // expected-error @below {{expects all values of a group to have one sharding, but operand 1 has #tp.sharding<@mesh, [{}, {"x"}]>}}
  tp.group %a, %b : tensor<8x6xf32>, tensor<4x6xf32>
  return
}

// -----

// A list that a rewrite left too long says nothing of the results that are left.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @stale_list(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // expected-remark @below {{dropped 2 shardings of an op with 1 results}}
  %0 = math.exp %arg {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>, #tp.sharding<@mesh, [{}]>]}
      : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// An op that nobody gave a rule.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @no_rule(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<12x4xf32> {
  %shape = arith.constant dense<[12, 4]> : tensor<2xindex>
  // expected-remark @below {{'tensor.reshape' has no sharding rule: it runs whole on every device, with 400 bytes of operands and results}}
  %0 = tensor.reshape %arg(%shape) : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<12x4xf32>
  return %0 : tensor<12x4xf32>
}

// -----

// Dynamic sizes count as 1.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @no_rule_dynamic(%arg: tensor<?x6xf64> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                           %shape: tensor<1xindex>) -> tensor<?xf64> {
  // expected-remark @below {{'tensor.reshape' has no sharding rule: it runs whole on every device, with 64 bytes of operands and results}}
  %0 = tensor.reshape %arg(%shape) : (tensor<?x6xf64>, tensor<1xindex>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

// Blocks of a function run whole on every device; a scalar op is nothing to remark on.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @blocks(%flag: i1, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %not = arith.xori %flag, %flag : i1
  // expected-remark @below {{'math.exp' is in a function of several blocks: it runs whole on every device, with 384 bytes of operands and results}}
  %0 = math.exp %arg : tensor<8x6xf32>
  // expected-remark @below {{'cf.cond_br' is in a function of several blocks: it runs whole on every device, with 192 bytes of operands and results}}
  cf.cond_br %not, ^bb1(%0 : tensor<8x6xf32>), ^bb2
^bb1(%1: tensor<8x6xf32>):
  return %1 : tensor<8x6xf32>
^bb2:
  return %arg : tensor<8x6xf32>
}

// -----

// A region without a rule is whole, and so is what it calls.
tp.mesh @mesh <["x"=2, "y"=3]>
// expected-note @below {{sharded here}}
func.func private @callee(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
func.func @nested_call(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = scf.execute_region -> tensor<8x6xf32> {
    // expected-error @below {{expects a function called where only whole tensors exist to have no sharded arguments or results}}
    %1 = func.call @callee(%arg) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    scf.yield %1 : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// -----

// The same where the call is in a function of several blocks.
tp.mesh @mesh <["x"=2, "y"=3]>
// expected-note @below {{sharded here}}
func.func private @callee(%arg: tensor<8x6xf32>)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
func.func @call_in_blocks(%arg: tensor<8x6xf32>) -> tensor<8x6xf32> {
  cf.br ^bb1
^bb1:
  // expected-error @below {{expects a function called where only whole tensors exist to have no sharded arguments or results}}
  %0 = call @callee(%arg) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// -----

// A manual region needs shardings around it.
tp.mesh @mesh <["x"=2, "y"=3]>
func.func @manual_in_whole_region(%arg: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{in the regions of this op}}
  %0 = scf.execute_region -> tensor<8xf32> {
    // expected-error @below {{'tp.manual' op expects to be where shardings are known, but 'scf.execute_region' runs whole on every device}}
    %1 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] : (tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%local: tensor<4xf32>):
      tp.yield %local : tensor<4xf32>
    }
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// Propagation does not go back.
// expected-error @below {{expects a module at stage 'annotated', but this one is at stage 'explicit'}}
module attributes {tp.stage = "explicit"} {
}
