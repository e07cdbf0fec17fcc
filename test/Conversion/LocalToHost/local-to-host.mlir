// RUN: tp-opt %s --tp-local-to-host | FileCheck %s
//
// The whole pipeline leaves nothing but LLVM's dialect and calls of the runtime.

tp.mesh @m <["x"=2]>

// CHECK-NOT: {{ (tp|memref|linalg|tensor|scf|func|builtin)\.[a-z]}}
// CHECK: llvm.func @main(%[[CONTEXT:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: llvm.call @tp_allocate(%[[CONTEXT]],
// CHECK: llvm.call @kernel_0(%[[CONTEXT]],
// CHECK: llvm.call @tp_run_collective(%[[CONTEXT]],
// CHECK: llvm.call @tp_check(%[[CONTEXT]],
// CHECK: llvm.return
// CHECK: llvm.func @kernel_0({{.*}}) attributes {{{.*}}passthrough = ["noinline"]
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.tanh ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = tp.all_reduce sum over @m{"x"} ins(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
