//===- CollectiveSite.cpp - collectives as the runtime sees them ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/CollectiveSite.h"
#include "tp/Analysis/Axes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

SmallVector<int64_t> mlir::tp::getDigits(ArrayAttr axes, MeshAttr mesh) {
  SmallVector<int64_t> digits;
  for (const Axis &axis : resolveAxes(SmallVector<AxisAttr>(axes.getAsRange<AxisAttr>()), mesh)) {
    int64_t stride = mesh.getAxes()[axis.index].getSize() / axis.end();
    for (MeshAxisAttr minor : mesh.getAxes().drop_front(axis.index + 1))
      stride *= minor.getSize();
    digits.append({stride, axis.size});
  }
  return digits;
}

static std::string getAxesText(ArrayAttr axes) {
  std::string text = "{";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(axes.getAsRange<AxisAttr>(), os, [&](AxisAttr axis) {
    os << '"' << axis.getName() << '"';
    if (axis.isSubAxis())
      os << ":(" << axis.getPreSize() << ')' << axis.getSubSize();
  });
  os << '}';
  return text;
}

CollectiveSite mlir::tp::describeCollective(CollectiveOpInterface op, MeshAttr mesh) {
  CollectiveSite site;
  site.axes = getDigits(op.getAxes(), mesh);
  site.axesText = getAxesText(op.getAxes());
  llvm::TypeSwitch<Operation *>(op.getOperation())
      .Case([&](AllReduceOp reduce) { site.reduction = int32_t(reduce.getKind()); })
      .Case([&](AllGatherOp gather) {
        site.kind = TP_ALL_GATHER;
        site.first = gather.getDim();
      })
      .Case([&](ReduceScatterOp scatter) {
        site.kind = TP_REDUCE_SCATTER;
        site.reduction = int32_t(scatter.getKind());
        site.first = scatter.getDim();
      })
      .Case([&](AllToAllOp exchange) {
        site.kind = TP_ALL_TO_ALL;
        site.first = exchange.getSplitDim();
        site.second = exchange.getConcatDim();
      })
      .Case([&](PermuteOp permute) {
        site.kind = TP_PERMUTE;
        site.pairs.assign(permute.getPairs().begin(), permute.getPairs().end());
      })
      .Case([&](BroadcastOp broadcast) {
        site.kind = TP_BROADCAST;
        site.first = broadcast.getRoot();
      });
  return site;
}

CollectiveSite mlir::tp::describeMessage(int32_t kind, int64_t peer, int64_t tag) {
  CollectiveSite site;
  site.kind = kind;
  site.first = peer;
  site.second = tag;
  site.axesText = "{}";
  return site;
}
