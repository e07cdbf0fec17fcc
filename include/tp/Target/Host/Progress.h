//===- Progress.h - what is being done, on a terminal -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_HOST_PROGRESS_H
#define TP_TARGET_HOST_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace mlir::tp {

/// While it lives and the step takes more than a second, a line on the standard error says what is
/// done and for how long; it is gone afterwards. Does nothing where that is no terminal.
class Progress {
public:
  explicit Progress(llvm::StringRef step);
  ~Progress();

private:
  void watch();

  std::string step;
  std::mutex lock;
  std::condition_variable ended;
  bool isEnded = false;
  std::thread watcher;
};

} // namespace mlir::tp

#endif // TP_TARGET_HOST_PROGRESS_H
