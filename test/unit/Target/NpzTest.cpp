//===- NpzTest.cpp - arrays in .npz archives ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/HostTensor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

class NpzTest : public ::testing::Test {
protected:
  void SetUp() override {
    SmallString<128> created;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("tp", "npz", created));
    path = created.str().str();
  }
  void TearDown() override { llvm::sys::fs::remove(path); }

  std::string path, error;
};

TEST_F(NpzTest, AllTypesAndShapesComeBack) {
  NamedTensors written;
  for (int32_t type = TP_I1; type <= TP_F64; ++type)
    for (SmallVector<int64_t> shape : {SmallVector<int64_t>{}, {3}, {2, 3}, {2, 0}, {1, 2, 3}}) {
      HostTensor tensor(shape, type);
      for (int64_t i = 0; i < tensor.getNumElements(); ++i)
        tensor.isFloat() ? tensor.setFloat(i, i - 2.5) : tensor.setInt(i, i - 2);
      written["a" + std::to_string(type) + "_" + std::to_string(shape.size()) +
              std::to_string(tensor.getNumElements())] = tensor;
    }
  ASSERT_TRUE(succeeded(writeNpz(path, written, error))) << error;
  std::optional<NamedTensors> read = readNpz(path, error);
  ASSERT_TRUE(read) << error;
  ASSERT_EQ(read->size(), written.size());
  for (auto &[name, tensor] : written) {
    EXPECT_EQ((*read)[name].shape, tensor.shape) << name;
    EXPECT_EQ((*read)[name].elementType, tensor.elementType) << name;
    EXPECT_EQ((*read)[name].data, tensor.data) << name;
  }
}

TEST_F(NpzTest, RefusesWhatIsNoArchive) {
  std::error_code code;
  llvm::raw_fd_ostream(path, code) << "no archive";
  EXPECT_FALSE(readNpz(path, error));
  EXPECT_EQ(error, "not a zip archive");
  EXPECT_FALSE(readNpz(path + ".missing", error));
  EXPECT_EQ(error, "no such file");
}

} // namespace
