// SPDX-License-Identifier: Apache-2.0
#include "hw/host/resume_text.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace tritproof::host {
namespace {

constexpr std::string_view kTitle = "tritproof-resume-1";
constexpr std::size_t kShort = 80;
constexpr std::string_view kHex = "0123456789abcdef";
using Fields = std::vector<std::string>;

struct IdentityRow {
  std::string_view name;
  std::string RunIdentity::*field;
};
constexpr IdentityRow kIdentity[] = {
    {"suite", &RunIdentity::suite}, {"level", &RunIdentity::level},
    {"items", &RunIdentity::items}, {"runner", &RunIdentity::runner},
    {"hello", &RunIdentity::hello}, {"challenge", &RunIdentity::challenge},
};

std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte > ' ' && byte <= '~' && byte != '%';
    out += plain ? std::string(1, c) : std::string{'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      out += text[at];
      continue;
    }
    if (at + 2 >= text.size()) return std::nullopt;
    const std::size_t high = kHex.find(text[at + 1]);
    const std::size_t low = kHex.find(text[at + 2]);
    if (high == kHex.npos || low == kHex.npos) return std::nullopt;
    out += static_cast<char>(high << 4 | low);
    at += 2;
  }
  return out;
}

/// FNV-1a: enough to tell a torn or spoilt line from a whole one.
std::string check_sum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kHex[sum >> shift & 15];
  return out;
}

std::string line(std::string_view word, std::initializer_list<std::string> fields) {
  std::string out(word);
  for (const std::string& field : fields) out += " " + encoded(field);
  return out + " " + check_sum(out) + "\n";
}

/// The word and fields of a line without its line feed; nothing for a damaged one.
std::optional<Fields> fields_of(std::string_view text) {
  const std::size_t last = text.rfind(' ');
  if (last == text.npos || text.substr(last + 1) != check_sum(text.substr(0, last)))
    return std::nullopt;
  Fields out;
  std::string_view left = text.substr(0, last);
  while (true) {
    const std::size_t end = std::min(left.find(' '), left.size());
    auto field = decoded(left.substr(0, end));
    if (!field) return std::nullopt;
    out.push_back(std::move(*field));
    if (end == left.size()) return out;
    left.remove_prefix(end + 1);
  }
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Enum>
std::optional<Enum> named(std::string_view name, std::span<const std::string_view> names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(Verdict::not_run); ++i)
    if (name_of(static_cast<Verdict>(i)) == name) return static_cast<Verdict>(i);
  return std::nullopt;
}

bool take_asking(const Fields& f, Kept& kept) {
  const auto index = f.size() == 2 ? number(f[1]) : std::nullopt;
  if (index) ++kept.interrupted[*index];
  return index.has_value();
}

bool take_released(const Fields& f, Kept& kept) {
  const auto index = f.size() == 2 ? number(f[1]) : std::nullopt;
  const auto found = index ? kept.interrupted.find(*index) : kept.interrupted.end();
  if (found != kept.interrupted.end() && --found->second == 0) kept.interrupted.erase(found);
  return index.has_value();
}

bool take_result(const Fields& f, Kept& kept) {
  if (f.size() != 10) return false;
  const auto index = number(f[1]);
  const auto verdict = verdict_named(f[2]);
  const auto unasked = named<Unasked>(f[3], kUnaskedNames);
  const auto micros = number(f[4]), child = number(f[5]), times = number(f[6]);
  if (!index || !verdict || !unasked || !micros || !child || !times) return false;
  kept.results[*index] =
      ItemResult{*verdict, *unasked, f[7], f[8], *micros, *child, *times, f[9], true};
  kept.interrupted.erase(*index);
  return true;
}

bool take_child(const Fields& f, Kept& kept) {
  const auto child = f.size() == 2 ? number(f[1]) : std::nullopt;
  if (child) kept.children = *child;
  return child.has_value();
}

