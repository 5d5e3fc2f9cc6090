// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/convert.h"

#include "golden/groups/rows.h"

namespace tritproof::golden {

using spec::Format;
using spec::Geometry;
using spec::Op;

bool shares_256(Format format) { return format == Format::tq1_0 || format == Format::tq2_0; }

namespace {

bool is_stored_in_64s(const spec::FormatRow& row) { return row.group == 64; }

// Words of 16 columns of the scale field of a stream or image, so that the two 128s of a row (and
// the four 32s of each) share one.
FieldPart shared_multipliers(const spec::FormatRow& row, const std::string& seed) {
  const std::uint64_t again = row.columns / row.group;
  return [=](const spec::Field&) {
    Units units{1, {}};
    for (const char* half : {"/0", "/1"})
      for (std::uint64_t i = 0; i < again; ++i)
        units.of.push_back(words(table("ms-half", seed + half), 16));
    return Part{std::move(units)};
  };
}

// Canonical bytes of mixed codes, the same in every block: places are another group's matter.
Part mixed_codes(const spec::Field& field) {
  Bytes bytes;
  for (std::uint32_t i = 0; i < field.bytes; ++i) {
    std::uint32_t number = (i * 37 + 11) % 81, byte = 0;
    for (unsigned digit = 0; digit < 4; ++digit, number /= 3) byte |= number % 3 << (2 * digit);
    const std::uint32_t q = (i * 53 + 17) % 81 * (field.kind == spec::FieldKind::base3x4 ? 3 : 1);
    const bool two = field.kind == spec::FieldKind::code2;
    bytes.push_back(static_cast<std::uint8_t>(two ? byte : (q * 256 + 242) / 243));
  }
  return hex(std::move(bytes));
}

// Blocks of one 256 that have one scale.
Parts shared_blocks(const spec::FormatRow& row, Geometry geometry, const std::string& seed) {
  Units units{geometry.n * geometry.k / 256, {}};
  for (std::uint32_t block = 0; block < 256 / row.columns; ++block)
    for (const spec::Field& field : spec::fields_of(row))
      units.of.push_back(spec::codes_per_byte(field.kind) != 0
                             ? mixed_codes(field)
                             : words(table("f16-ordinary", seed), 1));
  return {{std::move(units)}};
}

}  // namespace

Parts shared_tensor(const spec::FormatRow& row, Geometry geometry, const std::string& seed) {
  if (!row.is_tile()) return shared_blocks(row, geometry, seed);
  Fill fill{seed, same16(0),
            row.id == Format::pb16i ? tiled({0x1f, 0x01, 0xf0, 0x10}) : legal_codes()};
  fill.words =
      row.side_table ? shared_multipliers(row, seed) : FieldPart([=](const spec::Field& field) {
        return words(table("f16-ordinary-pairs", seed), field.bytes / 4);
      });
  if (row.side_table) fill.exponents = table("e-half", seed);
  return filled(row, geometry, fill);
}

namespace {

Rules pair_rules(const spec::FormatRow& from, const spec::FormatRow& to) {
  Rules held = rules({"CONV-1"});
  if (from.id == to.id) return held + Rules{"CONV-9"};
  if (from.side_table && to.side_table) return held + Rules{"CONV-8"};
  if (from.side_table) return held + Rules{"CONV-7"};
  if (to.side_table) return held + rules({"PB16I-7", rules_of(to.id).place});
  return held + rules({"CONV-2", shares_256(to.id) || is_stored_in_64s(from) ? "CONV-3" : ""});
}

// All pairs of a tensor whose scales any of them can hold.
void all_pairs(const Topic& topic, const Tensor& tensor) {
  for (const spec::FormatRow& to : spec::kFormats)
    if (to.ternary) topic.holding(pair_rules(*tensor.row, to)).prove(conversion(tensor, to.id));
}

// Pairs that share no scale where the source stores several.
void loose_pairs(const Topic& topic, const Tensor& tensor) {
  for (const spec::FormatRow& to : spec::kFormats)
    if (to.ternary && !shares_256(to.id))
      topic.holding(pair_rules(*tensor.row, to)).prove(conversion(tensor, to.id));
}

void identities(Collector& to, const spec::FormatRow& row) {
  for (const Geometry geometry : {Geometry{32, 256}, Geometry{64, 768}, Geometry{96, 512}})
    for (unsigned turn = 0; turn < 4; ++turn) {
      const std::string seed = "pairs/" + std::to_string(geometry.k) + "/" + std::to_string(turn);
      if (turn != 0 && (geometry.n != 64 || turn == 2)) continue;
      const Level level = turn == 0 && geometry.n != 96 ? Level::core : Level::full;
      const Topic topic{to, level, "scales that all formats hold, each row its own"};
      const bool smoke = geometry.n == 32 && turn == 0;
      if (geometry.n != 96)
        all_pairs(smoke ? topic.at(Level::smoke) : topic,
                  {&row, geometry, {shared_tensor(row, geometry, seed), {}}});
      const Topic same{to, level, "mixed codes under one scale, through every pair"};
      constexpr std::uint16_t kOnes[] = {0x3e00, 0xb555, 0x03ff, 0x7bff};
      all_pairs(same,
                {&row, geometry, {image(row, geometry, Trits{seed}, same16(kOnes[turn])), {}}});
      if (is_stored_in_64s(row)) continue;
      const Topic loose{to, std::max(level, Level::core),
                        "mixed codes, a scale of its own for each group"};
      loose_pairs(loose, {&row, geometry, {good_image(row, geometry, seed), {}}});
    }
}

// Patterns that are moved as bits between halves: -0, subnormals, infinities, NaN payloads.
void moved_patterns(Collector& to, const spec::FormatRow& row) {
  if (row.side_table) return;
  const Geometry geometry{32, 256};
  for (const auto& [name, word] : kHalfClasses) {
    const Tensor tensor{&row, geometry, {image(row, geometry, Trits{"moved"}, same16(word)), {}}};
    for (const spec::FormatRow& target : spec::kFormats) {
      if (!target.ternary) continue;
      const bool nonfinite = (word & 0x7c00) == 0x7c00;
      const Topic topic{to, Level::core, "every scale " + std::string(name) + ", moved as it is",
                        rules({"CONV-2", target.id == row.id ? "CONV-9" : "", "REF-5"})};
      const bool odd = word == 0x8000 || word == 0x0001 || word == 0x7c00 || word == 0x7c01;
      if (!target.side_table || (!nonfinite && word != 0x8000)) {
        if (odd || word < 0x8000 || target.id == Format::tq1_0)
          topic.at(odd ? Level::core : Level::full).prove(conversion(tensor, target.id));
        continue;
      }
      const std::uint64_t stored = geometry.n * geometry.k / row.group;
      const Sketch sketch(row, geometry, tensor.input.parts);
      topic.at(word == 0x8000 || (word & 0x0201) != 0 ? Level::core : Level::full)
          .saying("a scale of " + std::string(name) + " has no multiplier")
          .holding({"PB16I-8", "REF-3", "REF-4"})
          .refuse(conversion(tensor, target.id),
                  refusal(nonfinite ? spec::RefusalName::NonFiniteScale
                                    : spec::RefusalName::ScaleNotRepresentable,
                          stored, sketch.scale_place(0, 0)));
    }
  }
}

// Every half on its way from one format to another and, where it has one, to its multiplier.
void every_half(Collector& to, const spec::FormatRow& row) {
  if (row.side_table || is_stored_in_64s(row)) return;
  const Format target = row.id == Format::t2 ? Format::pq2_0 : Format::t2;
  const std::uint64_t groups = 256 / std::min(row.group, 256u);
  for (std::uint32_t first = 0; first < 65536; first += 8192) {
    const Geometry geometry{8192 / groups, 256};
    const Tensor tensor{
        &row,
        geometry,
        {image(row, geometry, Constant{1}, Rising{static_cast<std::uint16_t>(first)}), {}}};
    const Topic topic{to, Level::full, "8,192 halves in a row, moved as bits", {"CONV-2"}};
    topic.prove(conversion(tensor, target));
  }
}

// Blocks make no whole tiles, or no whole blocks of the target.
void target_geometry(Collector& to, const spec::FormatRow& row) {
  if (row.is_tile()) return;
  for (const Geometry geometry : {Geometry{3, 512}, Geometry{33, 256}, Geometry{32, row.columns},
                                  Geometry{1, 256}, Geometry{32, 256 + row.columns}}) {
    if (geometry.k % row.columns != 0) continue;
    const Tensor tensor{
        &row, geometry, {image(row, geometry, Trits{"partial"}, same16(0x3c01)), {}}};
    for (const spec::FormatRow& target : spec::kFormats) {
      if (!target.ternary) continue;
      const bool whole = geometry.n % target.rows == 0 && geometry.k % target.columns == 0;
      // A half of a block of 128 has no partner to share its scale with.
      const bool paired = geometry.k % 128 == 0;
      const Topic topic{to,
                        whole && geometry.n != 3 ? Level::full : Level::core,
                        "N=" + std::to_string(geometry.n) + ", K=" + std::to_string(geometry.k) +
                            " must be whole units on both sides",
                        {"CONV-12"}};
      if (!whole)
        topic.refuse(conversion(tensor, target.id), refusal(spec::RefusalName::Geometry));
      else if (paired)
        topic.prove(conversion(tensor, target.id));
    }
  }
}

// CONV-11: no rule makes anything of these pairs.
void no_such(Collector& to, const spec::FormatRow& row) {
  if (!spec::defined(Op::convert, row.id)) return;
  const Geometry geometry{32, 256};
  const Tensor tensor{&row, geometry, {good_tensor(row, geometry, "no such"), {}}};
  for (const spec::FormatRow& target : spec::kFormats) {
    const bool repacks = target.id == Format::q4_1 && !row.ternary;
    if ((row.ternary && target.ternary) || repacks) continue;
    const Topic topic{
        to,
        Level::core,
        "nothing defines " + std::string(row.name) + " to " + std::string(target.name),
        {"CONV-11", "REF-2"}};
    topic.refuse(conversion(tensor, target.id), refusal(spec::RefusalName::NoSuchConversion));
    Tensor empty = tensor;
    empty.geometry = {0, 0};
    topic.refuse(conversion(empty, target.id), refusal(spec::RefusalName::NoSuchConversion));
  }
}

}  // namespace

void draft_convert(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    no_such(to, row);
    if (!row.ternary) continue;
    identities(to, row);
    moved_patterns(to, row);
    every_half(to, row);
    target_geometry(to, row);
  }
}

}  // namespace tritproof::golden
