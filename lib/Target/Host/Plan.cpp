//===- Plan.cpp - what a program will communicate and hold ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the program in the order of execution with the bytes that are live. A loop's body is walked
// three times at most: what it holds from one trip to the next is settled by then.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Plan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tp/Analysis/Axes.h"
#include "tp/Conversion/CollectiveSite.h"
#include "tp/IR/TP.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

static int64_t getSizeInBytes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return 0;
  int64_t bytes = getElementSizeInBytes(shaped.getElementType());
  for (int64_t size : shaped.getShape())
    bytes *= ShapedType::isDynamic(size) ? 1 : size;
  return bytes;
}

/// The most devices other than itself that any device sends to.
static int64_t countTargets(ArrayRef<int64_t> pairs) {
  std::map<int64_t, int64_t> targets;
  int64_t most = 0;
  for (size_t i = 0; i < pairs.size(); i += 2)
    if (pairs[i] != pairs[i + 1])
      most = std::max(most, ++targets[pairs[i]]);
  return most;
}

/// The buffer that is freed: deallocation may see it without its shape.
static Value getAllocated(Value memref) {
  auto metadata = memref.getDefiningOp<memref::ExtractStridedMetadataOp>();
  return metadata ? metadata.getSource() : memref;
}

namespace {
class PlanWalker {
public:
  PlanWalker(ModuleOp module, Plan &plan) : module(module), plan(plan) {}

  void walkEntry(func::FuncOp function) {
    for (Type type : function.getArgumentTypes())
      if (isa<BaseMemRefType>(type))
        live += getSizeInBytes(type);
    plan.peakBytes = live;
    walk(function.getBody().front(), 1);
  }

private:
  /// `times` is how often the block's collectives count; 0 to follow memory alone.
  void walk(Block &block, int64_t times) {
    for (Operation &op : block)
      llvm::TypeSwitch<Operation *>(&op)
          .Case([&](memref::AllocOp alloc) {
            live += getSizeInBytes(alloc.getType());
            plan.peakBytes = std::max(plan.peakBytes, live);
          })
          .Case([&](memref::DeallocOp dealloc) {
            live -= getSizeInBytes(getAllocated(dealloc.getMemref()).getType());
          })
          .Case([&](func::CallOp call) {
            auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
            if (callee && !callee.isExternal() && depth < 64) {
              ++depth;
              walk(callee.getBody().front(), times);
              --depth;
            }
          })
          .Case([&](scf::ForOp loop) {
            std::optional<APInt> trips = loop.getStaticTripCount();
            plan.unknownTrips += !trips && times;
            walkLoop(loop, trips ? trips->getSExtValue() : 1, times);
          })
          .Case([&](scf::IfOp branch) { walkBranches(branch, times); })
          .Case([&](CollectiveOpInterface collective) { count(collective, times); })
          .Case([&](SendOp send) {
            add(describeMessage(TP_SEND, send.getPeer(), send.getTag()), send.getInputs(), {}, 1,
                times);
          })
          .Default([&](Operation *other) {
            plan.unknownTrips += isa<scf::WhileOp>(other) && times;
            for (Region &region : other->getRegions())
              for (Block &inner : region)
                walk(inner, times);
          });
  }

  /// Who owns a loop-carried buffer is a loop-carried flag: it is known from trip to trip.
  void walkLoop(scf::ForOp loop, int64_t trips, int64_t times) {
    auto carry = [&](ValueRange from, ValueRange to) {
      SmallVector<std::optional<bool>> flags;
      for (Value value : from)
        flags.push_back(getFlag(value));
      for (auto [flag, value] : llvm::zip(flags, to)) {
        known.erase(value);
        if (flag)
          known[value] = *flag;
      }
    };
    carry(loop.getInitArgs(), loop.getRegionIterArgs());
    for (int64_t trip = 0; trip < std::min<int64_t>(trips, 3); ++trip) {
      walk(*loop.getBody(), trip == 0 ? times * trips : 0);
      carry(loop.getYieldedValues(), loop.getRegionIterArgs());
    }
    carry(loop.getRegionIterArgs(), loop.getResults());
  }

  void walkBranches(scf::IfOp branch, int64_t times) {
    Block *thenBlock = branch.thenBlock(), *elseBlock = branch.elseBlock();
    if (std::optional<bool> condition = getFlag(branch.getCondition())) {
      if (Block *taken = *condition ? thenBlock : elseBlock)
        walk(*taken, times);
      return;
    }
    int64_t liveBefore = live;
    CollectiveCounts before = plan.collectives;
    walk(*thenBlock, times);
    // Without else it is what frees a buffer that is no longer used.
    if (!elseBlock)
      return;
    CollectiveCounts afterThen = std::move(plan.collectives);
    int64_t liveAfterThen = live;
    plan.collectives = std::move(before);
    live = liveBefore;
    walk(*elseBlock, times);
    live = std::max(live, liveAfterThen);
    if (getWireBytesOf(afterThen) > getWireBytesOf(plan.collectives))
      plan.collectives = std::move(afterThen);
  }

  static int64_t getWireBytesOf(const CollectiveCounts &counts) {
    int64_t bytes = 0;
    for (auto &[key, row] : counts)
      bytes += row.wireBytes + row.calls;
    return bytes;
  }

  void add(const CollectiveSite &site, ValueRange inputs, ValueRange outputs, int64_t devices,
           int64_t times) {
    if (times == 0 || inputs.empty())
      return;
    CollectiveKey key{site.kind, site.axesText, site.reduction, ""};
    CollectiveCount row;
    row.calls = 1;
    for (Value input : inputs)
      row.operandBytes += getSizeInBytes(input.getType());
    for (Value output : outputs)
      row.resultBytes += getSizeInBytes(output.getType());
    llvm::raw_string_ostream os(key.elementType);
    Type element = getElementTypeOrSelf(inputs[0].getType());
    os << (element.isIndex() ? IntegerType::get(element.getContext(), 64) : element);
    row.wireBytes = getWireBytes(key.kind, devices, row.operandBytes, row.resultBytes,
                                 countTargets(site.pairs));
    plan.collectives[key].add(row, times);
  }

  void count(CollectiveOpInterface op, int64_t times) {
    MeshOp mesh = lookupMesh(op, op.getMeshAttr());
    if (!mesh || isa<AllSliceOp>(op.getOperation()))
      return;
    CollectiveSite site = describeCollective(op, mesh.getMesh());
    add(site, OperandRange(op.getInputsMutable()), OperandRange(op.getInitsMutable()),
        op.getGroupSize().value_or(1), times);
  }

  std::optional<bool> getFlag(Value value) const {
    APInt constant;
    if (value.getType().isInteger(1) && matchPattern(value, m_ConstantInt(&constant)))
      return constant.getBoolValue();
    auto found = known.find(value);
    return found == known.end() ? std::nullopt : std::optional<bool>(found->second);
  }

  ModuleOp module;
  Plan &plan;
  DenseMap<Value, bool> known;
  int64_t live = 0;
  int depth = 0;
};
} // namespace

Plan mlir::tp::makePlan(ModuleOp bufferized, StringRef entry) {
  Plan plan;
  PlanWalker(bufferized, plan).walkEntry(bufferized.lookupSymbol<func::FuncOp>(entry));
  return plan;
}
