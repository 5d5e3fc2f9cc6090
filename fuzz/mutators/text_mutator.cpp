// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/text_mutator.h"

#include <array>
#include <string_view>

namespace tritproof::fuzz {
namespace {

constexpr std::array<std::string_view, 36> kPieces{"</script>",
                                                   "<!--",
                                                   "]]>",
                                                   "&#0;",
                                                   "&lt;",
                                                   "\" onload=\"",
                                                   "' x='",
                                                   "::error title=a::b",
                                                   "::stop-commands::x",
                                                   "##[error]",
                                                   "%0A",
                                                   "%25",
                                                   "\r\n",
                                                   "\n",
                                                   "\t",
                                                   "|",
                                                   "```\n",
                                                   "~~~",
                                                   "[a](b)",
                                                   "www.a.b",
                                                   "https://a.b",
                                                   "@a",
                                                   "\\",
                                                   "\x1b[2J",
                                                   "\x1b]0;a\x07",
                                                   "\x9b",
                                                   "\xe2\x80\xae",
                                                   "\xe2\x81\xa6",
                                                   "\xe2\x80\xa8",
                                                   "\xef\xbb\xbf",
                                                   "\xef\xbf\xbe",
                                                   "\xed\xa0\x80",
                                                   "\xc0\xaf",
                                                   "\xf4\x90\x80\x80",
                                                   "\xe2\x82",
                                                   "\xf0\x9f\x98\x80"};

/// First code points of a class, or the last before it.
constexpr std::array<char32_t, 24> kEdges{0x0,     0x20,    0x7f,    0x80,    0xa0,    0xad,
                                          0x61c,   0x7ff,   0x800,   0x180e,  0x2000,  0x2070,
                                          0xd7ff,  0xe000,  0xfeff,  0xfff9,  0xfffd,  0xffff,
                                          0x10000, 0x1d173, 0xe0000, 0xe0080, 0xfffff, 0x10ffff};

/// As UTF-8 writes it, whether it may stand there or not.
Bytes utf8(char32_t point) {
  const auto low = [point](int shift) {
    return static_cast<std::uint8_t>(0x80 | (point >> shift & 0x3f));
  };
  const auto lead = [point](unsigned mark, int shift) {
    return static_cast<std::uint8_t>(mark | point >> shift);
  };
  if (point < 0x80) return {lead(0, 0)};
  if (point < 0x800) return {lead(0xc0, 6), low(0)};
  if (point < 0x10000) return {lead(0xe0, 12), low(6), low(0)};
  return {lead(0xf0, 18), low(12), low(6), low(0)};
}

Bytes piece(Dice& dice) {
  if (dice.coin()) {
    const Bytes whole = bytes_of_text(dice.pick(kPieces));
    const std::size_t from = dice.one_in(4) ? dice.below(whole.size()) : 0;
    return {whole.begin() + static_cast<std::ptrdiff_t>(from), whole.end()};
  }
  const char32_t near = dice.pick(kEdges) + static_cast<char32_t>(dice.below(3)) - 1;
  Bytes point = utf8(near <= 0x10ffff ? near : 0);
  if (dice.one_in(4)) point.pop_back();
  return point;
}

}  // namespace

void mutate_text(Bytes& bytes, std::size_t most, std::uint64_t seed) {
  Dice dice(seed);
  for (std::uint64_t left = dice.few(4); left > 0; --left) {
    if (dice.one_in(3)) {
      edit_bytes(bytes, dice);
      continue;
    }
    const Bytes more = piece(dice);
    // The end is where half a sequence is read past.
    const std::size_t at = dice.one_in(4) ? bytes.size() : dice.below(bytes.size() + 1);
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  }
  if (bytes.size() > most) bytes.resize(most);
}

std::vector<Seed> text_seeds() {
  return {{"name", bytes_of_text("blk.0.ffn_down \xc3\xa4 \xe6\x97\xa5 \xf0\x9f\x98\x80")},
          {"hostile", bytes_of_text("a</script>&\"'\n::error::%0A\x1b[2J|`\\www.a.b\xe2\x80\xae")}};
}

}  // namespace tritproof::fuzz
