//===- OutlineKernels.cpp - one function per distinct op ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before: linalg ops on memrefs anywhere in functions. After: they are bodies of private
// functions, except contractions that the runtime takes over.
//
// 1. The values that an op and its regions use become arguments, each once (so that a compiler
//    sees which operands are one buffer); scalar constants move along.
// 2. The function's text without locations is the key: equal texts share the first function.
//
// Linear in the text of all ops.
//
//===----------------------------------------------------------------------===//

#include "ContractionMatcher.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tp/Conversion/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tp {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

namespace {
struct KernelInputs {
  SmallVector<Value> arguments;
  SmallVector<Operation *> constants;
};
} // namespace

static KernelInputs findInputs(Operation *op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  KernelInputs inputs;
  for (Value value : used) {
    auto constant = value.getDefiningOp<arith::ConstantOp>();
    if (constant && constant.getType().isIntOrIndexOrFloat())
      inputs.constants.push_back(constant);
    else
      inputs.arguments.push_back(value);
  }
  return inputs;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
class KernelTable {
public:
  explicit KernelTable(ModuleOp module)
      : symbols(module), builder(OpBuilder::atBlockBegin(module.getBody())) {}

  void outline(linalg::LinalgOp op) {
    KernelInputs inputs = findInputs(op);
    func::FuncOp kernel = createKernel(op, inputs);
    std::string text;
    llvm::raw_string_ostream os(text);
    kernel.print(os, OpPrintingFlags().useLocalScope().printGenericOpForm());
    auto [entry, isNew] = kernels.try_emplace(text, kernel);
    if (isNew) {
      kernel.setName("kernel_" + std::to_string(kernels.size() - 1));
      symbols.insert(kernel);
    } else {
      kernel.erase();
    }
    OpBuilder atOp(op);
    func::CallOp::create(atOp, op.getLoc(), entry->second, inputs.arguments);
    op->erase();
  }

private:
  func::FuncOp createKernel(linalg::LinalgOp op, const KernelInputs &inputs) {
    auto type = builder.getFunctionType(ValueRange(inputs.arguments).getTypes(), {});
    auto kernel = func::FuncOp::create(op.getLoc(), "kernel", type);
    kernel.setPrivate();
    // Copied to the function of LLVM's dialect; inlined, all kernels would be one large function.
    kernel->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
    Block *body = kernel.addEntryBlock();
    OpBuilder inside = OpBuilder::atBlockBegin(body);
    IRMapping mapping;
    mapping.map(inputs.arguments, body->getArguments());
    for (Operation *constant : inputs.constants)
      inside.clone(*constant, mapping);
    inside.clone(*op, mapping);
    func::ReturnOp::create(inside, op.getLoc());
    return kernel;
  }

  SymbolTable symbols;
  OpBuilder builder;
  llvm::StringMap<func::FuncOp> kernels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct OutlineKernels : tp::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && !matchContraction(op))
        ops.push_back(op);
    });
    KernelTable kernels(getOperation());
    for (linalg::LinalgOp op : ops)
      kernels.outline(op);
  }
};
} // namespace
