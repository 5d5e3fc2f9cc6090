// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/q4nx_mutator.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

constexpr std::array<std::string_view, 10> kDtypes{"U8",   "F16",     "BF16", "F32", "I64",
                                                   "BOOL", "F8_E4M3", "F4",   "I16", "F64"};
constexpr std::array<std::uint64_t, 4> kChunks{2176, 4736, 5120, 8704};

std::string fresh_name(Dice& dice) {
  if (dice.one_in(8)) return "\u03c9" + std::to_string(dice.below(10));
  return "t" + std::to_string(dice.below(1000));
}

std::vector<std::uint64_t> some_shape(Dice& dice) {
  std::vector<std::uint64_t> shape;
  for (std::uint64_t rank = dice.below(4); rank > 0; --rank) shape.push_back(dice.below(6));
  return shape;
}

void add_tensor(Q4nxFile& file, Dice& dice) {
  Q4nxLine line{fresh_name(dice), std::string(dice.pick(kDtypes)), some_shape(dice), 0, 0};
  if (dice.coin()) {
    line.dtype = "U8";
    line.shape = {dice.one_in(8) ? 0 : 1 + dice.below(3), 1, dice.pick(kChunks)};
    if (dice.one_in(3)) line.shape.erase(line.shape.begin() + static_cast<int>(dice.below(2)));
  }
  const auto at = static_cast<std::ptrdiff_t>(dice.below(file.tensors.size() + 1));
  file.tensors.insert(file.tensors.begin() + at, std::move(line));
}

void drop_tensor(Q4nxFile& file, Dice& dice) {
  if (file.tensors.empty()) return;
  file.tensors.erase(file.tensors.begin() +
                     static_cast<std::ptrdiff_t>(dice.below(file.tensors.size())));
}

void swap_tensors(Q4nxFile& file, Dice& dice) {
  if (file.tensors.size() < 2) return;
  std::swap(file.tensors[dice.below(file.tensors.size())],
            file.tensors[dice.below(file.tensors.size())]);
}

void add_metadata(Q4nxFile& file, Dice& dice) {
  file.metadata.emplace_back(fresh_name(dice), fresh_name(dice));
}

using FileEdit = void (*)(Q4nxFile&, Dice&);
constexpr std::array<FileEdit, 5> kFileEdits{add_tensor, add_tensor, drop_tensor, swap_tensors,
                                             add_metadata};

// One thing that the file's own words do not bear out.
void break_fields(Q4nxFile& file, Dice& dice) {
  if (file.tensors.empty()) return;
  Q4nxLine& line = file.tensors[dice.below(file.tensors.size())];
  const std::uint64_t step = dice.coin() ? 1 : dice.below(300);
  switch (dice.below(9)) {
    case 0: line.begin += step; break;
    case 1: line.end += step; break;
    case 2: line.begin -= step; break;
    case 3: line.end -= step; break;
    case 4: (dice.coin() ? line.begin : line.end) = edge_number(dice); break;
    case 5: line.name = file.tensors[dice.below(file.tensors.size())].name; break;
    case 6: line.shape.push_back(edge_number(dice)); break;
    case 7:
      if (!line.shape.empty()) line.shape[dice.below(line.shape.size())] = edge_number(dice);
      break;
    default: line.dtype = "U16"; break;
  }
  if (!file.metadata.empty() && dice.one_in(8)) file.metadata.push_back(file.metadata.front());
}

// Two tensors over the same bytes, or the second half of them left to nobody.
void overlap(Q4nxFile& file, Dice& dice) {
  if (file.tensors.size() < 2) return;
  const Q4nxLine& from = file.tensors[dice.below(file.tensors.size())];
  Q4nxLine& to = file.tensors[dice.below(file.tensors.size())];
  to = {to.name, from.dtype, from.shape, from.begin, from.end};
}

void break_text(Bytes& bytes, Dice& dice) {
  switch (dice.below(5)) {
    case 0: laws::store_word(bytes, 0, 8, laws::load_word(bytes, 0, 8) + dice.below(5) - 2); break;
    case 1: laws::store_word(bytes, 0, 8, edge_number(dice)); break;
    case 2: bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), dice.few(64))); break;
    case 3: bytes.resize(bytes.size() + dice.few(64)); break;
    default: edit_bytes(bytes, dice); break;
  }
}

