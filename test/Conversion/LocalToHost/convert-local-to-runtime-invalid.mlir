// RUN: tp-opt %s --tp-convert-local-to-runtime --split-input-file --verify-diagnostics
//
// What the host's runtime does not have.

// expected-error @below {{expects a body: the host runtime has no such function}}
func.func private @external(memref<4xf32>)

// -----

tp.mesh @m <["x"=2]>
func.func @wire_type(%x: memref<4xf32>) {
  // expected-error @below {{expects no wire type: the host transfers elements as they are}}
  tp.all_reduce sum over @m{"x"} ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) wire bf16
  return
}

// -----

tp.mesh @m <["x"=2]>
func.func @element_type(%x: memref<4xf8E5M2>) {
  // expected-error @below {{expects elements of i1, i8, i16, i32, i64, index, f16, bf16, f32 or f64, but operand 0 is 'memref<4xf8E5M2>'}}
  tp.broadcast root 0 over @m{"x"} ins(%x : memref<4xf8E5M2>) outs(%x : memref<4xf8E5M2>)
  return
}

// -----

func.func @allocation() {
  // expected-error @below {{expects a contiguous buffer of a type that the host has, but is 'memref<4xf8E5M2>'}}
  %0 = memref.alloc() : memref<4xf8E5M2>
  return
}
