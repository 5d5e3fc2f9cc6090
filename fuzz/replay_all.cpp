// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string_view>

#include "fuzz/replay.h"
#include "fuzz/target.h"

/// All targets in one program: tritproof-fuzz-replay TARGET FILE-OR-FOLDER…, or --all FOLDER, whose
/// folders have the targets' names; a target without a folder fails.
int main(int argc, char** argv) {
  using namespace tritproof::fuzz;
  const std::vector<std::filesystem::path> paths(argv + (argc < 2 ? argc : 2), argv + argc);
  const std::string_view name = argc < 2 ? "" : argv[1];
  if (name == "--all" && paths.size() == 1) {
    for (const Target* target : targets())
      if (const int code = replay({paths.front() / target->name}, target->run); code != 0)
        return code;
    return 0;
  }
  const Target* target = target_named(name);
  if (target != nullptr) return replay(paths, target->run);
  std::fprintf(stderr, "usage: tritproof-fuzz-replay TARGET FILE-OR-FOLDER…, or --all FOLDER\n");
  return 2;
}
