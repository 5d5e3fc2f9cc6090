// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/gguf_mutator.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzz/mutators/gguf_breaks.h"
#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

constexpr std::uint64_t kMostData = 16u << 10;
constexpr std::array<std::uint8_t, 13> kNumberWidths{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

std::string fresh_name(const char* stem, Dice& dice) {
  return stem + std::to_string(dice.below(1000));
}

void add_key(GgufFile& file, Dice& dice) {
  const auto type = static_cast<std::uint32_t>(dice.below(13));
  const auto at = static_cast<std::ptrdiff_t>(dice.below(file.keys.size() + 1));
  file.keys.insert(file.keys.begin() + at,
                   {fresh_name("k", dice), type, some_value(type, 0, dice)});
}

void drop_key(GgufFile& file, Dice& dice) {
  if (file.keys.empty()) return;
  file.keys.erase(file.keys.begin() + static_cast<std::ptrdiff_t>(dice.below(file.keys.size())));
}

void nest_arrays(GgufFile& file, Dice& dice) {
  const auto depth = static_cast<int>(1 + dice.below(10));
  file.keys.push_back({fresh_name("n", dice), 9, nested_array(depth, dice.coin())});
}

void change_alignment(GgufFile& file, Dice& dice) {
  const std::uint32_t alignment = 1u << dice.below(dice.one_in(8) ? 21 : 9);
  const auto key = std::ranges::find(file.keys, "general.alignment", &GgufKey::key);
  const GgufKey stated{"general.alignment", 4, word_bytes(alignment, 4)};
  if (key == file.keys.end())
    file.keys.push_back(stated);
  else
    *key = stated;
}

std::vector<std::uint64_t> some_dims(std::uint32_t id, Dice& dice) {
  const std::uint64_t block = std::max<std::uint64_t>(gguf_block(id).elements, id == 42 ? 64 : 1);
  std::vector<std::uint64_t> dims{block * (1 + dice.below(4))};
  for (std::uint64_t more = dice.below(4); more > 0; --more) dims.push_back(1 + dice.below(3));
  return dims;
}

std::uint32_t some_id(Dice& dice) {
  constexpr std::array<std::uint32_t, 5> kOurs{34, 35, 42, 142, 143};
  if (dice.coin()) return dice.pick(kOurs);
  return dice.one_in(4) ? static_cast<std::uint32_t>(dice.below(200)) : dice.pick(gguf_blocks()).id;
}

void add_tensor(GgufFile& file, Dice& dice) {
  const std::uint32_t id = some_id(dice);
  const auto at = static_cast<std::ptrdiff_t>(dice.below(file.tensors.size() + 1));
  std::string name = fresh_name("t", dice);
  if (dice.one_in(8)) name.resize(62 + dice.below(2), 'x');
  file.tensors.insert(file.tensors.begin() + at, {std::move(name), some_dims(id, dice), id, 0});
}

void drop_tensor(GgufFile& file, Dice& dice) {
  if (file.tensors.empty()) return;
  file.tensors.erase(file.tensors.begin() +
                     static_cast<std::ptrdiff_t>(dice.below(file.tensors.size())));
}

void change_tensor(GgufFile& file, Dice& dice) {
  if (file.tensors.empty()) return;
  GgufTensorLine& tensor = file.tensors[dice.below(file.tensors.size())];
  tensor.id = some_id(dice);
  tensor.dims = some_dims(tensor.id, dice);
}

void swap_tensors(GgufFile& file, Dice& dice) {
  if (file.tensors.size() < 2) return;
  std::swap(file.tensors[dice.below(file.tensors.size())],
            file.tensors[dice.below(file.tensors.size())]);
}

using Edit = void (*)(GgufFile&, Dice&);
constexpr std::array<Edit, 9> kFieldEdits{add_key,          drop_key,      nest_arrays,
                                          change_alignment, add_tensor,    add_tensor,
                                          drop_tensor,      change_tensor, swap_tensors};

std::uint64_t padded(std::uint64_t size, std::uint64_t alignment) {
  return alignment == 0 ? size : (size + alignment - 1) / alignment * alignment;
}

}  // namespace

Bytes word_bytes(std::uint64_t word, std::size_t width) {
  Bytes bytes(width);
  laws::store_word(bytes, 0, width, word);
  return bytes;
}

// Arrays in one another, each of one element, the innermost empty or one truth value.
Bytes nested_array(int depth, bool empty) {
  if (depth == 1) {
    Bytes leaf = word_bytes(7, 4);
    const Bytes count = word_bytes(empty ? 0 : 1, 8);
    leaf.insert(leaf.end(), count.begin(), count.end());
    if (!empty) leaf.push_back(1);
    return leaf;
  }
  Bytes outer = word_bytes(9, 4);
  for (const Bytes& part : {word_bytes(1, 8), nested_array(depth - 1, empty)})
    outer.insert(outer.end(), part.begin(), part.end());
  return outer;
}

