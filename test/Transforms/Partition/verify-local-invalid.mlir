// RUN: tp-opt %s -tp-verify-local -split-input-file -verify-diagnostics
// Programs that are not local, or in which devices wait for others that do not come.

// expected-error @below {{expects a module at stage 'local', but this one is at stage 'explicit'}}
// expected-note @below {{`tp-partition` leads there}}
module attributes {tp.stage = "explicit"} {
}

// -----

module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  // expected-error @below {{expects argument 1 to have both `tp.sharding` and `tp.global_type`}}
  func.func @argument(%scalar: index, %arg: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    return
  }
}

// -----

module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  // expected-error @below {{expects result 0 to have both `tp.sharding` and `tp.global_type`}}
  func.func @result(%arg: tensor<4xf32>) -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
    return %arg : tensor<4xf32>
  }
}

// -----

// A dynamic size is not the 4 that each device holds.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  // expected-error @below {{expects argument 0 to have type 'tensor<4xf32>', the local part of 'tensor<8xf32>', but it has 'tensor<?xf32>'}}
  func.func @type(%arg: tensor<?xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>, tp.global_type = tensor<8xf32>}) {
    return
  }
}

// -----

module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @reshard(%arg: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{expects no global op in a local program}}
    %0 = tp.reshard %arg to <@mesh, [{}]> : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @manual(%arg: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{expects no global op in a local program}}
    %0 = tp.manual over @mesh{"x"} (%arg) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>]
        : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%local: tensor<2xf32>):
      tp.yield %local : tensor<2xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// The first device alone would reduce.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @coordinate(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %coordinate = tp.coordinate over @mesh{"x", "y"} : index
    %flag = arith.cmpi eq, %coordinate, %c0 : index
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.if %flag -> tensor<4xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"y">}}
      %1 = tp.all_reduce sum over @mesh{"y"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %arg : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// Each device looks at an element of its own.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @sharded(%flags: tensor<2xi1> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>, tp.global_type = tensor<6xi1>},
                     %arg: tensor<4xf32>) -> tensor<12xf32> {
    %c0 = arith.constant 0 : index
    %empty = tensor.empty() : tensor<12xf32>
    %flag = tensor.extract %flags[%c0] : tensor<2xi1>
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.if %flag -> tensor<12xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"y">}}
      %1 = tp.all_gather dim 0 over @mesh{"y"} ins(%arg : tensor<4xf32>) -> tensor<12xf32>
      scf.yield %1 : tensor<12xf32>
    } else {
      scf.yield %empty : tensor<12xf32>
    }
    return %0 : tensor<12xf32>
  }
}

// -----

// Devices would go round the loop different numbers of times.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @bound(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %coordinate = tp.coordinate over @mesh{"x"} : index
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.for %i = %c0 to %coordinate step %c1 iter_args(%carried = %arg) -> tensor<4xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
      %1 = tp.all_reduce sum over @mesh{"x"} ins(%carried : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// The condition is computed in the loop, from what a device received.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @while(%arg: tensor<4xi1>) -> tensor<4xi1> {
    %c0 = arith.constant 0 : index
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.while (%carried = %arg) : (tensor<4xi1>) -> tensor<4xi1> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
      %1 = tp.permute [[0, 1], [1, 0]] over @mesh{"x"} ins(%carried : tensor<4xi1>) -> tensor<4xi1>
      %flag = tensor.extract %1[%c0] : tensor<4xi1>
      scf.condition(%flag) %1 : tensor<4xi1>
    } do {
    ^bb0(%carried: tensor<4xi1>):
      scf.yield %carried : tensor<4xi1>
    }
    return %0 : tensor<4xi1>
  }
}

// -----

// Only some devices call the function that reduces.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func private @callee(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @call(%flags: tensor<2xi1> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>, tp.global_type = tensor<4xi1>},
                  %arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %flag = tensor.extract %flags[%c0] : tensor<2xi1>
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.if %flag -> tensor<4xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
      %1 = func.call @callee(%arg) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %arg : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// The caller hands down what differs between devices.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func private @callee(%flag: i1, %arg: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.if %flag -> tensor<4xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
      %1 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %arg : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
  func.func @scalar_argument(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %coordinate = tp.coordinate over @mesh{"x"} : index
    %flag = arith.cmpi eq, %coordinate, %c0 : index
    %0 = call @callee(%flag, %arg) : (i1, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// The callee makes what differs between devices.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func private @is_first() -> i1 {
    %c0 = arith.constant 0 : index
    %coordinate = tp.coordinate over @mesh{"x"} : index
    %flag = arith.cmpi eq, %coordinate, %c0 : index
    return %flag : i1
  }
  func.func @scalar_result(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %flag = call @is_first() : () -> i1
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.if %flag -> tensor<4xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
      %1 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %arg : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// A branch between blocks is a condition as well.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @branch(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %coordinate = tp.coordinate over @mesh{"x"} : index
    %flag = arith.cmpi eq, %coordinate, %c0 : index
    // expected-note @below {{this op decides whether it runs}}
    cf.cond_br %flag, ^bb1, ^bb2
  ^bb1:
    // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
    %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  ^bb2:
    return %arg : tensor<4xf32>
  }
}

// -----

// All devices come by here, but not equally often.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @loop_of_blocks(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %coordinate = tp.coordinate over @mesh{"x"} : index
    cf.br ^bb1(%c0 : index)
  ^bb1(%i: index):
    // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
    %0 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
    %next = arith.addi %i, %c1 : index
    %again = arith.cmpi ult, %next, %coordinate : index
    // expected-note @below {{this op decides whether it runs}}
    cf.cond_br %again, ^bb1(%next : index), ^bb2
  ^bb2:
    return %0 : tensor<4xf32>
  }
}

// -----

// Constants differ between devices that came another way.
module attributes {tp.stage = "local"} {
  tp.mesh @mesh <["x"=2, "y"=3]>
  func.func @merged(%arg: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %false = arith.constant false
    %coordinate = tp.coordinate over @mesh{"x"} : index
    %flag = arith.cmpi eq, %coordinate, %c0 : index
    cf.cond_br %flag, ^bb1, ^bb2
  ^bb1:
    cf.br ^bb3(%true : i1)
  ^bb2:
    cf.br ^bb3(%false : i1)
  ^bb3(%merged: i1):
    // expected-note @below {{this op decides whether it runs}}
    %0 = scf.if %merged -> tensor<4xf32> {
      // expected-error @below {{expects all devices of the group to take part, but the condition or bound around it varies along axis #tp.axis<"x">}}
      %1 = tp.all_reduce sum over @mesh{"x"} ins(%arg : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %arg : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
