//===- Symbols.cpp - what compiled code may call --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/BufferView.h"
#include "tp/Runtime/Host/HostRun.h"
#include <cstring>

using namespace mlir::tp;

// Older compilers' libraries lack these. Code generators pass a small float in the low bits of a
// vector register, which is where a float with the same bits goes.
static uint16_t getBits(float carrier) {
  uint16_t bits;
  std::memcpy(&bits, &carrier, sizeof(bits));
  return bits;
}
static float getCarrier(uint16_t bits) {
  float carrier = 0;
  std::memcpy(&carrier, &bits, sizeof(bits));
  return carrier;
}
static float truncateToHalf(float value) { return getCarrier(floatToHalf(value)); }
static float truncateToBfloat(float value) { return getCarrier(floatToBfloat(value)); }
static float extendHalf(float carrier) { return halfToFloat(getBits(carrier)); }
/// Rounds to odd first: what is lost leaves a mark, so that the second rounding is right.
static float narrow(double value) {
  float rounded = float(value);
  if (double(rounded) == value || value != value)
    return rounded;
  uint32_t bits;
  std::memcpy(&bits, &rounded, sizeof(bits));
  if (!(bits & 1) && (bits & 0x7fffffff) != 0x7f800000) {
    bool tooLarge = (double(rounded) > value) == (value > 0);
    bits += tooLarge ? -1 : 1;
    std::memcpy(&rounded, &bits, sizeof(bits));
  }
  return rounded;
}
static float truncateDoubleToHalf(double value) { return truncateToHalf(narrow(value)); }
static float truncateDoubleToBfloat(double value) { return truncateToBfloat(narrow(value)); }

std::vector<std::pair<const char *, void *>> mlir::tp::getHostRuntimeSymbols() {
  auto address = [](auto *function) { return reinterpret_cast<void *>(function); };
  return {{"tp_run_collective", address(tp_run_collective)},
          {"tp_wait", address(tp_wait)},
          {"tp_get_device", address(tp_get_device)},
          {"tp_contract", address(tp_contract)},
          {"tp_copy", address(tp_copy)},
          {"tp_allocate", address(tp_allocate)},
          {"tp_free", address(tp_free)},
          {"tp_fail_assertion", address(tp_fail_assertion)},
          {"tp_check", address(tp_check)},
          {"tp_error_text", address(tp_error_text)},
          {"__truncsfhf2", address(truncateToHalf)},
          {"__truncdfhf2", address(truncateDoubleToHalf)},
          {"__truncsfbf2", address(truncateToBfloat)},
          {"__truncdfbf2", address(truncateDoubleToBfloat)},
          {"__extendhfsf2", address(extendHalf)}};
}
