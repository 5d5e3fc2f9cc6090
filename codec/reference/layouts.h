// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/reference/unit.h"

/// The codecs, one a format, each in the file of its name.
namespace tritproof::reference {

extern const UnitCodec t2_codec;
extern const UnitCodec t2s_codec;
extern const UnitCodec pb16i_codec;
extern const UnitCodec q4_1_codec;
extern const UnitCodec q4_k_codec;
extern const UnitCodec q8_codec;
extern const UnitCodec tq1_0_codec;
extern const UnitCodec tq2_0_codec;
extern const UnitCodec q2_0_codec;
extern const UnitCodec pq2_0_codec;
extern const UnitCodec ptq1_0_codec;

}  // namespace tritproof::reference
