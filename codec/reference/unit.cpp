// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/unit.h"

#include <array>

#include "codec/reference/layouts.h"

namespace tritproof::reference {

const UnitCodec& codec_of(spec::Format format) {
  static constexpr std::array<const UnitCodec*, spec::kFormats.size()> table{
      &t2_codec,    &t2s_codec,   &pb16i_codec, &q4_1_codec,  &q4_k_codec,  &q8_codec,
      &tq1_0_codec, &tq2_0_codec, &q2_0_codec,  &pq2_0_codec, &ptq1_0_codec};
  return *table[static_cast<std::size_t>(format) - 1];
}

}  // namespace tritproof::reference
