//===- PartialPlacementTest.cpp - reductions against all placements -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of sums, negations and exponentials over partial products. All values have one
// size, so that the cost is the number of values that are reduced; it is compared with the least
// over all sets of ops that could be computed on partial values.
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/PartialPlacement.h"
#include "ProgramTest.h"
#include <random>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::test;

namespace {

/// A program as data: values 0 and 1 are partial, each op makes the next one.
struct Program {
  struct Op {
    enum Kind { Add, Negate, Exp } kind;
    unsigned lhs, rhs;
  };
  static constexpr unsigned kNumSources = 2;
  std::vector<Op> ops;
  std::vector<unsigned> results;

  std::string getText() const {
    std::string type = "tensor<6x6xf32>", text = R"(func.func @f(
      %a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>},
      %b: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>}) -> ()";
    for (size_t i = 0; i < results.size(); ++i)
      text += (i ? ", " : "") + type + R"( {tp.sharding = #tp.sharding<@m, [{}, {}]>})";
    text += ") {\n%e = tensor.empty() : " + type + "\n";
    for (unsigned i = 0; i < kNumSources; ++i)
      text += "%v" + std::to_string(i) + " = linalg.matmul " + getSharding() +
              " ins(%a, %b : " + type + ", " + type + ") outs(%e : " + type + ") -> " + type + "\n";
    for (auto [i, op] : llvm::enumerate(ops)) {
      static const char *const names[] = {"arith.addf", "arith.negf", "math.exp"};
      text += "%v" + std::to_string(kNumSources + i) + " = " + names[op.kind] + " %v" +
              std::to_string(op.lhs);
      if (op.kind == Op::Add)
        text += ", %v" + std::to_string(op.rhs);
      text += " " + getSharding() + " : " + type + "\n";
    }
    text += "return ";
    for (auto [i, result] : llvm::enumerate(results))
      text += (i ? ", %v" : "%v") + std::to_string(result);
    text += " : ";
    for (size_t i = 0; i < results.size(); ++i)
      text += (i ? ", " : "") + type;
    return text + "\n}";
  }

  static std::string getSharding() { return "{tp.shardings = [#tp.sharding<@m, [{}, {}]>]}"; }

  static Program getRandom(std::mt19937 &random) {
    Program program;
    unsigned numOps = 1 + random() % 7;
    std::vector<bool> used(kNumSources + numOps, false);
    for (unsigned i = 0; i < numOps; ++i) {
      unsigned numValues = kNumSources + i;
      // Recent values make long chains.
      auto pick = [&]() -> unsigned {
        return random() % 2 ? numValues - 1 - random() % std::min(numValues, 3u)
                            : random() % numValues;
      };
      unsigned lhs = pick(), rhs = pick(), choice = random() % 6;
      Op::Kind kind = choice < 3 ? Op::Add : choice < 5 ? Op::Negate : Op::Exp;
      program.ops.push_back({kind, lhs, rhs});
      used[lhs] = true;
      used[rhs] = used[rhs] || kind == Op::Add;
    }
    for (unsigned value = 0; value < used.size(); ++value)
      if (!used[value] || random() % 8 == 0)
        program.results.push_back(value);
    return program;
  }

  /// Number of values that are reduced if the ops with a bit in `passing` are computed on partial
  /// values; nothing if they cannot be.
  std::optional<unsigned> countReductions(unsigned passing) const {
    std::vector<bool> partial(kNumSources, true), reduced(kNumSources + ops.size(), false);
    for (auto [i, op] : llvm::enumerate(ops)) {
      bool passes = passing >> i & 1;
      bool isAdd = op.kind == Op::Add;
      bool could = op.kind != Op::Exp && partial[op.lhs] && (!isAdd || partial[op.rhs]);
      if (passes && !could)
        return std::nullopt;
      partial.push_back(passes);
      if (passes)
        continue;
      reduced[op.lhs] = true;
      reduced[op.rhs] = reduced[op.rhs] || isAdd;
    }
    for (unsigned result : results)
      reduced[result] = true;
    unsigned count = 0;
    for (size_t value = 0; value < partial.size(); ++value)
      count += partial[value] && reduced[value];
    return count;
  }
};

