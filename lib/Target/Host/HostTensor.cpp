//===- HostTensor.cpp - tensors in memory ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/HostTensor.h"
#include "tp/Runtime/Host/CollectiveCounts.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::tp;

HostTensor::HostTensor(ArrayRef<int64_t> shape, int32_t elementType)
    : shape(shape), elementType(elementType) {
  data.resize(getNumElements() * getElementSize(elementType));
}

int64_t HostTensor::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

template <typename T>
static T load(const HostTensor &tensor, int64_t index) {
  T value;
  std::memcpy(&value, tensor.data.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void store(HostTensor &tensor, int64_t index, T value) {
  std::memcpy(tensor.data.data() + index * sizeof(T), &value, sizeof(T));
}

double HostTensor::getFloat(int64_t index) const {
  switch (elementType) {
  case TP_F16:
    return halfToFloat(load<uint16_t>(*this, index));
  case TP_BF16:
    return bfloatToFloat(load<uint16_t>(*this, index));
  case TP_F32:
    return load<float>(*this, index);
  case TP_F64:
    return load<double>(*this, index);
  default:
    return double(getInt(index));
  }
}

int64_t HostTensor::getInt(int64_t index) const {
  switch (elementType) {
  case TP_I1:
    return load<uint8_t>(*this, index) & 1;
  case TP_I8:
    return load<int8_t>(*this, index);
  case TP_I16:
    return load<int16_t>(*this, index);
  case TP_I32:
    return load<int32_t>(*this, index);
  default:
    return load<int64_t>(*this, index);
  }
}

void HostTensor::setFloat(int64_t index, double value) {
  switch (elementType) {
  case TP_F16:
    return store(*this, index, floatToHalf(float(value)));
  case TP_BF16:
    return store(*this, index, floatToBfloat(float(value)));
  case TP_F32:
    return store(*this, index, float(value));
  default:
    return store(*this, index, value);
  }
}

void HostTensor::setInt(int64_t index, int64_t value) {
  switch (elementType) {
  case TP_I1:
    return store(*this, index, uint8_t(value & 1));
  case TP_I8:
    return store(*this, index, int8_t(value));
  case TP_I16:
    return store(*this, index, int16_t(value));
  case TP_I32:
    return store(*this, index, int32_t(value));
  default:
    return store(*this, index, value);
  }
}

std::string HostTensor::getText(int64_t index) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!isFloat())
    os << getInt(index);
  else if (elementType == TP_F64)
    os << llvm::format("%.17g", getFloat(index));
  else
    os << llvm::format("%.9g", getFloat(index));
  return text;
}

std::string HostTensor::getTypeText() const {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + getElementTypeName(elementType);
}

std::optional<int32_t> mlir::tp::getHostElementType(Type type) {
  if (type.isIndex())
    return TP_I64;
  if (type.isInteger())
    switch (type.getIntOrFloatBitWidth()) {
    case 1:
      return TP_I1;
    case 8:
      return TP_I8;
    case 16:
      return TP_I16;
    case 32:
      return TP_I32;
    case 64:
      return TP_I64;
    default:
      return std::nullopt;
    }
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
