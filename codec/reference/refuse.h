// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "codec/reference/tensor.h"

/// The refusals that several ops share.
namespace tritproof::reference {

inline constexpr std::size_t kMaxElements = 8192;  ///< of a unit
inline constexpr std::size_t kMaxGroups = 256;     ///< of a unit

constexpr std::uint32_t load32(InputBytes bytes, std::uint64_t at) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word |= std::uint32_t{bytes[at + i]} << (8 * i);
  return word;
}

constexpr void store32(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
}

/// A refusal without a place.
std::unexpected<spec::Refusal> refuse(spec::RefusalName name, std::string expected,
                                      std::string got);
std::unexpected<spec::Refusal> refuse_size(std::uint64_t expected, std::uint64_t got);

/// SideTable for every e_ref under which some non-zero multiplier is not exactly a float (PB16I-6).
spec::Result<void> check_side_table(const TensorView& tensor);

/// ReservedCode for every code 3; `base` is added to the byte offsets.
spec::Result<void> refuse_reserved(const TensorView& tensor, std::uint64_t base);

/// "0x3c00 (1.000000e+00)": a half as people want to see it.
std::string describe_half(std::uint16_t pattern);

}  // namespace tritproof::reference