class PartialPlacementTest : public ProgramTest {
protected:
  /// The set of ops that the plan computes on partial values.
  static unsigned getPassing(const FactorGraph &graph, const ExplicitPlan &plan) {
    unsigned passing = 0, index = 0;
    for (auto [i, op] : llvm::enumerate(graph.getOps())) {
      if (op.isEdge || isa<linalg::MatmulOp>(op.op))
        continue;
      bool passes = plan.made[op.results[0]].isPartial();
      for (const AxisList &axes : plan.operandPartial[i])
        EXPECT_EQ(!axes.empty(), passes);
      passing |= passes << index++;
    }
    return passing;
  }
};

TEST_F(PartialPlacementTest, FewestReductions) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 400; ++round) {
    Program program = Program::getRandom(random);
    OwningOpRef<ModuleOp> module = parse(program.getText());
    ASSERT_TRUE(module) << program.getText();
    FactorGraph graph = build(*module);
    SmallVector<CostModel> costs = getCosts(graph);
    ExplicitPlan plan = placeReductions(graph, costs, chooseStrategies(graph, costs));
    unsigned best = ~0u;
    for (unsigned passing = 0; passing < 1u << program.ops.size(); ++passing)
      best = std::min(best, program.countReductions(passing).value_or(~0u));
    std::optional<unsigned> found = program.countReductions(getPassing(graph, plan));
    ASSERT_TRUE(found) << program.getText();
    EXPECT_EQ(*found, best) << program.getText();
  }
}

// The same when the value has to leave the axis that it is partial over anyhow: splitting the work
// of a later op over that axis and taking partial values exclude each other.
TEST_F(PartialPlacementTest, PassingOpsDoNotSplitTheAxis) {
  OwningOpRef<ModuleOp> module = parse(R"(func.func @f(
      %a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{}, {"x"}]>},
      %b: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>})
      -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{"x"}, {}]>}) {
    %s = arith.constant dense<0.0> : tensor<6x6xf32>
    %0 = linalg.matmul {tp.shardings = [#tp.sharding<@m, [{"x"}, {}]>]}
      ins(%a, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%s : tensor<6x6xf32>) -> tensor<6x6xf32>
    %1 = linalg.matmul {tp.shardings = [#tp.sharding<@m, [{"x"}, {}]>]}
      ins(%a, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%s : tensor<6x6xf32>) -> tensor<6x6xf32>
    %2 = arith.addf %0, %1 {tp.shardings = [#tp.sharding<@m, [{"x"}, {}]>]} : tensor<6x6xf32>
    return %2 : tensor<6x6xf32>
  })");
  ASSERT_TRUE(module);
  FactorGraph graph = build(*module);
  SmallVector<CostModel> costs = getCosts(graph);
  ExplicitPlan plan = placeReductions(graph, costs, chooseStrategies(graph, costs));
  for (auto [i, op] : llvm::enumerate(graph.getOps()))
    for (const AxisList &partial : plan.operandPartial[i])
      for (const AxisList &axes : plan.strategies[i].factorAxes)
        EXPECT_FALSE(overlap(partial, axes));
  // One reduce-scatter of the sum instead of two.
  EXPECT_EQ(getPassing(graph, plan), 1u);
}

TEST_F(PartialPlacementTest, StrictKeepsFloatProducts) {
  OwningOpRef<ModuleOp> module = parse(R"(func.func @f(
      %a: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{}, {}], partial = sum{"x"}>},
      %b: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{}, {}], partial = sum{"x"}>},
      %c: tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{}, {}]>})
      -> (tensor<6x6xf32> {tp.sharding = #tp.sharding<@m, [{}, {}]>}) {
    %0 = arith.mulf %a, %c {tp.shardings = [#tp.sharding<@m, [{}, {}]>]} : tensor<6x6xf32>
    %1 = arith.addf %0, %b {tp.shardings = [#tp.sharding<@m, [{}, {}]>]} : tensor<6x6xf32>
    return %1 : tensor<6x6xf32>
  })");
  ASSERT_TRUE(module);
  FactorGraph graph = build(*module);
  SmallVector<CostModel> costs = getCosts(graph);
  auto isPartial = [&](const PartialPlacementOptions &options) {
    ExplicitPlan plan = placeReductions(graph, costs, chooseStrategies(graph, costs), options);
    return plan.made[graph.getOps()[0].results[0]].isPartial();
  };
  EXPECT_TRUE(isPartial({}));
  EXPECT_FALSE(isPartial({/*strict=*/true}));
}

} // namespace
