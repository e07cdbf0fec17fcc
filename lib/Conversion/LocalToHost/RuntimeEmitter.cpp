//===- RuntimeEmitter.cpp - calls of the runtime --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

RuntimeEmitter::RuntimeEmitter(ModuleOp module)
    : module(module), symbols(module), context(module.getContext()),
      pointer(LLVM::LLVMPointerType::get(context)), i32(IntegerType::get(context, 32)),
      i64(IntegerType::get(context, 64)) {}

Value RuntimeEmitter::getContext(Operation *op) const {
  return op->getParentOfType<FunctionOpInterface>().getArgument(0);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LLVM::GlobalOp RuntimeEmitter::createGlobal(Location loc, Type type, StringRef name,
                                            Attribute value) {
  OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
  auto global = LLVM::GlobalOp::create(atStart, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Private, name, value);
  symbols.insert(global);
  return global;
}

Value RuntimeEmitter::getAddress(OpBuilder &b, Location loc, LLVM::GlobalOp global) {
  return LLVM::AddressOfOp::create(b, loc, global);
}

Value RuntimeEmitter::getString(OpBuilder &b, Location loc, StringRef text) {
  // The dialect's strings end where they end; C's with a zero.
  auto value = StringAttr::get(context, Twine(text) + StringRef("\0", 1));
  LLVM::GlobalOp &global = constants[value];
  if (!global) {
    auto type = LLVM::LLVMArrayType::get(IntegerType::get(context, 8), value.size());
    global = createGlobal(loc, type, "tp.text", value);
  }
  return getAddress(b, loc, global);
}

Value RuntimeEmitter::getInts(OpBuilder &b, Location loc, ArrayRef<int64_t> values) {
  if (values.empty())
    return LLVM::ZeroOp::create(b, loc, pointer);
  auto value = DenseElementsAttr::get(RankedTensorType::get({int64_t(values.size())}, i64), values);
  LLVM::GlobalOp &global = constants[value];
  if (!global)
    global = createGlobal(loc, LLVM::LLVMArrayType::get(i64, values.size()), "tp.ints", value);
  return getAddress(b, loc, global);
}

Value RuntimeEmitter::getInt(OpBuilder &b, Location loc, int64_t value, unsigned width) {
  return LLVM::ConstantOp::create(b, loc, b.getIntegerAttr(b.getIntegerType(width), value));
}

Value RuntimeEmitter::getStruct(OpBuilder &b, Location loc, StringRef name,
                                function_ref<SmallVector<Value>(OpBuilder &)> makeFields) {
  // The fields tell the type.
  LLVM::GlobalOp global = createGlobal(loc, pointer, name, Attribute());
  OpBuilder inside(context);
  inside.createBlock(&global.getInitializerRegion());
  SmallVector<Value> fields = makeFields(inside);
  SmallVector<Type> types(ValueRange(fields).getTypes());
  auto type = LLVM::LLVMStructType::getLiteral(context, types);
  global.setGlobalTypeAttr(TypeAttr::get(type));
  Value value = LLVM::UndefOp::create(inside, loc, type);
  for (auto [index, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(inside, loc, value, field, index);
  LLVM::ReturnOp::create(inside, loc, value);
  return getAddress(b, loc, global);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

std::optional<int32_t> RuntimeEmitter::getElementType(Type type) {
  if (type.isInteger(1))
    return TP_I1;
  if (type.isInteger(8))
    return TP_I8;
  if (type.isInteger(16))
    return TP_I16;
  if (type.isInteger(32))
    return TP_I32;
  if (type.isInteger(64) || type.isIndex())
    return TP_I64;
  if (type.isF16())
    return TP_F16;
  if (type.isBF16())
    return TP_BF16;
  if (type.isF32())
    return TP_F32;
  if (type.isF64())
    return TP_F64;
  return std::nullopt;
}

/// Memory for all calls of `op` in one activation of its function.
Value RuntimeEmitter::allocateOnStack(Operation *op, Type type, int64_t count) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  OpBuilder atStart = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  Value size = getInt(atStart, op->getLoc(), count);
  return LLVM::AllocaOp::create(atStart, op->getLoc(), pointer, type, size);
}

Value RuntimeEmitter::getAlignedPointer(OpBuilder &b, Location loc, Value memref) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref);
  Value integer = arith::IndexCastOp::create(b, loc, i64, address);
  return LLVM::IntToPtrOp::create(b, loc, pointer, integer);
}

FailureOr<Value> RuntimeEmitter::getBuffers(OpBuilder &b, Operation *op, ValueRange memrefs) {
  Location loc = op->getLoc();
  auto structure = LLVM::LLVMStructType::getLiteral(context, {pointer, i32, i32, pointer, pointer});
  Value array = allocateOnStack(op, structure, memrefs.size());
  for (auto [index, memref] : llvm::enumerate(memrefs)) {
    auto type = cast<MemRefType>(memref.getType());
    auto elementType = getElementType(type.getElementType());
    SmallVector<int64_t> strides;
    int64_t offset = 0;
    if (!elementType || failed(type.getStridesAndOffset(strides, offset)))
      return op->emitOpError("expects elements of i1, i8, i16, i32, i64, index, f16, bf16, f32 or "
                             "f64, but operand ")
             << index << " is " << type;
    Value data = getAlignedPointer(b, loc, memref), sizes, stepping;
    bool isStatic = type.hasStaticShape() && !ShapedType::isDynamicShape(strides);
    if (isStatic && offset == 0) {
      sizes = getInts(b, loc, type.getShape());
      stepping = getInts(b, loc, strides);
    } else {
      auto parts = memref::ExtractStridedMetadataOp::create(b, loc, memref);
      Value start = arith::IndexCastOp::create(b, loc, i64, parts.getOffset());
      data = LLVM::GEPOp::create(b, loc, pointer,
                                 type.getElementType().isIndex()      ? i64
                                 : type.getElementType().isInteger(1) ? Type(b.getI8Type())
                                                                      : type.getElementType(),
                                 data, ArrayRef<LLVM::GEPArg>{start});
      auto store = [&](ValueRange values) {
        Value block = allocateOnStack(op, i64, std::max<size_t>(values.size(), 1));
        for (auto [dim, value] : llvm::enumerate(values)) {
          Value slot = LLVM::GEPOp::create(b, loc, pointer, i64, block,
                                           ArrayRef<LLVM::GEPArg>{int32_t(dim)});
          LLVM::StoreOp::create(b, loc, arith::IndexCastOp::create(b, loc, i64, value), slot);
        }
        return block;
      };
      sizes = isStatic ? getInts(b, loc, type.getShape()) : store(parts.getSizes());
      stepping = isStatic ? getInts(b, loc, strides) : store(parts.getStrides());
    }
    Value fields[] = {data, getInt(b, loc, *elementType, 32), getInt(b, loc, type.getRank(), 32),
                      sizes, stepping};
    for (auto [field, value] : llvm::enumerate(fields)) {
      Value slot = LLVM::GEPOp::create(b, loc, pointer, structure, array,
                                       ArrayRef<LLVM::GEPArg>{int32_t(index), int32_t(field)});
      LLVM::StoreOp::create(b, loc, value, slot);
    }
  }
  return array;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LLVM::CallOp RuntimeEmitter::call(OpBuilder &b, Location loc, StringRef name, Type result,
                                  ValueRange arguments) {
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!function) {
    SmallVector<Type> inputs(arguments.getTypes());
    auto type =
        LLVM::LLVMFunctionType::get(result ? result : LLVM::LLVMVoidType::get(context), inputs);
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    function = LLVM::LLVMFuncOp::create(atStart, loc, name, type);
    symbols.insert(function);
  }
  return LLVM::CallOp::create(b, loc, function, arguments);
}

void RuntimeEmitter::callChecked(OpBuilder &b, Operation *op, StringRef name,
                                 ValueRange arguments) {
  Value status = call(b, op->getLoc(), name, i32, arguments).getResult();
  call(b, op->getLoc(), "tp_check", Type(), {getContext(op), status});
}

std::string RuntimeEmitter::getLocationText(Location loc) {
  std::string text;
  loc->walk([&](Location inner) {
    auto place = dyn_cast<FileLineColLoc>(inner);
    if (!place)
      return WalkResult::advance();
    text = (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
            Twine(place.getColumn()))
               .str();
    return WalkResult::interrupt();
  });
  return text.empty() ? "an unknown place" : text;
}
