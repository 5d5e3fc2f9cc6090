// SPDX-License-Identifier: Apache-2.0
#include "fuzz/engine.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "fuzz/minimise.h"
#include "fuzz/replay.h"
#include "fuzz/seeds/seeds.h"

namespace tritproof::fuzz {

namespace {

bool minimise_file(const Target& target, const char* file, const char* out) {
  const auto input = bytes_of(std::filesystem::path(file));
  if (!input) return false;
  const Bytes small = minimise(target, *input, std::chrono::seconds(10));
  std::ofstream stream(out, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(small.data()),
               static_cast<std::streamsize>(small.size()));
  stream.close();
  return !stream.fail();
}

}  // namespace

void keep_memory() {
#ifdef __GLIBC__
  // Beyond 32 MiB the first would be refused.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

void start(const Target& target) {
  if (const char* const folder = std::getenv("TRITPROOF_FUZZ_SEEDS")) {
    if (!write_seeds(folder, target)) {
      std::fprintf(stderr, "%s: the seeds cannot be written to %s\n", target.name.data(), folder);
      std::exit(3);
    }
    std::printf("%s\n", target.kind.data());
    std::exit(0);
  }
  keep_memory();
  if (target.prepare != nullptr) target.prepare();
  if (const char* const file = std::getenv("TRITPROOF_FUZZ_MINIMISE")) {
    const char* const out = std::getenv("TRITPROOF_FUZZ_MINIMISED");
    std::exit(out != nullptr && minimise_file(target, file, out) ? 0 : 3);
  }
}

std::size_t mutate_in_place(const Target& target, std::span<std::uint8_t> data, std::size_t most,
                            unsigned seed) {
  // The engine's mutator knows the dictionary and what comparisons looked for.
  constexpr unsigned kOwnIn = 10;
  if (seed % kOwnIn == 0 && LLVMFuzzerMutate != nullptr)
    return LLVMFuzzerMutate(data.data(), data.size(), most);
  Bytes input(data.begin(), data.end());
  target.mutate(input, most, seed);
  std::ranges::copy(input, data.data());
  return input.size();
}

std::size_t cross_into(std::span<std::uint8_t> out, const Target& target,
                       std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                       unsigned seed) {
  const Bytes mixed = target.cross(a, b, out.size(), seed);
  std::ranges::copy(mixed, out.begin());
  return mixed.size();
}

}  // namespace tritproof::fuzz
