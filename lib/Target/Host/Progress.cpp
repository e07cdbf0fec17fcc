//===- Progress.cpp - what is being done, on a terminal -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Host/Progress.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tp;

Progress::Progress(llvm::StringRef step) : step(step) {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    watcher = std::thread([this] { watch(); });
}

Progress::~Progress() {
  if (!watcher.joinable())
    return;
  {
    std::lock_guard<std::mutex> held(lock);
    isEnded = true;
  }
  ended.notify_one();
  watcher.join();
}

void Progress::watch() {
  std::unique_lock<std::mutex> held(lock);
  unsigned seconds = 0;
  while (!ended.wait_for(held, std::chrono::seconds(1), [this] { return isEnded; }))
    llvm::errs() << '\r' << step << " … " << ++seconds << " s";
  if (seconds != 0)
    llvm::errs() << "\r\x1b[K";
}
