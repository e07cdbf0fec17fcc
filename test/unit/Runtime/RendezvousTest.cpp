//===- RendezvousTest.cpp - devices that meet -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/HostRun.h"
#include "gtest/gtest.h"
#include <atomic>

using namespace mlir::tp;

namespace {

/// A sum over one digit of the device's position.
struct Sum {
  std::vector<int64_t> axes;
  tp_collective op;

  Sum(int64_t stride, int64_t size) : axes{stride, size} {
    op = {TP_ALL_REDUCE, TP_SUM, 0, 0, axes.data(), 1, nullptr, 0, "{\"x\"}", "here"};
  }
  int32_t call(tp_context *context, float &value) const {
    const int64_t size = 1, stride = 1;
    tp_buffer buffer = {&value, TP_F32, 1, &size, &stride};
    int32_t status = tp_run_collective(context, &op, 1, &buffer, &buffer, nullptr);
    tp_check(context, status);
    return status;
  }
};

/// Many rounds over rows and columns: nobody is released too early or too late.
TEST(RendezvousTest, ManyRounds) {
  Sum rows(1, 4), columns(4, 2);
  std::vector<float> values(8);
  HostRun run(8);
  EXPECT_TRUE(run.run([&](tp_context *context, int64_t device) {
    for (int round = 0; round < 300; ++round) {
      float value = float(device + round);
      rows.call(context, value);
      columns.call(context, value);
      values[device] += value;
    }
  })) << run.getErrorText().str();
  for (float value : values)
    EXPECT_EQ(value, 300 * 28 + 8 * 300 * 299 / 2);
  EXPECT_EQ(run.getCollectives().begin()->second.calls, 600);
}

TEST(RendezvousTest, SeveralRunsAtATime) {
  Sum all(1, 3);
  std::atomic<int> right{0};
  HostRun outer(2);
  outer.run([&](tp_context *, int64_t) {
    HostRun inner(3);
    inner.run([&](tp_context *context, int64_t device) {
      float value = float(device);
      all.call(context, value);
      right += value == 3;
    });
  });
  EXPECT_EQ(right, 6);
}

/// A device that ends leaves the others waiting; they are released with an error.
TEST(RendezvousTest, DeadlockIsSeen) {
  Sum all(1, 4);
  std::atomic<int> survivors{0};
  HostRun run(4);
  EXPECT_FALSE(run.run([&](tp_context *context, int64_t device) {
    float value = 1;
    all.call(context, value);
    if (device != 2)
      all.call(context, value);
    ++survivors;
  }));
  EXPECT_EQ(run.getStatus(), TP_DEADLOCK);
  EXPECT_EQ(survivors, 1);
  EXPECT_NE(run.getErrorText().find("device 0 waits in all_reduce sum over {\"x\"} at here for "
                                    "device 2"),
            llvm::StringRef::npos);
}

TEST(RendezvousTest, PeakMemoryAndLeftovers) {
  HostRun run(2);
  run.setArgumentBytes(0, 100);
  run.setArgumentBytes(1, 50);
  EXPECT_TRUE(run.run([](tp_context *context, int64_t device) {
    void *first = tp_allocate(context, 1000);
    tp_free(context, first);
    tp_allocate(context, 400);
    tp_allocate(context, 200 * device);
  }));
  EXPECT_EQ(run.getPeakBytes(), 1100);
}

} // namespace
