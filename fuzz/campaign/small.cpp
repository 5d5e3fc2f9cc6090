// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/small.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

int run(const Command& command, seconds time) {
  const auto child = start_child(command);
  return child ? wait_for(*child, time) : 127;
}

}  // namespace

fs::path make_small(Finding& finding, const fs::path& input, const Program& program,
                    const fs::path& work) {
  if (finding.kind != Kind::finding) return input;
  const fs::path small = work / "small";
  std::error_code error;
  fs::remove(small, error);
  const std::string quiet = "ASAN_OPTIONS=handle_abort=0:symbolize=0:detect_leaks=0";
  const int made = run(program.command({},
                                       {"TRITPROOF_FUZZ_MINIMISE=" + input.string(),
                                        "TRITPROOF_FUZZ_MINIMISED=" + small.string(), quiet},
                                       work / "small.log"),
                       seconds(20));
  if (made != 0) return input;
  // An input that is run alone is not stored as an artifact; the log says how it ended.
  run(program.command({small.string()}, {quiet}, work / "again.log"), seconds(30));
  const auto again = finding_in(read_log(work / "again.log"), finding.target);
  if (!again || again->key != finding.key) return input;
  finding.story = again->story;
  finding.case_line = again->case_line;
  return small;
}

std::optional<fs::path> merge(const Turn& turn, const fs::path& corpus, seconds time) {
  const fs::path merged = turn.work / "merged";
  std::error_code error;
  fs::remove_all(merged, error);
  fs::create_directories(merged, error);
  const int code = run(turn.program.command({"-merge=1", "-use_counters=0",
                                             "-max_len=" + std::to_string(turn.most_bytes),
                                             merged.string(), corpus.string()},
                                            {}, turn.work / "merge.log"),
                       time);
  if (code != 0 || fs::is_empty(merged, error)) return {};
  return merged;
}

std::string ask_plain(const Finding& finding, const fs::path& input, const fs::path& tool,
                      const fs::path& work) {
  const int code = run({{tool.string(), "fuzz", "--target", finding.target, "--replay",
                         fs::absolute(input).string()},
                        {},
                        work / "plain.log"},
                       seconds(30));
  const auto again = finding_in(read_log(work / "plain.log"), finding.target);
  if (again) return again->key == finding.key ? "the same" : again->key;
  return code == 0 ? "nothing wrong" : "code " + std::to_string(code);
}

}  // namespace tritproof::fuzz
