// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "props/laws/words.h"
#include "props/support/sweep.h"

namespace tritproof::test {
namespace {

constexpr std::uint32_t kPatterns = 0x10000;

// Codes that decode answers: all of a format's, but for t2s without the reserved one.
std::vector<int> decoded_codes(const spec::FormatRow& row) {
  std::vector<int> codes = code_values(row.id);
  if (row.side_table && row.code3 == spec::Code3::reserved) codes.pop_back();
  return codes;
}

// One unit in which every group of every row meets the codes in turn, from number `shift`.
Bytes unit_of_codes(const spec::FormatRow& row, const std::vector<int>& codes, std::size_t shift) {
  Bytes unit = good_unit(row);
  for (std::uint32_t r = 0; r < row.rows; ++r)
    for (std::uint32_t c = 0; c < row.columns; ++c)
      put_code(unit, row.id, r, c, codes[(c % row.group + shift) % codes.size()]);
  return unit;
}

// Units whose field holds the patterns from `first` on, one after the other.
Bytes units_of_patterns(const spec::FormatRow& row, const spec::Field& field, const Bytes& unit,
                        std::uint32_t first, std::uint32_t units) {
  Bytes input;
  input.reserve(std::size_t{units} * row.bytes);
  for (std::uint32_t i = 0; i < units; ++i) {
    input.insert(input.end(), unit.begin(), unit.end());
    for (std::uint32_t w = 0; w < field.bytes / 2; ++w)
      put16(input, i * row.bytes + field.offset + 2 * w, first + i * (field.bytes / 2) + w);
  }
  return input;
}

struct Swept {
  std::uint64_t patterns = 0;
  spec::Counts counts;
};

void add_counts(Question question, spec::Counts& sum) {
  question.op = Op::validate;
  ASSERT_TRUE(all_agree(question));
  const Outcome outcome =
      subjects_declaring(Op::validate, question.format).front()->answer(question.request());
  const auto& words = std::get<Bytes>(outcome);
  sum.non_finite += laws::load_word(words, 24, 8);
  sum.zero += laws::load_word(words, 32, 8);
  sum.subnormal += laws::load_word(words, 40, 8);
}

// All patterns through one field; every decoded weight against arithmetic.
Swept sweep(const spec::FormatRow& row, const spec::Field& field, const Bytes& unit) {
  Swept swept;
  const std::uint32_t words = field.bytes / 2;
  const std::uint32_t units = std::min(kPatterns / words, row.is_tile() ? 32u : 1024u);
  for (std::uint32_t first = 0; first < kPatterns; first += units * words) {
    const Question question{Op::decode, row.id, units_of(row, 1, units),
                            units_of_patterns(row, field, unit, first, units)};
    if (!is_arithmetic(question, agreed_words(question))) return swept;
    add_counts(question, swept.counts);
    swept.patterns += units * words;
  }
  return swept;
}

// How many sweeps a format's groups need until each scale has met each code.
std::size_t sweeps_for(const spec::FormatRow& row) {
  return (decoded_codes(row).size() + row.group - 1) / row.group;
}

int sweep_fields(spec::FieldKind kind, std::uint64_t non_finite, std::uint64_t subnormal) {
  int fields = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    for (const spec::Field& field : spec::fields_of(row)) {
      if (field.kind != kind) continue;
      SCOPED_TRACE(std::string(row.name) + " " + std::string(field.name));
      const std::vector<int> codes = decoded_codes(row);
      for (std::size_t i = 0; i < sweeps_for(row); ++i) {
        const Swept swept = sweep(row, field, unit_of_codes(row, codes, i * row.group));
        const bool scale = field.name != "zero";
        EXPECT_EQ(swept.patterns, kPatterns);
        EXPECT_EQ(swept.counts,
                  (scale ? spec::Counts{0, 0, 0, non_finite, 2, subnormal} : spec::Counts{}));
      }
      ++fields;
    }
  }
  return fields;
}

TEST(HALF_1, EveryF16PatternTimesEveryCodeIsArithmeticInEverySubject) {
  EXPECT_EQ(sweep_fields(spec::f16, 2048, 2046), 6);
}

TEST(HALF_7, EveryBf16PatternTimesEveryCodeIsArithmeticInEverySubject) {
  EXPECT_EQ(sweep_fields(spec::bf16, 256, 254), 5);
}

constexpr std::int32_t kExponents[] = {
    std::numeric_limits<std::int32_t>::min(), -149, -24, 0, 112, 127,
    std::numeric_limits<std::int32_t>::max()};

std::int32_t signed_word(std::uint32_t word) {
  return static_cast<std::int32_t>(word) - (word >= 0x8000 ? 0x10000 : 0);
}

const spec::Field& multipliers_of(const spec::FormatRow& row) { return row.fields[1]; }

// Feature n of 65,536 has the multiplier n everywhere.
Question feature_for_each_multiplier(const spec::FormatRow& row, std::int32_t e_ref) {
  Question question{Op::validate, row.id, {kPatterns, 256}, {}};
  for (std::uint32_t tile = 0; tile < kPatterns / 32; ++tile) {
    Bytes unit = good_unit(row);
    for (std::uint32_t r = 0; r < 32; ++r)
      for (std::uint32_t c = 0; c < 256; c += row.group)
        put16(unit, scale_byte(row.id, r, c), tile * 32 + r);
    question.input.insert(question.input.end(), unit.begin(), unit.end());
  }
  question.input = join({question.input, side_table(kPatterns, e_ref)});
  return question;
}

TEST(PB16I_6, EveryMultiplierUnderEveryExponentIsTakenOrRefusedAsArithmeticSays) {
  std::uint64_t refused = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    for (const std::int32_t e_ref : kExponents) {
      SCOPED_TRACE(e_ref);
      const Question question = feature_for_each_multiplier(row, e_ref);
      std::uint64_t bad = 0;
      Places places;
      for (std::uint64_t n = 0; n < kPatterns; ++n) {
        if (is_exact_scale(signed_word(static_cast<std::uint32_t>(n)), e_ref)) continue;
        if (++bad <= 8) places.push_back({kPatterns / 32 * row.bytes + 4 * n, 0, n, 0});
      }
      if (bad == 0)
        expect_answered(question);
      else
        expect_refused(question, RefusalName::SideTable, bad, places);
      refused += bad;
    }
  }
  EXPECT_EQ(refused, 2 * (2 * 65535u + 65533u));
}

