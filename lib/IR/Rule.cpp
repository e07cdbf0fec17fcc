//===- Rule.cpp - text and verification of #tp.rule ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `([i, k], [k, j]) -> ([i, j]) {i=64, j=256, k=64} reduction = sum{k} gathered = {g}`. Sizes come
// after the tensors, so factors are collected by name while the tensors are read, in order of
// appearance, and put in the order of the sizes at the end.
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
class RuleParser {
public:
  explicit RuleParser(AsmParser &parser) : parser(parser) {}
  Attribute parse();

private:
  using Tensor = SmallVector<SmallVector<StringRef, 2>>;

  ParseResult parseTensors(SmallVectorImpl<Tensor> &tensors);
  ParseResult parseDim(SmallVectorImpl<StringRef> &factors);
  ParseResult parseSizes();
  ParseResult parseFactorSet(SmallVectorImpl<int64_t> &factors);
  ParseResult parseClauses();
  FailureOr<ArrayAttr> resolve(ArrayRef<Tensor> tensors);
  FailureOr<int64_t> resolve(StringRef factor);

  AsmParser &parser;
  SMLoc loc;
  llvm::MapVector<StringRef, int64_t> sizes;
  ReduceKind kind = ReduceKind::Sum;
  SmallVector<int64_t> reduction, gathered;
};
} // namespace

/// Splits `ij12k` into `i`, `j12`, `k`.
static LogicalResult splitFactors(StringRef text, SmallVectorImpl<StringRef> &factors) {
  while (!text.empty()) {
    if (!llvm::isAlpha(text.front()))
      return failure();
    size_t length = 1;
    while (length < text.size() && llvm::isDigit(text[length]))
      ++length;
    factors.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return success();
}

ParseResult RuleParser::parseDim(SmallVectorImpl<StringRef> &factors) {
  if (succeeded(parser.parseOptionalStar()))
    return success();
  StringRef keyword;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  if (failed(splitFactors(keyword, factors)))
    return parser.emitError(at) << "expects factors to be letters, each followed by digits or "
                                   "nothing, got "
                                << keyword;
  return success();
}

ParseResult RuleParser::parseTensors(SmallVectorImpl<Tensor> &tensors) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&]() -> ParseResult {
    Tensor &tensor = tensors.emplace_back();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
      return parseDim(tensor.emplace_back());
    });
  });
}

ParseResult RuleParser::parseSizes() {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Braces, [&]() -> ParseResult {
        StringRef name;
        SmallVector<StringRef> factors;
        int64_t size = ShapedType::kDynamic;
        SMLoc at = parser.getCurrentLocation();
        if (parser.parseKeyword(&name) || parser.parseEqual())
          return failure();
        if (failed(parser.parseOptionalQuestion()) && parser.parseInteger(size))
          return failure();
        if (failed(splitFactors(name, factors)) || factors.size() != 1)
          return parser.emitError(at)
                 << "expects the name of one factor, a letter followed by digits or nothing, got "
                 << name;
        if (!sizes.insert({name, size}).second)
          return parser.emitError(at) << "expects one size for factor " << name;
        return success();
      });
}

FailureOr<int64_t> RuleParser::resolve(StringRef factor) {
  auto *it = sizes.find(factor);
  if (it == sizes.end())
    return parser.emitError(loc) << "expects a size for factor " << factor, failure();
  return int64_t(it - sizes.begin());
}

FailureOr<ArrayAttr> RuleParser::resolve(ArrayRef<Tensor> tensors) {
  Builder b(parser.getContext());
  SmallVector<Attribute> all;
  for (const Tensor &tensor : tensors) {
    SmallVector<Attribute> dims;
    for (const auto &dim : tensor) {
      SmallVector<int64_t> positions;
      for (StringRef factor : dim) {
        FailureOr<int64_t> position = resolve(factor);
        if (failed(position))
          return failure();
        positions.push_back(*position);
      }
      dims.push_back(b.getDenseI64ArrayAttr(positions));
    }
    all.push_back(b.getArrayAttr(dims));
  }
  return b.getArrayAttr(all);
}

ParseResult RuleParser::parseFactorSet(SmallVectorImpl<int64_t> &factors) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    FailureOr<int64_t> position = resolve(name);
    if (failed(position))
      return failure();
    factors.push_back(*position);
    return success();
  });
}

ParseResult RuleParser::parseClauses() {
  if (succeeded(parser.parseOptionalKeyword("reduction"))) {
    if (parser.parseEqual())
      return failure();
    FailureOr<ReduceKind> parsed = parseReduceKind(parser);
    if (failed(parsed))
      return failure();
    kind = *parsed;
    if (parseFactorSet(reduction))
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("gathered")))
    return failure(parser.parseEqual() || parseFactorSet(gathered));
  return success();
}

Attribute RuleParser::parse() {
  SmallVector<Tensor> operands, results;
  loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseTensors(operands) || parser.parseArrow() ||
      parseTensors(results) || parseSizes() || parseClauses() || parser.parseGreater())
    return {};
  FailureOr<ArrayAttr> operandAttr = resolve(operands);
  if (failed(operandAttr))
    return {};
  FailureOr<ArrayAttr> resultAttr = resolve(results);
  if (failed(resultAttr))
    return {};
  SmallVector<StringAttr> names;
  SmallVector<int64_t> values;
  for (auto [name, size] : sizes) {
    names.push_back(StringAttr::get(parser.getContext(), name));
    values.push_back(size);
  }
  return RuleAttr::getChecked([&]() { return parser.emitError(loc); }, parser.getContext(),
                              ArrayRef<StringAttr>(names), ArrayRef<int64_t>(values), *operandAttr,
                              *resultAttr, kind, ArrayRef<int64_t>(reduction),
                              ArrayRef<int64_t>(gathered));
}

