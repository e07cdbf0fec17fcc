//===- TPOps.td - all ops of the tp dialect -----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPOPS_TD
#define TP_IR_TPOPS_TD

include "tp/IR/TPTypes.td"
include "tp/IR/MeshOps.td"
include "tp/IR/GlobalOps.td"
include "tp/IR/CollectiveOps.td"

#endif // TP_IR_TPOPS_TD
