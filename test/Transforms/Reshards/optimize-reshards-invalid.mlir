// RUN: tp-opt %s -tp-optimize-reshards -split-input-file -verify-diagnostics
// Reshards are optimized in a module that has them all.

// expected-error @below {{expects a module at stage 'explicit', but this one is at stage 'propagated'}}
// expected-note @below {{`tp-insert-reshards` leads there}}
module attributes {tp.stage = "propagated"} {
}

// -----

// expected-error @below {{expects a module at stage 'explicit', but this one is at stage 'local'}}
module attributes {tp.stage = "local"} {
}
