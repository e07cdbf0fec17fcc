//===- ShardingInterfaces.h - how ops are sharded -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_SHARDINGINTERFACES_H
#define TP_INTERFACES_SHARDINGINTERFACES_H

#include "tp/Interfaces/PartitionContext.h"
#include "tp/Interfaces/ShardingRule.h"

#include "tp/Interfaces/ShardingInterfaces.h.inc"

#endif // TP_INTERFACES_SHARDINGINTERFACES_H
