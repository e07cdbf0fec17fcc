// RUN: %npz make %t.sum.npz arg0=f32:6x2:1..12 out0=f32:2x2:9,12,27,30
// RUN: tp-run %s --entry=right_sum --data=%t.sum.npz --check
// RUN: not tp-run %s --entry=local_sum --data=%t.sum.npz --check 2>&1 | FileCheck %s --check-prefix=LOCAL-SUM
// RUN: not tp-run %s --entry=max_for_sum --data=%t.sum.npz --check 2>&1 | FileCheck %s --check-prefix=MAX
// RUN: not tp-run %s --entry=sum_over_other_axis --data=%t.sum.npz --check 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %npz make %t.gather.npz arg0=f32:6:1..6 out0=f32:6:1..6
// RUN: tp-run %s --entry=right_gather --data=%t.gather.npz --check
// RUN: not tp-run %s --entry=local_gather --data=%t.gather.npz --check 2>&1 | FileCheck %s --check-prefix=LOCAL-GATHER
// RUN: not tp-run %s --entry=gather_over_other_axis --data=%t.gather.npz --check 2>&1 | FileCheck %s --check-prefix=LOCAL-GATHER
// RUN: %npz make %t.scatter.npz arg0=f32:6x3:1..18 out0=f32:6:12,15,18,39,42,45
// RUN: tp-run %s --entry=right_scatter --data=%t.scatter.npz --check
// RUN: not tp-run %s --entry=local_scatter --data=%t.scatter.npz --check 2>&1 | FileCheck %s --check-prefix=SCATTER
// RUN: not tp-run %s --entry=min_scatter --data=%t.scatter.npz --check 2>&1 | FileCheck %s --check-prefix=SCATTER
// RUN: %npz make %t.exchange.npz arg0=f32:2x6:1..12 out0=f32:2x6:1..12
// RUN: tp-run %s --entry=right_exchange --data=%t.exchange.npz --check
// RUN: not tp-run %s --entry=local_exchange --data=%t.exchange.npz --check 2>&1 | FileCheck %s --check-prefix=EXCHANGE
// RUN: %npz make %t.permute.npz arg0=f32:6:1..6 out0=f32:6:3,1,2,6,4,5
// RUN: tp-run %s --entry=right_permute --data=%t.permute.npz --check
// RUN: not tp-run %s --entry=local_permute --data=%t.permute.npz --check 2>&1 | FileCheck %s --check-prefix=PERMUTE
// RUN: not tp-run %s --entry=permute_backwards --data=%t.permute.npz --check 2>&1 | FileCheck %s --check-prefix=PERMUTE
// RUN: %npz make %t.broadcast.npz arg0=f32:6:1..6 out0=f32:2:3,6
// RUN: tp-run %s --entry=right_broadcast --data=%t.broadcast.npz --check
// RUN: not tp-run %s --entry=local_broadcast --data=%t.broadcast.npz --check 2>&1 | FileCheck %s --check-prefix=BROADCAST
// RUN: not tp-run %s --entry=broadcast_of_other_root --data=%t.broadcast.npz --check 2>&1 | FileCheck %s --check-prefix=ROOT
//
// Each collective replaced by a local op, or with another reduction, axis or device: the check sees it.

