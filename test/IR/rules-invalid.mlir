// RUN: tp-opt %s --split-input-file --verify-diagnostics

// Rules that contradict themselves or their op.

func.func @kind(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'math.exp' op expects tp.rule to be a #tp.rule, got "rule"}}
  %0 = math.exp %x {tp.rule = "rule"} : tensor<8x6xf32>
  return
}

// -----

func.func @no_size(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects a size for factor j}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {i=8}>} : tensor<8x6xf32>
  return
}

// -----

func.func @two_sizes(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects one size for factor i}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {i=8, i=6, j=6}>} : tensor<8x6xf32>
  return
}

// -----

func.func @negative_size(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects factor i (size -8) to have a size of at least 0}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {i=-8, j=6}>} : tensor<8x6xf32>
  return
}

// -----

func.func @factor_name(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects factors to be letters, each followed by digits or nothing, got i_0}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i_0, j]) -> ([i_0, j]) {i=8, j=6}>} : tensor<8x6xf32>
  return
}

// -----

func.func @size_of_two(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects the name of one factor, a letter followed by digits or nothing, got ij}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {ij=48}>} : tensor<8x6xf32>
  return
}

// -----

func.func @twice(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{expects factor i once in operand 0}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, i]) -> ([i, *]) {i=8}>} : tensor<8x8xf32>
  return
}

// -----

func.func @reduced_in_result(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects factor j, which is reduced or gathered, not to be in result 0}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i, j]) {i=8, j=6} reduction = sum{j}>} : tensor<8x6xf32>
  return
}

// -----

func.func @reduced_and_gathered(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{expects factor j to be reduced or gathered once}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i, *]) {i=8, j=6} reduction = sum{j} gathered = {j}>} : tensor<8x6xf32>
  return
}

// -----

func.func @operands(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'math.exp' op expects one entry in the rule per tensor operand (1), got 2}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j], [i, j]) -> ([i, j]) {i=8, j=6}>} : tensor<8x6xf32>
  return
}

// -----

func.func @results(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'math.exp' op expects one entry in the rule per tensor result (1), got 0}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> () {i=8, j=6}>} : tensor<8x6xf32>
  return
}

// -----

func.func @rank(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'math.exp' op expects the rule to have the rank of result 0 (2), got 1}}
  %0 = math.exp %x {tp.rule = #tp.rule<([i, j]) -> ([i]) {i=8, j=6}>} : tensor<8x6xf32>
  return
}

// -----

func.func @sizes(%x: tensor<8x6xf32>) {
  // expected-error@+1 {{'math.exp' op expects the factors of dimension 0 of operand 0 (size 8) to multiply to its size, got 6}}
  %0 = math.exp %x {tp.rule = #tp.rule<([ik, j]) -> ([ik, j]) {i=2, k=3, j=6}>} : tensor<8x6xf32>
  return
}
