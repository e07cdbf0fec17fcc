//===- Syntax.cpp - text of axes and shardings inside attributes and ops --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "Verify.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

void tp::printAxis(AsmPrinter &p, AxisAttr axis) {
  p.printString(axis.getName());
  if (axis.isSubAxis())
    p << ":(" << axis.getPreSize() << ")" << axis.getSubSize();
}

std::string tp::toString(AxisAttr axis) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '"' << axis.getName() << '"';
  if (axis.isSubAxis())
    os << ":(" << axis.getPreSize() << ")" << axis.getSubSize();
  return text;
}

static FailureOr<AxisAttr> parseAxis(AsmParser &parser) {
  std::string name;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalString(&name)))
    return parser.emitError(loc, "expected an axis name in quotes"), failure();
  int64_t preSize = 0, subSize = 0;
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseLParen() || parser.parseInteger(preSize) || parser.parseRParen() ||
        parser.parseInteger(subSize))
      return failure();
    if (preSize < 1 || subSize < 2)
      return parser.emitError(loc)
                 << "expects sub-axis \"" << name << "\":(" << preSize << ")" << subSize
                 << " to have at least 1 block before it and a size of at least 2",
             failure();
    if (preSize >= kMaxDevices / subSize)
      return parser.emitError(loc)
                 << "expects sub-axis \"" << name << "\":(" << preSize << ")" << subSize
                 << " to have fewer than " << kMaxDevices << " devices before its end",
             failure();
  }
  return AxisAttr::get(parser.getContext(), name, preSize, subSize);
}

void tp::printAxisList(AsmPrinter &p, ArrayRef<AxisAttr> axes) {
  p << "{";
  llvm::interleaveComma(axes, p.getStream(), [&](AxisAttr axis) { printAxis(p, axis); });
  p << "}";
}

ParseResult tp::parseAxisList(AsmParser &parser, SmallVectorImpl<AxisAttr> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&]() -> ParseResult {
    FailureOr<AxisAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  });
}

SmallVector<AxisAttr> tp::toAxisVector(ArrayAttr axes) {
  return llvm::to_vector(axes.getAsRange<AxisAttr>());
}

void AxisAttr::print(AsmPrinter &p) const {
  p << "<";
  printAxis(p, *this);
  p << ">";
}

Attribute AxisAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisAttr> axis = parseAxis(parser);
  if (failed(axis) || parser.parseGreater())
    return {};
  return *axis;
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

FailureOr<ReduceKind> tp::parseReduceKind(AsmParser &parser) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  if (std::optional<ReduceKind> kind = symbolizeReduceKind(keyword))
    return *kind;
  return parser.emitError(loc) << "expects a combiner (sum, prod, max, min, maxnum, minnum, maxsi, "
                                  "minsi, maxui, minui, and, or, xor), got "
                               << keyword,
         failure();
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

static ParseResult parseMeshAxis(AsmParser &parser, std::string &name, int64_t &size) {
  if (failed(parser.parseOptionalString(&name)))
    return parser.emitError(parser.getCurrentLocation(), "expected an axis name in quotes");
  return failure(parser.parseEqual() || parser.parseInteger(size));
}

void tp::printMeshAxes(AsmPrinter &p, ArrayRef<MeshAxisAttr> axes) {
  p << "[";
  llvm::interleaveComma(axes, p.getStream(), [&](MeshAxisAttr axis) {
    p.printString(axis.getName());
    p << "=" << axis.getSize();
  });
  p << "]";
}

ParseResult tp::parseMeshAxisList(AsmParser &parser, SmallVectorImpl<MeshAxisAttr> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    std::string name;
    int64_t size;
    if (parseMeshAxis(parser, name, size))
      return failure();
    axes.push_back(MeshAxisAttr::get(parser.getContext(), name, size));
    return success();
  });
}

ParseResult tp::parseDeviceIds(AsmParser &parser, SmallVectorImpl<int64_t> &ids) {
  if (parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    return parser.parseInteger(ids.emplace_back());
  });
}

static void printDeviceIds(AsmPrinter &p, ArrayRef<int64_t> ids) {
  p << "device_ids = [";
  llvm::interleaveComma(ids, p.getStream());
  p << "]";
}

void MeshAxisAttr::print(AsmPrinter &p) const {
  p << "<";
  p.printString(getName());
  p << "=" << getSize() << ">";
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  std::string name;
  int64_t size;
  if (parser.parseLess() || parseMeshAxis(parser, name, size) || parser.parseGreater())
    return {};
  return MeshAxisAttr::get(parser.getContext(), name, size);
}