bool take_restart(const Fields& f, Kept& kept) {
  const auto child = f.size() == 4 ? number(f[1]) : std::nullopt;
  if (child) kept.restarts.push_back({*child, f[2], f[3]});
  if (child) kept.children = *child;
  return child.has_value();
}

bool take_session(const Fields& f, Kept& kept) {
  ++kept.sessions;
  kept.transcripts.emplace_back();
  return f.size() == 1;
}

bool take_quarantine(const Fields& f, Kept& kept) {
  if (f.size() == 2) kept.quarantined.push_back(f[1]);
  return f.size() == 2;
}

bool take_transcript(const Fields& f, Kept& kept) {
  if (f.size() != 2 || kept.transcripts.empty()) return false;
  kept.transcripts.back() = f[1];
  return true;
}

using Take = bool (*)(const Fields&, Kept&);
constexpr std::pair<std::string_view, Take> kLines[] = {
    {"asking", take_asking},         {"released", take_released},     {"result", take_result},
    {"child", take_child},           {"restart", take_restart},       {"session", take_session},
    {"quarantine", take_quarantine}, {"transcript", take_transcript},
};

bool take_line(std::size_t at, const Fields& f, ResumeText& into) {
  if (at == 0) return f.size() == 1 && f[0] == kTitle;
  if (at <= std::size(kIdentity)) {
    const IdentityRow& row = kIdentity[at - 1];
    if (f.size() != 2 || f[0] != row.name) return false;
    into.identity.*row.field = f[1];
    return true;
  }
  const auto found = std::ranges::find(kLines, f[0], [](const auto& row) { return row.first; });
  return found != std::end(kLines) && found->second(f, into.kept);
}

std::string text_of(std::uint64_t value) { return std::to_string(value); }

}  // namespace

std::string difference(const RunIdentity& then, const RunIdentity& now) {
  for (const IdentityRow& row : kIdentity) {
    const std::string& was = then.*row.field;
    const std::string& is = now.*row.field;
    if (was == is) continue;
    std::string out(row.name);
    if (was.size() > kShort || is.size() > kShort) return out;
    return out + ": it was " + (was.empty() ? "empty" : was) + " and is " +
           (is.empty() ? "empty" : is);
  }
  return {};
}

std::string identity_lines(const RunIdentity& identity) {
  std::string out = line(kTitle, {});
  for (const IdentityRow& row : kIdentity) out += line(row.name, {identity.*row.field});
  return out;
}

std::string session_line() { return line("session", {}); }
std::string asking_line(std::size_t index) { return line("asking", {text_of(index)}); }
std::string released_line(std::size_t index) { return line("released", {text_of(index)}); }
std::string child_line(std::uint64_t child) { return line("child", {text_of(child)}); }
std::string quarantine_line(std::string_view id) { return line("quarantine", {std::string(id)}); }
std::string transcript_line(std::string_view digest) {
  return line("transcript", {std::string(digest)});
}
std::string restart_line(const Restart& restart) {
  return line("restart", {text_of(restart.child), restart.id, restart.why});
}
std::string result_line(std::size_t index, const ItemResult& r) {
  return line("result", {text_of(index), std::string(name_of(r.verdict)),
                         std::string(kUnaskedNames[static_cast<std::size_t>(r.unasked)]),
                         text_of(r.microseconds), text_of(r.child), text_of(r.times), r.what,
                         r.digest, r.after});
}

std::expected<ResumeText, std::string> parse_resume(std::string_view text) {
  ResumeText out;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const std::size_t end = text.find('\n', at);
    if (end == text.npos) break;  // torn: the line feed is what was to come last
    const auto fields = fields_of(text.substr(at, end - at));
    const bool good = fields && take_line(count, *fields, out);
    const bool last = end + 1 == text.size();
    if (!good && last && count > std::size(kIdentity)) break;  // it will be written over
    if (!good) return std::unexpected("line " + std::to_string(count + 1) + " is damaged");
    at = end + 1;
    out.good_bytes = at;
  }
  if (count <= std::size(kIdentity)) return std::unexpected("it ends before its identity does");
  return out;
}

}  // namespace tritproof::host
