// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/sow.h"

namespace tritproof::fuzz {

std::optional<std::string> sow(const Plan& plan, const Target& target, const Program& program) {
  const std::filesystem::path work = plan.state / "work", seeds = work / "seeds";
  std::error_code error;
  std::filesystem::create_directories(seeds, error);
  const auto child = start_child(
      program.command({}, {"TRITPROOF_FUZZ_SEEDS=" + seeds.string(), "ASAN_OPTIONS=detect_leaks=0"},
                      work / "seeds.log"));
  if (!child) return child.error();
  if (const int code = wait_for(*child, std::chrono::seconds(60)); code != 0)
    return "it made no seeds, code " + std::to_string(code);
  if (plan.more_seeds && !plan.more_seeds(seeds, target))
    return "golden vectors cannot be written to " + seeds.string();
  return {};
}

}  // namespace tritproof::fuzz
