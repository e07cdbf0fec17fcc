//===- StrategiesTest.cpp - ways to split one op --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/Strategies.h"
#include "ProgramTest.h"
#include "tp/Planning/ReshardPath.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::test;

namespace {

const char *const kMatrixShardings[] = {
    R"([{}, {}])",       R"([{"x"}, {}])",      R"([{}, {"x"}])",
    R"([{"y"}, {}])",    R"([{}, {"y"}])",      R"([{"x"}, {"y"}])",
    R"([{"y"}, {"x"}])", R"([{"x", "y"}, {}])", R"([{}, {"y", "x"}])"};

class StrategiesTest : public ProgramTest {
protected:
  static std::string getMatmul(StringRef lhs, StringRef rhs, StringRef result) {
    std::string s = "tp.sharding = #tp.sharding<@m, ";
    return "func.func @f(%a: tensor<12x24xf32> {" + s + lhs.str() + ">}, %b: tensor<24x6xf32> {" +
           s + rhs.str() + ">}, %c: tensor<12x6xf32> {" + s + result.str() +
           ">}) {\n%0 = linalg.matmul {tp.shardings = [#tp.sharding<@m, " + result.str() +
           ">]} ins(%a, %b : tensor<12x24xf32>, tensor<24x6xf32>)"
           " outs(%c : tensor<12x6xf32>) -> tensor<12x6xf32>\nreturn\n}";
  }