void MeshAttr::print(AsmPrinter &p) const {
  p << "<";
  printMeshAxes(p, getAxes());
  if (!getDeviceIds().empty()) {
    p << ", ";
    printDeviceIds(p, getDeviceIds());
  }
  p << ">";
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> ids;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseMeshAxisList(parser, axes))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parseDeviceIds(parser, ids)))
    return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&]() { return parser.emitError(loc); }, parser.getContext(),
                    ArrayRef<MeshAxisAttr>(axes), ArrayRef<int64_t>(ids));
}

ParseResult tp::parseMesh(OpAsmParser &parser, MeshAttr &mesh) {
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> ids;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseMeshAxisList(parser, axes) || parser.parseGreater())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("device_ids")) && parseDeviceIds(parser, ids))
    return failure();
  mesh = MeshAttr::getChecked([&]() { return parser.emitError(loc); }, parser.getContext(),
                              ArrayRef<MeshAxisAttr>(axes), ArrayRef<int64_t>(ids));
  return success(mesh != nullptr);
}

void tp::printMesh(OpAsmPrinter &p, Operation *op, MeshAttr mesh) {
  p << "<";
  printMeshAxes(p, mesh.getAxes());
  p << ">";
  if (!mesh.getDeviceIds().empty()) {
    p << " ";
    printDeviceIds(p, mesh.getDeviceIds());
  }
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

static void printDim(AsmPrinter &p, DimShardingAttr dim) {
  p << "{";
  llvm::interleaveComma(dim.getAxes(), p.getStream(), [&](AxisAttr axis) { printAxis(p, axis); });
  if (dim.getIsOpen())
    p << (dim.getAxes().empty() ? "?" : ", ?");
  p << "}";
  if (dim.getPriority())
    p << "p" << *dim.getPriority();
}

/// `p1` is one token: a keyword.
static ParseResult parsePriority(AsmParser &parser, std::optional<int64_t> &priority) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return success();
  int64_t value;
  if (!keyword.consume_front("p") || keyword.getAsInteger(10, value))
    return parser.emitError(loc, "expected a priority such as p1");
  priority = value;
  return success();
}

static FailureOr<DimShardingAttr> parseDim(AsmParser &parser) {
  SmallVector<AxisAttr> axes;
  bool isOpen = false;
  SMLoc loc = parser.getCurrentLocation();
  ParseResult parsed =
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&]() -> ParseResult {
        if (isOpen)
          return parser.emitError(loc, "expects ? to be the last entry of a dimension");
        if (succeeded(parser.parseOptionalQuestion())) {
          isOpen = true;
          return success();
        }
        FailureOr<AxisAttr> axis = parseAxis(parser);
        if (failed(axis))
          return failure();
        axes.push_back(*axis);
        return success();
      });
  std::optional<int64_t> priority;
  if (parsed || parsePriority(parser, priority))
    return failure();
  return DimShardingAttr::get(parser.getContext(), axes, isOpen, priority);
}

void DimShardingAttr::print(AsmPrinter &p) const {
  p << "<";
  printDim(p, *this);
  p << ">";
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimShardingAttr> dim = parseDim(parser);
  if (failed(dim) || parser.parseGreater())
    return {};
  return *dim;
}

void tp::printShardingBody(AsmPrinter &p, ShardingAttr sharding) {
  p << "<";
  p.printSymbolName(sharding.getMesh().getValue());
  p << ", [";
  llvm::interleaveComma(sharding.getDims(), p.getStream(),
                        [&](DimShardingAttr dim) { printDim(p, dim); });
  p << "]";
  if (!sharding.getReplicated().empty()) {
    p << ", replicated = ";
    printAxisList(p, sharding.getReplicated());
  }
  if (sharding.isPartial()) {
    p << ", partial = " << stringifyReduceKind(sharding.getPartialKind());
    printAxisList(p, sharding.getPartial());
  }
  p << ">";
}

namespace {
/// What follows the dimensions of a sharding.
struct ShardingClauses {
  SmallVector<AxisAttr> replicated, partial;
  std::optional<ReduceKind> kind;
};
} // namespace

static ParseResult parsePartial(AsmParser &parser, ShardingClauses &clauses) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<ReduceKind> kind = parseReduceKind(parser);
  if (failed(kind))
    return failure();
  if (clauses.kind && *clauses.kind != *kind)
    return parser.emitError(loc) << "expects one combiner for all partial axes, got "
                                 << stringifyReduceKind(*clauses.kind) << " and "
                                 << stringifyReduceKind(*kind);
  clauses.kind = *kind;
  return parseAxisList(parser, clauses.partial);
}

static ParseResult parseClause(AsmParser &parser, ShardingClauses &clauses) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword) || parser.parseEqual())
    return failure();
  if (keyword == "replicated")
    return parseAxisList(parser, clauses.replicated);
  if (keyword == "partial")
    return parsePartial(parser, clauses);
  return parser.emitError(loc, "expected replicated or partial");
}

