// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/random_case.h"

#include <bit>
#include <cmath>

#include "props/mutants/right.h"

namespace tritproof::mutants {
namespace {

class Chance {
 public:
  explicit Chance(std::mt19937_64& random) : random_(random) {}
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  std::uint64_t bits() { return random_(); }
  /// 1, and 2 now and then.
  std::uint64_t few() { return below(4) == 0 ? 2 : 1; }
  bool coin() { return (random_() & 1) != 0; }

 private:
  std::mt19937_64& random_;
};

void fill(Bytes& bytes, std::uint64_t from, std::uint64_t to, Chance& chance) {
  for (std::uint64_t i = from; i < to; i += 8) {
    const std::uint64_t word = chance.bits();
    for (std::uint64_t b = 0; b < 8 && i + b < to; ++b)
      bytes[i + b] = static_cast<std::uint8_t>(word >> (8 * b));
  }
}

void ternary_codes(Bytes& bytes, const spec::FormatRow& row, std::uint64_t from, std::uint64_t to,
                   Chance& chance) {
  for (std::uint64_t i = from; i < to; ++i) {
    const auto byte = static_cast<std::uint32_t>((i - from) % row.bytes);
    for (const spec::Field& field : spec::fields_of(row)) {
      if (byte < field.offset || byte >= field.offset + field.bytes) continue;
      const std::uint32_t many = spec::codes_per_byte(field.kind);
      if (field.kind != FieldKind::code2 && field.kind != FieldKind::int4) continue;
      unsigned value = 0;
      for (std::uint32_t c = 0; c < many; ++c) {
        const auto code = static_cast<unsigned>(chance.below(3));
        value = value << (8 / many) | (field.kind == FieldKind::int4 ? (code + 15) % 16 : code);
      }
      bytes[i] = static_cast<std::uint8_t>(value);
    }
  }
}

// Sign and exponent of a finite half.
std::uint64_t exponent(Chance& chance) { return chance.below(2) << 15 | chance.below(31) << 10; }

// One multiplier or half for each 256 k of a row, so that conversions find nothing unequal.
void shared_scales(laws::Case& asked, const spec::FormatRow& row, Chance& chance) {
  const auto [n, k] = asked.geometry;
  for (std::uint64_t i = 0; i < n; ++i) {
    std::uint16_t pattern = 0;
    const std::uint64_t high = exponent(chance);
    for (std::uint64_t j = 0; j < k; j += row.group) {
      if (j % 256 == 0)
        pattern = static_cast<std::uint16_t>(row.side_table ? chance.below(2048)
                                                            : high | chance.below(0x400));
      const At at{&row,
                  Layout::standard,
                  asked.geometry,
                  i,
                  j,
                  static_cast<std::uint32_t>(i % row.rows),
                  static_cast<std::uint32_t>(j % row.columns)};
      right::store16(asked.input, right::unit_offset(at) + right::scale_byte(at), pattern);
    }
  }
}

void tensor(laws::Case& asked, const spec::FormatRow& row, Chance& chance) {
  const auto [n, k] = asked.geometry;
  const std::uint64_t ahead = asked.m * k;
  const std::uint64_t tiles = n / row.rows * (k / row.columns) * row.bytes;
  const bool ref = row.side_table && asked.op != Op::expand && asked.op != Op::replay;
  asked.input.resize(ahead + tiles + (ref ? 4 * n : 0));
  fill(asked.input, 0, asked.input.size(), chance);
  const bool valid = chance.coin();
  if (valid && (row.id == Format::t2s || asked.op == Op::convert))
    ternary_codes(asked.input, row, ahead, ahead + tiles, chance);
  if (valid && asked.op == Op::convert && row.ternary) shared_scales(asked, row, chance);
  if (!ref || chance.below(4) == 0) return;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto e_ref = static_cast<std::int32_t>(chance.below(41)) - 30;
    right::store32(asked.input, tiles + 4 * i, std::bit_cast<std::uint32_t>(e_ref));
  }
}

void codes_and_scales(laws::Case& asked, const spec::FormatRow& row, Chance& chance) {
  const auto [n, k] = asked.geometry;
  const std::uint32_t group = row.side_table ? spec::kScaleGroup : row.group;
  asked.input.resize(n * k + n * k / group * 2);
  fill(asked.input, n * k, asked.input.size(), chance);
  for (std::uint64_t i = 0; i < n * k; ++i)
    asked.input[i] = static_cast<std::uint8_t>(chance.below(3) - 1);
  if (!row.side_table || chance.coin()) return;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t high = exponent(chance);
    for (std::uint64_t j = 0; j < k; j += group)
      right::store16(asked.input, n * k + 2 * (i * (k / group) + j / group),
                     static_cast<std::uint16_t>(high | chance.below(0x400)));
  }
}

void floats(laws::Case& asked, const spec::FormatRow& row, Chance& chance) {
  const auto [n, k] = asked.geometry;
  const bool all_bits = chance.coin();
  float most = 1;
  asked.input.resize(4 * n * k);
  for (std::uint64_t i = 0; i < n * k; ++i) {
    if (i % row.columns == 0) most = std::ldexp(1.0f, static_cast<int>(chance.below(38)) - 20);
    const auto word = static_cast<std::uint32_t>(chance.bits());
    float x = std::bit_cast<float>(word);
    if (!all_bits) x = (static_cast<float>(word >> 8) * 0x1p-23f - 1.0f) * most;
    if (!std::isfinite(x)) x = 0;
    right::store32(asked.input, 4 * i, std::bit_cast<std::uint32_t>(x));
  }
}

void random_flags(laws::Case& asked, const spec::FormatRow& row, Chance& chance) {
  asked.flags.bf16 = asked.op == Op::decode && chance.coin();
  const bool reads = asked.op == Op::decode || asked.op == Op::validate;
  if (reads && row.second_layout && chance.coin()) asked.flags.layout = Layout::other;
  if (asked.op == Op::replay) {
    asked.flags.mode = static_cast<spec::ReplayMode>(chance.below(4));
    asked.flags.narrowing = static_cast<spec::Narrowing>(chance.below(3));
    asked.m = 1 + chance.below(2);
  }
  if (asked.op != Op::convert) return;
  asked.flags.clamp = chance.coin();
  asked.flags.target = Format::q4_1;
  while (row.ternary && !spec::row_of(*asked.flags.target).ternary)
    asked.flags.target = spec::kFormats[chance.below(spec::kFormats.size())].id;
}

}  // namespace

laws::Case random_case(spec::Op op, spec::Format format, std::mt19937_64& random) {
  Chance chance(random);
  const spec::FormatRow& row = spec::row_of(format);
  laws::Case asked;
  asked.why = "random";
  asked.op = op;
  asked.format = format;
  asked.geometry = {row.rows * chance.few(), row.columns * chance.few()};
  random_flags(asked, row, chance);
  // A conversion between tiles and blocks needs whole tiles of both.
  if (op == Op::convert && !row.is_tile()) {
    const bool tile = spec::row_of(*asked.flags.target).is_tile();
    asked.geometry = {tile ? 32 : chance.few(), 256 * chance.few()};
  }
  if (op == Op::quantise)
    floats(asked, row, chance);
  else if (op == Op::encode)
    codes_and_scales(asked, row, chance);
  else
    tensor(asked, row, chance);
  return asked;
}

}  // namespace tritproof::mutants
