//===- ShardingInterfaces.td - how ops are sharded ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_SHARDINGINTERFACES_TD
#define TP_INTERFACES_SHARDINGINTERFACES_TD

include "mlir/IR/OpBase.td"

def ShardingRuleOpInterface : OpInterface<"ShardingRuleOpInterface"> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    Gives the sharding rule of an op as data (see `tp/Interfaces/ShardingRule.h`).
    Everything the compiler knows of how an op may be split over devices is in the rule.
  }];
  let methods = [
    InterfaceMethod<[{
      The rule of this op, or nullopt where the op can only run with whole operands on every
      device. Operands of the rule are tensor uses of the op itself or of ops in its regions.
    }], "::std::optional<::mlir::tp::ShardingRule>", "getShardingRule", (ins)>,
    InterfaceMethod<[{
      Whether the results can be made anew on each device at no cost, whatever their
      sharding: constants, tensor.empty, fills, iotas and scalar chains.
    }], "bool", "isConstantLike", (ins), [{}], [{ return false; }]>,
  ];
}

def PartitionOpInterface : OpInterface<"PartitionOpInterface"> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    Makes the op that one device runs from an op in global view.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the local op at the builder's insertion point and returns its results, in order.
      `operands` has the local value of each operand of the rule. The default clones the op
      with the local result types. On failure a diagnostic has been emitted.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "partition",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
         "::mlir::tp::PartitionContext &":$context), [{}], [{
      return context.cloneLocally(builder, $_op, operands);
    }]>,
  ];
}

#endif // TP_INTERFACES_SHARDINGINTERFACES_TD
