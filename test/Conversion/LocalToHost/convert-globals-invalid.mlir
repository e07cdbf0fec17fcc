// RUN: tp-opt %s -tp-convert-globals -split-input-file -verify-diagnostics
// Globals that there is no memory for.

// expected-error @below {{'ml_program.global' op expects a tensor of static shape, got 'i32'}}
ml_program.global private @scalar(1 : i32) : i32

// -----

// expected-error @below {{'ml_program.global' op expects dense elements of its type as initial value}}
ml_program.global private mutable @uninitialized : tensor<2xi32>

// -----

tp.mesh @first <["x"=2]>
tp.mesh @second <["x"=4]>

// expected-error @below {{'ml_program.global' op expects one mesh in a program with globals, got 2}}
ml_program.global private mutable @state(dense<1> : tensor<2xi32>) : tensor<2xi32>
