// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "fuzz/target.h"

/// The entry points that fuzzing engines call (entry_points.cpp), and what stands behind them.
extern "C" {
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                      const std::uint8_t* b, std::size_t b_size, std::uint8_t* out,
                                      std::size_t most, unsigned seed);
/// libFuzzer's own mutator, with its dictionary; other engines have none.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most)
    __attribute__((weak));
}

namespace tritproof::fuzz {

/// Keeps the memory of large answers from going back to the system after each input, which takes a
/// third of the time. Without glibc's allocator it does nothing.
void keep_memory();

/// What a target's program does before its first input. With TRITPROOF_FUZZ_SEEDS=FOLDER in the
/// environment it writes its seeds and options there, prints its kind and exits: so a build for a
/// fuzzing service needs no second one. With TRITPROOF_FUZZ_MINIMISE=FILE it makes that input small
/// and writes it to TRITPROOF_FUZZ_MINIMISED.
void start(const Target& target);

/// The target of this program, which each program defines. The first call, before any input, may
/// end the process where the target cannot run.
const Target& program_target();

/// Changes an input in an engine's buffer, which has room for `most` bytes: mostly by the target's
/// mutator, now and then by the engine's own. Returns the new size.
std::size_t mutate_in_place(const Target& target, std::span<std::uint8_t> data, std::size_t most,
                            unsigned seed);

/// Writes a mixture of two inputs to `out`; returns its size.
std::size_t cross_into(std::span<std::uint8_t> out, const Target& target,
                       std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                       unsigned seed);

}  // namespace tritproof::fuzz
