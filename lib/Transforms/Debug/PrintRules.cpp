//===- PrintRules.cpp - prints the sharding rule of every op ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/ShardingInterfaces.h"
#include "tp/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_PRINTRULES
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// One line on the op, empty where no rule is asked of it.
static std::string describe(Operation *op) {
  auto iface = dyn_cast<ShardingRuleOpInterface>(op);
  if (!iface && !op->hasAttr(kRuleAttrName))
    return {};
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::none_of(op->getResultTypes(), isTensor) &&
      llvm::none_of(op->getOperandTypes(), isTensor))
    return {};
  std::string text;
  llvm::raw_string_ostream os(text);
  if (iface && iface.isConstantLike())
    os << "constant-like, ";
  if (std::optional<ShardingRule> rule = getShardingRule(op)) {
    os << "rule: ";
    rule->print(os);
  } else {
    os << "no rule: every device runs it on whole operands";
  }
  return text;
}

namespace {
struct PrintRules : tp::impl::PrintRulesBase<PrintRules> {
  void runOnOperation() override {
    getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
      std::string text = describe(op);
      if (text.empty())
        return WalkResult::advance();
      op->emitRemark() << text;
      // What stands in its body is a part of it.
      return WalkResult::skip();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