// A value where another kind of value belongs, or a list that is longer or shorter.
void break_value(Bytes& bytes, Dice& dice) {
  constexpr std::array<std::string_view, 13> kValues{
      "null", "true", "false", "-1",  "-9223372036854775809", "1.5", "1e99", "\"text\"",
      "[0]",  "{}",   "0",     "0,0", "18446744073709551616"};
  const std::uint64_t length = laws::load_word(bytes, 0, 8);
  std::string json(bytes.begin() + 8, bytes.begin() + 8 + static_cast<std::ptrdiff_t>(length));
  // Behind a colon, comma or bracket stands a value, or the key of one.
  std::vector<std::size_t> starts;
  for (std::size_t at = 1; at < json.size(); ++at)
    if (json[at - 1] == ':' || json[at - 1] == ',' || json[at - 1] == '[') starts.push_back(at);
  if (starts.empty()) return;
  const std::size_t from = dice.pick(starts);
  const std::size_t end = std::min(json.find_first_of(",:]}", from), json.size());
  json.replace(from, end - from, dice.pick(kValues));
  bytes.erase(bytes.begin() + 8, bytes.begin() + 8 + static_cast<std::ptrdiff_t>(length));
  bytes.insert(bytes.begin() + 8, json.begin(), json.end());
  laws::store_word(bytes, 0, 8, json.size());
}

void append_list(std::string& json, const std::vector<std::uint64_t>& numbers) {
  json += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i)
    json += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
  json += ']';
}

}  // namespace

std::uint64_t lay_out_q4nx(Q4nxFile& file) {
  constexpr std::uint64_t kMost = 32u << 10;
  std::uint64_t at = 0;
  for (Q4nxLine& line : file.tensors) {
    std::uint64_t bytes = q4nx_width(line.dtype).value_or(3);
    for (const std::uint64_t dim : line.shape)
      bytes = std::min(bytes * std::min(dim, kMost), kMost);
    line.begin = at;
    line.end = at += bytes;
  }
  return at;
}

Bytes q4nx_bytes(const Q4nxFile& file, std::uint64_t data) {
  std::string json = "{";
  const auto next = [&json] { json += json.back() == '{' ? "" : ","; };
  if (!file.metadata.empty()) {
    json += "\"__metadata__\":{";
    for (const auto& [key, value] : file.metadata) {
      next();
      json += "\"" + key + "\":\"" + value + "\"";
    }
    json += "}";
  }
  for (const Q4nxLine& line : file.tensors) {
    next();
    json += "\"" + line.name + "\":{\"dtype\":\"" + line.dtype + "\",\"shape\":";
    append_list(json, line.shape);
    json += ",\"data_offsets\":";
    append_list(json, {line.begin, line.end});
    json += "}";
  }
  json += "}";
  Bytes bytes(8);
  laws::store_word(bytes, 0, 8, json.size());
  bytes.insert(bytes.end(), json.begin(), json.end());
  for (std::uint64_t i = 0; i < data; ++i) bytes.push_back(static_cast<std::uint8_t>(i * 7 + 1));
  return bytes;
}

void mutate_q4nx(Bytes& bytes, std::size_t most, std::uint64_t seed) {
  Dice dice(seed);
  auto file = judge_q4nx(bytes);
  if (!file && dice.coin()) file = rich_q4nx();
  if (!file || dice.one_in(6)) {
    for (std::uint64_t left = dice.few(4); left > 0; --left) edit_bytes(bytes, dice);
  } else {
    for (std::uint64_t left = dice.below(4); left > 0; --left) dice.pick(kFileEdits)(*file, dice);
    std::uint64_t data = lay_out_q4nx(*file);
    const std::uint64_t way = dice.below(8);
    if (way == 0) overlap(*file, dice);
    if (way == 1 || way == 2) break_fields(*file, dice);
    bytes = q4nx_bytes(*file, data);
    if (way == 3) break_text(bytes, dice);
    if (way == 4) break_value(bytes, dice);
  }
  if (bytes.size() > most) bytes.resize(most);
}

Q4nxFile rich_q4nx() {
  Q4nxFile file;
  file.metadata = {{"format", "q4nx"}, {"made-by", "seed"}};
  file.tensors = {{"a", "U8", {1, 1, 2176}, 0, 0}, {"b", "U8", {1, 4736}, 0, 0},
                  {"c", "F16", {2, 3}, 0, 0},      {"d", "U8", {1, 1, 5120}, 0, 0},
                  {"e", "F32", {}, 0, 0},          {"f", "U8", {0, 7}, 0, 0},
                  {"g", "F4", {5}, 0, 0},          {"h", "BF16", {4}, 0, 0}};
  lay_out_q4nx(file);
  return file;
}

}  // namespace tritproof::fuzz
