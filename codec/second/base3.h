// SPDX-License-Identifier: Apache-2.0
// Bytes that hold base-3 digits as a binary fraction (tq1_0, ptq1_0).
#ifndef SECOND_BASE3_H
#define SECOND_BASE3_H

#include <cstdint>

namespace second {

/// Where the digit of an element is: in which byte of the block, which digit of it, and how many
/// digits that byte holds (5 or 4).
struct DigitPlace {
  std::uint64_t byte;
  unsigned digit;
  unsigned held;
};

/// Digit number `digit` (0 is the most significant) of `byte`; 0, 1 or 2.
unsigned base3_digit(std::uint32_t byte, unsigned digit);

/// Whether an encoder that puts `held` digits (5 or 4) in a byte ever writes `byte`.
bool base3_canonical(std::uint32_t byte, unsigned held);

}  // namespace second

#endif
