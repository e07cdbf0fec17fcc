//===- Stage.cpp - how far the compiler has got ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Transforms/Stage.h"
#include "tp/IR/TP.h"

using namespace mlir;
using namespace mlir::tp;

StringRef tp::stringifyStage(Stage stage) {
  switch (stage) {
  case Stage::Annotated:
    return "annotated";
  case Stage::Propagated:
    return "propagated";
  case Stage::Explicit:
    return "explicit";
  case Stage::Local:
    return "local";
  }
  return "";
}

static StringRef getPassTo(Stage stage) {
  switch (stage) {
  case Stage::Annotated:
    return "";
  case Stage::Propagated:
    return "tp-propagate";
  case Stage::Explicit:
    return "tp-insert-reshards";
  case Stage::Local:
    return "tp-partition";
  }
  return "";
}

Stage tp::getStage(ModuleOp module) {
  auto attr = module->getAttrOfType<StringAttr>(kStageAttrName);
  for (Stage stage : {Stage::Propagated, Stage::Explicit, Stage::Local})
    if (attr && attr.getValue() == stringifyStage(stage))
      return stage;
  return Stage::Annotated;
}

void tp::setStage(ModuleOp module, Stage stage) {
  module->setAttr(kStageAttrName, StringAttr::get(module.getContext(), stringifyStage(stage)));
}

LogicalResult tp::expectStage(ModuleOp module, Stage stage) {
  Stage found = getStage(module);
  if (found == stage)
    return success();
  InFlightDiagnostic diag = module.emitError()
                            << "expects a module at stage '" << stringifyStage(stage)
                            << "', but this one is at stage '" << stringifyStage(found) << "'";
  if (found < stage)
    diag.attachNote() << "`" << getPassTo(stage) << "` leads there";
  return diag;
}
