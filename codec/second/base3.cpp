// SPDX-License-Identifier: Apache-2.0
#include "base3.h"

namespace second {

// A byte is the fraction b/256; three times it is a digit and the fraction that is left, so digit n
// is what the nth multiplication carries out.
// "digit n of byte b is `(((b * 3^n) mod 256) * 3) >> 8`, in {0, 1, 2}"
unsigned base3_digit(std::uint32_t byte, unsigned digit) {
  std::uint32_t power = 1;
  for (unsigned step = 0; step < digit; ++step) {
    power *= 3;
  }
  return (((byte * power) % 256) * 3) >> 8;
}

// "A qs byte holds five digits, first element most significant: byte = ceil(Q*256/243). A qh byte
// holds four: the four-digit Q is multiplied by 3 once more, then the same ceil."
// A byte is canonical if the digits it decodes to are written back as that byte. The ceiling of a
// quotient by 243 is its floor after 242 is added to what is divided.
bool base3_canonical(std::uint32_t byte, unsigned held) {
  std::uint32_t q = 0;
  for (unsigned digit = 0; digit < held; ++digit) {
    q = q * 3 + base3_digit(byte, digit);
  }
  if (held == 4) {
    q *= 3;
  }
  return (q * 256 + 242) / 243 == byte;
}

}  // namespace second
