// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string_view>

#include "fuzz/seeds/seeds.h"

/// Writes what campaigns start from: tritproof-fuzz-seeds FOLDER makes FOLDER/TARGET/SEED and
/// FOLDER/TARGET.options for every target; --list prints each target with its kind.
int main(int argc, char** argv) {
  using namespace tritproof::fuzz;
  const std::string_view word = argc == 2 ? argv[1] : "";
  if (word.empty()) {
    std::fprintf(stderr, "usage: tritproof-fuzz-seeds FOLDER | --list\n");
    return 2;
  }
  for (const Target* target : targets()) {
    if (word == "--list") {
      std::printf("%s %s\n", target->name.data(), target->kind.data());
    } else if (!write_seeds(word, *target)) {
      std::fprintf(stderr, "tritproof-fuzz-seeds: %s cannot be written\n", target->name.data());
      return 3;
    }
  }
  return 0;
}
