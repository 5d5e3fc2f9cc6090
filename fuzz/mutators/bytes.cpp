// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/bytes.h"

#include <algorithm>
#include <array>

#include "props/laws/words.h"

namespace tritproof::fuzz {

std::uint64_t edge_number(Dice& dice) {
  const std::uint64_t near = dice.below(5) - 2;
  switch (dice.below(4)) {
    case 0: return dice.below(5);
    case 1: return ~std::uint64_t{0} - dice.below(40);
    case 2: return dice.bits() >> dice.below(64);
    default: return (std::uint64_t{1} << dice.below(64)) + near;
  }
}

void edit_bytes(Bytes& bytes, Dice& dice) {
  if (bytes.empty()) bytes.push_back(0);
  const std::size_t at = dice.below(bytes.size());
  const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const std::uint64_t run = dice.few(std::min<std::uint64_t>(16, bytes.size() - at));
  constexpr std::array<std::size_t, 4> kWidths{1, 2, 4, 8};
  switch (dice.below(7)) {
    case 0: bytes[at] ^= static_cast<std::uint8_t>(1u << dice.below(8)); break;
    case 1: bytes[at] = static_cast<std::uint8_t>(dice.bits()); break;
    case 2: {
      const std::size_t width = dice.pick(kWidths);
      if (bytes.size() - at >= width) laws::store_word(bytes, at, width, edge_number(dice));
      break;
    }
    case 3: {
      const std::size_t from = dice.below(bytes.size() - run + 1);
      const Bytes copy(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                       bytes.begin() + static_cast<std::ptrdiff_t>(from + run));
      std::ranges::copy(copy, here);
      break;
    }
    case 4: bytes.erase(here, here + static_cast<std::ptrdiff_t>(run)); break;
    case 5: bytes.insert(here, run, static_cast<std::uint8_t>(dice.bits())); break;
    default: bytes.resize(bytes.size() - run); break;
  }
}

Bytes splice(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b, std::size_t most,
             std::uint64_t seed) {
  Dice dice(seed);
  const auto front = a.first(dice.below(a.size() + 1));
  const auto back = b.last(dice.below(b.size() + 1));
  Bytes mixed(front.begin(), front.end());
  mixed.insert(mixed.end(), back.begin(), back.end());
  if (mixed.size() > most) mixed.resize(most);
  return mixed;
}

}  // namespace tritproof::fuzz
