// SPDX-License-Identifier: Apache-2.0
#include "fuzz/engine.h"

using tritproof::fuzz::program_target;

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  tritproof::fuzz::start(program_target());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  program_target().run({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tritproof::fuzz::mutate_in_place(program_target(), {data, size}, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                                 const std::uint8_t* b, std::size_t b_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return tritproof::fuzz::cross_into({out, most}, program_target(), {a, a_size}, {b, b_size}, seed);
}
