// RUN: tp-opt %s -tp-propagate -tp-insert-reshards -tp-verify-explicit | FileCheck %s
// Where partial values are reduced: as late as it pays, never where an op must see them whole.

tp.mesh @mesh <["x"=2, "y"=3]>

// Three gradients are added while they are partial: one reduction.
// CHECK-LABEL: func.func @added(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[C:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[W:[^:]*]]: tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[A]], %[[W]] : tensor<8x6xf32>, tensor<6x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[B]], %[[W]] : tensor<8x6xf32>, tensor<6x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %[[MATMUL_3:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[C]], %[[W]] : tensor<8x6xf32>, tensor<6x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[MATMUL]], %[[MATMUL_2]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x8xf32>
// CHECK-NEXT:    %[[ADDF_2:.*]] = arith.addf %[[ADDF]], %[[MATMUL_3]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x8xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ADDF_2]] to <@mesh, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x8xf32>
func.func @added(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                 %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                 %c: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                 %w: tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x8xf32>
  %dq = linalg.matmul ins(%a, %w : tensor<8x6xf32>, tensor<6x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dk = linalg.matmul ins(%b, %w : tensor<8x6xf32>, tensor<6x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dv = linalg.matmul ins(%c, %w : tensor<8x6xf32>, tensor<6x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = arith.addf %dq, %dk : tensor<8x8xf32>
  %1 = arith.addf %0, %dv : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Three contractions use a partial gradient: it is reduced once, before them.
// CHECK-LABEL: func.func @used_three_times(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    %[[C:[^:]*]]: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}
// CHECK-SAME:    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} ins(%[[RESHARD]], %[[A]] : tensor<8x8xf32>, tensor<8x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %[[MATMUL_3:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} ins(%[[RESHARD]], %[[B]] : tensor<8x8xf32>, tensor<8x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %[[MATMUL_4:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} ins(%[[C]], %[[RESHARD]] : tensor<8x8xf32>, tensor<8x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %[[MATMUL_2]], %[[MATMUL_3]], %[[MATMUL_4]] : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
func.func @used_three_times(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                            %rhs: tensor<6x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>},
                            %a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>)
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x8xf32>
  %gradient = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%gradient, %a : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%gradient, %b : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul ins(%c, %gradient : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// A broadcast makes what is to be reduced larger: the reduction comes first.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}
// CHECK-SAME:    -> (tensor<5x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATVEC:.*]] = linalg.matvec {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6xf32>) outs(%{{.*}} : tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATVEC]] to <@mesh, [{}]> : tensor<8xf32>
// CHECK:         %[[BROADCAST:.*]] = linalg.broadcast ins(%[[RESHARD]] : tensor<8xf32>) outs(%{{.*}} : tensor<5x8xf32>) dimensions = [0]  {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
// CHECK-NEXT:    return %[[BROADCAST]] : tensor<5x8xf32>
func.func @broadcast(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                     %rhs: tensor<6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>})
    -> (tensor<5x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8xf32>
  %0 = linalg.matvec ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6xf32>)
      outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %large = tensor.empty() : tensor<5x8xf32>
  %1 = linalg.broadcast ins(%0 : tensor<8xf32>) outs(%large : tensor<5x8xf32>) dimensions = [0]
  return %1 : tensor<5x8xf32>
}

// A sum over rows makes it smaller: the reduction comes after.
// CHECK-LABEL: func.func @reduced_further(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK:         %[[REDUCE:.*]] = linalg.reduce { arith.addf } ins(%[[MATMUL]] : tensor<8x4xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [0]  {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"x"}>]}
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[REDUCE]] to <@mesh, [{}]> : tensor<4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<4xf32>
func.func @reduced_further(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                           %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %small = tensor.empty() : tensor<4xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<8x4xf32>) outs(%small : tensor<4xf32>) dimensions = [0]
  return %1 : tensor<4xf32>
}

