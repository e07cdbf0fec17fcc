//===- PropagationTest.cpp - what holds of every propagation --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Planning/Propagation.h"
#include "ProgramTest.h"
#include <random>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::test;

namespace {

class PropagationTest : public ProgramTest {
protected:
  /// A random program over square matrices with annotations at random places, also contradictory.
  static std::string getProgram(std::mt19937 &random, unsigned numOps) {
    static const char *const shardings[] = {
        R"([{"x"}, {}])",     R"([{}, {"y"}])",
        R"([{"y", ?}, {?}])", R"([{"x", "y"}, {?}])",
        R"([{?}, {"x"}p1])",  R"([{"x"}, {"y"}])",
        R"([{"y"}p2, {?}])",  R"([{?}, {?}], replicated = {"x"})"};
    auto annotate = [&](StringRef name, StringRef open, StringRef close) -> std::string {
      if (random() % 3 != 0)
        return "";
      std::string sharding = shardings[random() % std::size(shardings)];
      return (" {" + name + " = " + open + "#tp.sharding<@m, " + sharding + ">" + close + "}")
          .str();
    };
    std::string text = "func.func @f(";
    for (unsigned i = 0; i < 3; ++i)
      text += (i ? ", %a" : "%a") + std::to_string(i) + ": tensor<12x12xf32>" +
              annotate("tp.sharding", "", "");
    text += ") -> (tensor<12x12xf32>" + annotate("tp.sharding", "", "") + ") {\n";
    text += "%empty = tensor.empty() : tensor<12x12xf32>\n";
    std::vector<std::string> values = {"%a0", "%a1", "%a2"};
    for (unsigned i = 0; i < numOps; ++i) {
      std::string a = values[random() % values.size()], b = values[random() % values.size()];
      std::string result = "%v" + std::to_string(i), type = "tensor<12x12xf32>";
      switch (random() % 4) {
      case 0:
        text += result + " = linalg.matmul" + annotate("tp.shardings", "[", "]") + " ins(" + a +
                ", " + b + " : " + type + ", " + type + ") outs(%empty : " + type + ") -> " + type;
        break;
      case 1:
        text += result + " = linalg.transpose ins(" + a + " : " + type + ") outs(%empty : " + type +
                ") permutation = [1, 0]";
        break;
      case 2:
        text += result + " = math.exp " + a + annotate("tp.shardings", "[", "]") + " : " + type;
        break;
      default:
        text += result + " = arith.addf " + a + ", " + b + annotate("tp.shardings", "[", "]") +
                " : " + type;
      }
      text += "\n";
      values.push_back(result);
    }
    return text + "return " + values.back() + " : tensor<12x12xf32>\n}";
  }
};

// The same program gives the same shardings and the same counts, also after other programs have
// moved memory around.
TEST_F(PropagationTest, Deterministic) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 50; ++round) {
    std::string program = getProgram(random, 12);
    std::string first;
    PropagationCounters counters;
    for (unsigned run = 0; run < 3; ++run) {
      OwningOpRef<ModuleOp> module = parse(program);
      ASSERT_TRUE(module) << program;
      FactorGraph graph = build(*module);
      PropagationCounters now = propagate(graph);
      if (run == 0) {
        first = print(graph);
        counters = now;
        continue;
      }
      EXPECT_EQ(print(graph), first) << program;
      EXPECT_EQ(now.opVisits, counters.opVisits);
      EXPECT_EQ(now.updates, counters.updates);
    }
  }
}

// Axes are only added behind those that are there, only to open dimensions, and never twice to one
// tensor or where they must not be; a second run finds nothing to do.
TEST_F(PropagationTest, OnlyAdds) {
  std::mt19937 random(2);
  for (unsigned round = 0; round < 200; ++round) {
    std::string program = getProgram(random, 10);
    OwningOpRef<ModuleOp> module = parse(program);
    ASSERT_TRUE(module) << program;
    FactorGraph before = build(*module), after = build(*module);
    propagate(after);
    for (auto [old, now] : llvm::zip_equal(before.getValues(), after.getValues())) {
      AxisList used = now.replicated;
      for (auto [dim, axes] : llvm::enumerate(now.axes)) {
        EXPECT_TRUE(isPrefix(old.axes[dim], axes)) << program;
        if (!old.open[dim]) {
          EXPECT_EQ(old.axes[dim], axes) << program;
        }
        EXPECT_FALSE(overlap(used, axes)) << program;
        used.append(axes.begin(), axes.end());
      }
    }
    std::string once = print(after);
    EXPECT_EQ(propagate(after).updates, 0) << program;
    EXPECT_EQ(print(after), once) << program;
  }
}

// The work grows with the program, not with the mesh, and a chain is walked once per axis.
TEST_F(PropagationTest, Linear) {
  auto count = [&](unsigned length, StringRef sizes) {
    std::string text =
        R"(func.func @f(%a: tensor<4096xf32> {tp.sharding = #tp.sharding<@m, [{"x"}]>})
                          -> tensor<4096xf32> {)";
    std::string last = "%a";
    for (unsigned i = 0; i < length; ++i) {
      std::string next = "%v" + std::to_string(i);
      text += "\n" + next + " = math.exp " + last + " : tensor<4096xf32>";
      last = next;
    }
    OwningOpRef<ModuleOp> module =
        parse(text + "\nreturn " + last + " : tensor<4096xf32>\n}", sizes);
    EXPECT_TRUE(module);
    FactorGraph graph = build(*module);
    return propagate(graph);
  };
  PropagationCounters few = count(100, "\"x\"=2"), many = count(400, "\"x\"=2");
  EXPECT_EQ(few.updates, 101);
  EXPECT_EQ(many.updates, 401);
  EXPECT_LE(many.opVisits, 4 * few.opVisits);
  EXPECT_EQ(count(100, "\"x\"=1024").opVisits, few.opVisits);
}

} // namespace
