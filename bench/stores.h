// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The least that a decoder, a reader and a replay must do: store every word, load every byte,
/// multiply every pair.
namespace tritproof::bench {

struct Plain {
  std::string target;  ///< "avx3_dl", as the subjects fast-… are called
  void (*store)(float* out, std::size_t count) = nullptr;
  std::uint64_t (*load)(const std::uint8_t* from, std::size_t bytes) = nullptr;
  /// The sum of products of int16, as 32 bits.
  std::int32_t (*multiply)(const std::int16_t* a, const std::int16_t* b,
                           std::size_t count) = nullptr;
};

/// For every instruction set that this machine runs, best first.
std::vector<Plain> plain_loops();

}  // namespace tritproof::bench
