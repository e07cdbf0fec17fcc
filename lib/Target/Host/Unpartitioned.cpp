//===- Unpartitioned.cpp - a global program for one device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Target/Host/EntryPoint.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

static void replaceByInput(Operation *op) {
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  op->erase();
}

static void replaceByPad(HaloOp op) {
  OpBuilder b(op);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), high = low;
  for (auto [dim, before, after] : llvm::zip(op.getDims(), op.getLow(), op.getHigh())) {
    low[dim] = b.getIndexAttr(before);
    high[dim] = b.getIndexAttr(after);
  }
  Value result = op.getInput();
  if (op.getFill())
    result = tensor::PadOp::create(b, op.getLoc(), type, result, low, high, op.getFill());
  op.getResult().replaceAllUsesWith(result);
  op.erase();
}

static void dropAttributes(Operation *op) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getName().strref().starts_with("tp."))
      names.push_back(attr.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return;
  for (StringRef name : {kShardingAttrName, kGlobalTypeAttrName, kNameAttrName, kDonatedAttrName}) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, name);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.removeResultAttr(i, StringAttr::get(op->getContext(), name));
  }
}

LogicalResult mlir::tp::makeUnpartitioned(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    dropAttributes(op);
    if (isa_and_nonnull<TPDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    LogicalResult replaced =
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case<ReshardOp, ConstrainOp, BarrierOp>([](Operation *identity) {
              replaceByInput(identity);
              return success();
            })
            .Case([](HaloOp halo) {
              replaceByPad(halo);
              return success();
            })
            .Case<GroupOp, MeshOp>([](Operation *unused) {
              unused->erase();
              return success();
            })
            .Default([](Operation *local) {
              return local->emitOpError("has no meaning on one device without a mesh");
            });
    if (failed(replaced))
      return failure();
  }
  return success();
}
