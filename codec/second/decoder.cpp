// SPDX-License-Identifier: Apache-2.0
#include "decoder.h"

#include "extent.h"
#include "formats.h"
#include "numbers.h"
#include "side_table.h"

namespace second {

namespace {

// A format and its tensor, past every refusal that decode and validate have in common.
// Nothing is allocated before the byte count has been found right, so every answer is in proportion
// to the bytes that were given.
struct Opened {
  const Format* format;
  Tensor tensor;
};

// Precedence: "Size, Geometry, Header, SideTable, then scales, then codes". Pinned: "SideTable is
// judged before reserved codes."
Answer<Opened> open(std::string_view name, std::uint64_t n, std::uint64_t k, Bytes input,
                    bool other_layout) {
  // Without a format there is no geometry to judge, so the name and the layout come first.
  const Format* format = find_format(name);
  // Pinned: "For all other formats other_layout = true is refused: NoSuchConversion."
  if (format == nullptr || (other_layout && !format->has_other_layout)) {
    return std::unexpected(refuse_whole("NoSuchConversion"));
  }
  // Pinned: "for pb16i and t2s the .ref side table ... follows directly after the tiles"
  const bool side_table = format->integers != nullptr;
  Answer<Tensor> tensor = lay_out(*format, n, k, input, Surroundings{0, side_table});
  if (!tensor) {
    return std::unexpected(tensor.error());
  }
  tensor->other_layout = other_layout;
  if (side_table) {
    PlaceList bad;
    find_bad_exponents(*tensor, *format->integers, bad);
    if (!bad.empty()) {
      return std::unexpected(bad.refusal("SideTable"));
    }
  }
  return Opened{format, *tensor};
}

// "decode, validate and inspect never refuse content, they count (only Size, Geometry, Header,
// SideTable), except that decode of t2s refuses ReservedCode as its tool does"
Answer<Opened> open_for_decode(std::string_view name, std::uint64_t n, std::uint64_t k, Bytes input,
                               bool other_layout) {
  Answer<Opened> opened = open(name, n, k, input, other_layout);
  if (opened && opened->format->integers != nullptr) {
    PlaceList reserved;
    opened->format->integers->find_reserved(opened->tensor, reserved);
    if (!reserved.empty()) {
      return std::unexpected(reserved.refusal("ReservedCode"));
    }
  }
  return opened;
}

// The N x K weights, row-major, each handed through `to_word`.
template <class Word>
std::vector<Word> words_of(const Opened& opened, Word (*to_word)(float)) {
  const Tensor& tensor = opened.tensor;
  std::vector<Word> words;
  // The tiles are all there and hold at most five weights a byte, so this is in proportion to them.
  words.reserve(tensor.rows * tensor.columns);
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; ++k) {
      words.push_back(to_word(opened.format->weight(tensor, n, k)));
    }
  }
  return words;
}

}  // namespace

// "Bits are compared as bits." The words are the answer; -0.0 and +0.0 are different ones.
Answer<std::vector<std::uint32_t>> decode(std::string_view format, std::uint64_t n, std::uint64_t k,
                                          std::span<const std::uint8_t> input, bool other_layout) {
  const Answer<Opened> opened = open_for_decode(format, n, k, input, other_layout);
  if (!opened) {
    return std::unexpected(opened.error());
  }
  return words_of<std::uint32_t>(*opened, f32_word);
}

// "A bf16 output is the f32 weight rounded to nearest even (not code * bf16(scale))."
Answer<std::vector<std::uint16_t>> decode_bf16(std::string_view format, std::uint64_t n,
                                               std::uint64_t k, std::span<const std::uint8_t> input,
                                               bool other_layout) {
  const Answer<Opened> opened = open_for_decode(format, n, k, input, other_layout);
  if (!opened) {
    return std::unexpected(opened.error());
  }
  return words_of<std::uint16_t>(*opened, bfloat_word);
}

// Whatever a format does not have stays 0. SideTable is the one refusal of content here, for
// without a valid exponent a multiplier is no scale that could be counted.
Answer<Counts> validate(std::string_view format, std::uint64_t n, std::uint64_t k,
                        std::span<const std::uint8_t> input, bool other_layout) {
  const Answer<Opened> opened = open(format, n, k, input, other_layout);
  if (!opened) {
    return std::unexpected(opened.error());
  }
  Counts counts{};
  opened->format->count(opened->tensor, counts);
  return counts;
}

}  // namespace second
