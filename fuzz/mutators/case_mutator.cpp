// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/case_mutator.h"

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"

namespace tritproof::fuzz {
namespace {

constexpr std::array<std::string_view, 12> kKeys{"op",     "format",   "rows",      "columns",
                                                 "m",      "target",   "mode",      "narrowing",
                                                 "layout", "template", "edit byte", "edit word"};

std::string number(Dice& dice) {
  constexpr std::array<std::uint64_t, 9> kUsual{1, 2, 4, 32, 64, 128, 256, 512, 1024};
  const std::uint64_t value = dice.one_in(4) ? edge_number(dice) : dice.pick(kUsual);
  return dice.one_in(8) ? "0x" + std::to_string(value) : std::to_string(value);
}

std::string value_for(std::string_view key, Dice& dice) {
  constexpr std::array<std::string_view, 5> kTemplates{"good", "zero-codes", "zero-scales", "none",
                                                       ""};
  if (key == "op") return std::string(dice.pick(spec::kOpNames));
  if (key == "format" || key == "target") return std::string(dice.pick(spec::kFormats).name);
  if (key == "template") return std::string(dice.pick(kTemplates));
  if (key == "layout") return "other";
  if (key == "mode" || key == "narrowing" || key == "m") return std::to_string(dice.below(5));
  if (key.starts_with("edit")) return std::to_string(dice.below(2300)) + " " + number(dice);
  return number(dice);
}

std::string some_line(Dice& dice) {
  constexpr std::array<std::string_view, 7> kWhole{
      "bf16", "clamp", "# words", "edit cut 1", "edit grow 5", "edit dword 0 0xffffffff", ""};
  if (dice.one_in(3)) return std::string(dice.pick(kWhole));
  const std::string_view key = dice.pick(kKeys);
  return std::string(key) + " " + value_for(key, dice);
}

std::vector<std::string> lines_of(const Bytes& bytes) {
  std::istringstream text(std::string(bytes.begin(), bytes.end()));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// The value of a line that has one.
void change(std::string& line, Dice& dice) {
  for (const std::string_view key : kKeys)
    if (line.starts_with(std::string(key) + " "))
      line = std::string(key) + " " + value_for(key, dice);
}

void edit(std::vector<std::string>& lines, Dice& dice) {
  const std::size_t at = dice.below(lines.size());
  switch (dice.below(5)) {
    case 0:
    case 1: change(lines[at], dice); break;
    case 2: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), some_line(dice)); break;
    case 3: lines.push_back(some_line(dice)); break;
    default: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); break;
  }
}

std::string seed_text(spec::Op op, spec::Format format, const char* more) {
  const spec::FormatRow& row = spec::row_of(format);
  return "tritproof-case 1\nop " + std::string(spec::name_of(op)) + "\nformat " +
         std::string(row.name) + "\nrows " + std::to_string(row.rows) + "\ncolumns 256\n" + more +
         "template good\nedit byte 17 0x03\n";
}

}  // namespace

void mutate_case(Bytes& bytes, std::size_t most, std::uint64_t seed) {
  Dice dice(seed);
  if (bytes.empty()) bytes = case_seeds().front().bytes;
  if (dice.one_in(5)) {
    edit_bytes(bytes, dice);
  } else {
    auto lines = lines_of(bytes);
    for (std::uint64_t left = dice.few(4); left > 0 && !lines.empty(); --left) edit(lines, dice);
    bytes.clear();
    for (const std::string& line : lines) {
      bytes.insert(bytes.end(), line.begin(), line.end());
      bytes.push_back(dice.one_in(16) ? ';' : '\n');
    }
  }
  if (bytes.size() > most) bytes.resize(most);
}

std::vector<Seed> case_seeds() {
  using spec::Format;
  using spec::Op;
  return {{"decode", bytes_of_text(seed_text(Op::decode, Format::t2, "bf16\n"))},
          {"validate", bytes_of_text(seed_text(Op::validate, Format::tq1_0, ""))},
          {"encode", bytes_of_text(seed_text(Op::encode, Format::q2_0, ""))},
          {"quantise", bytes_of_text(seed_text(Op::quantise, Format::ptq1_0, ""))},
          {"expand", bytes_of_text(seed_text(Op::expand, Format::t2s, ""))},
          {"convert", bytes_of_text(seed_text(Op::convert, Format::pq2_0, "target q2_0\nclamp\n"))},
          {"replay", bytes_of_text(seed_text(Op::replay, Format::pb16i, "m 1\nmode 2\n"))}};
}

}  // namespace tritproof::fuzz
