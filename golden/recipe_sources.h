// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "golden/recipe.h"
#include "hw/host/sha256.h"

/// The parts of a recipe that make bytes out of a seed, a table or a counter.
namespace tritproof::golden {

/// The hash stream of a seed, read from its start on.
class HashStream {
 public:
  explicit HashStream(std::string_view seed) : seed_(seed) {}
  std::uint8_t next() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }
  void read(std::span<std::uint8_t> out) {
    for (std::uint8_t& byte : out) byte = next();
  }

 private:
  void refill();

  std::string seed_;
  Sha256 sha_;
  Sha256Bytes block_{};
  std::size_t used_ = kSha256Bytes;
  std::uint64_t number_ = 0;
};

/// One int8 code a byte. The error is a sentence: a bit above 63, a code that is no int8.
std::expected<void, std::string> fill_codes(const CodeSource& source, std::span<std::uint8_t> out);

/// Bytes of one word of the source: 2 or 4. The error is a sentence.
std::expected<unsigned, std::string> width_of(const WordSource& source);

/// Little-endian words; `out` is whole words.
std::expected<void, std::string> fill_words(const WordSource& source, std::span<std::uint8_t> out);

}  // namespace tritproof::golden
