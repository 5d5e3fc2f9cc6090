// SPDX-License-Identifier: Apache-2.0
#include "fuzz/engine.h"
#include "fuzz/replay.h"

/// A main for builds without an engine: fuzz_x FILE-OR-FOLDER… runs each input once.
int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  return tritproof::fuzz::replay({argv + 1, argv + argc}, [](std::span<const std::uint8_t> input) {
    LLVMFuzzerTestOneInput(input.data(), input.size());
  });
}
