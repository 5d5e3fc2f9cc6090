// SPDX-License-Identifier: Apache-2.0
#include "golden/flag_rows.h"

/// Flags about shapes, sizes and where in a tensor something stands.
namespace tritproof::golden {
namespace {

using spec::RefusalName;

const Flag kShapeFlags[] = {
    {"unit-rows", "units are numbered along N first", "tiles of a tensor change places", "grid",
     [](const Facts& f) { return f.countable && f.unit_rows > 1; }},
    {"unit-columns", "the second unit of a row is read at the wrong offset, or as the first",
     "columns repeat or are missing", "grid",
     [](const Facts& f) { return f.countable && f.unit_columns > 1; }},
    {"unit-grid", "rows and columns of units change places", "tiles of a tensor change places",
     "grid", [](const Facts& f) { return f.countable && f.unit_rows > 1 && f.unit_columns > 1; }},
    {"large-grid", "an offset, row or tile number is kept in too few bits",
     "what comes late in a tensor repeats what came early", "grid",
     [](const Facts& f) { return f.countable && f.unit_rows * f.unit_columns >= 15; }},
    {"odd-row", "units are taken in pairs or fours and the rest is left out",
     "the end of each row is missing", "grid",
     [](const Facts& f) { return f.countable && f.unit_columns > 1 && f.unit_columns % 2 == 1; }},
    {"model-sized", "sums of offsets pass 2^24 or 2^31", "only whole models show it", "",
     [](const Facts& f) {
       return f.countable && f.question->geometry.n * f.question->geometry.k >= 1u << 26;
     }},
    {"broken-geometry", "N or K that is not whole units is rounded up or down",
     "memory beyond the tensor is read, or weights are left out", "frame",
     [](const Facts& f) { return !f.nothing && !f.whole; }},
    {"nothing-asked", "a zero N, K or M is an empty answer", "an empty test passes", "frame",
     [](const Facts& f) { return f.nothing; }},
    {"cut-short", "missing bytes read as zeros or as what stands behind",
     "a truncated file becomes weights", "frame",
     [](const Facts& f) { return f.countable && f.surplus < 0; }},
    {"left-over", "bytes behind the tensor are ignored", "a file of another shape passes", "frame",
     [](const Facts& f) { return f.countable && f.surplus > 0; }},
    {"uncountable-size", "the byte count wraps around", "a huge shape passes as a small one",
     "frame", [](const Facts& f) { return f.whole && !f.countable; }},
    {"no-such-layout", "the other layout is granted to a format that has one",
     "an argument is silently ignored", "frame",
     [](const Facts& f) {
       return f.question->options.layout == spec::Layout::other && !f.row->second_layout;
     }},
    {"many-places", "the count is that of the places told, or more than eight are told",
     "the extent of the damage is not known", "side_table",
     [](const Facts& f) {
       return f.refused > spec::kMaxPlaces && f.refuses(RefusalName::ReservedCode);
     }},
    {"late-reserved-code", "a place is counted from its tile, or late tiles are not looked at",
     "the report points at a sound tile", "side_table",
     [](const Facts& f) { return f.codes.late_three && f.row->code3 == spec::Code3::reserved; }},
    {"random-bytes", "something that nobody thought of", "unknown", ""},
    {"known-answer", "reader and writer share a mistake",
     "a round trip passes and nothing is right", ""},
};

}  // namespace

std::span<const Flag> shape_flags() { return kShapeFlags; }

}  // namespace tritproof::golden
