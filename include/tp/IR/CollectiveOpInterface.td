//===- CollectiveOpInterface.td - what collectives share ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_COLLECTIVEOPINTERFACE_TD
#define TP_IR_COLLECTIVEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def TP_CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    An op of the local stage on the devices along some axes of a mesh: all of them run it, each
    group of devices that differ only along the axes by itself.
  }];
  let methods = [
    InterfaceMethod<"The mesh.", "::mlir::FlatSymbolRefAttr", "getMeshAttr", (ins)>,
    InterfaceMethod<"The axes (`AxisAttr`), major to minor.", "::mlir::ArrayAttr", "getAxes",
                    (ins)>,
    InterfaceMethod<"What this device contributes.", "::mlir::MutableOperandRange",
                    "getInputsMutable", (ins)>,
    InterfaceMethod<"The destinations: none, or one per input.", "::mlir::MutableOperandRange",
                    "getInitsMutable", (ins)>,
  ];
  let extraSharedClassDeclaration = [{
    /// Number of devices in a group; nullopt where the mesh or an axis does not exist.
    std::optional<int64_t> getGroupSize() {
      return ::mlir::tp::getNumDevicesAlong($_op, $_op.getMeshAttr(), $_op.getAxes());
    }
    /// The transfer is only started: the last result is a token.
    bool isAsync() {
      return $_op->getNumResults() != 0 &&
             ::llvm::isa<::mlir::tp::TokenType>($_op->getResults().back().getType());
    }
  }];
}

#endif // TP_IR_COLLECTIVEOPINTERFACE_TD
