// SPDX-License-Identifier: Apache-2.0
#include "props/laws/words.h"

#include <array>
#include <bit>
#include <cstdio>

namespace tritproof::laws {

std::string hex_word(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t width) {
  const std::uint64_t word = load_word(bytes, at, width);
  std::array<char, 64> text;
  if (width == 4)
    std::snprintf(text.data(), text.size(), "0x%08llx (%.9g)",
                  static_cast<unsigned long long>(word),
                  static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word))));
  else
    std::snprintf(text.data(), text.size(), "0x%0*llx", static_cast<int>(2 * width),
                  static_cast<unsigned long long>(word));
  return text.data();
}

}  // namespace tritproof::laws
