// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "codec/reference/numbers.h"
#include "props/laws/agreement.h"
#include "props/laws/ask.h"
#include "props/laws/families.h"

/// Laws of decode and validate, and of the tensor as its tiles in order.
namespace tritproof::laws {
namespace {

using spec::Op;

bool decoded(const Trial& trial) { return trial.asked.op == Op::decode && well_answered(trial); }

bool decoded_small(const Trial& trial) { return decoded(trial) && small(trial); }

Verdict rounding(const Trial& trial) {
  Request other = trial.asked.request();
  other.flags.bf16 = !other.flags.bf16;
  if (!trial.subject.takes(other)) return {};
  const auto second = bytes_from(trial.subject, other);
  if (!second) return Finding{{}, "the whole answer", "an answer in both widths", "in one"};
  const Bytes& floats = trial.asked.flags.bf16 ? *second : *answered(trial);
  const Bytes& halves = trial.asked.flags.bf16 ? *answered(trial) : *second;
  if (floats.size() != 2 * halves.size()) return same_bytes(floats, halves);
  for (std::uint64_t i = 0; i < halves.size() / 2; ++i) {
    const std::uint16_t rounded =
        reference::canonical_bf16(reference::float_to_bf16(float_at(floats, i)));
    const auto word = static_cast<std::uint16_t>(load_word(halves, 2 * i, 2));
    if (reference::canonical_bf16(word) != rounded)
      return Finding{{},
                     row_column(i / other.geometry.k, i % other.geometry.k),
                     std::to_string(rounded),
                     std::to_string(word)};
  }
  return {};
}

// Unit u as a tensor of its own, its part of the side table included.
Bytes unit_of(const Units& units, std::span<const std::uint8_t> tensor, std::uint64_t u) {
  const auto bytes = tensor.subspan(u * units.row.bytes, units.row.bytes);
  Bytes alone(bytes.begin(), bytes.end());
  if (!units.row.side_table) return alone;
  const auto ref = tensor.subspan(units.bytes() + 4 * units.origin(u).n, 4 * units.row.rows);
  alone.insert(alone.end(), ref.begin(), ref.end());
  return alone;
}

bool several_units(const Trial& trial) {
  const Op op = trial.asked.op;
  const spec::FormatRow& row = spec::row_of(trial.asked.format);
  return (op == Op::decode || op == Op::validate) && well_answered(trial) && small(trial) &&
         trial.asked.geometry != spec::Geometry{row.rows, row.columns};
}

// Where the whole differs from a part that belongs at the unit's place.
Verdict part_differs(const Units& units, const Request& request, const Bytes& all,
                     const Bytes& part, std::uint64_t u) {
  const std::size_t width = word_bytes(request);
  const auto [n, k] = units.origin(u);
  if (part.size() != units.row.elements() * width) return same_bytes(all, part);
  for (std::uint64_t r = 0; r < units.row.rows; ++r)
    for (std::uint64_t c = 0; c < units.row.columns; ++c) {
      const std::size_t whole_at = ((n + r) * units.geometry.k + k + c) * width;
      const std::size_t part_at = (r * units.row.columns + c) * width;
      if (load_word(all, whole_at, width) != load_word(part, part_at, width))
        return Finding{{},
                       row_column(n + r, k + c),
                       hex_word(part, part_at, width),
                       hex_word(all, whole_at, width)};
    }
  return {};
}

std::array<std::uint64_t, 6> words_of(const spec::Counts& c) {
  return {c.reserved, c.code3, c.non_canonical, c.non_finite, c.zero, c.subnormal};
}

Verdict sum_differs(const spec::Counts& all, const spec::Counts& sum) {
  for (std::size_t i = 0; i < 6; ++i)
    if (words_of(all)[i] != words_of(sum)[i])
      return Finding{{},
                     "count " + std::to_string(i),
                     std::to_string(words_of(sum)[i]),
                     std::to_string(words_of(all)[i])};
  return {};
}

void add(spec::Counts& sum, const spec::Counts& part) {
  sum.reserved += part.reserved;
  sum.code3 += part.code3;
  sum.non_canonical += part.non_canonical;
  sum.non_finite += part.non_finite;
  sum.zero += part.zero;
  sum.subnormal += part.subnormal;
}

// T2-5
Verdict tiles(const Trial& trial) {
  const Units units{spec::row_of(trial.asked.format), trial.asked.geometry};
  const Request request = trial.asked.request();
  const Bytes all = canonical(request, *answered(trial));
  spec::Counts sum;
  for (std::uint64_t u = 0; u < units.count(); ++u) {
    const Bytes alone = unit_of(units, trial.asked.input, u);
    Request one = request;
    one.geometry = {units.row.rows, units.row.columns};
    one.input = alone;
    const auto part = bytes_from(trial.subject, one);
    if (!part) return Finding{{}, "unit " + std::to_string(u), "an answer", "none"};
    if (request.op == Op::validate && part->size() == 48) add(sum, counts_of(*part));
    if (request.op != Op::decode) continue;
    if (auto finding = part_differs(units, request, all, canonical(one, *part), u)) return finding;
  }
  if (request.op == Op::decode || all.size() != 48) return {};
  return sum_differs(counts_of(all), sum);
}

bool counted(const Trial& trial) { return trial.asked.op == Op::validate && well_answered(trial); }

Finding too_many(std::string what, std::uint64_t most, std::uint64_t got) {
  return {{}, std::move(what), "at most " + std::to_string(most), std::to_string(got)};
}

// REF-6: no count passes what there is to count.
Verdict counts(const Trial& trial) {
  const Units units{spec::row_of(trial.asked.format), trial.asked.geometry};
  const spec::Counts got = counts_of(*answered(trial));
  std::uint64_t codes = 0, digits = 0, scales = 0;
  for (const spec::Field& field : spec::fields_of(units.row)) {
    const bool base3 =
        field.kind == spec::FieldKind::base3x5 || field.kind == spec::FieldKind::base3x4;
    if (holds_codes(field)) codes += units.count() * field.bytes * spec::codes_per_byte(field.kind);
    if (base3) digits += units.count() * field.bytes;
    if (!holds_codes(field) && field.kind != spec::FieldKind::uint8 && field.name != "zero")
      scales += units.count() * field.bytes / 2;
  }
  const spec::Code3 third = units.row.code3;
  const std::uint64_t reserved = third == spec::Code3::reserved ? codes : 0;
  const std::uint64_t twos = third == spec::Code3::plus_two ? codes : 0;
  if (got.reserved > reserved) return too_many("reserved codes", reserved, got.reserved);
  if (got.code3 > twos) return too_many("codes 3", twos, got.code3);
  if (got.non_canonical > digits) return too_many("odd bytes", digits, got.non_canonical);
  const std::uint64_t marked = got.non_finite + got.zero + got.subnormal;
  if (marked > scales) return too_many("marked scales", scales, marked);
  return {};
}

// T2S-3: the stream's expansion refuses what validate counts.
bool counted_stream(const Trial& trial) {
  return counted(trial) && trial.asked.format == spec::Format::t2s &&
         trial.subject.declares(Op::expand, spec::Format::t2s);
}

Verdict counted_alike(const Trial& trial) {
  const Units units{spec::row_of(trial.asked.format), trial.asked.geometry};
  const auto stream = std::span(trial.asked.input).first(units.bytes());
  const Outcome outcome =
      trial.subject.answer(request_for(trial.asked.request(), Op::expand, stream));
  const auto* refusal = std::get_if<spec::Refusal>(&outcome);
  const std::uint64_t reserved = counts_of(*answered(trial)).reserved;
  // A refusal that came through a pipe may not say how many: then it says that there are some.
  const bool unsaid = refusal != nullptr && refusal->count == 0;
  const std::uint64_t refused = refusal == nullptr ? 0 : unsaid ? reserved : refusal->count;
  if (refused == reserved && !(unsaid && reserved == 0)) return {};
  return Finding{{},
                 "reserved codes",
                 std::to_string(refused) + " by expand",
                 std::to_string(reserved) + " by validate"};
}

constexpr std::array<Law, 4> kDecodeLaws{{
    {"counts", "no count passes the number of things there are", 1, counted, counts},
    {"counted alike", "validate counts the reserved codes that expand refuses", 5, counted_stream,
     counted_alike},
    {"rounding", "the bf16 answer is the f32 answer rounded to nearest even", 17, decoded_small,
     rounding},
    {"tiles", "a tensor is its units in order, decoded and counted", 19, several_units, tiles},
}};

}  // namespace

std::span<const Law> decode_laws() { return kDecodeLaws; }

}  // namespace tritproof::laws
