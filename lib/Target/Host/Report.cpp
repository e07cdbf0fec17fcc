//===- Report.cpp - what tp-run tells -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::tp;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// `{"x", "y":(1)2}` as a list: x, y:(1)2.
static json::Array toAxes(StringRef text) {
  json::Array axes;
  SmallVector<StringRef> parts;
  text.trim("{}").split(parts, ", ", -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    std::string axis = part.str();
    llvm::erase(axis, '"');
    axes.push_back(axis);
  }
  return axes;
}

/// JSON has no infinities.
static json::Value toNumber(double value) {
  return std::isfinite(value) ? json::Value(value) : json::Value("infinity");
}

json::Value mlir::tp::toJSON(const Report &report) {
  json::Array collectives;
  for (const auto &[key, row] : report.collectives) {
    StringRef reduction = getReductionName(key.reduction);
    collectives.push_back(json::Object{
        {"kind", getCollectiveName(key.kind)},
        {"axes", toAxes(key.axes)},
        {"reduction", reduction.empty() ? json::Value(nullptr) : json::Value(reduction)},
        {"element_type", key.elementType},
        {"calls", row.calls},
        {"bytes", row.operandBytes},
        {"result_bytes", row.resultBytes},
        {"wire_bytes", row.wireBytes}});
  }
  json::Value mesh = nullptr;
  if (report.entry.mesh) {
    json::Object sizes;
    for (MeshAxisAttr axis : report.entry.mesh.getAxes())
      sizes[axis.getName()] = axis.getSize();
    mesh = std::move(sizes);
  }
  json::Value check = nullptr;
  if (report.check)
    check = json::Object{{"passed", report.check->passed},
                         {"max_abs_error", toNumber(report.check->maxAbsoluteError)},
                         {"max_rel_error", toNumber(report.check->maxRelativeError)}};
  double share = report.totalOps ? double(report.replicatedOps) / report.totalOps : 0.0;
  return json::Object{
      {"devices", report.entry.devices},
      {"mesh", std::move(mesh)},
      {"collectives", std::move(collectives)},
      {"peak_bytes_per_device", report.peakBytes},
      {"replicated_ops", json::Object{{"count", report.replicatedOps}, {"share", share}}},
      {"check", std::move(check)},
      {"compile_seconds", report.compileSeconds},
      {"run_seconds", report.runSeconds ? json::Value(*report.runSeconds) : json::Value(nullptr)}};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatCount(int64_t value) {
  std::string digits = std::to_string(value);
  for (int64_t at = int64_t(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(at, ",");
  return digits;
}

static std::string formatSize(int64_t bytes) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes);
  int unit = 0;
  for (; value >= 1024 && unit < 4; ++unit)
    value /= 1024;
  std::string text = formatCount(bytes) + " bytes";
  return unit ? text + llvm::formatv(" ({0:f1} {1})", value, units[unit]).str() : text;
}

static void printTable(ArrayRef<SmallVector<std::string>> rows, unsigned leftAligned,
                       raw_ostream &os) {
  SmallVector<size_t> widths(rows[0].size(), 0);
  for (const auto &row : rows)
    for (auto [width, cell] : llvm::zip(widths, row))
      width = std::max(width, cell.size());
  for (const auto &row : rows) {
    std::string line = " ";
    for (auto [column, cell] : llvm::enumerate(row)) {
      size_t padding = widths[column] - cell.size();
      line += " " +
              (column < leftAligned ? cell + std::string(padding, ' ')
                                    : std::string(padding, ' ') + cell) +
              " ";
    }
    os << StringRef(line).rtrim() << '\n';
  }
}

static void printCollectives(const CollectiveCounts &collectives, raw_ostream &os) {
  if (collectives.empty()) {
    os << "no communication\n";
    return;
  }
  os << "communication per device:\n";
  SmallVector<SmallVector<std::string>> rows = {{"collective", "axes", "reduction", "type", "calls",
                                                 "operand bytes", "result bytes", "wire bytes"}};
  int64_t total = 0;
  for (const auto &[key, row] : collectives) {
    rows.push_back({getCollectiveName(key.kind), key.axes, getReductionName(key.reduction),
                    key.elementType, formatCount(row.calls), formatCount(row.operandBytes),
                    formatCount(row.resultBytes), formatCount(row.wireBytes)});
    total += row.wireBytes;
  }
  if (collectives.size() > 1)
    rows.push_back({"total", "", "", "", "", "", "", formatCount(total)});
  printTable(rows, 4, os);
}

void mlir::tp::printText(const Report &report, raw_ostream &os) {
  os << report.file << ": @" << report.entry.name << " on " << report.entry.devices
     << (report.entry.devices == 1 ? " device" : " devices");
  if (report.entry.mesh) {
    os << ", mesh @" << report.entry.meshName << " <[";
    llvm::interleaveComma(report.entry.mesh.getAxes(), os, [&](MeshAxisAttr axis) {
      os << '"' << axis.getName() << "\"=" << axis.getSize();
    });
    os << "]>";
  }
  os << "\n\n";
  printCollectives(report.collectives, os);
  os << "\npeak memory per device: " << formatSize(report.peakBytes) << '\n';
  if (report.totalOps)
    os << "replicated ops: " << report.replicatedOps << " of " << report.totalOps
       << llvm::formatv(" ({0:f1}%)", 100.0 * report.replicatedOps / report.totalOps) << '\n';
  if (report.unknownTrips)
    os << "loops with an unknown number of trips, counted once: " << report.unknownTrips << '\n';
  os << llvm::formatv("{0} in {1:f2} s", report.runSeconds ? "compiled" : "planned",
                      report.compileSeconds);
  if (report.runSeconds)
    os << llvm::formatv(", ran in {0:f3} s", *report.runSeconds);
  os << '\n';
  if (report.check)
    os << (report.check->passed ? "numbers agree" : "numbers differ")
       << llvm::format(": largest error %.2g, relative to the largest value %.2g\n",
                       report.check->maxAbsoluteError, report.check->maxRelativeError);
}
