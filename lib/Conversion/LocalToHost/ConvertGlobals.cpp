//===- ConvertGlobals.cpp - memory for ml_program.global ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulated devices are threads of one process, so that a global which is stored to has one more,
// outermost dimension: a copy per device of the mesh.
//
//   ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
//   %0 = ml_program.global_load @state : tensor<4xf32>
// becomes, on two devices,
//   memref.global "private" @state : memref<2x4xf32> = dense<0.0>
//   %c = tp.coordinate over @mesh{"x"} : index
//   %all = memref.get_global @state : memref<2x4xf32>
//   %own = memref.subview %all[%c, 0] [1, 4] [1, 1] : ...
//   %0 = bufferization.alloc_tensor() copy(bufferization.to_tensor %own restrict)
//
// A load is a copy: the global may be stored to before its last use.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tp/Conversion/Passes.h"
#include "tp/IR/TP.h"

namespace mlir::tp {
#define GEN_PASS_DEF_CONVERTGLOBALS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

static LogicalResult verifyGlobal(ml_program::GlobalOp global) {
  auto type = dyn_cast<RankedTensorType>(global.getType());
  if (!type || !type.hasStaticShape())
    return global.emitOpError() << "expects a tensor of static shape, got " << global.getType();
  auto value = dyn_cast_or_null<DenseElementsAttr>(global.getValueAttr());
  if (!value || value.getType() != type)
    return global.emitOpError() << "expects dense elements of its type as initial value";
  return success();
}

/// `count` times the elements of `value`.
static DenseElementsAttr repeat(DenseElementsAttr value, int64_t count) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), count);
  if (value.isSplat())
    return DenseElementsAttr::get(type.clone(shape), value.getSplatValue<Attribute>());
  SmallVector<Attribute> elements;
  for (int64_t i = 0; i < count; ++i)
    llvm::append_range(elements, value.getValues<Attribute>());
  return DenseElementsAttr::get(type.clone(shape), elements);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {

class GlobalConverter {
public:
  explicit GlobalConverter(ModuleOp module) : module(module), b(module.getContext()) {}
  LogicalResult run();

private:
  LogicalResult convert(ml_program::GlobalOp global);
  /// This device's copy.
  Value getOwn(Operation *user, memref::GlobalOp global, bool perDevice);
  void convertUse(Operation *user, memref::GlobalOp global, bool perDevice);

  ModuleOp module;
  OpBuilder b;
  MeshOp mesh;
};

} // namespace

Value GlobalConverter::getOwn(Operation *user, memref::GlobalOp global, bool perDevice) {
  Location loc = user->getLoc();
  Value index;
  if (perDevice && mesh) {
    SmallVector<AxisAttr> axes;
    for (MeshAxisAttr axis : mesh.getMesh().getAxes())
      axes.push_back(AxisAttr::get(b.getContext(), axis.getName()));
    index = CoordinateOp::create(b, loc, FlatSymbolRefAttr::get(mesh.getSymNameAttr()), axes);
  } else {
    index = arith::ConstantIndexOp::create(b, loc, 0);
  }
  Value all = memref::GetGlobalOp::create(b, loc, global.getType(), global.getSymName());
  ArrayRef<int64_t> shape = global.getType().getShape();
  SmallVector<OpFoldResult> offsets(shape.size(), b.getIndexAttr(0)), sizes, strides;
  offsets[0] = index;
  for (int64_t size : shape)
    sizes.push_back(b.getIndexAttr(size));
  sizes[0] = b.getIndexAttr(1);
  strides.assign(shape.size(), b.getIndexAttr(1));
  MemRefType type = memref::SubViewOp::inferRankReducedResultType(
      shape.drop_front(), global.getType(), offsets, sizes, strides);
  return memref::SubViewOp::create(b, loc, type, all, offsets, sizes, strides);
}

void GlobalConverter::convertUse(Operation *user, memref::GlobalOp global, bool perDevice) {
  b.setInsertionPoint(user);
  Value own = getOwn(user, global, perDevice);
  if (auto store = dyn_cast<ml_program::GlobalStoreOp>(user)) {
    bufferization::MaterializeInDestinationOp::create(b, user->getLoc(), Type(), store.getValue(),
                                                      own, /*restrict=*/true, /*writable=*/true);
  } else {
    auto type = cast<RankedTensorType>(user->getResult(0).getType());
    Value tensor =
        bufferization::ToTensorOp::create(b, user->getLoc(), type, own, /*restrict=*/true);
    Value copy =
        bufferization::AllocTensorOp::create(b, user->getLoc(), type, ValueRange(), tensor);
    user->getResult(0).replaceAllUsesWith(copy);
  }
  user->erase();
}

LogicalResult GlobalConverter::convert(ml_program::GlobalOp global) {
  if (failed(verifyGlobal(global)))
    return failure();
  bool perDevice = global.getIsMutable();
  int64_t count = perDevice && mesh ? mesh.getMesh().getNumDevices() : 1;
  DenseElementsAttr value = repeat(cast<DenseElementsAttr>(global.getValueAttr()), count);
  auto tensor = cast<RankedTensorType>(value.getType());
  b.setInsertionPoint(global);
  auto memory =
      memref::GlobalOp::create(b, global.getLoc(), global.getSymName(), b.getStringAttr("private"),
                               MemRefType::get(tensor.getShape(), tensor.getElementType()), value,
                               /*constant=*/!perDevice, /*alignment=*/b.getI64IntegerAttr(64));
  SmallVector<Operation *> users;
  module.walk([&](Operation *op) {
    if (!isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp, ml_program::GlobalStoreOp>(
            op))
      return;
    if (op->getAttrOfType<SymbolRefAttr>("global").getLeafReference() == global.getSymName())
      users.push_back(op);
  });
  for (Operation *user : users)
    convertUse(user, memory, perDevice);
  global.erase();
  return success();
}

LogicalResult GlobalConverter::run() {
  auto globals = llvm::to_vector(module.getOps<ml_program::GlobalOp>());
  auto meshes = llvm::to_vector(module.getOps<MeshOp>());
  if (!globals.empty() && meshes.size() > 1)
    return globals.front().emitOpError()
           << "expects one mesh in a program with globals, got " << meshes.size();
  if (!meshes.empty())
    mesh = meshes.front();
  for (ml_program::GlobalOp global : globals)
    if (failed(convert(global)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct ConvertGlobals : tp::impl::ConvertGlobalsBase<ConvertGlobals> {
  void runOnOperation() override {
    if (failed(GlobalConverter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
