// RUN: tp-opt %s -tp-insert-reshards -split-input-file -verify-diagnostics
// Reshards are inserted into a module whose values have their shardings.

// expected-error @below {{expects a module at stage 'propagated', but this one is at stage 'annotated'}}
// expected-note @below {{`tp-propagate` leads there}}
module {
}

// -----

// expected-error @below {{expects a module at stage 'propagated', but this one is at stage 'explicit'}}
module attributes {tp.stage = "explicit"} {
}
