//===- HostTensor.h - tensors in memory and in files --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_HOSTTENSOR_H
#define TP_TARGET_HOST_HOSTTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "tp/Runtime/Host/BufferView.h"
#include <map>
#include <string>
#include <vector>

namespace mlir::tp {

/// A row-major tensor that owns its elements.
struct HostTensor {
  SmallVector<int64_t> shape;
  int32_t elementType = TP_F32;
  std::vector<char> data;

  HostTensor() = default;
  /// Elements are zero.
  HostTensor(ArrayRef<int64_t> shape, int32_t elementType);

  int64_t getNumElements() const;
  BufferView getView() { return BufferView(data.data(), elementType, shape); }
  BufferView getView() const { return const_cast<HostTensor *>(this)->getView(); }
  bool isFloat() const { return elementType >= TP_F16; }
  double getFloat(int64_t index) const;
  int64_t getInt(int64_t index) const;
  void setFloat(int64_t index, double value);
  void setInt(int64_t index, int64_t value);
  /// An element as text, with enough digits to tell it from its neighbours.
  std::string getText(int64_t index) const;
  /// `4x2xf32`
  std::string getTypeText() const;
};

/// The tp_element_type of a type that the host has, or nullopt.
std::optional<int32_t> getHostElementType(Type type);

/// Arrays of a .npz archive by name.
using NamedTensors = std::map<std::string, HostTensor>;

/// Reads all arrays of the archive. On failure `error` says what is wrong, without the path.
/// bf16 is stored as two-byte records, as numpy does for types it does not know; unsigned integers
/// are taken as signless ones.
std::optional<NamedTensors> readNpz(StringRef path, std::string &error);
/// Writes a compressed archive.
LogicalResult writeNpz(StringRef path, const NamedTensors &tensors, std::string &error);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_HOSTTENSOR_H
