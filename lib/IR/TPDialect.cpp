//===- TPDialect.cpp - registration of the dialect -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/IR/TPDialect.cpp.inc"
#include "tp/IR/TPEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "tp/IR/TPAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "tp/IR/CollectiveOpInterface.cpp.inc"
#include "tp/IR/TPTypes.cpp.inc"
#define GET_OP_CLASSES
#include "tp/IR/TPOps.cpp.inc"

namespace {
/// Functions with ops of the dialect may be inlined, but nothing into tp.manual: shardings of a
/// callee may use the manual axes.
struct TPInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

/// Destinations are optional on tensors. The interface as a trait would refuse ops with results and
/// without destinations, so it is attached, which leaves its verifier out.
template <typename OpTy>
struct DestinationModel : DestinationStyleOpInterface::ExternalModel<DestinationModel<OpTy>, OpTy> {
  MutableOperandRange getDpsInitsMutable(Operation *op) const {
    return cast<OpTy>(op).getInitsMutable();
  }
};

template <typename... OpTys>
void attachDestinationModels(MLIRContext *context) {
  (OpTys::template attachInterface<DestinationModel<OpTys>>(*context), ...);
}
} // namespace

void TPDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tp/IR/TPAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tp/IR/TPTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tp/IR/TPOps.cpp.inc"
      >();
  addInterfaces<TPInlinerInterface>();
  attachDestinationModels<AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp, PermuteOp,
                          BroadcastOp, AllSliceOp, RecvOp>(getContext());
}
