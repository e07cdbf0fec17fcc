//===- Distribution.cpp - whole tensors and what devices hold -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Distribution.h"
#include <limits>

using namespace mlir;
using namespace mlir::tp;

Placement Placement::getReplicated(int64_t rank, MeshAttr mesh) {
  Placement placement;
  placement.mesh = mesh;
  placement.layout = Layout::getReplicated(rank);
  placement.devices = mesh ? mesh.getNumDevices() : 1;
  return placement;
}

static int64_t getDeviceCoordinate(const Placement &placement, ArrayRef<Axis> axes,
                                   int64_t device) {
  return axes.empty() ? 0 : tp::getCoordinate(device, axes, placement.mesh);
}

TensorBlock mlir::tp::getBlock(ArrayRef<int64_t> shape, const Placement &placement,
                               int64_t device) {
  TensorBlock block;
  for (auto [size, axes] : llvm::zip(shape, placement.layout.dims)) {
    int64_t blockSize = getBlockSize(size, getNumShards(axes));
    int64_t offset = std::min(size, getDeviceCoordinate(placement, axes, device) * blockSize);
    block.bufferShape.push_back(blockSize);
    block.offsets.push_back(offset);
    block.sizes.push_back(std::min(blockSize, size - offset));
  }
  return block;
}

static BufferView getPart(BufferView view, ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes) {
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    view = view.slice(dim, offsets[dim], sizes[dim]);
  return view;
}

/// Fills with what shows when it is used.
static void fillWithGarbage(HostTensor &tensor) {
  int64_t count = tensor.getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    if (tensor.isFloat())
      tensor.setFloat(i, std::numeric_limits<double>::quiet_NaN());
    else
      tensor.setInt(i, 0x2aaaaaabaaaaaaab);
  }
}

/// The value that a combination leaves others unchanged by.
static void fillWithIdentity(HostTensor &tensor, ReduceKind kind) {
  double infinity = std::numeric_limits<double>::infinity();
  double value = 0;
  int64_t integer = 0;
  unsigned width = 8 * tensor.data.size() / std::max<int64_t>(tensor.getNumElements(), 1);
  int64_t largest = width >= 64 ? std::numeric_limits<int64_t>::max()
                                : (int64_t(1) << (width ? width - 1 : 0)) - 1;
  switch (kind) {
  case ReduceKind::Sum:
    value = -0.0;
    break;
  case ReduceKind::Prod:
    value = integer = 1;
    break;
  case ReduceKind::Max:
  case ReduceKind::MaxSI:
    value = -infinity;
    integer = -largest - 1;
    break;
  case ReduceKind::Min:
  case ReduceKind::MinSI:
    value = infinity;
    integer = largest;
    break;
  case ReduceKind::MaxNum:
  case ReduceKind::MinNum:
    value = std::numeric_limits<double>::quiet_NaN();
    break;
  case ReduceKind::MinUI:
  case ReduceKind::And:
    integer = -1;
    break;
  case ReduceKind::MaxUI:
  case ReduceKind::Or:
  case ReduceKind::Xor:
    break;
  }
  for (int64_t i = 0, count = tensor.getNumElements(); i < count; ++i) {
    if (tensor.isFloat())
      tensor.setFloat(i, value);
    else
      tensor.setInt(i, integer);
  }
}

HostTensor mlir::tp::distribute(const HostTensor &whole, const Placement &placement,
                                int64_t device) {
  TensorBlock block = getBlock(whole.shape, placement, device);
  HostTensor part(block.bufferShape, whole.elementType);
  if (getDeviceCoordinate(placement, placement.layout.partial, device) != 0) {
    fillWithIdentity(part, placement.layout.partialKind);
    return part;
  }
  if (block.sizes != block.bufferShape)
    fillWithGarbage(part);
  copyElements(getPart(whole.getView(), block.offsets, block.sizes),
               getPart(part.getView(), SmallVector<int64_t>(block.sizes.size(), 0), block.sizes));
  return part;
}

HostTensor mlir::tp::extractBlock(const HostTensor &whole, const TensorBlock &block) {
  HostTensor part(block.sizes, whole.elementType);
  copyElements(getPart(whole.getView(), block.offsets, block.sizes), part.getView());
  return part;
}

HostTensor mlir::tp::dropPadding(const HostTensor &part, const TensorBlock &block) {
  HostTensor inside(block.sizes, part.elementType);
  copyElements(getPart(part.getView(), SmallVector<int64_t>(block.sizes.size(), 0), block.sizes),
               inside.getView());
  return inside;
}

HostTensor mlir::tp::collect(ArrayRef<HostTensor> parts, ArrayRef<int64_t> shape,
                             const Placement &placement) {
  HostTensor whole(shape, parts[0].elementType);
  std::vector<std::pair<TensorBlock, bool>> seen;
  // From the last device to the first, so that the first replica is what remains.
  for (int64_t device = int64_t(parts.size()) - 1; device >= 0; --device) {
    if (getDeviceCoordinate(placement, placement.layout.partial, device) != 0)
      continue;
    TensorBlock block = getBlock(shape, placement, device);
    HostTensor inside = dropPadding(parts[device], block);
    if (placement.layout.isPartial()) {
      // All devices along the partial axes, in the order of their coordinates.
      AxisList partial = placement.layout.partial;
      int64_t shards = getNumShards(partial);
      SmallVector<HostTensor> terms(shards);
      AxisList others;
      for (auto [index, axis] : llvm::enumerate(placement.mesh.getAxes()))
        others.push_back({unsigned(index), 1, axis.getSize()});
      others = subtract(others, partial);
      int64_t rest = getDeviceCoordinate(placement, others, device);
      for (int64_t other = 0; other < int64_t(parts.size()); ++other)
        if (getDeviceCoordinate(placement, others, other) == rest)
          terms[getDeviceCoordinate(placement, partial, other)] = dropPadding(parts[other], block);
      SmallVector<BufferView> inputs;
      for (HostTensor &term : terms)
        inputs.push_back(term.getView());
      combineElements(inputs, inside.getView(), int32_t(placement.layout.partialKind));
    }
    copyElements(inside.getView(), getPart(whole.getView(), block.offsets, block.sizes));
  }
  return whole;
}