// Tiles that hold the multipliers from `first` on, those out of range made zero.
Question dense_multipliers(const spec::FormatRow& row, std::int32_t e_ref, std::uint32_t first,
                           std::uint32_t units) {
  const spec::Field& field = multipliers_of(row);
  const Bytes unit = unit_of_codes(row, decoded_codes(row), 0);
  Question question{Op::decode, row.id, units_of(row, 1, units),
                    units_of_patterns(row, field, unit, first, units)};
  for (std::uint32_t i = 0; i < units; ++i) {
    for (std::uint32_t at = field.offset; at < row.bytes; at += 2) {
      const std::size_t byte = std::size_t{i} * row.bytes + at;
      if (!is_exact_scale(signed_word(get16(question.input, byte)), e_ref))
        put16(question.input, byte, 0);
    }
  }
  question.input = join({question.input, side_table(32, e_ref)});
  return question;
}

// How many multipliers times all codes came out as arithmetic says.
std::uint64_t sweep_multipliers(const spec::FormatRow& row, std::int32_t e_ref, bool bf16) {
  constexpr std::uint32_t units = 32;
  const std::uint32_t step = units * (multipliers_of(row).bytes / 2);
  std::uint64_t swept = 0;
  for (std::uint32_t first = 0; first < kPatterns; first += step) {
    Question question = dense_multipliers(row, e_ref, first, units);
    question.flags.bf16 = bf16;
    if (!is_arithmetic(question, agreed_words(question))) return swept;
    swept += step;
  }
  return swept;
}

TEST(PB16I_4, EveryMultiplierTimesEveryCodeUnderEveryExponentIsArithmetic) {
  int formats = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    for (const std::int32_t e_ref : kExponents)
      EXPECT_EQ(sweep_multipliers(row, e_ref, false), kPatterns) << row.name << " " << e_ref;
    ++formats;
  }
  EXPECT_EQ(formats, 2);
}

TEST(HALF_8, EveryMultiplierTimesEveryCodeIsRoundedToBf16Once) {
  int formats = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    for (const std::int32_t e_ref : {0, 112})
      EXPECT_EQ(sweep_multipliers(row, e_ref, true), kPatterns) << row.name << " " << e_ref;
    ++formats;
  }
  EXPECT_EQ(formats, 2);
}

// Unit v of 256 has (v + p) mod 256 in its code byte p.
Question every_byte_everywhere(const spec::FormatRow& row, spec::Layout layout) {
  Question question{Op::decode, row.id, units_of(row, 1, 256), {}};
  question.input = good_tensor(row, question.geometry);
  question.flags.layout = layout;
  for (std::uint32_t v = 0; v < 256; ++v)
    for (const spec::Field& field : spec::fields_of(row))
      for (std::uint32_t i = 0; i < field.bytes && spec::codes_per_byte(field.kind) != 0; ++i)
        question.input[v * row.bytes + field.offset + i] =
            static_cast<std::uint8_t>(v + field.offset + i);
  return question;
}

TEST(HALF_7, EveryByteValueAtEveryCodeByteIsReadAlikeByAllSubjects) {
  int formats = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    for (const spec::Layout layout : {spec::Layout::standard, spec::Layout::other}) {
      if (layout == spec::Layout::other && !row.second_layout) continue;
      Question question = every_byte_everywhere(row, layout);
      EXPECT_TRUE(all_agree(question));
      question.op = Op::validate;
      EXPECT_TRUE(all_agree(question));
      question.op = Op::decode;
      if (row.side_table)
        take_out_reserved(row, std::span(question.input).first(256 * std::size_t{row.bytes}));
      EXPECT_TRUE(is_arithmetic(question, agreed_words(question)));
      question.flags.bf16 = true;
      EXPECT_TRUE(is_arithmetic(question, agreed_words(question)));
      ++formats;
    }
  }
  EXPECT_EQ(formats, 13);
}

}  // namespace
}  // namespace tritproof::test
