// SPDX-License-Identifier: Apache-2.0
#include "golden/facts_tensor.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cmath>

#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/unit.h"
#include "codec/reference/walk.h"
#include "golden/facts_codes.h"

namespace tritproof::golden {
namespace {

using reference::kMaxElements;
using reference::kMaxGroups;

/// Bytes of a base-3 field that no encoder writes (TQ1_0-4).
std::bitset<256> unwritten_bytes(unsigned digits) {
  std::bitset<256> unwritten;
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned number = 0;
    for (unsigned n = 0; n < digits; ++n)
      number = number * 3 +
               static_cast<unsigned>(reference::base3_digit(static_cast<std::uint8_t>(byte), n));
    unwritten[byte] = reference::base3_byte(digits == 4 ? number * 3 : number) != byte;
  }
  return unwritten;
}

bool same_weight(float a, float b) {
  return reference::canonical_word(a) == reference::canonical_word(b);
}

class Walk {
 public:
  Walk(Facts& facts, std::span<const std::int32_t> exponents)
      : facts_(facts),
        row_(*facts.row),
        codec_(reference::codec_of(row_.id)),
        layout_(facts.question->options.layout),
        exponents_(exponents),
        halves_(facts.question->geometry.n) {}

  void unit(std::uint64_t number, std::span<const std::uint8_t> bytes) {
    const std::uint64_t across = facts_.unit_columns;
    n_ = number / across * row_.rows;
    k_ = number % across * row_.columns;
    const bool exponents = row_.side_table;
    codec_.codes(bytes, layout_, std::span(codes_).first(row_.elements()));
    codec_.patterns(bytes, layout_, std::span(patterns_).first(reference::stored_scales(row_)));
    codec_.scales(bytes, layout_, exponents_.subspan(exponents ? n_ : 0, exponents ? row_.rows : 0),
                  std::span(factor_).first(row_.groups()), std::span(addend_).first(row_.groups()));
    see_codes(number);
    for (std::uint32_t s = 0; s < reference::stored_scales(row_); ++s) see_pattern(s);
    see_bytes(bytes);
  }

  void finish() {
    CodeFacts& codes = facts_.codes;
    codes.kinds = seen_.kinds(row_.code3);
    codes.least = bytes_alone_ ? least_ : seen_.least();
    codes.most = bytes_alone_ ? most_ : seen_.most();
    codes.plane = codes.total > 1 && codes.least == -1 && codes.most == 1 && plane_.possible();
    if (bytes_alone_ || seen_.size() == 2) lone_.finish(row_.elements(), codes);
    codes.different_bytes = static_cast<std::uint64_t>(std::ranges::count(bytes_, true));
    facts_.scales.different = different_.count();
    if (row_.ternary && !row_.side_table) halves_.finish(facts_.scales);
  }

 private:
  void see_codes(std::uint64_t number) {
    CodeFacts& facts = facts_.codes;
    const auto codes = std::span(codes_).first(row_.elements());
    const std::uint64_t three_before = facts.three;
    for (std::uint32_t g = 0; g < row_.groups(); ++g) see_group(g);
    if (three_before == 0 && facts.three != 0) facts.late_three = number != 0;
    facts.total += codes.size();
    for (std::uint32_t e = 0; plane_.possible() && e < codes.size(); ++e)
      plane_.see(codes[e],
                 (n_ + e / row_.columns) * facts_.question->geometry.k + k_ + e % row_.columns);
    if (!bytes_alone_) return lone_.see(codes, seen_);
    lone_.see_bytes(codes);
    const auto [least, most] = std::ranges::minmax(codes);
    least_ = std::min<int>(least_, least);
    most_ = std::max<int>(most_, most);
  }

  void see_pattern(std::uint32_t stored) {
    ScaleFacts& scales = facts_.scales;
    const std::uint16_t pattern = patterns_[stored];
    ++scales.total;
    different_.set(pattern);
    if (row_.ternary && !row_.side_table) {
      see_half(pattern, scales);
      halves_.see(n_ + stored / (row_.columns / row_.group), pattern);
      return;
    }
    const float scale = row_.side_table ? factor_[stored] : reference::bf16_to_float(pattern);
    ++scales.of[static_cast<std::size_t>(class_of_float(scale))];
  }

  void see_group(std::uint32_t g) {
    ScaleFacts& scales = facts_.scales;
    const auto codes = std::span(codes_).subspan(std::size_t{g} * row_.group, row_.group);
    const CodeSet here = CodeSet::of(codes, bytes_alone_);
    seen_.add(here);
    const std::uint8_t kinds = here.kinds(row_.code3);
    if ((kinds & kThree) != 0)
      facts_.codes.three += static_cast<std::uint64_t>(std::ranges::count(codes, std::int8_t{2}));
    const bool half = row_.ternary && !row_.side_table;
    const ScaleClass scale = half ? class_of_half(patterns_[g]) : class_of_float(factor_[g]);
    scales.codes_under[static_cast<std::size_t>(scale)] |= kinds;
    // A code has at most eight bits: smaller scales cannot overflow.
    if (std::fabs(factor_[g]) > 0x1p119f && std::isfinite(factor_[g]))
      for (const std::int8_t code : codes)
        scales.overflowing |= std::isinf(static_cast<float>(code) * factor_[g]);
    if (row_.side_table) see_multiplier(g, (kinds & ~kNought) != 0);
    if (!row_.ternary) see_addend(g, here);
  }

