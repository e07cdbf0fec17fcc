//===- TPTypes.td - types of the tp dialect -----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPTYPES_TD
#define TP_IR_TPTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tp/IR/TPDialect.td"

def TP_Token : TypeDef<TP_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "token of a transfer that was started";
  let description = [{
    Last result of a collective marked `async`; `tp.wait` takes it and gives the values that
    have arrived.

    Syntax: `!tp.token`
  }];
}

#endif // TP_IR_TPTYPES_TD
