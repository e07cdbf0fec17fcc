// RUN: tp-opt %s -tp-global-to-local 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: tp-run %s --entry=counter --check | FileCheck %s
// RUN: %npz make %t.npz arg0=f32:8x6:2 out0=f32:8x6:6 out1=f32:8x6:6 out2=f32:8x6:7
// RUN: tp-run %s --entry=counter --data=%t.npz --check | FileCheck %s
//
// A global is a whole tensor that each device has a copy of.

// CHECK: numbers agree

tp.mesh @mesh <["x"=2, "y"=3]>

ml_program.global private mutable @state(dense<1.0> : tensor<8x6xf32>) : tensor<8x6xf32>
ml_program.global private @table(dense<2.0> : tensor<8x6xf32>) : tensor<8x6xf32>

// LOCAL-DAG: remark: 'ml_program.global_load' has no sharding rule: it runs whole on every device, with 192 bytes of operands and results
// LOCAL-DAG: remark: 'ml_program.global_store' has no sharding rule: it runs whole on every device, with 192 bytes of operands and results
// LOCAL-LABEL: func.func @counter(
// LOCAL-SAME:    %[[ARG:.*]]: tensor<4x2xf32>
// LOCAL:         %[[STATE:.*]] = ml_program.global_load @state : tensor<8x6xf32>
// LOCAL:         arith.addf %{{.*}}, %[[ARG]] : tensor<4x2xf32>
// LOCAL:         %[[ROWS:.*]] = tp.all_gather
// LOCAL:         %[[WHOLE:.*]] = tp.all_gather {{.*}} -> tensor<8x6xf32>
// LOCAL:         ml_program.global_store @state = %[[WHOLE]] : tensor<8x6xf32>
func.func @counter(%a: tensor<8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  %0 = ml_program.global_load @state : tensor<8x6xf32>
  %1 = ml_program.global_load_const @table : tensor<8x6xf32>
  %2 = arith.addf %0, %a : tensor<8x6xf32>
  %3 = arith.mulf %2, %1 : tensor<8x6xf32>
  ml_program.global_store @state = %3 : tensor<8x6xf32>
  %4 = ml_program.global_load @state : tensor<8x6xf32>
  // What was loaded is not what is there now.
  %5 = arith.addf %0, %4 : tensor<8x6xf32>
  return %3, %4, %5 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}
