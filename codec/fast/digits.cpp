// SPDX-License-Identifier: Apache-2.0
#include "codec/fast/digits.h"

namespace tritproof::fast {
namespace {

template <Format format, Lanes lanes>
constexpr DigitPowers<format> powers_of() {
  DigitPowers<format> powers{};
  for (std::size_t line = 0; line < kDigitLines<format>.size(); ++line)
    for (std::size_t i = 0; i < 32; ++i)
      powers.line[line][LaneOf<lanes>(i)] =
          static_cast<std::uint16_t>(kDigitLines<format>[line].power[i] << 8);
  return powers;
}

}  // namespace

constinit const DigitPowers<Format::tq1_0> kTq1Paired = powers_of<Format::tq1_0, Lanes::paired>();
constinit const DigitPowers<Format::tq1_0> kTq1Ordered = powers_of<Format::tq1_0, Lanes::ordered>();
constinit const DigitPowers<Format::ptq1_0> kPtq1Paired =
    powers_of<Format::ptq1_0, Lanes::paired>();
constinit const DigitPowers<Format::ptq1_0> kPtq1Ordered =
    powers_of<Format::ptq1_0, Lanes::ordered>();

}  // namespace tritproof::fast
