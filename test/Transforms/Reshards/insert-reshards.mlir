// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-verify-explicit | FileCheck %s
// Ops get operands as their rules want them; every change of layout is one tp.reshard.

tp.mesh @mesh <["x"=2, "y"=3]>

// There is nothing to do where all agree.
// CHECK-LABEL: func.func @agreement(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<8x6xf32>
func.func @agreement(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> tensor<8x6xf32> {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// The operand that differs from the result is moved.
// CHECK-LABEL: func.func @operand(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[OTHER]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[ARG]], %[[RESHARD]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<8x6xf32>
func.func @operand(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                   %other: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = arith.addf %arg, %other : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A result is brought to its own layout right behind the op.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[OTHER:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[OTHER]] to <@mesh, [{"x"}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[RESHARD]], %[[RESHARD_2]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_3:.*]] = tp.reshard %[[ADDF]] to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[RESHARD_3]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<8x6xf32>
func.func @result(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                  %other: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  %0 = arith.addf %arg, %other {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// Equal needs of several uses share one reshard.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[RESHARD]][0, 1] [8, 3] [1, 1] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32> to tensor<8x3xf32>
// CHECK-NEXT:    %[[EXTRACT_SLICE_2:.*]] = tensor.extract_slice %[[RESHARD]][0, 2] [8, 3] [1, 1] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32> to tensor<8x3xf32>
// CHECK-NEXT:    return %[[EXTRACT_SLICE]], %[[EXTRACT_SLICE_2]], %[[ARG]] : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x6xf32>
func.func @shared(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
        tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32>) {
  %0 = tensor.extract_slice %arg[0, 1] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  %1 = tensor.extract_slice %arg[0, 2] [8, 3] [1, 1] : tensor<8x6xf32> to tensor<8x3xf32>
  return %0, %1, %arg : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x6xf32>
}

// The shared one stands before all uses, also those by ops without a rule.
// CHECK-LABEL: func.func @ordered(
// CHECK-SAME:    %[[I:[^:]*]]: index
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}
// CHECK-SAME:    -> (tensor<48xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}, f32)
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<48> : tensor<1xindex>
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHAPE:.*]] = tensor.reshape %[[RESHARD]](%[[CONSTANT]]) {tp.shardings = [#tp.sharding<@mesh, [{}]>]} : (tensor<8x6xf32>, tensor<1xindex>) -> tensor<48xf32>
// CHECK-NEXT:    %[[EXTRACT:.*]] = tensor.extract %[[RESHARD]][%[[I]], %[[I]]] {tp.shardings = [#tp.sharding<@mesh, []>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHAPE]], %[[EXTRACT]] : tensor<48xf32>, f32
func.func @ordered(%i: index, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<48xf32>, f32) {
  %shape = arith.constant dense<48> : tensor<1xindex>
  %0 = tensor.reshape %arg(%shape) : (tensor<8x6xf32>, tensor<1xindex>) -> tensor<48xf32>
  %1 = tensor.extract %arg[%i, %i] : tensor<8x6xf32>
  return %0, %1 : tensor<48xf32>, f32
}

// A result that its function gives otherwise.
// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func @returned(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  return %arg : tensor<8x6xf32>
}

// A constraint becomes the reshard that it asks for.
// CHECK-LABEL: func.func @constrain(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[RESHARD]] to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[RESHARD_2]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<8x6xf32>
func.func @constrain(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  %0 = tp.constrain %arg to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// The two sides of a barrier may differ; groups have done their work.
// CHECK-LABEL: func.func @barrier(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[RESHARD]] to <@mesh, [{}, {"y"}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[RESHARD_2]] {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[EXP]] : tensor<8x6xf32>
func.func @barrier(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  tp.group %arg, %arg : tensor<8x6xf32>, tensor<8x6xf32>
  %0 = tp.barrier %arg stops both : tensor<8x6xf32>
  %1 = math.exp %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// A constant is made in any layout.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<2.000000e+00> : tensor<8x6xf32>
// CHECK:         %[[ADDF:.*]] = arith.addf %[[ARG]], %[[CONSTANT]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    return %[[ADDF]], %[[CONSTANT]] : tensor<8x6xf32>, tensor<8x6xf32>
func.func @constant(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32>, tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}) {
  %two = arith.constant dense<2.0> : tensor<8x6xf32>
  %0 = arith.addf %arg, %two : tensor<8x6xf32>
  return %0, %two : tensor<8x6xf32>, tensor<8x6xf32>
}

// The result is wanted otherwise than it is computed.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[ARG]] {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[EXP]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x6xf32>
func.func private @callee(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %0 = math.exp %arg : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A call site brings arguments to where the callee wants them, and takes results as it gives them.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[CALL:.*]] = call @callee(%[[RESHARD]]) {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : (tensor<8x6xf32>) -> tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[CALL]] to <@mesh, [{}, {"x"}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<8x6xf32>
func.func @caller(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = call @callee(%arg) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// An op without a rule gets whole operands.
// CHECK-LABEL: func.func @no_rule(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<12x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant dense<[12, 4]> : tensor<2xindex>
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[RESHAPE:.*]] = tensor.reshape %[[RESHARD]](%[[CONSTANT]]) {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<12x4xf32>
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[RESHAPE]] to <@mesh, [{"x"}, {}]> : tensor<12x4xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<12x4xf32>
func.func @no_rule(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<12x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %shape = arith.constant dense<[12, 4]> : tensor<2xindex>
  %0 = tensor.reshape %arg(%shape) : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<12x4xf32>
  return %0 : tensor<12x4xf32>
}

// Operands of a region without a rule are brought together before the op that owns it.
// CHECK-LABEL: func.func @captured(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> f32
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0 : index
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[EXECUTE_REGION:.*]] = scf.execute_region -> f32 {
// CHECK:         return %[[EXECUTE_REGION]] : f32
func.func @captured(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.execute_region -> f32 {
    %1 = tensor.extract %arg[%c0, %c0] : tensor<8x6xf32>
    scf.yield %1 : f32
  }
  return %0 : f32
}

// Blocks of a function see whole tensors.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[FLAG:[^:]*]]: i1
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    cf.cond_br %[[FLAG]], ^bb1(%[[RESHARD]] : tensor<8x6xf32>), ^bb2
// CHECK-NEXT:    ^bb1(%[[ARG_2:.*]]: tensor<8x6xf32>):
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[ARG_2]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<8x6xf32>
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    return %[[ARG]] : tensor<8x6xf32>
func.func @blocks(%flag: i1, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x6xf32> {
  cf.cond_br %flag, ^bb1(%arg : tensor<8x6xf32>), ^bb2
^bb1(%0: tensor<8x6xf32>):
  return %0 : tensor<8x6xf32>
^bb2:
  return %arg : tensor<8x6xf32>
}

// A carried value that the body cuts is gathered once, before the loop.
// CHECK-LABEL: func.func @for(
// CHECK-SAME:    %[[COUNT:[^:]*]]: index
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK-DAG:     %[[CONSTANT:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[CONSTANT_2:.*]] = arith.constant 1 : index
// CHECK:         %[[RESHARD:.*]] = tp.reshard %[[ARG]] to <@mesh, [{}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    %[[FOR:.*]] = scf.for %{{.*}} = %[[CONSTANT]] to %[[COUNT]] step %[[CONSTANT_2]] iter_args(%{{.*}} = %[[RESHARD]]) -> (tensor<8x6xf32>) {
// CHECK:         %[[RESHARD_2:.*]] = tp.reshard %[[FOR]] to <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
// CHECK-NEXT:    return %[[RESHARD_2]] : tensor<8x6xf32>
func.func @for(%count: index, %arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %count step %c1 iter_args(%carried = %arg) -> tensor<8x6xf32> {
    %1 = tensor.extract_slice %carried[1, 0] [7, 6] [1, 1] : tensor<8x6xf32> to tensor<7x6xf32>
    %2 = tensor.extract_slice %carried[0, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<1x6xf32>
    %3 = tensor.concat dim(0) %1, %2 : (tensor<7x6xf32>, tensor<1x6xf32>) -> tensor<8x6xf32>
    scf.yield %3 : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}
