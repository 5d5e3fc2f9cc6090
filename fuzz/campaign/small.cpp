// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/small.h"

#include "fuzz/campaign/slice.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

int run(const Command& command, seconds time) {
  const auto child = start_child(command);
  return child ? wait_for(*child, time) : 127;
}

}  // namespace

fs::path make_small(Finding& finding, const fs::path& input, const fs::path& program,
                    const fs::path& work) {
  if (finding.kind != Kind::finding) return input;
  const fs::path small = work / "small";
  std::error_code error;
  fs::remove(small, error);
  const int made = run(
      {{program.string()},
       {"TRITPROOF_FUZZ_MINIMISE=" + input.string(), "TRITPROOF_FUZZ_MINIMISED=" + small.string(),
        "ASAN_OPTIONS=handle_abort=0:symbolize=0:detect_leaks=0"},
       work / "small.log"},
      seconds(20));
  if (made != 0) return input;
  // An input that is run alone is not stored as an artifact; the log says how it ended.
  run({{program.string(), small.string()},
       {"ASAN_OPTIONS=handle_abort=0:symbolize=0:detect_leaks=0"},
       work / "again.log"},
      seconds(30));
  const auto again = finding_in(read_log(work / "again.log"), finding.target);
  if (!again || again->key != finding.key) return input;
  finding.story = again->story;
  finding.case_line = again->case_line;
  return small;
}

}  // namespace tritproof::fuzz