Bytes some_value(std::uint32_t type, int depth, Dice& dice) {
  if (type == 7) return {static_cast<std::uint8_t>(dice.below(2))};
  if (type == 8) {
    Bytes text = word_bytes(dice.below(6), 8);
    text.resize(text.size() + text[0], 'v');
    return text;
  }
  if (type != 9) return word_bytes(dice.bits(), kNumberWidths[type]);
  const auto element = static_cast<std::uint32_t>(dice.below(depth < 3 ? 13 : 8));
  const std::uint64_t count = dice.below(4);
  Bytes array = word_bytes(element, 4);
  const Bytes number = word_bytes(count, 8);
  array.insert(array.end(), number.begin(), number.end());
  for (std::uint64_t i = 0; i < count; ++i) {
    const Bytes value = some_value(element, depth + 1, dice);
    array.insert(array.end(), value.begin(), value.end());
  }
  return array;
}

Bytes consistent(GgufFile file) {
  const std::uint64_t alignment = gguf_alignment(file);
  std::uint64_t end = 0;
  for (GgufTensorLine& tensor : file.tensors) {
    tensor.offset = end;
    const auto bytes = gguf_bytes(tensor.id, tensor.dims);
    // Of a size that only the file tells, q2_0's is taken for id 42 and 40 bytes for the others.
    const std::uint64_t plain = bytes                                     ? *bytes
                                : tensor.id == 42 && !tensor.dims.empty() ? tensor.dims[0] / 64 * 18
                                                                          : 40;
    end += std::min(padded(std::max<std::uint64_t>(plain, 1), alignment), std::uint64_t{1} << 40);
  }
  Bytes out = gguf_header(file);
  if (file.tensors.empty()) return out;
  const std::uint64_t start = padded(out.size(), alignment);
  if (start > 2u << 20) return out;
  out.resize(start);
  for (std::uint64_t i = 0; i < std::min(end, kMostData); ++i)
    out.push_back(static_cast<std::uint8_t>(i * 7 + 1));
  return out;
}

void mutate_gguf(Bytes& bytes, std::size_t most, std::uint64_t seed) {
  Dice dice(seed);
  auto file = take_apart(bytes);
  if (!file && dice.coin()) file = rich_gguf();
  if (!file || dice.one_in(8)) {
    for (std::uint64_t left = dice.few(4); left > 0; --left) edit_bytes(bytes, dice);
  } else {
    file->magic = 0x46554747;
    if (dice.one_in(8)) file->version = 2 + static_cast<std::uint32_t>(dice.below(2));
    for (std::uint64_t left = dice.below(4); left > 0; --left) dice.pick(kFieldEdits)(*file, dice);
    const bool broken = dice.coin();
    if (broken && dice.coin()) break_fields(*file, dice);
    bytes = consistent(*file);
    if (broken) break_bytes(bytes, *file, dice);
  }
  if (bytes.size() > most) bytes.resize(most);
}

GgufFile rich_gguf() {
  GgufFile file;
  file.magic = 0x46554747;
  Bytes numbers = word_bytes(2, 4);
  for (const std::uint64_t word : {3, 0x00020001, 3}) {
    const Bytes part = word_bytes(word, numbers.size() == 4 ? 8 : numbers.size() == 12 ? 4 : 2);
    numbers.insert(numbers.end(), part.begin(), part.end());
  }
  Bytes text = word_bytes(4, 8);
  for (const char c : {'t', 'i', 'n', 'y'}) text.push_back(static_cast<std::uint8_t>(c));
  file.keys = {{"general.name", 8, text}, {"general.alignment", 4, word_bytes(32, 4)},
               {"a.numbers", 9, numbers}, {"a.nested", 9, nested_array(3, false)},
               {"a.bool", 7, {1}},        {"a.double", 12, word_bytes(0x7ff8000000000001, 8)}};
  file.tensors = {{"a", {256, 2}, 34, 0},     {"b", {256, 1}, 35, 0}, {"c", {64, 1}, 42, 0},
                  {"d", {128, 1, 2}, 142, 0}, {"e", {128}, 143, 0},   {"f", {3}, 0, 0},
                  {"g", {32}, 2, 0},          {"h", {5}, 107, 0},     {"i", {7}, 30, 0}};
  return file;
}

}  // namespace tritproof::fuzz
