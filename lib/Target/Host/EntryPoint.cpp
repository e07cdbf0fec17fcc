//===- EntryPoint.cpp - signature of a local program ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/EntryPoint.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static FailureOr<func::FuncOp> findFunction(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    InFlightDiagnostic error = module.emitError()
                               << "expects a function @" << name << " to start with";
    for (auto other : module.getOps<func::FuncOp>())
      if (other.isPublic())
        error.attachNote(other.getLoc()) << "there is @" << other.getName();
    return failure();
  }
  if (function.isExternal())
    return function.emitError() << "expects @" << name << " to have a body";
  return function;
}

LogicalResult mlir::tp::keepOnlyEntryPoint(ModuleOp module, StringRef name) {
  FailureOr<func::FuncOp> entry = findFunction(module, name);
  if (failed(entry))
    return failure();
  entry->setPublic();
  DenseSet<Operation *> reached = {entry->getOperation()};
  SmallVector<func::FuncOp> worklist = {*entry};
  SymbolTableCollection symbols;
  while (!worklist.empty())
    worklist.pop_back_val().walk([&](Operation *op) {
      for (NamedAttribute attr : op->getAttrs()) {
        attr.getValue().walk([&](FlatSymbolRefAttr symbol) {
          auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(module, symbol);
          if (callee && reached.insert(callee).second)
            worklist.push_back(callee);
        });
      }
    });
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!reached.contains(function))
      function.erase();
    else if (function != *entry)
      function.setPrivate();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

FailureOr<MeshOp> mlir::tp::findMesh(ModuleOp module) {
  SmallVector<MeshOp> meshes(module.getOps<MeshOp>());
  if (meshes.size() < 2)
    return meshes.empty() ? MeshOp() : meshes[0];
  SmallVector<MeshOp> used;
  module.walk([&](Operation *op) {
    if (isa<MeshOp>(op))
      return;
    for (NamedAttribute attr : op->getAttrs())
      attr.getValue().walk([&](FlatSymbolRefAttr symbol) {
        auto mesh = module.lookupSymbol<MeshOp>(symbol.getAttr());
        if (mesh && !llvm::is_contained(used, mesh))
          used.push_back(mesh);
      });
  });
  if (used.size() < 2)
    return used.empty() ? meshes[0] : used[0];
  InFlightDiagnostic error = used[1].emitError()
                             << "expects a program on one mesh to run on the host, but it uses @"
                             << used[1].getSymName() << " too";
  error.attachNote(used[0].getLoc()) << "the other mesh";
  return failure();
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static LogicalResult readValue(EntryValue &value, func::FuncOp function, const Twine &what,
                               Type type, DictionaryAttr attrs, MeshAttr mesh) {
  auto get = [&](StringRef name) { return attrs ? attrs.get(name) : Attribute(); };
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<int32_t> elementType = getHostElementType(tensor ? tensor.getElementType() : type);
  if (!elementType)
    return function.emitError() << "expects " << what
                                << " to be a tensor or scalar of i1, i8, i16, i32, i64, index, "
                                   "f16, bf16, f32 or f64, but it is "
                                << type;
  value.elementType = *elementType;
  value.isScalar = !tensor;
  int64_t rank = tensor ? tensor.getRank() : 0;
  value.placement = Placement::getReplicated(rank, mesh);
  if (!tensor)
    return success();
  value.localShape.assign(tensor.getShape().begin(), tensor.getShape().end());
  value.shape = value.localShape;
  auto sharding = dyn_cast_or_null<ShardingAttr>(get(kShardingAttrName));
  auto globalType = dyn_cast_or_null<TypeAttr>(get(kGlobalTypeAttrName));
  if (!sharding || !mesh)
    return success();
  if (sharding.getRank() != rank)
    return function.emitError() << "expects the sharding of " << what << " to have rank " << rank;
  value.placement.layout = toLayout(sharding, mesh);
  auto global = globalType ? dyn_cast<RankedTensorType>(globalType.getValue()) : RankedTensorType();
  if (!global && !value.placement.layout.getShardedAxes().empty())
    return function.emitError() << "expects " << what
                                << ", which is sharded, to have tp.global_type";
  if (!global)
    return success();
  value.shape.assign(global.getShape().begin(), global.getShape().end());
  SmallVector<int64_t> expected = global.getRank() == rank
                                      ? getLocalShape(value.shape, value.placement.layout)
                                      : SmallVector<int64_t>{ShapedType::kDynamic};
  if (global.getRank() != rank || global.getElementType() != tensor.getElementType() ||
      llvm::any_of(llvm::zip(expected, value.localShape), [](auto sizes) {
        return !ShapedType::isDynamic(std::get<0>(sizes)) &&
               !ShapedType::isDynamic(std::get<1>(sizes)) &&
               std::get<0>(sizes) != std::get<1>(sizes);
      }))
    return function.emitError() << "expects " << what << " to be a device's part of " << global
                                << ", but it is " << tensor;
  return success();
}

FailureOr<EntryPoint> mlir::tp::readEntryPoint(ModuleOp module, StringRef name) {
  FailureOr<func::FuncOp> function = findFunction(module, name);
  FailureOr<MeshOp> mesh = findMesh(module);
  if (failed(function) || failed(mesh))
    return failure();
  EntryPoint entry;
  entry.name = name.str();
  if (*mesh) {
    entry.mesh = mesh->getMesh();
    entry.meshName = mesh->getSymName().str();
    entry.devices = entry.mesh.getNumDevices();
  }
  for (auto [index, type] : llvm::enumerate(function->getArgumentTypes())) {
    EntryValue &value = entry.arguments.emplace_back();
    if (failed(readValue(value, *function, "argument " + Twine(index), type,
                         function->getArgAttrDict(index), entry.mesh)))
      return failure();
  }
  for (auto [index, type] : llvm::enumerate(function->getResultTypes())) {
    EntryValue &value = entry.results.emplace_back();
    if (failed(readValue(value, *function, "result " + Twine(index), type,
                         function->getResultAttrDict(index), entry.mesh)))
      return failure();
  }
  return entry;
}
