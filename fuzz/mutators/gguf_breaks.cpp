// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/gguf_breaks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "fuzz/mutators/bytes.h"
#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

// An array that has few elements if the bytes of all of them are counted modulo 2^64.
Bytes wrapping_array(Dice& dice) {
  struct Element {
    std::uint32_t type;
    unsigned shift;  // its bytes are 1 << shift
  };
  constexpr std::array<Element, 3> kElements{{{2, 1}, {4, 2}, {10, 3}}};
  const Element element = dice.pick(kElements);
  const std::uint64_t few = dice.below(3);
  Bytes array = word_bytes(element.type, 4);
  const Bytes count = word_bytes((std::uint64_t{1} << (64 - element.shift)) + few, 8);
  array.insert(array.end(), count.begin(), count.end());
  array.resize(array.size() + (few << element.shift));
  return array;
}

void break_a_key(GgufFile& file, Dice& dice) {
  if (file.keys.empty()) return;
  GgufKey& key = file.keys[dice.below(file.keys.size())];
  switch (dice.below(6)) {
    case 0: key.key = file.keys[dice.below(file.keys.size())].key; break;
    case 1: key.key.clear(); break;
    case 2: key = {key.key, 7, {static_cast<std::uint8_t>(2 + dice.below(254))}}; break;
    case 3: key.type = static_cast<std::uint32_t>(13 + dice.below(4)); break;
    case 4: key = {key.key, 9, wrapping_array(dice)}; break;
    default: {
      // An array of three truth values of which the last is none.
      Bytes flags = word_bytes(7, 4);
      const Bytes count = word_bytes(3, 8);
      flags.insert(flags.end(), count.begin(), count.end());
      for (const int flag : {1, 0, 2}) flags.push_back(static_cast<std::uint8_t>(flag));
      key = {key.key, 9, std::move(flags)};
    }
  }
}

void break_alignment(GgufFile& file, Dice& dice) {
  constexpr std::array<std::uint64_t, 8> kNone{0, 3, 24, 33, 1u << 21, 1u << 30, 0xffffffff, 48};
  // A sound number of each other type that holds whole numbers.
  struct Other {
    std::uint32_t type;
    unsigned bytes;
  };
  constexpr std::array<Other, 7> kOthers{
      {{0, 1}, {1, 1}, {2, 2}, {3, 2}, {5, 4}, {10, 8}, {11, 8}}};
  GgufKey stated{"general.alignment", 4, word_bytes(dice.pick(kNone), 4)};
  if (dice.one_in(4)) {
    const Other other = dice.pick(kOthers);
    stated = {"general.alignment", other.type, word_bytes(32, other.bytes)};
  }
  const auto key = std::ranges::find(file.keys, "general.alignment", &GgufKey::key);
  if (key == file.keys.end())
    file.keys.push_back(stated);
  else
    *key = stated;
}

void break_a_tensor(GgufFile& file, Dice& dice) {
  if (file.tensors.empty()) return;
  GgufTensorLine& tensor = file.tensors[dice.below(file.tensors.size())];
  if (tensor.dims.empty()) tensor.dims.push_back(0);
  switch (dice.below(7)) {
    case 0: tensor.name = file.tensors[dice.below(file.tensors.size())].name; break;
    case 1: tensor.name.assign(64 + dice.below(3), 'n'); break;
    case 2: tensor.dims[dice.below(tensor.dims.size())] = 0; break;
    case 3: tensor.dims.resize(dice.coin() ? 5 + dice.below(4) : 0, 1); break;
    case 4: tensor.dims[dice.below(tensor.dims.size())] = edge_number(dice); break;
    case 5: tensor.dims.assign(2 + dice.below(3), std::uint64_t{1} << (16 + dice.below(16))); break;
    default: tensor.dims[0] += 1 + dice.below(tensor.dims[0] == 0 ? 1 : 64); break;
  }
}

// Where the number of a file's part stands, for parts whose place is known.
struct Number {
  std::uint64_t at = 0;
  std::size_t width = 8;
};

std::vector<Number> numbers_of(const GgufFile& file) {
  std::vector<Number> found{{0, 4}, {4, 4}, {8, 8}, {16, 8}};
  std::uint64_t at = 24;
  for (const GgufKey& key : file.keys) {
    found.push_back({at, 8});
    found.push_back({at + 8 + key.key.size(), 4});
    at += 12 + key.key.size();
    if (key.type == 8) found.push_back({at, 8});
    if (key.type == 9) found.insert(found.end(), {{at, 4}, {at + 4, 8}});
    at += key.value.size();
  }
  for (const GgufTensorLine& tensor : file.tensors) {
    found.push_back({at, 8});
    at += 8 + tensor.name.size();
    found.push_back({at, 4});
    for (std::size_t i = 0; i <= tensor.dims.size(); ++i)
      found.push_back({at + 4 + 8 * i, i == tensor.dims.size() ? 4u : 8u});
    at += 4 + 8 * tensor.dims.size() + 4;
    for (int twice = 0; twice < 2; ++twice) found.push_back({at, 8});  // offsets break oftenest
    at += 8;
  }
  return found;
}

void break_a_number(Bytes& bytes, const GgufFile& file, Dice& dice) {
  const Number number = dice.pick(numbers_of(file));
  if (number.at + number.width > bytes.size()) return;
  const std::uint64_t old = laws::load_word(bytes, number.at, number.width);
  const std::uint64_t step = dice.coin() ? 1 : std::uint64_t{1} << dice.below(8);
  const std::uint64_t fresh = dice.coin()   ? edge_number(dice)
                              : dice.coin() ? old + step
                                            : old - step;
  laws::store_word(bytes, number.at, number.width, fresh);
}

}  // namespace

void break_fields(GgufFile& file, Dice& dice) {
  switch (dice.below(4)) {
    case 0: return break_a_key(file, dice);
    case 1: return break_alignment(file, dice);
    default: return break_a_tensor(file, dice);
  }
}

void break_bytes(Bytes& bytes, const GgufFile& file, Dice& dice) {
  const std::uint64_t some = std::min<std::uint64_t>(1 + dice.below(64), bytes.size());
  switch (dice.below(8)) {
    case 0: bytes.resize(bytes.size() - some); return;
    case 1: bytes.resize(bytes.size() + some, 0x5a); return;
    case 2: bytes.resize(dice.below(bytes.size() + 1)); return;
    default: return break_a_number(bytes, file, dice);
  }
}

}  // namespace tritproof::fuzz
