//===- Extents.cpp - sizes of tensors as their types say --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Extents.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

SmallVector<OpFoldResult> tp::getExtents(OpBuilder &b, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> extents;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(size))
      extents.push_back(tensor::DimOp::create(b, loc, value, dim).getResult());
    else
      extents.push_back(b.getIndexAttr(size));
  }
  return extents;
}
