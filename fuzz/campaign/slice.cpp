// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/slice.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int kInterrupted = 72;  // libFuzzer's exit code after SIGINT
constexpr std::size_t kMostLog = 8u << 20;

std::uint64_t number_at(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The number in the last line of the form "#N<tab>WORD …", behind `mark`.
std::uint64_t last_number(std::string_view log, std::string_view mark) {
  const std::size_t at = log.rfind(mark);
  return at == std::string_view::npos ? 0 : number_at(log.substr(at + mark.size()));
}

std::uint64_t loaded_in(std::string_view log) {
  const std::size_t word = log.find("\tINITED");
  if (word == std::string_view::npos) return 0;
  const std::size_t mark = log.rfind('#', word);
  return mark == std::string_view::npos ? 0 : number_at(log.substr(mark + 1));
}

fs::path newest_in(const fs::path& folder) {
  fs::path newest;
  std::error_code error;
  fs::file_time_type when = fs::file_time_type::min();
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const auto written = at->last_write_time(error);
    if (!error && written >= when) newest = at->path(), when = written;
  }
  return newest;
}

}  // namespace

std::string read_log(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const auto size = std::max<std::streamoff>(stream.tellg(), 0);
  const auto from = std::max<std::streamoff>(size - static_cast<std::streamoff>(kMostLog), 0);
  std::string text(static_cast<std::size_t>(size - from), '\0');
  stream.seekg(from);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

std::uint64_t executions_in(std::string_view log) {
  std::uint64_t all = last_number(log, "stat::number_of_executed_units:");
  if (all == 0) all = last_number(log, "\n#");
  const std::uint64_t loaded = loaded_in(log);
  return loaded == 0 || all < loaded ? 0 : all - loaded;
}

std::uint64_t edges_in(std::string_view log) { return last_number(log, " cov: "); }

std::expected<Command, std::string> prepare(const Turn& turn) {
  std::error_code error;
  fs::remove_all(turn.work / "artifacts", error);
  for (const char* name : {"new", "artifacts"}) {
    fs::create_directories(turn.work / name, error);
    if (error) return std::unexpected((turn.work / name).string() + ": " + error.message());
  }
  std::vector<std::string> words{"-max_total_time=" + std::to_string(turn.time.count()),
                                 "-max_len=" + std::to_string(turn.most_bytes),
                                 "-seed=" + std::to_string(turn.seed),
                                 "-artifact_prefix=" + (turn.work / "artifacts").string() + "/",
                                 "-len_control=0",
                                 "-entropic=0",
                                 "-timeout=25",
                                 "-rss_limit_mb=2048",
                                 "-print_final_stats=1",
                                 "-print_funcs=0",
                                 "-reload=0"};
  if (!turn.dictionary.empty()) words.push_back("-dict=" + turn.dictionary.string());
  words.push_back((turn.work / "new").string());
  for (const fs::path& folder : {turn.corpus, turn.seeds})
    if (fs::is_directory(folder, error)) words.push_back(folder.string());
  // abort() is how a target ends; the engine, not the sanitizer, sees it and stores the input. What
  // is freed rests for some hundred executions: resting longer, no memory is still in the cache.
  return turn.program.command(std::move(words),
                              {"ASAN_OPTIONS=handle_abort=0:symbolize=0:detect_leaks=1:"
                               "quarantine_size_mb=16",
                               "UBSAN_OPTIONS=print_stacktrace=0:symbolize=0"},
                              turn.work / "log");
}

void forget_new(const Turn& turn) {
  std::error_code error;
  fs::remove_all(turn.work / "new", error);
}

Told read_turn(const Turn& turn, int code) {
  const std::string log = read_log(turn.work / "log");
  Told told;
  told.executions = executions_in(log);
  told.edges = edges_in(log);
  if (code != 0) {
    told.finding = finding_in(log, turn.target);
    told.input = newest_in(turn.work / "artifacts");
  }
  if (told.finding && told.input.empty()) {
    told.trouble = "ended in " + told.finding->key + " before its first input";
    told.finding.reset();
  }
  // What breaks a law while the corpus is read was executed too.
  if (told.finding) told.executions = std::max<std::uint64_t>(told.executions, 1);
  if (code != 0 && code != kInterrupted && !told.finding && told.trouble.empty())
    told.trouble = code == 127 ? "its program could not be started"
                               : "ended with code " + std::to_string(code);
  return told;
}

}  // namespace tritproof::fuzz
