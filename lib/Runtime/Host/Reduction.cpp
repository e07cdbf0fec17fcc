//===- Reduction.cpp - element-wise combination of buffers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every result element is combined in the order of the inputs by one thread, so all devices get
// the same bits and a run can be repeated.
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/BufferView.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

using namespace mlir::tp;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Small floats
//===----------------------------------------------------------------------===//

template <typename To, typename From>
static To bitCast(From value) {
  static_assert(sizeof(To) == sizeof(From), "expects equal sizes");
  To result;
  std::memcpy(&result, &value, sizeof(To));
  return result;
}

float mlir::tp::halfToFloat(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16, exponent = (bits >> 10) & 31, rest = bits & 0x3ff;
  if (exponent == 31)
    return bitCast<float>(sign | 0x7f800000 | (rest << 13));
  if (exponent == 0) {
    float value = std::ldexp(float(rest), -24);
    return sign ? -value : value;
  }
  return bitCast<float>(sign | ((exponent + 112) << 23) | (rest << 13));
}

uint16_t mlir::tp::floatToHalf(float value) {
  uint32_t bits = bitCast<uint32_t>(value), magnitude = bits & 0x7fffffff;
  uint16_t sign = (bits >> 16) & 0x8000;
  if (magnitude > 0x7f800000)
    return sign | 0x7e00 | ((magnitude >> 13) & 0x1ff);
  if (magnitude >= 0x477ff000) // rounds to 65536 or more
    return sign | 0x7c00;
  if (magnitude < 0x38800000) // subnormal: count units of 2^-24, ties to even
    return sign | uint16_t(std::nearbyint(std::ldexp(bitCast<float>(magnitude), 24)));
  uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  return sign | uint16_t((rounded >> 13) - (112 << 10));
}

float mlir::tp::bfloatToFloat(uint16_t bits) { return bitCast<float>(uint32_t(bits) << 16); }

uint16_t mlir::tp::floatToBfloat(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return uint16_t(bits >> 16) | 0x40;
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

//===----------------------------------------------------------------------===//
// Element types: what is stored and what is combined
//===----------------------------------------------------------------------===//

template <typename T>
struct Plain {
  using Stored = T;
  using Value = T;
  static Value load(Stored stored) { return stored; }
  static Stored store(Value value) { return value; }
};
struct Half {
  using Stored = uint16_t;
  using Value = float;
  static Value load(Stored stored) { return halfToFloat(stored); }
  static Stored store(Value value) { return floatToHalf(value); }
};
struct Bfloat {
  using Stored = uint16_t;
  using Value = float;
  static Value load(Stored stored) { return bfloatToFloat(stored); }
  static Stored store(Value value) { return floatToBfloat(value); }
};

/// maximum and minimum of IEEE 754: NaN if any is NaN, −0 below +0.
template <typename T>
static T maximum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<T>::quiet_NaN();
  return a == b ? (std::signbit(a) ? b : a) : (a > b ? a : b);
}
template <typename T>
static T minimum(T a, T b) {
  return -maximum(-a, -b);
}

/// Calls `run` with the combiner for `reduction` on T, in its unsigned type for integers so that
/// sums and products wrap.
template <typename T, typename Run>
static void withCombiner(int32_t reduction, Run run) {
  if constexpr (std::is_floating_point_v<T>) {
    switch (reduction) {
    case TP_SUM:
      return run([](T a, T b) { return a + b; });
    case TP_PROD:
      return run([](T a, T b) { return a * b; });
    case TP_MAX:
      return run([](T a, T b) { return maximum(a, b); });
    case TP_MIN:
      return run([](T a, T b) { return minimum(a, b); });
    case TP_MAXNUM:
      return run([](T a, T b) { return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b); });
    case TP_MINNUM:
      return run([](T a, T b) { return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b); });
    default:
      return;
    }
  } else {
    using S = std::make_signed_t<T>;
    switch (reduction) {
    case TP_SUM:
      return run([](T a, T b) { return T(a + b); });
    case TP_PROD:
      return run([](T a, T b) { return T(uint64_t(a) * uint64_t(b)); });
    case TP_MAX:
    case TP_MAXSI:
      return run([](T a, T b) { return S(a) > S(b) ? a : b; });
    case TP_MIN:
    case TP_MINSI:
      return run([](T a, T b) { return S(a) < S(b) ? a : b; });
    case TP_MAXUI:
      return run([](T a, T b) { return a > b ? a : b; });
    case TP_MINUI:
      return run([](T a, T b) { return a < b ? a : b; });
    case TP_AND:
      return run([](T a, T b) { return T(a & b); });
    case TP_OR:
      return run([](T a, T b) { return T(a | b); });
    case TP_XOR:
      return run([](T a, T b) { return T(a ^ b); });
    default:
      return;
    }
  }
}

