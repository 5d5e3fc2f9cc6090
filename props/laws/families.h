// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/laws/law.h"

/// The laws by family, one file each; laws() puts them in order.
namespace tritproof::laws {

std::span<const Law> answer_laws();   ///< any op: agreement, answers, refusals, asking again
std::span<const Law> decode_laws();   ///< tiles, rounding, counts
std::span<const Law> encode_laws();   ///< encode and quantise against the judge's decode
std::span<const Law> content_laws();  ///< what must be refused
std::span<const Law> convert_laws();  ///< weights kept, there and back, image and stream
std::span<const Law> replay_laws();   ///< sums as products with the judge's weights

}  // namespace tritproof::laws