  void see_multiplier(std::uint32_t g, bool codes) {
    ScaleFacts& scales = facts_.scales;
    const std::uint16_t ms = patterns_[g];
    scales.full_multiplier |= ms == 0x7fff || ms == 0x8000 || ms == 0x8001;
    scales.zero_multiplier |= ms == 0 && codes;
    const std::uint32_t run = spec::kScaleGroup / row_.group;
    scales.unequal_multipliers |= ms != patterns_[g - g % run];
  }

  void see_addend(std::uint32_t g, const CodeSet& codes) {
    ScaleFacts& scales = facts_.scales;
    if (row_.id == spec::Format::q8) return;
    scales.added |= addend_[g] != 0.0f;
    codes.each([&](int code) {
      const float product = static_cast<float>(code) * factor_[g];
      scales.two_roundings |= !same_weight(
          std::fma(static_cast<float>(code), factor_[g], addend_[g]), product + addend_[g]);
    });
  }

  void see_bytes(std::span<const std::uint8_t> unit) {
    static const std::bitset<256> five = unwritten_bytes(5);
    static const std::bitset<256> four = unwritten_bytes(4);
    const auto count = [](std::span<const std::uint8_t> bytes, const std::bitset<256>& wanted) {
      return static_cast<std::uint64_t>(
          std::ranges::count_if(bytes, [&](std::uint8_t byte) { return wanted[byte]; }));
    };
    for (const spec::Field& field : spec::fields_of(row_)) {
      const auto bytes = unit.subspan(field.offset, field.bytes);
      if (field.kind == spec::FieldKind::base3x5) facts_.codes.unwritten_qs += count(bytes, five);
      if (field.kind == spec::FieldKind::base3x4) facts_.codes.unwritten_qh += count(bytes, four);
      if (field.kind == spec::FieldKind::uint8)
        facts_.scales.wide_byte |= std::ranges::max(bytes) > 127;
      if (spec::codes_per_byte(field.kind) != 0)
        for (const std::uint8_t byte : bytes) bytes_[byte] = true;
    }
  }

  Facts& facts_;
  const spec::FormatRow& row_;
  const reference::UnitCodec& codec_;
  spec::Layout layout_;
  std::span<const std::int32_t> exponents_;
  RowHalves halves_;
  std::uint64_t n_ = 0;
  std::uint64_t k_ = 0;
  bool bytes_alone_ = row_.id == spec::Format::q8;
  int least_ = 127;
  int most_ = -128;
  CodeSet seen_;
  PlaneCode plane_;
  LoneCode lone_;
  std::bitset<65536> different_;
  std::array<bool, 256> bytes_{};
  std::array<std::int8_t, kMaxElements> codes_{};
  std::array<std::uint16_t, kMaxGroups> patterns_{};
  std::array<float, kMaxGroups> factor_{};
  std::array<float, kMaxGroups> addend_{};
};

/// Exponents that no multiplier but 0 can have.
bool wild(std::int32_t exponent) { return exponent < -164 || exponent > 127; }

void see_exponents(std::span<const std::int32_t> exponents, std::span<const std::uint8_t> tensor,
                   Facts& facts) {
  ExponentFacts& seen = facts.exponents;
  seen.any = true;
  for (const std::int32_t exponent : exponents) {
    seen.least = std::min(seen.least, exponent);
    seen.most = std::max(seen.most, exponent);
  }
  std::array<std::uint16_t, kMaxGroups> patterns{};
  std::vector<bool> zeros(exponents.size(), true);
  const spec::FormatRow& row = *facts.row;
  for (std::uint64_t u = 0; u < facts.unit_rows * facts.unit_columns; ++u) {
    const auto stored = std::span(patterns).first(row.groups());
    reference::codec_of(row.id).patterns(tensor.subspan(u * row.bytes, row.bytes),
                                         spec::Layout::standard, stored);
    for (std::uint32_t g = 0; g < row.groups(); ++g)
      if (stored[g] != 0)
        zeros[u / facts.unit_columns * row.rows + g / (row.columns / row.group)] = false;
  }
  for (std::size_t n = 0; n < exponents.size(); ++n)
    seen.wild_over_zeros |= zeros[n] && wild(exponents[n]);
}

}  // namespace

void read_tensor(std::span<const std::uint8_t> tensor, bool exponents, Facts& facts) {
  const spec::FormatRow& row = *facts.row;
  const std::uint64_t units = facts.unit_rows * facts.unit_columns;
  std::vector<std::int32_t> table(row.side_table ? facts.question->geometry.n : 0);
  if (exponents && row.side_table) {
    for (std::size_t n = 0; n < table.size(); ++n)
      table[n] = std::bit_cast<std::int32_t>(reference::load32(tensor, units * row.bytes + 4 * n));
    see_exponents(table, tensor, facts);
  }
  Walk walk(facts, table);
  for (std::uint64_t u = 0; u < units; ++u) walk.unit(u, tensor.subspan(u * row.bytes, row.bytes));
  walk.finish();
}

}  // namespace tritproof::golden
