//===- LocalBlocks.h - what models of foreign ops have in common --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of data movement and of elementwise ops say the same few things in their rules and need
// the same few steps to go from a whole tensor to the block that one device holds.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXTENSIONS_LOCALBLOCKS_H
#define TP_EXTENSIONS_LOCALBLOCKS_H

#include "tp/Interfaces/PartitionContext.h"

namespace mlir::tp {

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Appends a tensor that is read, not tied to a result.
void addOperand(ShardingRule &rule, OpOperand &use, DimFactors dims);

/// Adds one parallel factor per dimension of `type`.
DimFactors addFactorPerDim(ShardingRule &rule, RankedTensorType type);

/// Combiners that values of `elementType` may be partial by: those with an identity.
SmallVector<ReduceKind> getReduceKinds(Type elementType);

/// The operands at `operands` may be partial together by any combiner, and so is the result:
/// elements are only moved.
void addMovementPasses(ShardingRule &rule, Type elementType, ArrayRef<unsigned> operands);

/// Whether a region of `op` reads a tensor defined outside of the op.
bool capturesTensor(Operation *op);
/// Whether the ops in the regions of `op` may run at positions that the global program has none
/// for: no traps, no effects.
bool isBodySpeculatable(Operation *op);

//===----------------------------------------------------------------------===//
// Partitioning
//===----------------------------------------------------------------------===//

/// The local value for a global size or offset that is an attribute or a scalar.
OpFoldResult lookup(const PartitionContext &context, OpFoldResult global);
SmallVector<OpFoldResult> lookup(const PartitionContext &context, ArrayRef<OpFoldResult> globals);

/// Local extent of a dimension of global extent `global` with the given factors.
OpFoldResult getLocalExtent(OpBuilder &b, Location loc, const PartitionContext &context,
                            ArrayRef<unsigned> factors, OpFoldResult global);

/// The block that this device holds of `whole`, which has one factor per dimension and a static
/// shape: padded up where the shards do not divide it, then sliced.
Value takeBlock(OpBuilder &b, Location loc, const PartitionContext &context, Value whole,
                const DimFactors &dims);

/// `local` with `fill` in place of the elements beyond the global size.
Value maskPadding(OpBuilder &b, Location loc, const PartitionContext &context, Value local,
                  const DimFactors &dims, TypedAttr fill);

/// `offsets[d]` is the global position of the first local element of dimension d; null where that
/// is 0. To be made before the op whose body uses them.
SmallVector<Value> getBlockOffsets(OpBuilder &b, Location loc, const PartitionContext &context,
                                   const DimFactors &dims);
/// Makes the index arguments of `body`, local positions, global ones for all their uses.
void addOffsets(OpBuilder &b, Location loc, Block &body, ArrayRef<Value> offsets);

} // namespace mlir::tp

#endif // TP_EXTENSIONS_LOCALBLOCKS_H
