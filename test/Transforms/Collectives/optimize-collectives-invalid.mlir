// RUN: tp-opt %s -tp-optimize-collectives -split-input-file -verify-diagnostics
// Collectives are in local programs only.

// expected-error @below {{expects a module at stage 'local', but this one is at stage 'explicit'}}
// expected-note @below {{`tp-partition` leads there}}
module attributes {tp.stage = "explicit"} {
}
