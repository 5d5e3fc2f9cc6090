// SPDX-License-Identifier: Apache-2.0
#include "cli/known.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tritproof::cli {
namespace {

using nlohmann::json;

bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i != 4 && i != 7 && (text[i] < '0' || text[i] > '9')) return false;
  return true;
}

std::expected<Known, std::string> entry_of(const json& entry) {
  if (!entry.is_object() || entry.size() != 4) return std::unexpected("want four keys");
  for (const char* key : {"rule", "format", "owner", "expires"})
    if (!entry.contains(key) || !entry[key].is_string())
      return std::unexpected(std::string("want a string for the key ") + key);
  const auto format = spec::format_named(entry["format"].get<std::string>());
  if (!format) return std::unexpected("no such format");
  Known known{entry["rule"], *format, entry["owner"], entry["expires"]};
  if (!is_date(known.expires)) return std::unexpected("want expires as YYYY-MM-DD");
  if (known.rule.empty() || known.owner.empty()) return std::unexpected("rule or owner is empty");
  return known;
}

bool matches(const Known& known, const gate::Bench& bench, const gate::LawTally& tally) {
  return known.format == bench.format && tally.first &&
         (known.rule == tally.first->rule || known.rule == tally.law);
}

}  // namespace

std::expected<std::vector<Known>, std::string> read_known(const std::filesystem::path& path) {
  constexpr std::uintmax_t most = 1 << 20;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return std::unexpected(error.message());
  if (size > most) return std::unexpected("larger than 1 MiB");
  std::ifstream file(path, std::ios::binary);
  const json root = json::parse(file, nullptr, false);
  if (!root.is_object() || root.size() != 1 || !root.contains("known") || !root["known"].is_array())
    return std::unexpected("want an object with the one key known, a list");
  std::vector<Known> all;
  for (const json& entry : root["known"]) {
    auto known = entry_of(entry);
    if (!known)
      return std::unexpected("entry " + std::to_string(all.size() + 1) + ": " + known.error());
    all.push_back(*std::move(known));
  }
  return all;
}

void apply_known(const std::vector<Known>& all, std::string_view today, gate::Result& result) {
  for (const Known& known : all) {
    bool judged = false;
    bool matched = false;
    for (gate::Bench& bench : result.benches) {
      judged |= bench.format == known.format && bench.declared;
      for (gate::LawTally& tally : bench.laws) {
        if (!matches(known, bench, tally)) continue;
        matched = true;
        if (known.expires < today) {
          tally.note = "was known until " + known.expires + ", owner " + known.owner;
          continue;
        }
        tally.standing = gate::Standing::known;
        tally.note = "known until " + known.expires + ", owner " + known.owner;
      }
    }
    if (judged && !matched)
      result.shortfalls.push_back("known failure " + known.rule + " of " +
                                  std::string(spec::row_of(known.format).name) +
                                  " passes: take it off the list");
  }
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

}  // namespace tritproof::cli
