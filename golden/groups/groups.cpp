// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

constexpr std::array kGroups{
    // First, since these take longest.
    Group{"model", "tensors of the size of a model's head", draft_model},
    Group{"known", "published blocks, so that no two decoders can share a mistake", draft_known},
    Group{"examples", "the worked examples of the pages, answers and all", draft_examples},
    Group{"scales", "every 16-bit scale pattern: subnormals, zeros, infinities, NaNs, all bits",
          draft_scales},
    Group{"planes", "codes that follow one bit of the element's number: any permutation shows",
          draft_planes},
    Group{"one-hot", "one code among zeros, at the edges of tile, row, byte, run and group",
          draft_one_hot},
    Group{"reserved", "pattern 3 under every class of scale, once, twice and everywhere",
          draft_reserved},
    Group{"constants", "one code under one scale: signs of zeros, NaNs, tables, vector paths",
          draft_constants},
    Group{"grids", "units in rows and columns, and no two scales alike", draft_grids},
    Group{"shapes", "geometries and sizes that must be refused, by name and in order",
          draft_shapes},
    Group{"bytes", "every code byte, those that no encoder writes too", draft_bytes},
    Group{"wide", "chunks of 4 and 8 bits: two roundings, overflow, whose scale serves",
          draft_wide},
    Group{"bf16", "weights rounded once to bf16: ties, infinity, NaN", draft_bf16},
    Group{"side-table", "exponents at the edges of what a float holds", draft_side_table},
    Group{"encode", "codes and scales into bytes, and codes that none may write", draft_encode},
    Group{"packing", "f16 scales into multipliers and exponents", draft_packing},
    Group{"quantise", "floats into blocks: ties, halves that vanish, both ends of f16",
          draft_quantise},
    Group{"quantise-refusals", "NaN, infinities and blocks too small for a reciprocal",
          draft_quantise_refusals},
    Group{"expand", "stream bytes into int4, and reserved codes anywhere", draft_expand},
    Group{"replay", "sums at the ends of their integers, in every mode", draft_replay},
    Group{"convert", "every pair of formats, lossless", draft_convert},
    Group{"convert-refusals", "what a target cannot hold", draft_convert_refusals},
    Group{"corners", "what only a large count, a late tile or another order of bytes shows",
          draft_corners},
    Group{"order", "several things wrong at once: which is told", draft_order},
    Group{"repack", "q4_k as q4_1, the one conversion that rounds", draft_repack},
    Group{"random", "bytes by chance, any and legal", draft_random},
    Group{"gguf", "sound files, and type id 42", draft_gguf},
    Group{"hostile-gguf", "files that break one rule each", draft_hostile_gguf},
    Group{"q4nx", "safetensors files, sound and broken", draft_q4nx},
};

}  // namespace

std::span<const Group> groups() { return kGroups; }

}  // namespace tritproof::golden
