// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/maker.h"

/// What each group asks; groups.cpp says it in sentences.
namespace tritproof::golden {

void draft_known(Collector& to);
void draft_examples(Collector& to);
void draft_scales(Collector& to);
void draft_planes(Collector& to);
void draft_one_hot(Collector& to);
void draft_reserved(Collector& to);
void draft_constants(Collector& to);
void draft_grids(Collector& to);
void draft_shapes(Collector& to);
void draft_bytes(Collector& to);
void draft_wide(Collector& to);
void draft_bf16(Collector& to);
void draft_side_table(Collector& to);
void draft_encode(Collector& to);
void draft_packing(Collector& to);
void draft_quantise(Collector& to);
void draft_quantise_refusals(Collector& to);
void draft_expand(Collector& to);
void draft_replay(Collector& to);
void draft_convert(Collector& to);
void draft_convert_refusals(Collector& to);
void draft_corners(Collector& to);
void draft_order(Collector& to);
void draft_repack(Collector& to);
void draft_random(Collector& to);
void draft_model(Collector& to);
void draft_gguf(Collector& to);
void draft_hostile_gguf(Collector& to);
void draft_q4nx(Collector& to);

}  // namespace tritproof::golden