Attribute RuleAttr::parse(AsmParser &parser, Type) { return RuleParser(parser).parse(); }

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void printTensors(AsmPrinter &p, RuleAttr rule, ArrayAttr tensors) {
  p << "(";
  llvm::interleaveComma(tensors.getAsRange<ArrayAttr>(), p.getStream(), [&](ArrayAttr tensor) {
    p << "[";
    llvm::interleaveComma(tensor.getAsRange<DenseI64ArrayAttr>(), p.getStream(),
                          [&](DenseI64ArrayAttr dim) {
                            if (dim.empty())
                              p << "*";
                            for (int64_t factor : dim.asArrayRef())
                              p << rule.getFactorNames()[factor].getValue();
                          });
    p << "]";
  });
  p << ")";
}

static void printFactorSet(AsmPrinter &p, RuleAttr rule, ArrayRef<int64_t> factors) {
  p << "{";
  llvm::interleaveComma(factors, p.getStream(),
                        [&](int64_t factor) { p << rule.getFactorNames()[factor].getValue(); });
  p << "}";
}

void RuleAttr::print(AsmPrinter &p) const {
  p << "<";
  printTensors(p, *this, getOperands());
  p << " -> ";
  printTensors(p, *this, getResults());
  p << " {";
  llvm::interleaveComma(llvm::zip(getFactorNames(), getFactorSizes()), p.getStream(),
                        [&](std::tuple<StringAttr, int64_t> factor) {
                          p << std::get<0>(factor).getValue() << "=";
                          if (ShapedType::isDynamic(std::get<1>(factor)))
                            p << "?";
                          else
                            p << std::get<1>(factor);
                        });
  p << "}";
  if (!getReductionFactors().empty()) {
    p << " reduction = " << stringifyReduceKind(getReduceKind());
    printFactorSet(p, *this, getReductionFactors());
  }
  if (!getGatheredFactors().empty()) {
    p << " gathered = ";
    printFactorSet(p, *this, getGatheredFactors());
  }
  p << ">";
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

static LogicalResult verifyTensors(function_ref<InFlightDiagnostic()> emitError, ArrayAttr tensors,
                                   size_t numFactors, StringRef role,
                                   function_ref<LogicalResult(unsigned, int64_t)> visit) {
  for (auto [index, attr] : llvm::enumerate(tensors)) {
    auto tensor = dyn_cast<ArrayAttr>(attr);
    if (!tensor)
      return emitError() << "expects " << role << " " << index << " to be a list of dimensions";
    for (Attribute dimAttr : tensor) {
      auto dim = dyn_cast<DenseI64ArrayAttr>(dimAttr);
      if (!dim)
        return emitError() << "expects " << role << " " << index
                           << " to have a list of factors per dimension";
      for (int64_t factor : dim.asArrayRef()) {
        if (factor < 0 || factor >= int64_t(numFactors))
          return emitError() << "expects factor " << factor << " of " << role << " " << index
                             << " to be one of the " << numFactors << " factors";
        if (failed(visit(index, factor)))
          return failure();
      }
    }
  }
  return success();
}

LogicalResult RuleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names, ArrayRef<int64_t> sizes,
                               ArrayAttr operands, ArrayAttr results, ReduceKind kind,
                               ArrayRef<int64_t> reduction, ArrayRef<int64_t> gathered) {
  if (names.size() != sizes.size())
    return emitError() << "expects one size per factor, got " << names.size() << " factors and "
                       << sizes.size() << " sizes";
  for (auto [name, size] : llvm::zip(names, sizes))
    if (size < 0 && !ShapedType::isDynamic(size))
      return emitError() << "expects factor " << name.getValue() << " (size " << size
                         << ") to have a size of at least 0";
  llvm::SmallDenseSet<int64_t> special;
  for (int64_t factor : llvm::concat<const int64_t>(reduction, gathered)) {
    if (factor < 0 || factor >= int64_t(names.size()))
      return emitError() << "expects factor " << factor << " to be one of the " << names.size()
                         << " factors";
    if (!special.insert(factor).second)
      return emitError() << "expects factor " << names[factor].getValue()
                         << " to be reduced or gathered once";
  }
  llvm::SmallDenseSet<std::pair<unsigned, int64_t>> seen;
  auto once = [&](StringRef role) {
    seen.clear();
    return [&, role](unsigned tensor, int64_t factor) -> LogicalResult {
      if (role == "result" && special.contains(factor))
        return emitError() << "expects factor " << names[factor].getValue()
                           << ", which is reduced or gathered, not to be in result " << tensor;
      if (!seen.insert({tensor, factor}).second)
        return emitError() << "expects factor " << names[factor].getValue() << " once in " << role
                           << " " << tensor;
      return success();
    };
  };
  if (failed(verifyTensors(emitError, operands, names.size(), "operand", once("operand"))))
    return failure();
  return verifyTensors(emitError, results, names.size(), "result", once("result"));
}
