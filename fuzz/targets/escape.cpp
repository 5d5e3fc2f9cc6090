// SPDX-License-Identifier: Apache-2.0
#include "cli/escape.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "fuzz/broken.h"
#include "fuzz/mutators/text_mutator.h"

/// Text from files and children on its way to people: what may never come out of a sink, and that
/// readable text comes out as it is.
namespace tritproof::fuzz {
namespace {

using Text = std::string_view;

constexpr std::size_t kMostBytes = 512;
constexpr std::size_t kMostGrowth = 6;  ///< characters for one byte

[[noreturn]] void wrong(const char* rest, Text from, const std::string& out) {
  const nlohmann::json said{{"from", from}, {"became", out}};
  broken_law<"escape/sink">(rest,
                            said.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

/// A code point and the bytes that it takes.
struct Point {
  char32_t point = 0;
  std::size_t bytes = 0;
};

/// The well-formed sequence at the front, by Unicode's table of them (table 3-7), or nothing.
std::optional<Point> point_at(Text text) {
  struct Row {
    unsigned lead_from, lead_to, next_from, next_to;
    std::size_t bytes;
  };
  constexpr std::array<Row, 9> kRows{{{0x00, 0x7f, 0, 0, 1},
                                      {0xc2, 0xdf, 0x80, 0xbf, 2},
                                      {0xe0, 0xe0, 0xa0, 0xbf, 3},
                                      {0xe1, 0xec, 0x80, 0xbf, 3},
                                      {0xed, 0xed, 0x80, 0x9f, 3},
                                      {0xee, 0xef, 0x80, 0xbf, 3},
                                      {0xf0, 0xf0, 0x90, 0xbf, 4},
                                      {0xf1, 0xf3, 0x80, 0xbf, 4},
                                      {0xf4, 0xf4, 0x80, 0x8f, 4}}};
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Row& row : kRows) {
    if (byte(0) < row.lead_from || byte(0) > row.lead_to) continue;
    if (row.bytes > text.size()) return std::nullopt;
    char32_t point = row.bytes == 1 ? byte(0) : byte(0) & (0xffu >> (row.bytes + 1));
    for (std::size_t i = 1; i < row.bytes; ++i) {
      const unsigned from = i == 1 ? row.next_from : 0x80, to = i == 1 ? row.next_to : 0xbf;
      if (byte(i) < from || byte(i) > to) return std::nullopt;
      point = point * 64 + (byte(i) - 0x80u);
    }
    return Point{point, row.bytes};
  }
  return std::nullopt;
}

/// Controls, what XML forbids, what turns text, and what nobody sees.
bool unseen(char32_t point) {
  constexpr std::array<std::pair<char32_t, char32_t>, 13> kUnseen{{{0x00, 0x1f},
                                                                   {0x7f, 0x9f},
                                                                   {0xad, 0xad},
                                                                   {0x61c, 0x61c},
                                                                   {0x180e, 0x180e},
                                                                   {0x2000, 0x200f},
                                                                   {0x2010, 0x206f},
                                                                   {0xfeff, 0xfeff},
                                                                   {0xfff9, 0xfffb},
                                                                   {0xfffe, 0xffff},
                                                                   {0x1bca0, 0x1bca3},
                                                                   {0x1d173, 0x1d17a},
                                                                   {0xe0000, 0xe007f}}};
  return std::ranges::any_of(kUnseen, [point](const auto& range) {
    return point >= range.first && point <= range.second;
  });
}

/// What a terminal has to get: each code point that is seen, and \xNN for every other byte.
std::string as_on_terminal(Text text) {
  constexpr Text kDigits = "0123456789abcdef";
  std::string out;
  while (!text.empty()) {
    const auto here = point_at(text);
    if (here && !unseen(here->point)) {
      out += text.substr(0, here->bytes);
      text.remove_prefix(here->bytes);
      continue;
    }
    const auto byte = static_cast<unsigned char>(text.front());
    out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    text.remove_prefix(1);
  }
  return out;
}

/// The same, line by line.
std::string lines_of(Text text) {
  std::string out;
  for (std::size_t end; (end = text.find('\n')) != Text::npos; text.remove_prefix(end + 1))
    out += as_on_terminal(text.substr(0, end)) + "\n";
  return out + as_on_terminal(text);
}

/// What a reader makes of a sink's text: at each `mark`, the character and the bytes that `meant`
/// gives. Nothing if one of `forbidden` stands there as it is, or a mark that means nothing.
template <class Meant>
std::optional<std::string> read_back(Text out, char mark, Text forbidden, const Meant& meant) {
  std::string text;
  while (!out.empty()) {
    if (out.front() == mark) {
      const auto [character, bytes] = meant(out);
      if (bytes == 0) return std::nullopt;
      text += character;
      out.remove_prefix(bytes);
      continue;
    }
    if (forbidden.find(out.front()) != Text::npos) return std::nullopt;
    text += out.front();
    out.remove_prefix(1);
  }
  return text;
}

using Character = std::pair<char, std::size_t>;

Character xml_reference(Text out) {
  const std::size_t end = out.substr(0, 6).find(';');
  if (!out.starts_with("&#") || end == Text::npos || end < 3) return {'\0', 0};
  int number = 0;
  for (const char digit : out.substr(2, end - 2)) {
    if (digit < '0' || digit > '9') return {'\0', 0};
    number = 10 * number + (digit - '0');
  }
  return {static_cast<char>(number), number > 0 && number < 128 ? end + 1 : 0};
}

Character markdown_escape(Text out) {
  constexpr Text kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const bool taken = out.size() > 1 && kPunctuation.find(out[1]) != Text::npos;
  return {taken ? out[1] : '\0', taken ? 2 : 0};
}

/// The runner of workflows knows these and no other.
Character percent_code(Text out) {
  constexpr std::array<std::pair<Text, char>, 5> kCodes{
      {{"%25", '%'}, {"%0A", '\n'}, {"%0D", '\r'}, {"%3A", ':'}, {"%2C", ','}}};
  for (const auto& [code, character] : kCodes)
    if (out.starts_with(code)) return {character, code.size()};
  return {'\0', 0};
}

void check(const char* rest, Text from, const std::string& out,
           const std::optional<std::string>& read, const std::string& meant) {
  if (!read || *read != meant || out.size() > kMostGrowth * from.size()) wrong(rest, from, out);
}

/// As the runner takes a line apart: ::command key=value,key=value::message
void check_command(Text from, const std::string& lines) {
  const std::string property = cli::for_ci_property(from), message = cli::for_ci_log(from);
  const std::string line = "::error title=" + property + "::" + message;
  if (line.find('\n') != std::string::npos) wrong("ci/lines/-", from, line);
  const std::size_t end = line.find("::", 2), list = line.find(' ');
  const std::string properties = line.substr(list + 1, end - list - 1);
  if (end != line.size() - message.size() - 2 || properties != "title=" + property ||
      properties.find(',') != std::string::npos)
    wrong("ci/command/-", from, line);
  check("ci/property/-", from, property, read_back(property, '%', ":,\r\n", percent_code), lines);
  check("ci/message/-", from, message, read_back(message, '%', "\r\n", percent_code), lines);
}

void check_script(Text from) {
  using nlohmann::json;
  const std::string before = json(from).dump(-1, ' ', true, json::error_handler_t::replace);
  const std::string out = cli::for_script(before);
  if (out.find_first_of("<>&") != std::string::npos) wrong("script/markup/-", from, out);
  if (json::parse(out, nullptr, false) != json::parse(before)) wrong("script/differs/-", from, out);
}

void run(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > kMostBytes) return;
  const std::string text(bytes.begin(), bytes.end());
  const std::string terminal = cli::for_terminal(text), xml = cli::for_xml(text),
                    markdown = cli::for_markdown(text);
  const std::string line = as_on_terminal(text), lines = lines_of(text);
  check("terminal/differs/-", text, terminal, terminal, line);
  check("xml/differs/-", text, xml, read_back(xml, '&', "<>\"'", xml_reference), lines);
  check("markdown/differs/-", text, markdown,
        read_back(markdown, '\\', "`*_{}[]<>()#+-=.!|&~@:$\n", markdown_escape), line);
  check_command(text, lines);
  check_script(text);
}

}  // namespace

extern constexpr Target fuzz_escape{"fuzz_escape", "text", kMostBytes, run,
                                    mutate_text,   splice, text_seeds};

}  // namespace tritproof::fuzz
