// RUN: tp-opt %s -tp-partition -canonicalize -cse | FileCheck %s
// Local forms of the tensor dialect's ops.

module attributes {tp.stage = "explicit"} {
tp.mesh @mesh <["x"=2, "y"=3]>

// CHECK-LABEL: func.func @expand
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [4, 2, 2] : tensor<4x4xf32> into tensor<4x2x2xf32>
func.func @expand(%a: tensor<4x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<4x6x2xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"y"}, {}]>}) {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [4, 6, 2]
      {tp.shardings = [#tp.sharding<@mesh, [{}, {"y"}, {}]>]}
      : tensor<4x12xf32> into tensor<4x6x2xf32>
  return %0 : tensor<4x6x2xf32>
}

// CHECK-LABEL: func.func @collapse
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<2x5x2xf32> into tensor<10x2xf32>
func.func @collapse(%a: tensor<4x5x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}, {"y"}]>})
    -> (tensor<20x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = tensor.collapse_shape %a [[0, 1], [2]]
      {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {"y"}]>]}
      : tensor<4x5x6xf32> into tensor<20x6xf32>
  return %0 : tensor<20x6xf32>
}

// Only the whole dimension is shorter.
// CHECK-LABEL: func.func @extract_slice
// CHECK:         tensor.extract_slice %{{.*}}[0, 3] [4, 2] [1, 2] : tensor<4x9xf32> to tensor<4x2xf32>
func.func @extract_slice(%a: tensor<8x9xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tensor.extract_slice %a[0, 3] [8, 2] [1, 2]
      {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x9xf32> to tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @insert_slice
// CHECK-SAME:    %{{.*}}: tensor<3xf32> {{.*}}, %{{.*}}: tensor<3x9xf32> {{.*}}, %[[POSITION:.*]]: index)
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, %[[POSITION]]] [3, 1] [1, 1] : tensor<3xf32> into tensor<3x9xf32>
func.func @insert_slice(%s: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>},
                        %d: tensor<8x9xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>},
                        %i: index)
    -> (tensor<8x9xf32> {tp.sharding = #tp.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = tensor.insert_slice %s into %d[0, %i] [8, 1] [1, 1]
      {tp.shardings = [#tp.sharding<@mesh, [{"y"}, {}]>]} : tensor<8xf32> into tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}

// CHECK-LABEL: func.func @concat
// CHECK:         tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
func.func @concat(%a: tensor<8x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tensor.concat dim(1) %a, %a {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]}
      : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A body that reads positions reads global ones.
// CHECK-LABEL: func.func @pad
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"x"}
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[COORDINATE]], %{{.*}} : index
// CHECK:         tensor.pad %{{.*}} low[0, 1] high[0, 0]
// CHECK:         ^bb0(%[[ROW:.*]]: index, %{{.*}}: index):
// CHECK-NEXT:      %[[GLOBAL:.*]] = arith.addi %[[ROW]], %[[OFFSET]] : index
// CHECK-NEXT:      tensor.yield %[[GLOBAL]] : index
// CHECK-NEXT:    } : tensor<4x2xindex> to tensor<4x3xindex>
func.func @pad(%a: tensor<8x2xindex> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x3xindex> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = tensor.pad %a low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } {tp.shardings = [#tp.sharding<@mesh, [{"x"}, {}]>]} : tensor<8x2xindex> to tensor<8x3xindex>
  return %0 : tensor<8x3xindex>
}

// An iota, over a size that does not divide.
// CHECK-LABEL: func.func @generate
// CHECK:         %[[BLOCK:.*]] = arith.constant 2 : index
// CHECK:         %[[COORDINATE:.*]] = tp.coordinate over @mesh{"y"}
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[COORDINATE]], %[[BLOCK]] : index
// CHECK:         tensor.generate
// CHECK:         ^bb0(%[[POSITION:.*]]: index):
// CHECK-NEXT:      %[[GLOBAL:.*]] = arith.addi %[[POSITION]], %[[OFFSET]] : index
// CHECK-NEXT:      tensor.yield %[[GLOBAL]] : index
// CHECK-NEXT:    } : tensor<2xindex>
func.func @generate() -> (tensor<5xindex> {tp.sharding = #tp.sharding<@mesh, [{"y"}]>}) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<5xindex>
  return %0 : tensor<5xindex>
}

// CHECK-LABEL: func.func @creation
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK-DAG:     tensor.splat %[[X]] : tensor<4x2xf32>
// CHECK-DAG:     %[[WHOLE:.*]] = tensor.from_elements %[[X]], %[[X]] : tensor<2xf32>
// CHECK-DAG:     tp.all_slice dim 0 over @mesh{"x"} ins(%[[WHOLE]] : tensor<2xf32>) -> tensor<1xf32>
func.func @creation(%x: f32)
    -> (tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>},
        tensor<2xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) {
  %0 = tensor.splat %x : tensor<8x6xf32>
  %1 = tensor.from_elements %x, %x : tensor<2xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<2xf32>
}

// The global size of a sharded dimension is known.
// CHECK-LABEL: func.func @dim
// CHECK-NEXT:    %[[SIZE:.*]] = arith.constant 8 : index
// CHECK-NEXT:    return %[[SIZE]]
func.func @dim(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}]>}) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<8xf32>
  return %0 : index
}

// CHECK-LABEL: func.func @extract
// CHECK-SAME:    %[[A:.*]]: tensor<8xf32> {{.*}}, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT:    %[[ELEMENT:.*]] = tensor.extract %[[A]][%[[I]]] : tensor<8xf32>
// CHECK-NEXT:    %[[INSERTED:.*]] = tensor.insert %[[ELEMENT]] into %[[A]][%[[J]]] : tensor<8xf32>
func.func @extract(%a: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}, %i: index, %j: index)
    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  %0 = tensor.extract %a[%i] : tensor<8xf32>
  %1 = tensor.insert %0 into %a[%j] {tp.shardings = [#tp.sharding<@mesh, [{}]>]} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
}
