// RUN: tp-opt %s --tp-print-rules --verify-diagnostics
// Rules of bodies that read tensors from outside, and of what counts as constant.

func.func @embedding(%ids: tensor<2x16xi64>, %table: tensor<256x64xf32>, %e: tensor<2x16x64xf32>)
    -> tensor<2x16x64xf32> {
  %c0 = arith.constant 0 : i64
  %c256 = arith.constant 256 : index
  // expected-remark @+1 {{rule: ([d0, d1], out [d0, d1, d2], [d3, d2]) -> ([d0, d1, d2]) {d0=2, d1=16, d2=64, d3=256} gathered = {d3} partial = {sum|prod|max|min|maxnum|minnum(2)} flops = 2048}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, s, h) -> (b, s)>, affine_map<(b, s, h) -> (b, s, h)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<2x16xi64>) outs(%e : tensor<2x16x64xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 2 : index
    %below = arith.cmpi slt, %row, %c256 : index
    cf.assert %below, "index must be smaller than dim size"
    %element = tensor.extract %table[%row, %column] : tensor<256x64xf32>
    linalg.yield %element : f32
  } -> tensor<2x16x64xf32>
  return %0 : tensor<2x16x64xf32>
}

// What follows the gather is not linear: the table stays whole.
func.func @embedding_or_nan(%ids: tensor<16xi64>, %ok: tensor<16xi1>, %table: tensor<256xf32>,
                            %e: tensor<16xf32>) -> tensor<16xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  // expected-remark @+1 {{rule: ([d0], [d0], out [d0], [_]) -> ([d0]) {d0=16} flops = 16}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%ids, %ok : tensor<16xi64>, tensor<16xi1>) outs(%e : tensor<16xf32>) {
  ^bb0(%id: i64, %in_range: i1, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %element = tensor.extract %table[%row] : tensor<256xf32>
    %1 = arith.select %in_range, %element, %nan : f32
    linalg.yield %1 : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// A concatenation: positions in the last dimension are shifted, those in the others are the loops'.
func.func @concat_in_body(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %e: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %c4 = arith.constant 4 : index
  // expected-remark @+1 {{rule: (out [d0, d1], [d0, _], [d0, _]) -> ([d0, d1]) {d0=8, d1=8} partial = {sum|prod|max|min|maxnum|minnum(1, 2)} flops = 64}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c4 : index
    %1 = scf.if %first -> f32 {
      %element = tensor.extract %a[%i, %j] : tensor<8x4xf32>
      scf.yield %element : f32
    } else {
      %shifted = arith.subi %j, %c4 : index
      %element = tensor.extract %b[%i, %shifted] : tensor<8x4xf32>
      scf.yield %element : f32
    }
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A cast that keeps the position and one that may not.
func.func @index_casts(%a: tensor<512xf32>, %e: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  // expected-remark @+1 {{rule: (out [d0], [d0]) -> ([d0]) {d0=512} partial = {sum|prod|max|min|maxnum|minnum(1)}}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<512xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %narrow = arith.index_cast %i : index to i32
    %at = arith.index_cast %narrow : i32 to index
    %element = tensor.extract %a[%at] : tensor<512xf32>
    linalg.yield %element : f32
  } -> tensor<512xf32>
  // expected-remark @+1 {{rule: (out [d0], [d1]) -> ([d0]) {d0=512, d1=512} gathered = {d1} partial = {sum|prod|max|min|maxnum|minnum(1)}}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<512xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %narrow = arith.index_cast %i : index to i8
    %at = arith.index_castui %narrow : i8 to index
    %element = tensor.extract %a[%at] : tensor<512xf32>
    linalg.yield %element : f32
  } -> tensor<512xf32>
  return %0, %1 : tensor<512xf32>, tensor<512xf32>
}

// An effect on parts would happen on each device with other values.
func.func @assert_on_element(%a: tensor<8xi32>, %e: tensor<8xi32>) -> tensor<8xi32> {
  %c0 = arith.constant 0 : i32
  // expected-remark @+1 {{rule: ([d0], out [d0]) -> ([d0]) {d0=8} flops = 8}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%x: i32, %out: i32):
    %positive = arith.cmpi sgt, %x, %c0 : i32
    cf.assert %positive, "must be positive"
    linalg.yield %x : i32
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

func.func private @log(f32)
func.func @call_in_body(%a: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{no rule: every device runs it on whole operands}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %out: f32):
    func.call @log(%x) : (f32) -> ()
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @constant_like(%e: tensor<4xi32>, %s: f32, %t: tensor<8xf32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<8xf32>) {
  // expected-remark @+1 {{constant-like, rule: (out [d0]) -> ([d0]) {d0=4}}}
  %iota = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %1 = arith.index_cast %i : index to i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  // expected-remark @+1 {{constant-like, rule: (out [d0]) -> ([d0]) {d0=8}}}
  %fill = linalg.fill ins(%s : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  // Elementwise on an iota is no constant.
  // expected-remark @+1 {{rule: ([d0], [d0], out [d0]) -> ([d0]) {d0=4} partial = {maxsi(0), maxsi(1), maxsi(0, 1)} flops = 4}}
  %1 = linalg.max ins(%iota, %iota : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %iota, %1, %fill : tensor<4xi32>, tensor<4xi32>, tensor<8xf32>
}
