// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/finding.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::size_t kMostStory = 16u << 10;
constexpr std::array<Kind, 4> kKinds{Kind::finding, Kind::timeout, Kind::memory, Kind::leak};

// Stories hold what targets print: names and bytes of inputs among it.
std::string plain(std::string_view text) {
  std::string safe(text.substr(0, kMostStory));
  std::ranges::replace_if(
      safe, [](char c) { return c != '\n' && (c < ' ' || c > '~'); }, '?');
  return safe;
}

std::string line_after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + mark.size());
  return plain(rest.substr(0, rest.find('\n')));
}

// From the mark on, up to where the engine begins to speak.
std::string story_from(std::string_view log, std::size_t at) {
  const std::string_view rest = log.substr(at);
  return plain(rest.substr(0, std::min(rest.find("\n=="), rest.find("\nNOTE: libFuzzer"))));
}

// The engine's and the sanitizers' own words, without addresses.
std::string words_of_tools(std::string_view log) {
  for (const std::string_view mark : {"SUMMARY: ", "runtime error: ", "ERROR: "})
    if (std::string words = line_after(log, mark); !words.empty()) return words;
  return {};
}

Kind kind_in(std::string_view log) {
  if (log.find("ERROR: libFuzzer: timeout") != std::string_view::npos) return Kind::timeout;
  if (log.find("ERROR: libFuzzer: out-of-memory") != std::string_view::npos) return Kind::memory;
  return log.find("ERROR: LeakSanitizer") != std::string_view::npos ? Kind::leak : Kind::finding;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

json json_of(const Finding& finding) {
  return {
      {"kind", folder_of(finding.kind)}, {"target", finding.target},  {"key", finding.key},
      {"story", finding.story},          {"case", finding.case_line}, {"replay", finding.replay},
      {"times", finding.times},          {"plain", finding.plain}};
}

}  // namespace

std::string_view folder_of(Kind kind) {
  constexpr std::array<std::string_view, 4> kNames{"findings", "timeouts", "ooms", "leaks"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Finding> finding_in(std::string_view log, std::string_view target) {
  constexpr std::string_view kMark = "tritproof-finding: ";
  Finding finding{kind_in(log), std::string(target), {}, {}, {}, {}, {}, 1, {}};
  if (const std::size_t at = log.find(kMark); at != std::string_view::npos) {
    finding.key = line_after(log, kMark);
    finding.story = story_from(log, at);
    finding.case_line = line_after(finding.story, "\ncase: ");
    return finding;
  }
  const std::string words = words_of_tools(log);
  if (words.empty()) return {};
  finding.key = finding.target + "/" + words;
  finding.story = story_from(log, std::min(log.find("=="), log.size()));
  return finding;
}

std::string digest_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string text;
  for (int shift = 60; shift >= 32; shift -= 4) text += kHex[hash >> shift & 15];
  return text;
}

std::string file_name_of(std::string_view key) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  constexpr std::size_t kMostOfKey = 66;
  std::string name;
  for (const char c : key.substr(0, kMostOfKey)) {
    if (kPlain.find(c) != std::string_view::npos && !(name.empty() && c == '.')) {
      name += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      (name += '%') += kHex[byte >> 4];
      name += kHex[byte & 15];
    }
  }
  return key.size() <= kMostOfKey ? name : name + "-" + digest_of(key);
}

Done keep_finding(const fs::path& state, Finding& finding, const fs::path& input) {
  const fs::path kind = state / folder_of(finding.kind), made = state / "work" / "kept";
  finding.folder = kind / file_name_of(finding.key);
  std::error_code error;
  fs::create_directories(kind, error);
  fs::remove_all(made, error);
  fs::create_directories(made, error);
  fs::copy_file(input, made / "input", error);
  if (error) return std::unexpected(input.string() + ": " + error.message());
  if (const Done done = write_durably(made / "story.txt", finding.story + "\n"); !done) return done;
  if (const Done done = write_durably(made / "finding.json", json_of(finding).dump(2) + "\n");
      !done)
    return done;
  if (!finding.case_line.empty())
    if (const Done done = write_durably(made / "finding.case", finding.case_line + "\n"); !done)
      return done;
  return settle(made, finding.folder);
}

std::optional<Finding> read_finding(const fs::path& folder, Kind kind) {
  const json read = json::parse(text_of(folder / "finding.json"), nullptr, false);
  if (!read.is_object()) return {};
  const auto text = [&](const char* name) {
    const auto found = read.find(name);
    return found != read.end() && found->is_string() ? plain(found->get<std::string>()) : "";
  };
  const std::string key = text("key");
  if (key.empty()) return {};
  return Finding{kind,   text("target"), key, text("story"), text("case"),
                 folder, text("replay"), 0,   text("plain")};
}

std::vector<Finding> kept_findings(const fs::path& state) {
  std::vector<Finding> all;
  for (const Kind kind : kKinds) {
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::directory_iterator at(state / folder_of(kind), error), end; !error && at != end;
         at.increment(error))
      folders.push_back(at->path());
    std::ranges::sort(folders);
    for (const fs::path& folder : folders)
      if (auto finding = read_finding(folder, kind)) all.push_back(*std::move(finding));
  }
  return all;
}

}  // namespace tritproof::fuzz
