//===- ConvertLocalToRuntime.cpp - local ops to calls of the runtime ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: the bufferized local program, its kernels in loops. After: no tp op, no allocation, copy,
// assertion or contraction; functions take the context first and hand it on.
//
// What is known when compiling (kind, group, location) goes into constants; what is not (data,
// dynamic sizes) into tp_buffer structures on the stack. Linear in ops.
//
//===----------------------------------------------------------------------===//

#include "ContractionMatcher.h"
#include "RuntimeEmitter.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tp/Analysis/Axes.h"
#include "tp/Conversion/CollectiveSite.h"
#include "tp/Conversion/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tp {
#define GEN_PASS_DEF_CONVERTLOCALTORUNTIME
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static LogicalResult callCollective(RuntimeEmitter &emitter, Operation *op,
                                    const CollectiveSite &site, ValueRange inputs,
                                    ValueRange outputs) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  Value structure = emitter.getStruct(b, loc, "tp.collective", [&](OpBuilder &c) {
    return SmallVector<Value>{emitter.getInt(c, loc, site.kind, 32),
                              emitter.getInt(c, loc, site.reduction, 32),
                              emitter.getInt(c, loc, site.first),
                              emitter.getInt(c, loc, site.second),
                              emitter.getInts(c, loc, site.axes),
                              emitter.getInt(c, loc, site.axes.size() / 2),
                              emitter.getInts(c, loc, site.pairs),
                              emitter.getInt(c, loc, site.pairs.size() / 2),
                              emitter.getString(c, loc, site.axesText),
                              emitter.getString(c, loc, RuntimeEmitter::getLocationText(loc))};
  });
  Value null = LLVM::ZeroOp::create(b, loc, emitter.getPointerType());
  Value ins = null, outs = null;
  if (!inputs.empty()) {
    FailureOr<Value> buffers = emitter.getBuffers(b, op, inputs);
    if (failed(buffers))
      return failure();
    ins = *buffers;
  }
  if (!outputs.empty()) {
    FailureOr<Value> buffers = emitter.getBuffers(b, op, outputs);
    if (failed(buffers))
      return failure();
    outs = *buffers;
  }
  Value count = emitter.getInt(b, loc, std::max(inputs.size(), outputs.size()), 32);
  emitter.callChecked(b, op, "tp_run_collective",
                      {emitter.getContext(op), structure, count, ins, outs, null});
  op->erase();
  return success();
}

static LogicalResult convertCollective(RuntimeEmitter &emitter, CollectiveOpInterface op) {
  if (op->hasAttr("wire_type"))
    return op.emitOpError("expects no wire type: the host transfers elements as they are");
  MeshOp mesh = lookupMesh(op, op.getMeshAttr());
  CollectiveSite site = describeCollective(op, mesh.getMesh());
  SmallVector<Value> inputs((OperandRange(op.getInputsMutable())));
  SmallVector<Value> inits((OperandRange(op.getInitsMutable())));
  if (inits.size() != inputs.size())
    return op.emitOpError("expects a destination for each input");
  return callCollective(emitter, op, site, inputs, inits);
}

static LogicalResult convertSend(RuntimeEmitter &emitter, SendOp op) {
  CollectiveSite site = describeMessage(TP_SEND, op.getPeer(), op.getTag());
  return callCollective(emitter, op, site, SmallVector<Value>(op.getInputs()), {});
}

static LogicalResult convertRecv(RuntimeEmitter &emitter, RecvOp op) {
  CollectiveSite site = describeMessage(TP_RECV, op.getPeer(), op.getTag());
  return callCollective(emitter, op, site, {}, SmallVector<Value>(op.getInits()));
}

static LogicalResult convertCoordinate(RuntimeEmitter &emitter, CoordinateOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  MeshOp mesh = lookupMesh(op, op.getMeshAttr());
  Value device =
      emitter.call(b, loc, "tp_get_device", b.getI64Type(), emitter.getContext(op)).getResult();
  Value linear = emitter.getInt(b, loc, 0);
  SmallVector<int64_t> digits = getDigits(op.getAxes(), mesh.getMesh());
  for (size_t i = 0; i < digits.size(); i += 2) {
    Value stride = emitter.getInt(b, loc, digits[i]), size = emitter.getInt(b, loc, digits[i + 1]);
    Value digit = LLVM::URemOp::create(b, loc, LLVM::UDivOp::create(b, loc, device, stride), size);
    linear = LLVM::AddOp::create(b, loc, LLVM::MulOp::create(b, loc, linear, size), digit);
  }
  op.getResult().replaceAllUsesWith(arith::IndexCastOp::create(b, loc, b.getIndexType(), linear));
  op.erase();
  return success();
}

static LogicalResult convertContraction(RuntimeEmitter &emitter, linalg::LinalgOp op,
                                        const ContractionMaps &maps) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value structure = emitter.getStruct(b, loc, "tp.contraction", [&](OpBuilder &c) {
    return SmallVector<Value>{emitter.getInts(c, loc, maps.loops),
                              emitter.getInt(c, loc, maps.loopCount),
                              emitter.getString(c, loc, RuntimeEmitter::getLocationText(loc))};
  });
  SmallVector<Value> arguments = {emitter.getContext(op), structure};
  for (Value operand : op->getOperands()) {
    FailureOr<Value> buffer = emitter.getBuffers(b, op, operand);
    if (failed(buffer))
      return failure();
    arguments.push_back(*buffer);
  }
  emitter.callChecked(b, op, "tp_contract", arguments);
  op->erase();
  return success();
}

