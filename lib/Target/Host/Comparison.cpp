//===- Comparison.cpp - whether numbers agree -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Comparison.h"
#include "tp/Runtime/Host/CollectiveCounts.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::tp;

double mlir::tp::getTolerance(int32_t elementType) {
  switch (elementType) {
  case TP_F64:
    return 1e-11;
  case TP_F32:
    return 1e-4;
  case TP_F16:
    return 1e-2;
  case TP_BF16:
    return 4e-2;
  default:
    return 0;
  }
}

/// Index in the whole tensor of element `position` of a block.
static std::string getIndexText(int64_t position, const TensorBlock &block) {
  SmallVector<int64_t> index(block.sizes.size());
  for (size_t dim = index.size(); dim-- > 0; position /= block.sizes[dim])
    index[dim] = block.offsets[dim] + position % block.sizes[dim];
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(index, os);
  os << ']';
  return text;
}

static double getLargest(const HostTensor &tensor) {
  double largest = 0;
  for (int64_t i = 0, count = tensor.getNumElements(); i < count; ++i) {
    double value = std::fabs(tensor.getFloat(i));
    if (std::isfinite(value))
      largest = std::max(largest, value);
  }
  return largest;
}

/// |a − b|; infinite where one of them is NaN or they are different infinities.
static double getError(const HostTensor &a, const HostTensor &b, int64_t index) {
  if (!a.isFloat()) {
    int64_t x = a.getInt(index), y = b.getInt(index);
    return x == y ? 0 : std::max(1.0, std::fabs(double(x) - double(y)));
  }
  double x = a.getFloat(index), y = b.getFloat(index);
  if (std::isnan(x) && std::isnan(y))
    return 0;
  if (x == y)
    return 0;
  double error = std::fabs(x - y);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

namespace {
/// One device's part against what it should be.
struct PartComparison {
  StringRef name, origin;
  double largest = 0;
  double allowed = 0;
};
} // namespace

static void comparePart(Comparison &comparison, const PartComparison &what, const Twine &where,
                        const HostTensor &actual, const HostTensor &expected,
                        const TensorBlock &block) {
  int64_t worst = -1, count = actual.getNumElements(), wrong = 0;
  double worstError = -1;
  for (int64_t i = 0; i < count; ++i) {
    double error = getError(actual, expected, i);
    comparison.maxAbsoluteError = std::max(comparison.maxAbsoluteError, error);
    if (error != 0)
      comparison.maxRelativeError = std::max(
          comparison.maxRelativeError,
          what.largest == 0 ? std::numeric_limits<double>::infinity() : error / what.largest);
    if (error <= what.allowed)
      continue;
    ++wrong;
    if (error > worstError) {
      worst = i;
      worstError = error;
    }
  }
  if (wrong == 0)
    return;
  comparison.passed = false;
  comparison.mismatches.push_back((what.name + " at " + getIndexText(worst, block) + where +
                                   " is " + actual.getText(worst) + ", " + what.origin + " gives " +
                                   expected.getText(worst) + " (" + Twine(wrong) + " of " +
                                   Twine(count) + " elements differ)")
                                      .str());
}

void mlir::tp::compareResult(Comparison &comparison, StringRef name, StringRef origin,
                             ArrayRef<HostTensor> parts, const HostTensor &expected,
                             const Placement &placement) {
  PartComparison what{name, origin, getLargest(expected), 0};
  what.allowed = getTolerance(expected.elementType) * what.largest;
  if (placement.layout.isPartial()) {
    TensorBlock all{expected.shape, SmallVector<int64_t>(expected.shape.size(), 0), expected.shape};
    comparePart(comparison, what, "", collect(parts, expected.shape, placement), expected, all);
    return;
  }
  for (auto [device, part] : llvm::enumerate(parts)) {
    TensorBlock block = getBlock(expected.shape, placement, device);
    comparePart(comparison, what, " on device " + Twine(device), dropPadding(part, block),
                extractBlock(expected, block), block);
  }
}

void mlir::tp::compareReplicas(Comparison &comparison, StringRef name, ArrayRef<HostTensor> parts,
                               ArrayRef<int64_t> shape, const Placement &placement) {
  // Partial values differ between devices by their nature.
  if (placement.layout.isPartial())
    return;
  std::map<std::vector<int64_t>, int64_t> firstDevices;
  for (auto [device, part] : llvm::enumerate(parts)) {
    TensorBlock block = getBlock(shape, placement, device);
    std::vector<int64_t> key(block.offsets.begin(), block.offsets.end());
    auto [entry, isNew] = firstDevices.try_emplace(key, device);
    if (isNew)
      continue;
    HostTensor first = dropPadding(parts[entry->second], block), other = dropPadding(part, block);
    if (first.data == other.data)
      continue;
    int64_t size = getElementSize(first.elementType), index = 0;
    while (std::memcmp(&first.data[index * size], &other.data[index * size], size) == 0)
      ++index;
    comparison.passed = false;
    comparison.mismatches.push_back((name + " at " + getIndexText(index, block) + " is " +
                                     other.getText(index) + " on device " + Twine(device) +
                                     " but " + first.getText(index) + " on its replica, device " +
                                     Twine(entry->second))
                                        .str());
  }
}
