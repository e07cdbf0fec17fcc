//===- ProgramTest.h - programs from text, for planning -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TEST_UNIT_PLANNING_PROGRAMTEST_H
#define TP_TEST_UNIT_PLANNING_PROGRAMTEST_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "tp/Analysis/Cost.h"
#include "tp/Analysis/FactorGraph.h"
#include "tp/Extensions/Extensions.h"
#include "gtest/gtest.h"

namespace mlir::tp::test {

/// Parses programs on the mesh @m <["x"=2, "y"=3]> and reads them into factor graphs.
class ProgramTest : public ::testing::Test {
protected:
  ProgramTest() {
    DialectRegistry registry;
    registry.insert<TPDialect, arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                    math::MathDialect, tensor::TensorDialect>();
    registerArithExtension(registry);
    registerLinalgExtension(registry);
    registerTensorExtension(registry);
    registerTPOpsExtension(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The functions `text` and the mesh; `m` stands for the mesh in shardings.
  OwningOpRef<ModuleOp> parse(const std::string &text, StringRef sizes = "\"x\"=2, \"y\"=3") {
    return parseSourceString<ModuleOp>("tp.mesh @m <[" + sizes.str() + "]>\n" + text, &context);
  }

  static FactorGraph build(ModuleOp module) {
    FailureOr<FactorGraph> graph = FactorGraph::build(module);
    EXPECT_TRUE(succeeded(graph));
    return succeeded(graph) ? std::move(*graph) : FactorGraph();
  }

  static SmallVector<CostModel> getCosts(const FactorGraph &graph) {
    SmallVector<CostModel> costs;
    for (const MeshRef &ref : graph.getMeshes())
      costs.emplace_back(ref.mesh);
    return costs;
  }

  /// All layouts, one line per value.
  static std::string print(const FactorGraph &graph) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (const ValueNode &node : graph.getValues()) {
      const MeshRef &mesh = graph.getMeshes()[node.mesh];
      os << toSharding(node.getLayout(), mesh.name, mesh.mesh) << "\n";
    }
    return text;
  }

  MLIRContext context;
};

} // namespace mlir::tp::test

#endif // TP_TEST_UNIT_PLANNING_PROGRAMTEST_H