static LogicalResult convertCopy(RuntimeEmitter &emitter, memref::CopyOp op) {
  OpBuilder b(op);
  SmallVector<Value> arguments = {emitter.getContext(op)};
  for (Value operand : op->getOperands()) {
    FailureOr<Value> buffer = emitter.getBuffers(b, op, operand);
    if (failed(buffer))
      return failure();
    arguments.push_back(*buffer);
  }
  emitter.callChecked(b, op, "tp_copy", arguments);
  op.erase();
  return success();
}

static LogicalResult convertAlloc(RuntimeEmitter &emitter, const LLVMTypeConverter &types,
                                  memref::AllocOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  auto elementType = RuntimeEmitter::getElementType(type.getElementType());
  if (!type.getLayout().isIdentity() || !elementType)
    return op.emitOpError("expects a contiguous buffer of a type that the host has, but is ")
           << type;
  SmallVector<Value> sizes;
  unsigned dynamic = 0;
  Value bytes = emitter.getInt(b, loc, getElementSizeInBytes(type.getElementType()));
  for (int64_t size : type.getShape()) {
    sizes.push_back(ShapedType::isDynamic(size)
                        ? Value(arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                                           op.getDynamicSizes()[dynamic++]))
                        : emitter.getInt(b, loc, size));
    bytes = LLVM::MulOp::create(b, loc, bytes, sizes.back());
  }
  Value data =
      emitter.call(b, loc, "tp_allocate", emitter.getPointerType(), {emitter.getContext(op), bytes})
          .getResult();
  auto descriptor = MemRefDescriptor::poison(b, loc, types.convertType(type));
  descriptor.setAllocatedPtr(b, loc, data);
  descriptor.setAlignedPtr(b, loc, data);
  descriptor.setConstantOffset(b, loc, 0);
  Value stride = emitter.getInt(b, loc, 1);
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    descriptor.setSize(b, loc, dim, sizes[dim]);
    descriptor.setStride(b, loc, dim, stride);
    stride = LLVM::MulOp::create(b, loc, stride, sizes[dim]);
  }
  Value structure = descriptor;
  op.getResult().replaceAllUsesWith(
      UnrealizedConversionCastOp::create(b, loc, type, structure).getResult(0));
  op.erase();
  return success();
}

static LogicalResult convertDealloc(RuntimeEmitter &emitter, memref::DeallocOp op) {
  OpBuilder b(op);
  Value data = emitter.getAlignedPointer(b, op.getLoc(), op.getMemref());
  emitter.call(b, op.getLoc(), "tp_free", Type(), {emitter.getContext(op), data});
  op.erase();
  return success();
}

static LogicalResult convertAssert(RuntimeEmitter &emitter, cf::AssertOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value fails =
      arith::XOrIOp::create(b, loc, op.getArg(), arith::ConstantIntOp::create(b, loc, 1, 1));
  auto branch = scf::IfOp::create(b, loc, fails, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  emitter.callChecked(b, branch, "tp_fail_assertion",
                      {emitter.getContext(op), emitter.getString(b, loc, op.getMsg()),
                       emitter.getString(b, loc, RuntimeEmitter::getLocationText(loc))});
  op.erase();
  return success();
}

/// Gives every function the context, and every call that of its caller.
static LogicalResult threadContext(ModuleOp module, Type pointer) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      return function.emitOpError("expects a body: the host runtime has no such function");
    if (failed(function.insertArgument(0, pointer, {}, function.getLoc())))
      return function.emitOpError("cannot take another argument");
  }
  module.walk([](func::CallOp call) {
    Value context = call->getParentOfType<func::FuncOp>().getArgument(0);
    call.getOperandsMutable().assign([&] {
      SmallVector<Value> operands = {context};
      llvm::append_range(operands, call.getOperands());
      return operands;
    }());
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertLocalToRuntime : tp::impl::ConvertLocalToRuntimeBase<ConvertLocalToRuntime> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    RuntimeEmitter emitter(module);
    LLVMTypeConverter types(&getContext());
    if (failed(threadContext(module, emitter.getPointerType())))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    module.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      LogicalResult converted =
          llvm::TypeSwitch<Operation *, LogicalResult>(op)
              .Case([&](SendOp send) { return convertSend(emitter, send); })
              .Case([&](RecvOp recv) { return convertRecv(emitter, recv); })
              .Case([&](CoordinateOp get) { return convertCoordinate(emitter, get); })
              .Case([&](memref::AllocOp alloc) { return convertAlloc(emitter, types, alloc); })
              .Case([&](memref::DeallocOp dealloc) { return convertDealloc(emitter, dealloc); })
              .Case([&](memref::CopyOp copy) { return convertCopy(emitter, copy); })
              .Case([&](cf::AssertOp assertion) { return convertAssert(emitter, assertion); })
              .Case([&](CollectiveOpInterface collective) {
                return convertCollective(emitter, collective);
              })
              .Case([&](linalg::LinalgOp linalgOp) {
                auto maps = matchContraction(linalgOp);
                return maps ? convertContraction(emitter, linalgOp, *maps) : success();
              })
              .Default([](Operation *) { return success(); });
      if (failed(converted))
        return signalPassFailure();
    }
    for (MeshOp mesh : llvm::make_early_inc_range(module.getOps<MeshOp>()))
      mesh.erase();
  }
};
} // namespace
