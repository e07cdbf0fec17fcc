//===- Distribution.h - whole tensors and what devices hold -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are flat: of a dimension of size n over k devices, device i in the listed order of axes
// holds [i·c, min(n, (i+1)·c)) with c = ceil(n/k), in a buffer of c elements.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_DISTRIBUTION_H
#define TP_TARGET_HOST_DISTRIBUTION_H

#include "tp/Analysis/Axes.h"
#include "tp/Target/Host/HostTensor.h"

namespace mlir::tp {

/// How a value of a local function is laid out, without IR.
struct Placement {
  MeshAttr mesh;
  Layout layout;
  int64_t devices = 1;

  /// Replicated on one device, or on all of a mesh.
  static Placement getReplicated(int64_t rank, MeshAttr mesh = {});
};

/// The part of a tensor that one device holds.
struct TensorBlock {
  /// Shape of its buffer, which may reach beyond the tensor.
  SmallVector<int64_t> bufferShape;
  /// First element, and how many there are (0 where the device holds nothing).
  SmallVector<int64_t> offsets, sizes;

  bool operator==(const TensorBlock &o) const { return offsets == o.offsets && sizes == o.sizes; }
};
TensorBlock getBlock(ArrayRef<int64_t> shape, const Placement &placement, int64_t device);

/// What `device` holds of `whole`. Elements beyond the tensor are NaN or a large odd number, so
/// that a program that uses them shows. Where the value is partial, coordinate 0 has it and the
/// others the neutral element.
HostTensor distribute(const HostTensor &whole, const Placement &placement, int64_t device);

/// The whole tensor from what all devices hold. Of replicas the first one counts; partial values
/// are combined.
HostTensor collect(ArrayRef<HostTensor> parts, ArrayRef<int64_t> shape, const Placement &placement);

/// The elements of `whole` that are in `block`.
HostTensor extractBlock(const HostTensor &whole, const TensorBlock &block);
/// The elements of a device's buffer that are in its block.
HostTensor dropPadding(const HostTensor &part, const TensorBlock &block);

} // namespace mlir::tp

#endif // TP_TARGET_HOST_DISTRIBUTION_H
