// SPDX-License-Identifier: Apache-2.0
#include "golden/strict_json.h"

#include <algorithm>
#include <set>

#include "golden/hex.h"

namespace tritproof::golden {
namespace {

constexpr int kDeepest = 24;
constexpr std::size_t kMostQuoted = 60;

const Json kNothing;
const Json kNoObject = Json::object();
const Json kNoArray = Json::array();

/// Sees every key before the library's map swallows a second one.
struct KeyWatch {
  std::vector<std::set<std::string>> open;
  std::optional<std::string> duplicate;

  bool operator()(int, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end && !open.empty()) open.pop_back();
    if (event == Event::key && !open.empty() &&
        !open.back().insert(parsed.get<std::string>()).second)
      if (!duplicate) duplicate = parsed.get<std::string>();
    return true;
  }
};

/// How deep brackets nest outside of texts; told before the library sees them.
int depth_of(std::string_view text) {
  int depth = 0;
  int most = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size() && most <= kDeepest; ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (!quoted && (text[i] == '[' || text[i] == '{'))
      most = std::max(most, ++depth);
    else if (!quoted && (text[i] == ']' || text[i] == '}'))
      --depth;
  }
  return most;
}

}  // namespace

std::string one_line(const Json& value) {
  return value.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string shown(const Json& value) {
  std::string text = one_line(value);
  if (text.size() <= kMostQuoted) return text;
  return text.substr(0, kMostQuoted) + "...";
}

std::expected<Json, Fault> parse_strict(std::string_view text) {
  if (depth_of(text) > kDeepest)
    return std::unexpected(Fault{"too-deep", "", "at most 24 values in one another", "more"});
  KeyWatch watch;
  const Json value = Json::parse(text, std::ref(watch), false);
  if (value.is_discarded())
    return std::unexpected(
        Fault{"broken-json", "", "well-formed JSON", std::string(text.substr(0, kMostQuoted))});
  if (watch.duplicate)
    return std::unexpected(Fault{"duplicate-key", "", "each key once", *watch.duplicate});
  return value;
}

void StrictReader::fail(std::string name, std::string where, std::string expected,
                        std::string got) {
  if (!fault_)
    fault_ = Fault{std::move(name), std::move(where), std::move(expected), std::move(got)};
}

std::uint64_t StrictReader::number(const Json& value, std::string_view where) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  fail("wrong-kind", std::string(where), "a number from 0 to 2^64 - 1", shown(value));
  return 0;
}

std::int64_t StrictReader::signed_number(const Json& value, std::string_view where) {
  if (value.is_number_integer() && !(value.is_number_unsigned() && value.get<std::int64_t>() < 0))
    return value.get<std::int64_t>();
  fail("wrong-kind", std::string(where), "a whole number", shown(value));
  return 0;
}

std::string StrictReader::text(const Json& value, std::string_view where) {
  if (value.is_string()) {
    std::string text = value.get<std::string>();
    // Printable ASCII: nothing that a terminal or another language's reader could take otherwise.
    if (std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; })) return text;
  }
  fail("wrong-kind", std::string(where), "printable ASCII text", shown(value));
  return {};
}

Bytes StrictReader::hex(const Json& value, std::string_view where) {
  if (value.is_string())
    if (auto bytes = from_hex(value.get_ref<const std::string&>())) return *std::move(bytes);
  fail("wrong-kind", std::string(where), "lower-case hex", shown(value));
  return {};
}

const Json& StrictReader::array(const Json& value, std::string_view where) {
  if (value.is_array()) return value;
  fail("wrong-kind", std::string(where), "an array", shown(value));
  return kNoArray;
}

StrictObject::StrictObject(StrictReader& reader, const Json& value, std::string_view where)
    : reader_(reader), object_(&value), where_(where) {
  if (value.is_object()) return;
  reader_.fail("wrong-kind", where_, "an object", shown(value));
  object_ = &kNoObject;
}

const Json& StrictObject::need(std::string_view key) {
  if (const Json* value = maybe(key)) return *value;
  reader_.fail("missing-key", where_, std::string(key), "no such key");
  return kNothing;
}

const Json* StrictObject::maybe(std::string_view key) {
  const auto found = object_->find(key);
  if (found == object_->end()) return nullptr;
  taken_.emplace_back(key);
  return &*found;
}

void StrictObject::finish() {
  for (const auto& item : object_->items())
    if (std::ranges::find(taken_, item.key()) == taken_.end())
      reader_.fail("unknown-key", where_, "no other key", item.key());
}

}  // namespace tritproof::golden