module attributes {tp.stage = "local"} {
tp.mesh @m <["x"=2, "y"=3]>

func.func @right_sum(%x: tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x2xf32>})
    -> (tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>, tp.global_type = tensor<2x2xf32>}) {
  %r = tp.all_reduce sum over @m{"y"} ins(%x : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}
// Replicas differ, too: along y each device still has its own.
// LOCAL-SUM-DAG: numbers differ
// LOCAL-SUM-DAG: error: result 0 at [0, 0] is 3 on device 1 but 1 on its replica, device 0
// LOCAL-SUM-DAG: error: result 0 at [0, 1] on device 0 is 2, {{.*}}.sum.npz gives 12 (2 of 2 elements differ)
// LOCAL-SUM-DAG: error: result 0 at [1, 1] on device 5 is 12, {{.*}}.sum.npz gives 30 (2 of 2 elements differ)
func.func @local_sum(%x: tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x2xf32>})
    -> (tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>, tp.global_type = tensor<2x2xf32>}) {
  return %x : tensor<1x2xf32>
}
// MAX: error: result 0 at [0, 1] on device 0 is 6, {{.*}}.sum.npz gives 12
func.func @max_for_sum(%x: tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x2xf32>})
    -> (tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>, tp.global_type = tensor<2x2xf32>}) {
  %r = tp.all_reduce max over @m{"y"} ins(%x : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}
// OTHER: error: result 0 at [0, 0] is 12 on device 1 but 8 on its replica, device 0
func.func @sum_over_other_axis(%x: tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x2xf32>})
    -> (tensor<1x2xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>, tp.global_type = tensor<2x2xf32>}) {
  %r = tp.all_reduce sum over @m{"x"} ins(%x : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}

func.func @right_gather(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> tensor<6xf32> {
  %r = tp.all_gather dim 0 over @m{"x", "y"} ins(%x : tensor<1xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
// LOCAL-GATHER: error: result 0 at [{{[0-9]}}] on device 0 is
func.func @local_gather(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> tensor<6xf32> {
  %r = tensor.concat dim(0) %x, %x, %x, %x, %x, %x : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
func.func @gather_over_other_axis(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> tensor<6xf32> {
  %r = tp.all_gather dim 0 over @m{"y", "x"} ins(%x : tensor<1xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @right_scatter(%x: tensor<1x3xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x3xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
  %r = tp.reduce_scatter sum dim 0 over @m{"y"} ins(%flat : tensor<3xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
// SCATTER: error: result 0 at [0] on device 0 is 1, {{.*}} gives 12
func.func @local_scatter(%x: tensor<1x3xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x3xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
  %r = tp.all_slice dim 0 over @m{"y"} ins(%flat : tensor<3xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @min_scatter(%x: tensor<1x3xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}, {}]>, tp.global_type = tensor<6x3xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
  %r = tp.reduce_scatter min dim 0 over @m{"y"} ins(%flat : tensor<3xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @right_exchange(%x: tensor<1x6xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>, tp.global_type = tensor<2x6xf32>})
    -> (tensor<2x3xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>, tp.global_type = tensor<2x6xf32>}) {
  %r = tp.all_to_all split 1 concat 0 over @m{"x"} ins(%x : tensor<1x6xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
// EXCHANGE: error: result 0 at [{{[01], [0-9]}}] on device {{[0-5]}} is
func.func @local_exchange(%x: tensor<1x6xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>, tp.global_type = tensor<2x6xf32>})
    -> (tensor<2x3xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>, tp.global_type = tensor<2x6xf32>}) {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<1x6xf32> into tensor<6xf32>
  %r = tensor.expand_shape %flat [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @right_permute(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %r = tp.permute [[0, 1], [1, 2], [2, 0]] over @m{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
// PERMUTE: error: result 0 at [0] on device 0 is {{[12]}}, {{.*}} gives 3
func.func @local_permute(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  return %x : tensor<1xf32>
}
func.func @permute_backwards(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>}) {
  %r = tp.permute [[1, 0], [2, 1], [0, 2]] over @m{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @right_broadcast(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<2xf32>}) {
  %r = tp.broadcast root 2 over @m{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
// BROADCAST-DAG: error: result 0 at [0] is 2 on device 1 but 1 on its replica, device 0
// BROADCAST-DAG: error: result 0 at [0] on device 0 is 1, {{.*}} gives 3
func.func @local_broadcast(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<2xf32>}) {
  return %x : tensor<1xf32>
}
// ROOT: error: result 0 at [0] on device 0 is 2, {{.*}} gives 3
func.func @broadcast_of_other_root(%x: tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>, tp.global_type = tensor<6xf32>})
    -> (tensor<1xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>, tp.global_type = tensor<2xf32>}) {
  %r = tp.broadcast root 1 over @m{"y"} ins(%x : tensor<1xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
}
