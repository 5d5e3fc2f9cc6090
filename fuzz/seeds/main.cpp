// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>
#include <string_view>

#include "fuzz/seeds/seeds.h"
#include "fuzz/seeds/vectors.h"

namespace {

using namespace tritproof;

int complain(const std::string& what) {
  std::fprintf(stderr, "tritproof-fuzz-seeds: %s\n", what.c_str());
  return 3;
}

int write_all(const char* folder, const char* vectors) {
  std::optional<fuzz::VectorSeeds> more;
  if (vectors != nullptr) {
    auto loaded = fuzz::VectorSeeds::load(vectors, golden::Level::core);
    if (!loaded) return complain(loaded.error().where + ": " + loaded.error().name);
    more = *std::move(loaded);
  }
  for (const fuzz::Target* target : fuzz::targets())
    if (!fuzz::write_seeds(folder, *target) || (more && !more->write(folder, *target)))
      return complain(std::string(target->name) + " cannot be written");
  return 0;
}

}  // namespace

/// Writes what campaigns start from: tritproof-fuzz-seeds FOLDER [VECTORS] makes FOLDER/TARGET/SEED
/// and FOLDER/TARGET.options for every target, and FOLDER/TARGET/ID for every golden vector in
/// VECTORS that it takes; --list prints each target with its kind.
int main(int argc, char** argv) {
  const std::string_view word = argc == 2 || argc == 3 ? argv[1] : "";
  if (word.empty() || (word == "--list" && argc == 3)) {
    std::fprintf(stderr, "usage: tritproof-fuzz-seeds FOLDER [VECTORS] | --list\n");
    return 2;
  }
  if (word != "--list") return write_all(argv[1], argc == 3 ? argv[2] : nullptr);
  for (const fuzz::Target* target : fuzz::targets())
    std::printf("%s %s\n", target->name.data(), target->kind.data());
  return 0;
}
