//===- ShardingRule.cpp - an op's sharding rule as data ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/ShardingRule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "tp/Interfaces/PartialAlgebra.h"
#include "tp/Interfaces/ShardingInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/Interfaces/ShardingInterfaces.cpp.inc"

unsigned ShardingRule::addFactor(int64_t size, FactorKind kind, ReduceKind combiner) {
  factors.push_back({size, kind, combiner, /*toleratesPadding=*/true});
  return factors.size() - 1;
}

std::optional<unsigned> ShardingRule::findOperand(const OpOperand *use) const {
  for (auto [i, operand] : llvm::enumerate(operands))
    if (operand.use == use)
      return i;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printDims(raw_ostream &os, const DimFactors &dims) {
  os << '[';
  llvm::interleaveComma(dims, os, [&](ArrayRef<unsigned> factors) {
    if (factors.empty())
      os << '_';
    for (unsigned factor : factors)
      os << 'd' << factor;
  });
  os << ']';
}

/// ` NAME = {d0, d2}` for the factors for which `select` holds.
static void printFactors(raw_ostream &os, const ShardingRule &rule, StringRef name,
                         function_ref<bool(const Factor &)> select) {
  SmallVector<unsigned> positions;
  for (auto [i, factor] : llvm::enumerate(rule.factors))
    if (select(factor))
      positions.push_back(i);
  if (positions.empty())
    return;
  os << ' ' << name << '{';
  llvm::interleaveComma(positions, os, [&](unsigned i) { os << 'd' << i; });
  os << '}';
}

/// ` partial = {sum|max(0), sum->...}`: alternatives on the same operands are joined.
static void printPartialPasses(raw_ostream &os, ArrayRef<PartialPass> passes) {
  if (passes.empty())
    return;
  os << " partial = {";
  for (size_t i = 0; i < passes.size();) {
    size_t end = i;
    os << (i ? ", " : "");
    for (; end < passes.size() && passes[end].operands == passes[i].operands; ++end) {
      const PartialPass &pass = passes[end];
      os << (end > i ? "|" : "") << stringifyReduceKind(pass.in);
      if (pass.out != pass.in)
        os << "->" << stringifyReduceKind(pass.out);
      if (pass.reassociates)
        os << '~';
    }
    os << '(';
    llvm::interleaveComma(passes[i].operands, os);
    os << ')';
    i = end;
  }
  os << '}';
}

void ShardingRule::print(raw_ostream &os) const {
  os << '(';
  llvm::interleaveComma(operands, os, [&](const RuleOperand &operand) {
    if (operand.tiedResult)
      os << (operand.isRead ? "init " : "out ");
    else if (!operand.isRead)
      os << "unread ";
    printDims(os, operand.dims);
  });
  os << ") -> (";
  llvm::interleaveComma(results, os, [&](const RuleResult &result) { printDims(os, result.dims); });
  os << ") {";
  for (auto [i, factor] : llvm::enumerate(factors)) {
    os << (i ? ", " : "") << 'd' << i << '=';
    if (ShapedType::isDynamic(factor.size))
      os << '?';
    else
      os << factor.size;
  }
  os << '}';

  std::optional<ReduceKind> combiner;
  for (const Factor &factor : factors)
    if (factor.kind == FactorKind::Reduction)
      combiner = factor.combiner;
  if (combiner)
    printFactors(os, *this, ("reduction = " + stringifyReduceKind(*combiner)).str(),
                 [](const Factor &f) { return f.kind == FactorKind::Reduction; });
  printFactors(os, *this,
               "gathered = ", [](const Factor &f) { return f.kind == FactorKind::Gathered; });
  printFactors(os, *this,
               "replicated = ", [](const Factor &f) { return f.kind == FactorKind::Replicated; });
  printFactors(os, *this, "divisible = ", [](const Factor &f) { return !f.toleratesPadding; });
  printPartialPasses(os, partialPasses);
  if (flops > 0)
    os << " flops = " << static_cast<uint64_t>(flops);
}

//===----------------------------------------------------------------------===//
// From a user's attribute
//===----------------------------------------------------------------------===//

static DimFactors toDimFactors(Attribute tensor) {
  DimFactors dims;
  for (auto positions : cast<ArrayAttr>(tensor).getAsRange<DenseI64ArrayAttr>())
    dims.emplace_back(positions.asArrayRef().begin(), positions.asArrayRef().end());
  return dims;
}

static bool fits(const DimFactors &dims, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && static_cast<size_t>(tensor.getRank()) == dims.size();
}

/// Marks the factors that a result lacks, and that are not reduced or gathered, as replicated.
static void replicateMissingFactors(ShardingRule &rule) {
  for (unsigned position = 0, end = rule.factors.size(); position < end; ++position) {
    Factor &factor = rule.factors[position];
    if (factor.kind != FactorKind::Parallel)
      continue;
    bool inAll = llvm::all_of(rule.results, [&](const RuleResult &result) {
      return llvm::any_of(
          result.dims, [&](ArrayRef<unsigned> dim) { return llvm::is_contained(dim, position); });
    });
    if (!inAll)
      factor.kind = FactorKind::Replicated;
  }
}

/// nullopt where the attribute does not fit the op.
static std::optional<ShardingRule> fromAttribute(Operation *op, RuleAttr attr) {
  ShardingRule rule;
  for (int64_t size : attr.getFactorSizes()) {
    rule.addFactor(size);
    // Nothing is known of what the op does with elements beyond its size.
    rule.factors.back().toleratesPadding = false;
    rule.flops = std::max(rule.flops, 1.0) * size;
  }
  for (int64_t factor : attr.getReductionFactors()) {
    rule.factors[factor].kind = FactorKind::Reduction;
    rule.factors[factor].combiner = attr.getReduceKind();
  }
  for (int64_t factor : attr.getGatheredFactors())
    rule.factors[factor].kind = FactorKind::Gathered;

  if (attr.getResults().size() != op->getNumResults())
    return std::nullopt;
  for (auto [tensor, type] : llvm::zip_equal(attr.getResults(), op->getResultTypes())) {
    rule.results.push_back({toDimFactors(tensor)});
    if (!fits(rule.results.back().dims, type))
      return std::nullopt;
  }

  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  unsigned next = 0;
  for (OpOperand &use : op->getOpOperands()) {
    if (!isa<RankedTensorType>(use.get().getType()))
      continue;
    if (dps && dps.isDpsInit(&use)) {
      unsigned result = dps.getTiedOpResult(&use).getResultNumber();
      rule.operands.push_back({&use, rule.results[result].dims, result, /*isRead=*/true});
      continue;
    }
    if (next == attr.getOperands().size())
      return std::nullopt;
    rule.operands.push_back({&use, toDimFactors(attr.getOperands()[next++]), std::nullopt, true});
    if (!fits(rule.operands.back().dims, use.get().getType()))
      return std::nullopt;
  }
  if (next != attr.getOperands().size())
    return std::nullopt;
  replicateMissingFactors(rule);
  return rule;
}

std::optional<ShardingRule> mlir::tp::getShardingRule(Operation *op) {
  if (auto attr = op->getAttrOfType<RuleAttr>(kRuleAttrName))
    return fromAttribute(op, attr);
  if (auto iface = dyn_cast<ShardingRuleOpInterface>(op))
    return iface.getShardingRule();
  return std::nullopt;
}

bool mlir::tp::isConstantLike(Value value) {
  auto iface = value.getDefiningOp<ShardingRuleOpInterface>();
  return iface && iface.isConstantLike();
}

//===----------------------------------------------------------------------===//
// Elementwise ops on tensors
//===----------------------------------------------------------------------===//

ShardingRule mlir::tp::getElementwiseRule(Operation *op) {
  ShardingRule rule;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  DimFactors dims;
  double elements = 1;
  for (int64_t size : type.getShape()) {
    dims.push_back({rule.addFactor(size)});
    elements *= ShapedType::isDynamic(size) ? 1 : size;
  }
  SmallVector<PartialSource> sources;
  for (OpOperand &use : op->getOpOperands()) {
    auto operandType = dyn_cast<RankedTensorType>(use.get().getType());
    if (!operandType)
      continue;
    sources.push_back({static_cast<unsigned>(rule.operands.size()), operandType.getElementType()});
    rule.operands.push_back({&use, dims, std::nullopt, true});
  }
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    rule.results.push_back({dims});
  if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
      !isa<CastOpInterface>(op))
    rule.flops = elements;

  addPartialPasses(rule, sources, /*isInitRead=*/false,
                   [&](ReduceKind in, ArrayRef<unsigned> partial, ReduceKind) {
                     SmallVector<PartialState> states(op->getNumOperands());
                     for (unsigned source : partial) {
                       OpOperand *use = rule.operands[sources[source].operand].use;
                       states[use->getOperandNumber()] = PartialState::partial(in);
                     }
                     return transferPartial(op, states);
                   });
  return rule;
}
