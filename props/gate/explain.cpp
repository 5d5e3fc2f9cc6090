// SPDX-License-Identifier: Apache-2.0
#include "props/gate/explain.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "codec/reference/numbers.h"
#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"
#include "props/laws/agreement.h"
#include "props/laws/words.h"
#include "props/mutants/mutants.h"

namespace tritproof::gate {
namespace {

using laws::Case;
using reference::CodeAt;

template <class... T>
std::string text(const char* format, T... values) {
  std::string out(256, '\0');
  const int length = std::snprintf(out.data(), out.size(), format, values...);
  out.resize(std::min(out.size() - 1, static_cast<std::size_t>(std::max(0, length))));
  return out;
}

// The stored code and scale behind one weight.
struct Behind {
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  std::uint64_t byte = 0;
  CodeAt code;
  std::uint64_t scale_byte = 0;
  std::uint16_t scale = 0;
};

std::optional<Behind> behind(const Case& asked, std::uint64_t index) {
  const auto tensor =
      reference::view(asked.format, asked.geometry, asked.flags.layout, asked.input);
  if (!tensor) return std::nullopt;
  const spec::FormatRow& row = *tensor->row;
  Behind out{index / asked.geometry.k, index % asked.geometry.k, 0, {}, 0, 0};
  const std::uint64_t unit = out.n / row.rows * tensor->grid.units_a_row + out.k / row.columns;
  const std::uint64_t element = out.n % row.rows * row.columns + out.k % row.columns;
  const std::uint64_t base = unit * row.bytes;
  const reference::UnitCodec& codec = reference::codec_of(row.id);
  codec.visit_codes(tensor->unit(unit), tensor->layout, [&](const CodeAt& at) {
    if (at.element == element) out.code = at;
  });
  codec.visit_scales(tensor->layout, [&](std::uint32_t byte, std::uint32_t group) {
    if (group == element / row.group) out.scale_byte = base + byte;
  });
  out.byte = base + out.code.byte;
  out.scale = static_cast<std::uint16_t>(asked.input[out.scale_byte] |
                                         asked.input[out.scale_byte + 1] << 8);
  return out;
}

std::string_view class_of(const spec::FormatRow& row, std::uint16_t scale) {
  using namespace reference;
  if (row.side_table) return scale == 0 ? "zero multiplier" : "multiplier";
  const bool half = row.ternary;
  if (half ? !half_is_finite(scale) : !bf16_is_finite(scale)) return "not finite";
  if (half ? half_is_zero(scale) : bf16_is_zero(scale)) return "zero";
  if (half ? half_is_subnormal(scale) : bf16_is_subnormal(scale)) return "subnormal";
  return (scale & 0x8000) != 0 ? "negative" : "normal";
}

// The rule that a wrong weight points to, from what is stored and what came out.
std::string_view rule_of_weight(const spec::FormatRow& row, const Behind& at, float expected,
                                float got) {
  if (at.code.code == 2 && row.code3 == spec::Code3::reserved)
    return row.id == spec::Format::t2 ? "T2-3" : "T2S-3";
  if (at.code.code == 2 && row.code3 == spec::Code3::plus_two) return "TQ2_0-2";
  if (std::isnan(expected) || std::isinf(expected)) return "HALF-5";
  if (expected == 0.0f && got == 0.0f) return "HALF-5";
  if (row.ternary && !row.side_table && reference::half_is_subnormal(at.scale)) return "HALF-2";
  return rule_of(spec::Op::decode, row.id);
}

// What became of one weight, as Broken::picture says it.
char fate_of(std::uint64_t expected, std::uint64_t got, std::uint64_t sign, bool reserved) {
  if (expected == got) return reserved ? 'r' : '.';
  if (reserved) return 'R';
  if ((expected ^ got) == sign) return 's';
  return (got & ~sign) == 0 ? 'z' : 'x';
}

// The unit that holds a word, weight by weight.
std::vector<std::string> picture_of(const Case& asked, const Bytes& expected, const Bytes& got,
                                    std::size_t word) {
  const auto tensor =
      reference::view(asked.format, asked.geometry, asked.flags.layout, asked.input);
  if (!tensor) return {};
  const spec::FormatRow& row = *tensor->row;
  const std::uint64_t top = word / asked.geometry.k / row.rows * row.rows;
  const std::uint64_t left = word % asked.geometry.k / row.columns * row.columns;
  std::vector<std::int8_t> codes(row.elements());
  const std::uint64_t unit = top / row.rows * tensor->grid.units_a_row + left / row.columns;
  reference::codec_of(row.id).codes(tensor->unit(unit), tensor->layout, codes);
  const std::size_t width = asked.flags.bf16 ? 2 : 4;
  const std::uint64_t sign = std::uint64_t{1} << (8 * width - 1);
  std::vector<std::string> picture(row.rows, std::string(row.columns, '.'));
  for (std::uint64_t e = 0; e < row.elements(); ++e) {
    const std::size_t at = static_cast<std::size_t>((top + e / row.columns) * asked.geometry.k +
                                                    left + e % row.columns);
    const bool reserved = codes[e] == 2 && row.code3 != spec::Code3::none;
    picture[e / row.columns][e % row.columns] =
        fate_of(laws::load_word(expected, width * at, width),
                laws::load_word(got, width * at, width), sign, reserved);
  }
  return picture;
}

Window window_of(const Case& asked, std::string_view what, std::uint64_t mark,
                 std::uint64_t count) {
  constexpr std::uint64_t before = 8;
  constexpr std::uint64_t shown = 24;
  Window window{std::string(what), mark - std::min(mark, before), {}, mark, count};
  const std::uint64_t end = std::min<std::uint64_t>(asked.input.size(), window.from + shown);
  for (std::uint64_t at = window.from; at < end; ++at) window.hex += text("%02x", asked.input[at]);
  return window;
}

void explain_weight(Broken& broken, const Bytes& expected, const Bytes& got, std::size_t word) {
  const Case& asked = broken.asked;
  const spec::FormatRow& row = spec::row_of(asked.format);
  const auto at = behind(asked, word);
  if (!at) return;
  const auto as_float = [&asked, word](const Bytes& bytes) {
    if (asked.flags.bf16)
      return reference::bf16_to_float(
          static_cast<std::uint16_t>(laws::load_word(bytes, 2 * word, 2)));
    return std::bit_cast<float>(static_cast<std::uint32_t>(laws::load_word(bytes, 4 * word, 4)));
  };
  broken.rule = rule_of_weight(row, *at, as_float(expected), as_float(got));
  broken.bytes = {window_of(asked, "code", at->byte, 1),
                  window_of(asked, "scale", at->scale_byte, 2)};
  broken.explanation = text(
      "row %llu column %llu (tile %llu,%llu): byte %llu = 0x%02x, bit %u, code %d\n"
      "scale at byte %llu = 0x%04x (%.*s)\nexpected %.9g, got %.9g",
      static_cast<unsigned long long>(at->n), static_cast<unsigned long long>(at->k),
      static_cast<unsigned long long>(at->n / row.rows),
      static_cast<unsigned long long>(at->k / row.columns),
      static_cast<unsigned long long>(at->byte), asked.input[at->byte], at->code.bit, at->code.code,
      static_cast<unsigned long long>(at->scale_byte), at->scale,
      static_cast<int>(class_of(row, at->scale).size()), class_of(row, at->scale).data(),
      static_cast<double>(as_float(expected)), static_cast<double>(as_float(got)));
}

// The first word at which two answers of decode differ, NaNs made canonical.
std::optional<std::size_t> first_word(const Case& asked, const Bytes& expected, const Bytes& got) {
  if (expected.size() != got.size()) return std::nullopt;
  const Bytes left = laws::canonical(asked.request(), expected);
  const Bytes right = laws::canonical(asked.request(), got);
  const auto first = std::ranges::mismatch(left, right).in1 - left.begin();
  if (static_cast<std::size_t>(first) == left.size()) return std::nullopt;
  return static_cast<std::size_t>(first) / laws::word_bytes(asked.request());
}

std::string lookalike(const Case& asked, const Outcome& got) {
  for (const mutants::Mutant& mutant : mutants::mutants()) {
    if (mutant.op != asked.op || mutant.format != asked.format) continue;
    const auto subject = mutants::make_mutant(mutant);
    if (!laws::agree(asked.request(), got, subject->answer(asked.request())))
      return "reads like " + std::string(mutant.id) + ": " + std::string(mutant.sentence);
  }
  return {};
}

}  // namespace

std::string_view rule_of(spec::Op op, spec::Format format) {
  constexpr std::string_view places[] = {"T2-1",   "T2S-1",   "PB16I-1", "Q4_1-1",
                                         "Q4_K-1", "Q8-1",    "TQ1_0-1", "TQ2_0-1",
                                         "Q2_0-2", "PQ2_0-2", "PTQ1_0-1"};
  switch (op) {
    case spec::Op::decode: return places[static_cast<std::size_t>(format) - 1];
    case spec::Op::validate: return "REF-6";
    case spec::Op::encode: return "REF-7";
    case spec::Op::quantise: return "QUANT-1";
    case spec::Op::expand: return "T2S-4";
    case spec::Op::convert: return "CONV-1";
    case spec::Op::replay: return "REPLAY-1";
  }
  return "";
}

void explain(Broken& broken, Subject& subject, Subject& judge) {
  const Case& asked = broken.asked;
  broken.rule = rule_of(asked.op, asked.format);
  const Outcome got = subject.answer(asked.request());
  if (std::holds_alternative<Trouble>(got)) return;
  if (std::holds_alternative<spec::Refusal>(got)) broken.rule = "REF-5";
  if (judge.declares(asked.op, asked.format) && asked.op == spec::Op::decode) {
    const Outcome expected = judge.answer(asked.request());
    const auto* right = std::get_if<Bytes>(&expected);
    const auto* wrong = std::get_if<Bytes>(&got);
    if (right != nullptr && wrong != nullptr)
      if (const auto word = first_word(asked, *right, *wrong)) {
        explain_weight(broken, *right, *wrong, *word);
        broken.picture = picture_of(asked, laws::canonical(asked.request(), *right),
                                    laws::canonical(asked.request(), *wrong), *word);
      }
  }
  broken.lookalike = lookalike(asked, got);
}

}  // namespace tritproof::gate
