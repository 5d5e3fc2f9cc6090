// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "codec/reference/refuse.h"
#include "codec/reference/unit.h"
#include "codec/reference/walk.h"
#include "codec/subjects.h"
#include "golden/fingerprint.h"
#include "golden/judge.h"

/// The probes: one small unit each, in which a single element tells.
namespace tritproof::golden {
namespace {

using reference::store16;
using reference::store32;
using spec::Format;
using spec::FormatRow;

constexpr std::uint16_t kOne = 0x3c00;           // f16
constexpr std::uint16_t kMinusOneHalf = 0xbe00;  // f16: -1.5

bool is_integer(const FormatRow& row) { return row.side_table; }
bool is_half(const FormatRow& row) { return row.ternary && !row.side_table; }

/// N = 32 rows of a tile format, or one row; K one unit. All codes 0, every scale `scale`.
Bytes zeros(const FormatRow& row, std::uint16_t scale) {
  Bytes unit(row.bytes + (row.side_table ? 4 * row.rows : 0));
  const auto& codec = reference::codec_of(row.id);
  if (codec.pack != nullptr) {
    const std::vector<std::int8_t> codes(row.elements(), 0);
    const std::vector<std::uint16_t> patterns(row.groups(), scale);
    codec.pack(codes, patterns, std::span(unit).first(row.bytes));
    return unit;
  }
  codec.visit_scales(spec::Layout::standard,
                     [&](std::uint32_t byte, std::uint32_t) { store16(unit, byte, scale); });
  return unit;
}

/// Sets the bits of the first element.
void set_first(const FormatRow& row, Bytes& unit, unsigned bits, unsigned mask) {
  reference::codec_of(row.id).visit_codes(
      std::span(unit).first(row.bytes), spec::Layout::standard, [&](const reference::CodeAt& at) {
        if (at.element != 0) return;
        const unsigned kept = unit[at.byte] & ~(mask << at.bit);
        unit[at.byte] = static_cast<std::uint8_t>(kept | bits << at.bit);
      });
}

Probe probe(std::string key, spec::Op op, const FormatRow& row, Bytes payload,
            std::function<std::string(const Bytes&)> value) {
  Probe made;
  made.key = std::move(key);
  made.question.op = op;
  made.question.format = row.id;
  made.question.geometry = {row.rows, row.columns};
  made.question.m = op == spec::Op::replay ? 1 : 0;
  made.payload = std::move(payload);
  made.value = std::move(value);
  return made;
}

struct Named {
  std::uint32_t word;
  std::string_view value;
};

/// The first word of an answer by its name.
std::function<std::string(const Bytes&)> first_word(std::vector<Named> names) {
  return [names = std::move(names)](const Bytes& answer) -> std::string {
    if (answer.size() < 4) return "other";
    const std::uint32_t word = reference::load32(answer, 0);
    for (const Named& named : names)
      if (named.word == word) return std::string(named.value);
    return "other";
  };
}

/// "ok" or "differs" from what the reference answers, every word of it.
std::function<std::string(const Bytes&)> same_as_reference(const Question& question,
                                                           const Bytes& payload, std::string good,
                                                           std::string bad) {
  const Outcome right = make_reference_subject()->answer(question.request(payload));
  const auto* bytes = std::get_if<Bytes>(&right);
  return [question, good, bad,
          expected = bytes ? canonical(question, *bytes) : Bytes{}](const Bytes& answer) {
    return !expected.empty() && canonical(question, answer) == expected ? good : bad;
  };
}

/// One unit whose scales all differ; codes, or all that is no scale, from a stream: every place
/// tells. Only codes in {-1, 0, +1}: others have probes of their own.
Bytes ordered_unit(const FormatRow& row) {
  const std::string seed = "order " + std::string(row.name);
  const auto& codec = reference::codec_of(row.id);
  std::vector<std::uint16_t> scales(row.groups());
  std::uint16_t scale = is_half(row) ? 0x3801 : is_integer(row) ? 0x0101 : 0x3f01;
  for (std::uint16_t& pattern : scales) pattern = scale++;
  Bytes unit = hash_stream(seed, row.bytes);
  if (codec.pack == nullptr) {
    codec.visit_scales(spec::Layout::standard,
                       [&](std::uint32_t byte, std::uint32_t) { store16(unit, byte, scale++); });
    return unit;
  }
  std::vector<std::int8_t> codes(row.elements());
  for (std::size_t i = 0; const std::uint8_t byte : hash_stream(seed, row.elements()))
    codes[i++] = static_cast<std::int8_t>(byte % 3 - 1);
  codec.pack(codes, scales, unit);
  return unit;
}

Probe order_probe(const FormatRow& row) {
  Bytes payload = ordered_unit(row);
  if (row.side_table) {
    payload.resize(row.bytes + 4 * row.rows);
    for (std::uint32_t n = 0; n < row.rows; ++n)
      store32(payload, row.bytes + 4 * n, static_cast<std::uint32_t>(-8) + n % 16);
  }
  Probe made = probe("order", spec::Op::decode, row, payload, {});
  made.value = same_as_reference(made.question, payload, "ok", "differs");
  return made;
}

Probe subnormal_probe(const FormatRow& row) {
  Bytes unit = zeros(row, is_integer(row) ? std::uint16_t{1} : std::uint16_t{0x0001});
  if (row.id == Format::q4_1 || row.id == Format::q8)
    set_first(row, unit, 1, row.id == Format::q8 ? 255 : 15);
  else if (is_integer(row))
    set_first(row, unit, row.id == Format::pb16i ? 1 : 2, row.id == Format::pb16i ? 15 : 3);
  else if (row.code3 != spec::Code3::none)
    set_first(row, unit, 2, 3);
  else
    std::ranges::fill(std::span(unit).first(1), std::uint8_t{0xff});  // five digits 2
  const bool half = is_half(row);
  if (is_integer(row)) store32(unit, row.bytes, static_cast<std::uint32_t>(-149));
  return probe("subnormal", spec::Op::decode, row, unit,
               first_word({{half             ? 0x33800000u
                            : row.side_table ? 0x00000001u
                                             : 0x00010000u,
                            "exact"},
                           {0, "flushed"}}));
}

Probe negative_zero_probe(const FormatRow& row) {
  const std::uint16_t minus = is_half(row)      ? std::uint16_t{0xbc00}
                              : is_integer(row) ? std::uint16_t{0xffff}
                                                : std::uint16_t{0xbf80};
  return probe("negzero", spec::Op::decode, row, zeros(row, minus),
               first_word({{0x80000000u, "kept"}, {0, "lost"}}));
}

/// One count of validate's six.
std::function<std::string(const Bytes&)> count_at(std::size_t index) {
  return [index](const Bytes& answer) -> std::string {
    if (answer.size() != 48) return "other";
    const std::uint32_t count = reference::load32(answer, 8 * index);
    return count == 1 ? "yes" : count == 0 ? "no" : "other";
  };
}

void add_three(const FormatRow& row, std::vector<Probe>& probes) {
  Bytes unit = zeros(row, is_integer(row) ? std::uint16_t{0xfffd} : kMinusOneHalf);
  if (is_integer(row))
    for (std::uint32_t n = 0; n < row.rows; ++n)
      store32(unit, row.bytes + 4 * n, static_cast<std::uint32_t>(-1));
  set_first(row, unit, 3, 3);
  const bool reserved = row.code3 == spec::Code3::reserved;
  probes.push_back(probe(reserved ? "reserved" : "code3", spec::Op::decode, row, unit,
                         first_word({{0, "zero"},
                                     {0xc0400000u, "plus2"},
                                     {0xbfc00000u, "plus1"},
                                     {0x3fc00000u, "minus1"},
                                     {0x80000000u, reserved ? "signed-zero" : "zero"}})));
  probes.push_back(probe("counted", spec::Op::validate, row, unit, count_at(reserved ? 0 : 1)));
}

/// qs byte 0x01 is written by no encoder and has the digits of 0x00, all 0.
void add_base3(const FormatRow& row, std::vector<Probe>& probes) {
  Bytes unit = zeros(row, kOne);
  unit[0] = 0x01;
  probes.push_back(probe("noncanonical", spec::Op::decode, row, unit,
                         first_word({{0xbf800000u, "decoded"}, {0, "zeros"}})));
  probes.push_back(probe("counted", spec::Op::validate, row, unit, count_at(2)));
}

void add_expand(const FormatRow& row, std::vector<Probe>& probes) {
  Bytes tiles = zeros(row, 1);
  tiles.resize(row.bytes);
  set_first(row, tiles, 3, 3);
  probes.push_back(
      probe("expand", spec::Op::expand, row, tiles, [](const Bytes& answer) -> std::string {
        const unsigned code = answer.empty() ? 16 : answer[0] & 15u;
        return code == 2 ? "plus2" : code == 0 ? "zero" : "other";
      }));
}

void add_replay(const FormatRow& row, std::vector<Probe>& probes) {
  const Bytes tile = ordered_unit(row);
  Bytes payload = hash_stream("activations", row.columns);
  payload.insert(payload.end(), tile.begin(), tile.end());
  Probe made = probe("replay", spec::Op::replay, row, payload, {});
  made.value = same_as_reference(made.question, payload, "exact", "other");
  probes.push_back(made);
}

/// Scale 2^127, code 2, zero -2^127: two steps give +Inf, a fused one 2^127.
Probe steps_probe(const FormatRow& row) {
  Bytes unit(row.bytes);
  store16(unit, 0, 0x7f00);
  store16(unit, 512, 0xff00);
  set_first(row, unit, 2, 15);
  return probe("steps", spec::Op::decode, row, unit,
               first_word({{0x7f800000u, "two"}, {0x7f000000u, "fused"}}));
}

/// S the largest bf16, scale 255, code 0: Inf * 0 where S * scale comes first.
Probe products_probe(const FormatRow& row) {
  Bytes unit(row.bytes);
  unit[0] = 255;
  store16(unit, 4608, 0x7f7f);
  const auto word = first_word({{0x7fc00000u, "scale-first"}, {0, "code-first"}});
  Probe made = probe("products", spec::Op::decode, row, unit, {});
  made.value = [question = made.question, word](const Bytes& answer) {
    return word(canonical(question, answer));
  };
  return made;
}

Probe wide_probe(const FormatRow& row) {
  Bytes unit = zeros(row, 1);
  set_first(row, unit, 7, 15);
  return probe("wide", spec::Op::decode, row, unit,
               first_word({{0x40e00000u, "kept"}, {0x3f800000u, "clamped"}}));
}

}  // namespace

std::vector<Probe> probes_of(spec::Format format) {
  const FormatRow& row = spec::row_of(format);
  std::vector<Probe> probes;
  if (row.code3 != spec::Code3::none) add_three(row, probes);
  if (row.fields[0].kind == spec::FieldKind::base3x5) add_base3(row, probes);
  if (format == Format::pb16i) probes.push_back(wide_probe(row));
  if (format == Format::q4_1) probes.push_back(steps_probe(row));
  if (format == Format::q4_k) probes.push_back(products_probe(row));
  if (format != Format::q4_k) probes.push_back(subnormal_probe(row));
  // q4_1 and q4_k add a term: their zeros have the sign of the sum.
  if (format != Format::q4_k && format != Format::q4_1) probes.push_back(negative_zero_probe(row));
  probes.push_back(order_probe(row));
  if (spec::defined(spec::Op::expand, format)) add_expand(row, probes);
  if (spec::defined(spec::Op::replay, format)) add_replay(row, probes);
  return probes;
}

}  // namespace tritproof::golden