  /// Time of the reshards that the strategy of the graph's only op needs.
  static double getCost(const FactorGraph &graph, ArrayRef<AxisList> factorAxes,
                        const CostModel &cost) {
    const OpNode &op = graph.getOps()[0];
    double total = 0;
    auto add = [&](int value, const DimFactors &dims, bool isResult) {
      const ValueNode &node = graph.getValues()[value];
      Layout needed = *getLayout(op.rule, dims, factorAxes), own = node.getLayout();
      if (isResult)
        needed.partial = getReducedAxes(op.rule, factorAxes);
      total += getReshardCost(isResult ? needed : own, isResult ? own : needed,
                              node.type.getShape(), 4, cost.getMesh(), cost);
    };
    for (auto [value, operand] : llvm::zip_equal(op.operands, op.rule.operands))
      add(value, operand.dims, /*isResult=*/false);
    for (auto [value, result] : llvm::zip_equal(op.results, op.rule.results))
      add(value, result.dims, /*isResult=*/true);
    return total;
  }
};

// For all ways to lay out the tensors of a contraction: no axis splits two loops, what the op gets
// and gives can be read back, and moving is never dearer than gathering everything.
TEST_F(StrategiesTest, AllMatmuls) {
  for (const char *lhs : kMatrixShardings)
    for (const char *rhs : kMatrixShardings)
      for (const char *result : kMatrixShardings) {
        std::string program = getMatmul(lhs, rhs, result);
        OwningOpRef<ModuleOp> module = parse(program);
        ASSERT_TRUE(module) << program;
        FactorGraph graph = build(*module);
        SmallVector<CostModel> costs = getCosts(graph);
        OpStrategy strategy = chooseStrategies(graph, costs)[0];
        const OpNode &op = graph.getOps()[0];
        std::vector<Layout> layouts;
        layouts.reserve(4);
        SmallVector<const Layout *> operands, results;
        for (const RuleOperand &operand : op.rule.operands) {
          layouts.push_back(*getLayout(op.rule, operand.dims, strategy.factorAxes));
          operands.push_back(&layouts.back());
        }
        layouts.push_back(*getLayout(op.rule, op.rule.results[0].dims, strategy.factorAxes));
        results.push_back(&layouts.back());
        std::string why;
        std::optional<OpStrategy> derived = deriveStrategy(op.rule, operands, results, why);
        ASSERT_TRUE(derived) << why << "\n" << program;
        EXPECT_EQ(derived->factorAxes, strategy.factorAxes) << program;
        // Time to touch memory is the only other cost.
        constexpr double kMemoryUs = 0.01;
        SmallVector<AxisList> whole(op.rule.factors.size());
        EXPECT_LE(getCost(graph, strategy.factorAxes, costs[0]),
                  getCost(graph, whole, costs[0]) + costs[0].getComputeTimeUs(op.rule.flops) +
                      kMemoryUs)
            << program;
      }
}

// Where the layouts agree that is the strategy: nothing moves but partial results.
TEST_F(StrategiesTest, Agreement) {
  OwningOpRef<ModuleOp> module =
      parse(getMatmul(R"([{"x"}, {}])", R"([{}, {"y"}])", R"([{"x"}, {"y"}])"));
  ASSERT_TRUE(module);
  FactorGraph graph = build(*module);
  SmallVector<CostModel> costs = getCosts(graph);
  OpStrategy strategy = chooseStrategies(graph, costs)[0];
  EXPECT_EQ(getCost(graph, strategy.factorAxes, costs[0]), 0);
  EXPECT_TRUE(getReducedAxes(graph.getOps()[0].rule, strategy.factorAxes).empty());
}

// The operands exchanged (and everything transposed), the choice is the same one exchanged.
TEST_F(StrategiesTest, OrderOfOperands) {
  auto getLoopsOf = [&](bool exchanged) {
    std::string text = R"(func.func @f(
      %a: tensor<8x24xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>},
      %b: tensor<24x6xf32> {tp.sharding = #tp.sharding<@m, [{"y"}, {}]>}) {
      %e = tensor.empty() : tensor<8x6xf32>
      %0 = linalg.generic {indexing_maps = [)";
    std::string a = "affine_map<(d0, d1, d2) -> (d0, d2)>",
                b = "affine_map<(d0, d1, d2) -> (d2, d1)>";
    std::string ta = "tensor<8x24xf32>", tb = "tensor<24x6xf32>";
    text += (exchanged ? b + ", " + a : a + ", " + b) +
            R"(, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"],
      tp.shardings = [#tp.sharding<@m, [{}, {}]>]}
      ins()" +
            (exchanged ? "%b, %a : " + tb + ", " + ta : "%a, %b : " + ta + ", " + tb) +
            R"() outs(%e : tensor<8x6xf32>) {
      ^bb0(%p: f32, %q: f32, %o: f32):
        %m = arith.mulf %p, %q : f32
        %s = arith.addf %o, %m : f32
        linalg.yield %s : f32
      } -> tensor<8x6xf32>
      return
    })";
    OwningOpRef<ModuleOp> module = parse(text);
    EXPECT_TRUE(module);
    FactorGraph graph = build(*module);
    return chooseStrategies(graph, getCosts(graph))[0].factorAxes;
  };
  EXPECT_EQ(getLoopsOf(false), getLoopsOf(true));
}

TEST_F(StrategiesTest, ContradictionsAreExplained) {
  OwningOpRef<ModuleOp> module = parse(getMatmul(R"([{}, {}])", R"([{}, {}])", R"([{}, {}])"));
  ASSERT_TRUE(module);
  FactorGraph graph = build(*module);
  const ShardingRule &rule = graph.getOps()[0].rule;
  auto derive = [&](AxisList rows, AxisList lhsSum, AxisList rhsSum, AxisList columns) {
    Layout lhs{{rows, lhsSum}, ReduceKind::Sum, {}}, rhs{{rhsSum, columns}, ReduceKind::Sum, {}};
    std::string why;
    return deriveStrategy(rule, {&lhs, &rhs, nullptr}, {nullptr}, why) ? "" : why;
  };
  AxisList none, x = {{0, 1, 2}}, y = {{1, 1, 3}};
  EXPECT_EQ(derive(x, y, y, none), "");
  EXPECT_EQ(derive(none, x, y, none), "operand 1 does not agree with the others");
  EXPECT_EQ(derive(x, none, none, x), "one axis splits two loops of the op");
}

} // namespace
