// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "fuzz/engine.h"
#include "fuzz/target.h"

/// One target behind libFuzzer's entry points; TRITPROOF_FUZZ_TARGET is its name.
namespace tritproof::fuzz {
extern const Target TRITPROOF_FUZZ_TARGET;
}

using tritproof::fuzz::TRITPROOF_FUZZ_TARGET;

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  tritproof::fuzz::start(TRITPROOF_FUZZ_TARGET);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  TRITPROOF_FUZZ_TARGET.run({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tritproof::fuzz::mutate_in_place(TRITPROOF_FUZZ_TARGET, {data, size}, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                                 const std::uint8_t* b, std::size_t b_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return tritproof::fuzz::cross_into({out, most}, TRITPROOF_FUZZ_TARGET, {a, a_size}, {b, b_size},
                                     seed);
}
