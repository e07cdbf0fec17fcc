//===- UniformityTest.cpp - along which axes values vary ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Uniformity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

class UniformityTest : public ::testing::Test {
protected:
  UniformityTest() {
    context.loadDialect<TPDialect, arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
                        scf::SCFDialect, tensor::TensorDialect>();
  }

  /// For each operand of the last return of `body` the names of the axes it varies along.
  std::string getVarying(StringRef signature, StringRef body) {
    std::string text =
        ("tp.mesh @m <[\"x\"=2, \"y\"=3]>\nfunc.func @f" + signature + " {\n" +
         "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n" + body + "\n}")
            .str();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    if (!module)
      return "";
    auto function = *module->getOps<func::FuncOp>().begin();
    MeshAttr mesh = (*module->getOps<MeshOp>().begin()).getMesh();
    UniformityAnalysis analysis(function, mesh);
    std::string result;
    for (Value value : function.getBody().back().getTerminator()->getOperands()) {
      result += result.empty() ? "" : ", ";
      SmallVector<Axis> axes(analysis.getVaryingAxes(value));
      llvm::sort(axes);
      for (const Axis &axis : axes)
        result += mesh.getAxes()[axis.index].getName();
      result += axes.empty() ? "-" : "";
    }
    return result;
  }

  MLIRContext context;
};

TEST_F(UniformityTest, Arguments) {
  EXPECT_EQ(getVarying(R"((%scalar: index, %whole: tensor<4xf32>,
      %sharded: tensor<4xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>},
      %partial: tensor<4xf32> {tp.sharding = #tp.sharding<@m, [{"x"}], partial = sum{"y"}>})
      -> (index, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>))",
                       "return %scalar, %whole, %sharded, %partial"
                       " : index, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>"),
            "-, -, x, xy");
}

TEST_F(UniformityTest, Collectives) {
  StringRef signature = R"((%a: tensor<6xf32> {tp.sharding = #tp.sharding<@m, [{"x", "y"}]>})
      -> (tensor<6xf32>, tensor<12xf32>, tensor<6xf32>))";
  EXPECT_EQ(getVarying(signature, R"(
      %0 = tp.all_reduce sum over @m{"x"} ins(%a : tensor<6xf32>) -> tensor<6xf32>
      %1 = tp.all_gather dim 0 over @m{"x"} ins(%a : tensor<6xf32>) -> tensor<12xf32>
      %2 = tp.broadcast root 1 over @m{"y"} ins(%0 : tensor<6xf32>) -> tensor<6xf32>
      return %0, %1, %2 : tensor<6xf32>, tensor<12xf32>, tensor<6xf32>)"),
            "y, y, -");
  signature = "(%a: tensor<6xf32>) -> (tensor<3xf32>, tensor<2xf32>, tensor<6xf32>, tensor<6xf32>)";
  EXPECT_EQ(getVarying(signature, R"(
      %0 = tp.reduce_scatter sum dim 0 over @m{"x"} ins(%a : tensor<6xf32>) -> tensor<3xf32>
      %1 = tp.all_slice dim 0 over @m{"y"} ins(%a : tensor<6xf32>) -> tensor<2xf32>
      %2 = tp.permute [[0, 1]] over @m{"x"} ins(%a : tensor<6xf32>) -> tensor<6xf32>
      %3 = tp.recv from 1 tag 0 on @m -> tensor<6xf32>
      return %0, %1, %2, %3 : tensor<3xf32>, tensor<2xf32>, tensor<6xf32>, tensor<6xf32>)"),
            "x, y, x, xy");
}

TEST_F(UniformityTest, Elements) {
  EXPECT_EQ(getVarying("(%i: index) -> (index, index, i1)", R"(
      %0 = tp.coordinate over @m{"y"} : index
      %1 = arith.addi %0, %i : index
      %2 = arith.cmpi eq, %1, %c0 : index
      return %i, %1, %2 : index, index, i1)"),
            "-, y, y");
}

// What a branch yields differs where its condition does, though both constants are the same for
// all.
TEST_F(UniformityTest, BranchesOfRegions) {
  EXPECT_EQ(getVarying("(%flag: i1) -> (index, index)", R"(
      %x = tp.coordinate over @m{"x"} : index
      %first = arith.cmpi eq, %x, %c0 : index
      %0 = scf.if %first -> index { scf.yield %c0 : index } else { scf.yield %c1 : index }
      %1 = scf.if %flag -> index { scf.yield %c0 : index } else { scf.yield %c1 : index }
      return %0, %1 : index, index)"),
            "x, -");
}

// A carried value comes to vary in a later trip.
TEST_F(UniformityTest, Loops) {
  EXPECT_EQ(getVarying("(%n: index) -> (index, index)", R"(
      %y = tp.coordinate over @m{"y"} : index
      %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
        %2 = arith.addi %a, %y : index
        scf.yield %2 : index
      }
      %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
        %2 = arith.addi %a, %i : index
        scf.yield %2 : index
      }
      return %0, %1 : index, index)"),
            "y, -");
}

// Constants arrive by different ways.
TEST_F(UniformityTest, Blocks) {
  StringRef body = R"(
      %x = tp.coordinate over @m{"x"} : index
      %first = arith.cmpi eq, %x, %c0 : index
      cf.cond_br CONDITION, ^bb1, ^bb2
    ^bb1:
      cf.br ^bb3(%c0 : index)
    ^bb2:
      cf.br ^bb3(%c1 : index)
    ^bb3(%merged: index):
      return %merged : index)";
  auto with = [&](StringRef condition) {
    auto [before, after] = body.split("CONDITION");
    return (before + condition + after).str();
  };
  EXPECT_EQ(getVarying("(%flag: i1) -> index", with("%first")), "x");
  EXPECT_EQ(getVarying("(%flag: i1) -> index", with("%flag")), "-");
}

TEST_F(UniformityTest, Unite) {
  AxisList set;
  EXPECT_TRUE(unite(set, {{0, 1, 2}}));
  EXPECT_FALSE(unite(set, {{0, 1, 2}}));
  EXPECT_TRUE(unite(set, {{0, 1, 4}}));
  EXPECT_EQ(getNumShards(set), 4);
}

} // namespace