/// On one bit: sums wrap, and as a signed number 1 is −1.
static int32_t getBitwiseReduction(int32_t reduction) {
  switch (reduction) {
  case TP_SUM:
    return TP_XOR;
  case TP_PROD:
  case TP_MAX:
  case TP_MAXSI:
  case TP_MINUI:
    return TP_AND;
  case TP_MIN:
  case TP_MINSI:
  case TP_MAXUI:
    return TP_OR;
  default:
    return reduction;
  }
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

/// Combines contiguous arrays of `count` elements. Blocks of inputs are read before a block of
/// outputs is written, so an output may be an input.
template <typename Element>
static void combineArrays(ArrayRef<char *> inputs, ArrayRef<char *> outputs, int64_t count,
                          int32_t reduction) {
  using Stored = typename Element::Stored;
  using Value = typename Element::Value;
  constexpr int64_t blockSize = 2048;
  withCombiner<Value>(reduction, [&](auto combine) {
    Value values[blockSize];
    for (int64_t begin = 0; begin < count; begin += blockSize) {
      int64_t length = std::min(blockSize, count - begin);
      auto *first = reinterpret_cast<const Stored *>(inputs[0]) + begin;
      for (int64_t i = 0; i < length; ++i)
        values[i] = Element::load(first[i]);
      for (char *input : inputs.drop_front()) {
        auto *next = reinterpret_cast<const Stored *>(input) + begin;
        for (int64_t i = 0; i < length; ++i)
          values[i] = combine(values[i], Element::load(next[i]));
      }
      for (char *output : outputs) {
        auto *target = reinterpret_cast<Stored *>(output) + begin;
        for (int64_t i = 0; i < length; ++i)
          target[i] = Element::store(values[i]);
      }
    }
  });
}

static void combineArrays(int32_t elementType, ArrayRef<char *> inputs, ArrayRef<char *> outputs,
                          int64_t count, int32_t reduction) {
  switch (elementType) {
  case TP_I1:
    reduction = getBitwiseReduction(reduction);
    [[fallthrough]];
  case TP_I8:
    return combineArrays<Plain<uint8_t>>(inputs, outputs, count, reduction);
  case TP_I16:
    return combineArrays<Plain<uint16_t>>(inputs, outputs, count, reduction);
  case TP_I32:
    return combineArrays<Plain<uint32_t>>(inputs, outputs, count, reduction);
  case TP_I64:
    return combineArrays<Plain<uint64_t>>(inputs, outputs, count, reduction);
  case TP_F16:
    return combineArrays<Half>(inputs, outputs, count, reduction);
  case TP_BF16:
    return combineArrays<Bfloat>(inputs, outputs, count, reduction);
  case TP_F32:
    return combineArrays<Plain<float>>(inputs, outputs, count, reduction);
  default:
    return combineArrays<Plain<double>>(inputs, outputs, count, reduction);
  }
}

void mlir::tp::combineElements(ArrayRef<BufferView> inputs, ArrayRef<BufferView> outputs,
                               int32_t reduction) {
  int64_t count = inputs[0].getNumElements();
  int64_t sizeInBytes = count * inputs[0].elementSize;
  std::vector<std::vector<char>> packed;
  packed.reserve(inputs.size() + 1);
  llvm::SmallVector<char *> sources, targets;
  for (const BufferView &input : inputs) {
    if (input.isContiguous()) {
      sources.push_back(input.data);
      continue;
    }
    packed.emplace_back(sizeInBytes);
    sources.push_back(packed.back().data());
    copyElements(input, BufferView(sources.back(), input.elementType, input.sizes));
  }
  bool contiguous = llvm::all_of(outputs, [](const BufferView &o) { return o.isContiguous(); });
  if (contiguous) {
    for (const BufferView &output : outputs)
      targets.push_back(output.data);
  } else {
    packed.emplace_back(sizeInBytes);
    targets.push_back(packed.back().data());
  }
  combineArrays(inputs[0].elementType, sources, targets, count, reduction);
  if (!contiguous)
    for (const BufferView &output : outputs)
      copyElements(BufferView(targets[0], output.elementType, output.sizes), output);
}
