// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"

/// Where each format keeps the code and the scales of (r, c): the formulas of the spec's pages once
/// more, so that a wrong one in a codec meets a right one here.
namespace tritproof::test {

struct Spot {
  std::uint32_t byte = 0;
  std::uint32_t bit = 0;     ///< of codes with bits of their own
  std::uint32_t width = 0;   ///< bits; 0 for base-3 digits
  std::uint32_t digit = 0;   ///< of base-3 digits, 0 first
  std::uint32_t digits = 0;  ///< that the byte holds
};

Spot code_spot(spec::Format format, std::uint32_t r, std::uint32_t c,
               spec::Layout layout = spec::Layout::standard);

/// Byte of the 16-bit scale that serves (r, c); q4_k: of its S.
std::uint32_t scale_byte(spec::Format format, std::uint32_t r, std::uint32_t c,
                         spec::Layout layout = spec::Layout::standard);

/// The value of the code at (r, c) as stored: 2-bit pattern 3 is 2.
int code_at(std::span<const std::uint8_t> unit, spec::Format format, std::uint32_t r,
            std::uint32_t c, spec::Layout layout = spec::Layout::standard);

/// Stores a code; base-3 bytes are written as an encoder writes them.
void put_code(std::span<std::uint8_t> unit, spec::Format format, std::uint32_t r, std::uint32_t c,
              int code, spec::Layout layout = spec::Layout::standard);

/// Every value that a code can have, ascending.
std::vector<int> code_values(spec::Format format, spec::Layout layout = spec::Layout::standard);

/// Digits of a base-3 byte by its page's formula, most significant first.
int base3_digit(std::uint32_t byte, std::uint32_t digit);

/// The byte that an encoder writes for `count` digits of the number `q`.
std::uint8_t base3_byte(std::uint32_t q, std::uint32_t count);

/// The number of the five digits that a byte decodes to: the largest whose written byte does not
/// pass it. No use is made of base3_digit's formula.
std::uint32_t base3_number(std::uint32_t byte);

}  // namespace tritproof::test