// The product of two sums is not the sum of the products.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    %[[MULF:.*]] = arith.mulf %[[RESHARD]], %[[RESHARD]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
// CHECK-NEXT:    return %[[MULF]] : tensor<8x4xf32>
func.func @product(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                   %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = arith.mulf %0, %0 : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// A constant added by every device would count twice.
// CHECK-LABEL: func.func @constant_added(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[RESHARD]], %{{.*}} {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<8x4xf32>
func.func @constant_added(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                          %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %one = arith.constant dense<1.0> : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = arith.addf %0, %one : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// exp, rounding and comparison want the whole sum.
// CHECK-LABEL: func.func @non_linear(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x4xbf16> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x4xi1> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    %[[EXP:.*]] = math.exp %[[RESHARD]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
// CHECK-NEXT:    %[[TRUNCF:.*]] = arith.truncf %[[RESHARD]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32> to tensor<8x4xbf16>
// CHECK-NEXT:    %[[CMPF:.*]] = arith.cmpf ogt, %[[RESHARD]], %{{.*}} {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<8x4xf32>
// CHECK-NEXT:    return %[[EXP]], %[[TRUNCF]], %[[CMPF]] : tensor<8x4xf32>, tensor<8x4xbf16>, tensor<8x4xi1>
func.func @non_linear(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                      %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<8x4xbf16> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<8x4xi1> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = math.exp %0 : tensor<8x4xf32>
  %2 = arith.truncf %0 : tensor<8x4xf32> to tensor<8x4xbf16>
  %3 = arith.cmpf ogt, %0, %zero : tensor<8x4xf32>
  return %1, %2, %3 : tensor<8x4xf32>, tensor<8x4xbf16>, tensor<8x4xi1>
}

// Wanted sharded behind linear ops: still one step from partial to sharded.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}
// CHECK-SAME:    %[[W:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[A]], %[[W]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[MATMUL_2:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} ins(%[[B]], %[[W]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[MATMUL]], %[[MATMUL_2]] {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x"}>]} : tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[ADDF]] to <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xf32>
func.func @scattered(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                     %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>},
                     %w: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.matmul ins(%b, %w : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = arith.addf %0, %1 : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// The larger of two partial maxima is one partial maximum.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    %[[B:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK:         %[[REDUCE:.*]] = linalg.reduce { arith.maximumf } ins(%[[A]] : tensor<8x6xf32>) outs(%{{.*}} : tensor<8xf32>) dimensions = [1]  {tp.shardings = [#tp.sharding<@mesh, [{}], partial = max{"y"}>]}
// CHECK-NEXT:    %[[REDUCE_2:.*]] = linalg.reduce { arith.maximumf } ins(%[[B]] : tensor<8x6xf32>) outs(%{{.*}} : tensor<8xf32>) dimensions = [1]  {tp.shardings = [#tp.sharding<@mesh, [{}], partial = max{"y"}>]}
// CHECK-NEXT:    %[[MAXIMUMF:.*]] = arith.maximumf %[[REDUCE]], %[[REDUCE_2]] {tp.shardings = [#tp.sharding<@mesh, [{}], partial = max{"y"}>]} : tensor<8xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MAXIMUMF]] to <@mesh, [{}]> : tensor<8xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8xf32>
func.func @maximum(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>},
                   %b: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<8xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<8x6xf32>) outs(%lowest : tensor<8xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.maximumf} ins(%b : tensor<8x6xf32>) outs(%lowest : tensor<8xf32>) dimensions = [1]
  %2 = arith.maximumf %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// A sum and a maximum do not combine: each is reduced by itself.
// CHECK-LABEL: func.func @sum_and_maximum(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>}
// CHECK-SAME:    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
// CHECK:         %[[REDUCE:.*]] = linalg.reduce { arith.maximumf } ins(%[[ARG]] : tensor<8x6xf32>) outs(%{{.*}} : tensor<8xf32>) dimensions = [1]  {tp.shardings = [#tp.sharding<@mesh, [{}], partial = max{"y"}>]}
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[REDUCE]] to <@mesh, [{}]> : tensor<8xf32>
// CHECK-NEXT:    %[[REDUCE_2:.*]] = linalg.reduce { arith.addf } ins(%[[ARG]] : tensor<8x6xf32>) outs(%{{.*}} : tensor<8xf32>) dimensions = [1]  {tp.shardings = [#tp.sharding<@mesh, [{}], partial = sum{"y"}>]}
// CHECK-NEXT:    %[[RESHARD_2:.*]] = tp.reshard %[[REDUCE_2]] to <@mesh, [{}]> : tensor<8xf32>
// CHECK-NEXT:    %[[ADDF:.*]] = arith.addf %[[RESHARD]], %[[RESHARD_2]] {tp.shardings = [#tp.sharding<@mesh, [{}]>]} : tensor<8xf32>
// CHECK-NEXT:    return %[[ADDF]] : tensor<8xf32>
func.func @sum_and_maximum(%arg: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<8xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%arg : tensor<8x6xf32>) outs(%lowest : tensor<8xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.addf} ins(%arg : tensor<8x6xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %2 = arith.addf %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Two axes are decided one by one: a sum over both is reduced over both.
// CHECK-LABEL: func.func @two_axes(
// CHECK-SAME:    %[[LHS:[^:]*]]: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x", "y"}]>}
// CHECK-SAME:    %[[RHS:[^:]*]]: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>}
// CHECK-SAME:    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>})
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], partial = sum{"x", "y"}>]} ins(%[[LHS]], %[[RHS]] : tensor<8x6xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    %[[RESHARD:.*]] = tp.reshard %[[MATMUL]] to <@mesh, [{}, {"x"}]> : tensor<8x4xf32>
// CHECK-NEXT:    return %[[RESHARD]] : tensor<8x4xf32>
func.func @two_axes(%lhs: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x", "y"}]>},
                    %rhs: tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"x", "y"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"x"}]>}) {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.matmul ins(%lhs, %rhs : tensor<8x6xf32>, tensor<6x4xf32>)
      outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
