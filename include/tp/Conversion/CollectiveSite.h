//===- CollectiveSite.h - collectives as the runtime sees them ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_COLLECTIVESITE_H
#define TP_CONVERSION_COLLECTIVESITE_H

#include "tp/IR/TP.h"
#include "tp/Runtime/Runtime.h"

namespace mlir::tp {

/// The parts of a tp_collective (see tp/Runtime/Runtime.h) that an op tells.
struct CollectiveSite {
  int32_t kind = TP_ALL_REDUCE;
  int32_t reduction = TP_NO_REDUCTION;
  int64_t first = 0, second = 0;
  SmallVector<int64_t> axes;
  SmallVector<int64_t> pairs;
  std::string axesText;
};

/// Stride and size of each axis' digit in a device's position.
SmallVector<int64_t> getDigits(ArrayAttr axes, MeshAttr mesh);

/// `op` is one of the collectives that communicate.
CollectiveSite describeCollective(CollectiveOpInterface op, MeshAttr mesh);
/// TP_SEND or TP_RECV.
CollectiveSite describeMessage(int32_t kind, int64_t peer, int64_t tag);

} // namespace mlir::tp

#endif // TP_CONVERSION_COLLECTIVESITE_H
