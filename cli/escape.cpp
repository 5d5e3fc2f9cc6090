// SPDX-License-Identifier: Apache-2.0
#include "cli/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tritproof::cli {
namespace {

// Length of the sequence that a lead byte announces; 0 if none begins with it.
std::size_t announced(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

// The code point of a whole sequence, or none if it is overlong, a surrogate or past the last one.
std::optional<char32_t> point_of(std::string_view sequence) {
  if (sequence.size() == 1) return static_cast<unsigned char>(sequence[0]);
  auto point =
      static_cast<char32_t>(static_cast<unsigned char>(sequence[0]) & (0x7fu >> sequence.size()));
  for (const char c : sequence.substr(1)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) return std::nullopt;
    point = point << 6 | (byte & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (point < least[sequence.size()] || point > 0x10ffff) return std::nullopt;
  if (point >= 0xd800 && point <= 0xdfff) return std::nullopt;
  return point;
}

// Controls, what turns the direction of text, other marks that nobody sees (names that look alike
// would be different ones), and what XML forbids.
bool unwanted(char32_t point) {
  constexpr std::pair<char32_t, char32_t> ranges[] = {
      {0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},
      {0x180e, 0x180e}, {0x2000, 0x206f},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},
      {0xfffe, 0xffff}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}};
  return std::ranges::any_of(
      ranges, [point](const auto& range) { return point >= range.first && point <= range.second; });
}

// Length of the printable UTF-8 sequence at the front of `text`, or 0.
std::size_t printable(std::string_view text) {
  const std::size_t length = announced(static_cast<unsigned char>(text[0]));
  if (length == 0 || length > text.size()) return 0;
  const auto point = point_of(text.substr(0, length));
  return point && !unwanted(*point) ? length : 0;
}

// Each character of `special` replaced by its own text.
template <class Replace>
std::string escaped(std::string_view text, std::string_view special, const Replace& replace) {
  std::string out;
  for (const char c : text)
    if (special.find(c) == std::string_view::npos)
      out += c;
    else
      out += replace(c);
  return out;
}

// Line by line as for a terminal, joined by `between`.
std::string lines_of(std::string_view untrusted, std::string_view between) {
  std::string out;
  for (std::size_t at = 0; at <= untrusted.size();) {
    const std::size_t end = std::min(untrusted.find('\n', at), untrusted.size());
    if (at != 0) out += between;
    out += for_terminal(untrusted.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::string percent(char c) { return fmt::format("%{:02X}", static_cast<unsigned char>(c)); }

}  // namespace

std::string for_terminal(std::string_view untrusted) {
  std::string out;
  while (!untrusted.empty()) {
    const std::size_t length = printable(untrusted);
    if (length == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(untrusted[0]));
    else
      out += untrusted.substr(0, length);
    untrusted.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string for_xml(std::string_view untrusted) {
  return escaped(lines_of(untrusted, "\n"), "<>&\"'",
                 [](char c) { return fmt::format("&#{};", static_cast<int>(c)); });
}

std::string for_markdown(std::string_view untrusted) {
  return escaped(for_terminal(untrusted), "\\`*_{}[]<>()#+-=.!|&~@:$",
                 [](char c) { return std::string("\\") + c; });
}

std::string for_ci_log(std::string_view untrusted) {
  std::string out;
  for (std::size_t at = 0; at <= untrusted.size();) {
    const std::size_t end = std::min(untrusted.find('\n', at), untrusted.size());
    if (at != 0) out += "%0A";
    out += escaped(for_terminal(untrusted.substr(at, end - at)), "%", percent);
    at = end + 1;
  }
  return out;
}

std::string for_ci_property(std::string_view untrusted) {
  return escaped(for_ci_log(untrusted), ":,", percent);
}

std::string for_script(std::string_view json) {
  return escaped(json, "<>&",
                 [](char c) { return fmt::format("\\u{:04x}", static_cast<unsigned char>(c)); });
}

}  // namespace tritproof::cli