ShardingAttr tp::parseShardingBody(AsmParser &parser) {
  FlatSymbolRefAttr mesh;
  SmallVector<DimShardingAttr> dims;
  ShardingClauses clauses;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseAttribute(mesh) || parser.parseComma())
    return {};
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        FailureOr<DimShardingAttr> dim = parseDim(parser);
        if (failed(dim))
          return failure();
        dims.push_back(*dim);
        return success();
      }))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseClause(parser, clauses))
      return {};
  if (parser.parseGreater())
    return {};
  ReduceKind kind = clauses.partial.empty() ? ReduceKind::Sum : *clauses.kind;
  return ShardingAttr::getChecked([&]() { return parser.emitError(loc); }, parser.getContext(),
                                  mesh, ArrayRef<DimShardingAttr>(dims),
                                  ArrayRef<AxisAttr>(clauses.replicated), kind,
                                  ArrayRef<AxisAttr>(clauses.partial));
}

void ShardingAttr::print(AsmPrinter &p) const { printShardingBody(p, *this); }

Attribute ShardingAttr::parse(AsmParser &parser, Type) { return parseShardingBody(parser); }

//===----------------------------------------------------------------------===//
// Directives of assembly formats
//===----------------------------------------------------------------------===//

ParseResult tp::parseMeshAxes(OpAsmParser &parser, FlatSymbolRefAttr &mesh, ArrayAttr &axes) {
  SmallVector<AxisAttr> list;
  if (parser.parseAttribute(mesh) || parseAxisList(parser, list))
    return failure();
  SmallVector<Attribute> attrs(list.begin(), list.end());
  axes = parser.getBuilder().getArrayAttr(attrs);
  return success();
}

void tp::printMeshAxes(OpAsmPrinter &p, Operation *op, FlatSymbolRefAttr mesh, ArrayAttr axes) {
  p.printSymbolName(mesh.getValue());
  printAxisList(p, toAxisVector(axes));
}

ParseResult tp::parseShardings(OpAsmParser &parser, ArrayAttr &shardings) {
  SmallVector<Attribute> list;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        ShardingAttr sharding = parseShardingBody(parser);
        list.push_back(sharding);
        return success(sharding != nullptr);
      }))
    return failure();
  shardings = parser.getBuilder().getArrayAttr(list);
  return success();
}

void tp::printShardings(OpAsmPrinter &p, Operation *op, ArrayAttr shardings) {
  p << "[";
  llvm::interleaveComma(shardings.getAsRange<ShardingAttr>(), p.getStream(),
                        [&](ShardingAttr sharding) { printShardingBody(p, sharding); });
  p << "]";
}

ParseResult tp::parseKind(OpAsmParser &parser, ReduceKindAttr &kind) {
  FailureOr<ReduceKind> parsed = parseReduceKind(parser);
  if (failed(parsed))
    return failure();
  kind = ReduceKindAttr::get(parser.getContext(), *parsed);
  return success();
}

void tp::printKind(OpAsmPrinter &p, Operation *op, ReduceKindAttr kind) {
  p << stringifyReduceKind(kind.getValue());
}

ParseResult tp::parseDirection(OpAsmParser &parser, BarrierDirectionAttr &direction) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<BarrierDirection> parsed = symbolizeBarrierDirection(keyword);
  if (!parsed)
    return parser.emitError(loc) << "expects forward, backward or both, got " << keyword;
  direction = BarrierDirectionAttr::get(parser.getContext(), *parsed);
  return success();
}

void tp::printDirection(OpAsmPrinter &p, Operation *op, BarrierDirectionAttr direction) {
  p << stringifyBarrierDirection(direction.getValue());
}

ParseResult tp::parsePairs(OpAsmParser &parser, DenseI64ArrayAttr &pairs) {
  SmallVector<int64_t> flat;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        return failure(parser.parseLSquare() || parser.parseInteger(flat.emplace_back()) ||
                       parser.parseComma() || parser.parseInteger(flat.emplace_back()) ||
                       parser.parseRSquare());
      }))
    return failure();
  pairs = parser.getBuilder().getDenseI64ArrayAttr(flat);
  return success();
}

void tp::printPairs(OpAsmPrinter &p, Operation *op, DenseI64ArrayAttr pairs) {
  ArrayRef<int64_t> flat = pairs;
  p << "[";
  for (size_t i = 0; i + 1 < flat.size(); i += 2)
    p << (i ? ", " : "") << "[" << flat[i] << ", " << flat[i + 1] << "]";
  p << "]";
}
