//===- RuntimeEmitter.h - calls of the runtime --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_RUNTIMEEMITTER_H
#define TP_CONVERSION_RUNTIMEEMITTER_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "tp/Runtime/Runtime.h"

namespace mlir::tp {

/// Creates the structures of tp/Runtime/Runtime.h in LLVM's dialect, and calls of its functions.
/// Constant data is shared by value.
class RuntimeEmitter {
public:
  explicit RuntimeEmitter(ModuleOp module);

  LLVM::LLVMPointerType getPointerType() const { return pointer; }

  /// The context: first argument of the function around `op`.
  Value getContext(Operation *op) const;

  /// Address of constant data.
  Value getString(OpBuilder &b, Location loc, StringRef text);
  Value getInts(OpBuilder &b, Location loc, ArrayRef<int64_t> values);
  /// Address of a constant structure: integers and addresses of constants, in C's layout. Integers
  /// are given with their type.
  Value getStruct(OpBuilder &b, Location loc, StringRef name,
                  function_ref<SmallVector<Value>(OpBuilder &)> makeFields);
  Value getInt(OpBuilder &b, Location loc, int64_t value, unsigned width = 64);

  /// Address of an array on the stack with a tp_buffer for each memref.
  FailureOr<Value> getBuffers(OpBuilder &b, Operation *op, ValueRange memrefs);
  /// Address of the first element's allocation, before the offset.
  Value getAlignedPointer(OpBuilder &b, Location loc, Value memref);

  /// Calls a function of the runtime, declared on first use.
  LLVM::CallOp call(OpBuilder &b, Location loc, StringRef name, Type result, ValueRange arguments);
  /// The same for a function with a status, which is given to tp_check.
  void callChecked(OpBuilder &b, Operation *op, StringRef name, ValueRange arguments);

  /// The tp_element_type of a type, or nullopt.
  static std::optional<int32_t> getElementType(Type type);
  /// `file:line:column`, through whatever is around it.
  static std::string getLocationText(Location loc);

private:
  LLVM::GlobalOp createGlobal(Location loc, Type type, StringRef name, Attribute value);
  Value getAddress(OpBuilder &b, Location loc, LLVM::GlobalOp global);
  Value allocateOnStack(Operation *op, Type type, int64_t count);

  ModuleOp module;
  SymbolTable symbols;
  MLIRContext *context;
  LLVM::LLVMPointerType pointer;
  Type i32, i64;
  DenseMap<Attribute, LLVM::GlobalOp> constants;
};

} // namespace mlir::tp

#endif // TP_CONVERSION_RUNTIMEEMITTER_H
