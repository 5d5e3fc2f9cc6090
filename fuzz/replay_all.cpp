// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string_view>

#include "fuzz/replay.h"
#include "fuzz/target.h"

/// All targets in one program: tritproof-fuzz-replay TARGET FILE-OR-FOLDER…, or --all FOLDER, whose
/// folders have the targets' names; a target without a folder fails. --stored FOLDER replays what
/// was promoted: FOLDER/TARGET/… and FOLDER/….case.
namespace {

using namespace tritproof::fuzz;

int replay_stored(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> cases;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".case") cases.push_back(entry.path());
    if (!entry.is_directory()) continue;
    const std::string name = entry.path().filename().string();
    const Target* const target = target_named(name);
    if (target == nullptr) {
      std::fprintf(stderr, "replay: no target %s\n", name.c_str());
      return 3;
    }
    if (const int code = replay({entry.path()}, target->run); code != 0) return code;
  }
  return replay(cases, target_named("fuzz_case")->run);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::filesystem::path> paths(argv + (argc < 2 ? argc : 2), argv + argc);
  const std::string_view name = argc < 2 ? "" : argv[1];
  if (name == "--all" && paths.size() == 1) {
    for (const Target* target : targets())
      if (const int code = replay({paths.front() / target->name}, target->run); code != 0)
        return code;
    return 0;
  }
  if (name == "--stored" && paths.size() == 1) return replay_stored(paths.front());
  const Target* target = target_named(name);
  if (target != nullptr) return replay(paths, target->run);
  std::fprintf(
      stderr,
      "usage: tritproof-fuzz-replay TARGET FILE-OR-FOLDER…, or --all FOLDER, or --stored FOLDER\n");
  return 2;
}
