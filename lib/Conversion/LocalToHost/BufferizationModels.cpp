//===- BufferizationModels.cpp - local ops for one-shot bufferization -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective reads its inputs and overwrites its destinations, to which its results are tied.
// All-reduce and broadcast touch each element only at its own position, so that their destination
// may be their input, in place.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "tp/Conversion/Passes.h"
#include "tp/IR/TP.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tp;

/// Position of `operand` among the destinations, or nullopt for an input.
static std::optional<unsigned> getDestinationIndex(MutableOperandRange inits, OpOperand &operand) {
  for (auto [index, init] : llvm::enumerate(inits))
    if (&init == &operand)
      return index;
  return std::nullopt;
}

/// The same op on buffers; its results are the buffers of `inits`.
static LogicalResult bufferizeInPlace(Operation *op, MutableOperandRange inits,
                                      RewriterBase &rewriter, const BufferizationOptions &options,
                                      const BufferizationState &state) {
  if (inits.size() != op->getNumResults())
    return op->emitOpError("expects a destination for each result when bufferized; "
                           "tp-prepare-bufferization adds them");
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
  }
  SmallVector<Value> results;
  for (OpOperand &init : inits)
    results.push_back(buffers[init.getOperandNumber()]);
  OperationState onBuffers(op->getLoc(), op->getName(), buffers, TypeRange(), op->getAttrs());
  rewriter.create(onBuffers);
  replaceOpWithBufferizedValues(rewriter, op, results);
  return success();
}

namespace {

template <typename OpTy, bool isElementwise>
struct CollectiveModel
    : BufferizableOpInterface::ExternalModel<CollectiveModel<OpTy, isElementwise>, OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand, const AnalysisState &) const {
    return !getDestinationIndex(cast<OpTy>(op).getInitsMutable(), operand);
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand, const AnalysisState &) const {
    return getDestinationIndex(cast<OpTy>(op).getInitsMutable(), operand).has_value();
  }
  bool bufferizesToElementwiseAccess(Operation *, const AnalysisState &,
                                     ArrayRef<OpOperand *>) const {
    return isElementwise;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    auto index = getDestinationIndex(cast<OpTy>(op).getInitsMutable(), operand);
    if (!index || *index >= op->getNumResults())
      return {};
    return {{op->getResult(*index), BufferRelation::Equivalent}};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options, BufferizationState &state) const {
    return bufferizeInPlace(op, cast<OpTy>(op).getInitsMutable(), rewriter, options, state);
  }
};

struct SendModel : BufferizableOpInterface::ExternalModel<SendModel, SendOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &, const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &, const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *, OpOperand &, const AnalysisState &) const {
    return {};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options, BufferizationState &state) const {
    return bufferizeInPlace(op, MutableOperandRange(op, 0, 0), rewriter, options, state);
  }
};

} // namespace

void mlir::tp::registerBufferizationModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TPDialect *) {
    AllReduceOp::attachInterface<CollectiveModel<AllReduceOp, true>>(*context);
    BroadcastOp::attachInterface<CollectiveModel<BroadcastOp, true>>(*context);
    AllGatherOp::attachInterface<CollectiveModel<AllGatherOp, false>>(*context);
    ReduceScatterOp::attachInterface<CollectiveModel<ReduceScatterOp, false>>(*context);
    AllToAllOp::attachInterface<CollectiveModel<AllToAllOp, false>>(*context);
    PermuteOp::attachInterface<CollectiveModel<PermuteOp, false>>(*context);
    RecvOp::attachInterface<CollectiveModel<RecvOp, false>>(*context);
    SendOp::attachInterface<SendModel>(*context);
  });
}
