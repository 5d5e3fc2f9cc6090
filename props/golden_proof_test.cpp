// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>

#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"
#include "codec/subjects.h"
#include "golden/groups/topic.h"
#include "golden/maker_layout.h"
#include "golden/maker_numbers.h"
#include "golden/maker_proof.h"

/// The maker's own formulas, and proofs that let no wrong bit pass.
namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Layout;
using spec::Op;

TEST(MakerLayout, EveryCodeAndScaleStandsWhereTheReferenceReadsIt) {
  for (const spec::FormatRow& row : spec::kFormats)
    for (const Layout layout : {Layout::standard, Layout::other}) {
      if (layout == Layout::other && !row.second_layout) continue;
      const Bytes unit(row.bytes);
      std::size_t seen = 0;
      reference::codec_of(row.id).visit_codes(unit, layout, [&](const reference::CodeAt& at) {
        const auto site =
            layout::code_site(row.id, layout, at.element / row.columns, at.element % row.columns);
        EXPECT_EQ(site.byte, at.byte) << row.name << " " << at.element;
        const bool digits = row.id == Format::tq1_0 || row.id == Format::ptq1_0;
        EXPECT_TRUE(digits || site.position == at.bit) << row.name << " " << at.element;
        ++seen;
      });
      EXPECT_EQ(seen, row.elements());
      if (row.id == Format::q4_k) continue;  // the reference visits its byte scales
      const std::uint32_t in_row = row.columns / row.group;
      reference::codec_of(row.id).visit_scales(layout, [&](std::uint32_t byte, std::uint32_t g) {
        EXPECT_EQ(layout::scale_site(row.id, layout, g / in_row, g % in_row * row.group), byte)
            << row.name << " " << g;
      });
    }
}

TEST(MakerNumbers, EveryPatternIsItsValueAndTheNearestToIt) {
  for (std::uint32_t p = 0; p < 65536; ++p) {
    const auto pattern = static_cast<std::uint16_t>(p);
    const double half = numbers::value_of(numbers::kHalf, pattern);
    const double bf16 = numbers::value_of(numbers::kBf16, pattern);
    const auto word = [](double value) {
      return reference::canonical_word(static_cast<float>(value));
    };
    EXPECT_EQ(word(half), reference::canonical_word(reference::half_to_float(pattern))) << p;
    EXPECT_EQ(word(bf16), reference::canonical_word(reference::bf16_to_float(pattern))) << p;
    if (!std::isnan(half)) {
      EXPECT_EQ(numbers::nearest(numbers::kHalf, half), pattern);
    }
    if (!std::isnan(bf16)) {
      EXPECT_EQ(numbers::nearest(numbers::kBf16, bf16), pattern);
    }
  }
}

TEST(MakerNumbers, WhatLiesBetweenTwoPatternsRoundsAsTheReferenceRounds) {
  std::uint32_t word = 1;
  for (int i = 0; i < 200000; ++i) {
    word = word * 1664525u + 1013904223u;
    // Half of them at ties: the bits below the tie cleared.
    const auto value = std::bit_cast<float>(i % 2 == 0 ? word : word & 0xfffff000u);
    if (std::isnan(value)) continue;
    EXPECT_EQ(numbers::nearest(numbers::kHalf, value), reference::float_to_half(value)) << word;
    EXPECT_EQ(numbers::nearest(numbers::kBf16, value), reference::float_to_bf16(value)) << word;
  }
}

struct Encoded {
  Question question;
  Bytes payload;
  Bytes answer;
};

Encoded encoded(const spec::FormatRow& row) {
  Encoded made;
  made.question.op = Op::encode;
  made.question.format = row.id;
  made.question.geometry = grid(row);
  made.question.input = {
      encode_payload(row, grid(row), Trits{"proof"}, table("f16-ordinary", "proof")), {}};
  made.payload = make_bytes(made.question.input, {}).value_or(Bytes{});
  const Outcome outcome = make_reference_subject()->answer(made.question.request(made.payload));
  made.answer = std::get<Bytes>(outcome);
  return made;
}

// The proof takes the answer, and refuses it with any bit of every `step` turned over.
template <class Prove>
void expect_every_bit_counts(const Bytes& answer, std::size_t step, const Prove& prove,
                             std::string_view label) {
  EXPECT_TRUE(prove(answer)) << label;
  EXPECT_FALSE(answer.empty()) << label;
  for (std::size_t bit = 0; bit < answer.size() * 8; bit += step) {
    Bytes wrong = answer;
    wrong[bit / 8] = static_cast<std::uint8_t>(wrong[bit / 8] ^ 1 << bit % 8);
    EXPECT_FALSE(prove(wrong)) << label << " bit " << bit;
  }
}

TEST(MakerProof, NoBitOfAnEncodedBlockCanBeWrong) {
  const auto second = make_second_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary || row.is_tile()) continue;
    const Encoded made = encoded(row);
    expect_every_bit_counts(
        made.answer, 1,
        [&](const Bytes& bytes) {
          return prove_encode(made.question, made.payload, bytes, *second).has_value();
        },
        row.name);
  }
}

TEST(MakerProof, NoBitOfAnEncodedTileCanBeWrong) {
  const auto second = make_second_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary || !row.is_tile()) continue;
    const Encoded made = encoded(row);
    expect_every_bit_counts(
        made.answer, 151,
        [&](const Bytes& bytes) {
          return prove_encode(made.question, made.payload, bytes, *second).has_value();
        },
        row.name);
  }
}

// Twice each multiplier under an exponent that is one less: the same weights, not the same rule.
TEST(MakerProof, AnExponentThatIsNotTheLargestIsNoProof) {
  const auto second = make_second_subject();
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  Encoded made = encoded(row);
  for (std::uint64_t k = 0; k < 256; k += 128) {
    const std::uint64_t at = layout::scale_at(row.id, grid(row), Layout::standard, 3, k);
    layout::store16(made.answer, at,
                    static_cast<std::uint16_t>(2 * layout::load16(made.answer, at)));
  }
  const std::uint64_t entry = row.bytes + 4 * 3;
  layout::store32(made.answer, entry, layout::load32(made.answer, entry) - 1);
  const Proof proof = prove_encode(made.question, made.payload, made.answer, *second);
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error(), "an exponent that is not the largest at row 3, column 0");
}

TEST(MakerProof, NoBitOfAConversionCanBeWrong) {
  const auto second = make_second_subject();
  const auto reference = make_reference_subject();
  const spec::FormatRow& from = spec::row_of(Format::t2);
  for (const Format target : {Format::ptq1_0, Format::t2s, Format::t2}) {
    Question question;
    question.op = Op::convert;
    question.geometry = grid(from);
    question.options.target = target;
    question.input = {good_image(from, grid(from), "proof"), {}};
    const Bytes source = make_bytes(question.input, {}).value_or(Bytes{});
    const Bytes answer = std::get<Bytes>(reference->answer(question.request(source)));
    expect_every_bit_counts(
        answer, 233,
        [&](const Bytes& bytes) {
          return prove_convert(question, source, bytes, *second).has_value();
        },
        spec::row_of(target).name);
  }
}

TEST(MakerProof, NoBitOfARepackedChunkCanBeWrong) {
  const auto second = make_second_subject();
  const spec::FormatRow& from = spec::row_of(Format::q4_k);
  Question question;
  question.op = Op::convert;
  question.format = Format::q4_k;
  question.geometry = grid(from);
  question.options.target = Format::q4_1;
  question.input = {any_tensor(from, grid(from), "proof"), {}};
  const Bytes source = make_bytes(question.input, {}).value_or(Bytes{});
  const Bytes answer = std::get<Bytes>(make_reference_subject()->answer(question.request(source)));
  expect_every_bit_counts(
      answer, 17,
      [&](const Bytes& bytes) {
        return prove_convert(question, source, bytes, *second).has_value();
      },
      from.name);
}

TEST(MakerProof, NoBitOfAQuantisedBlockCanBeWrong) {
  const auto second = make_second_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!spec::defined(Op::quantise, row.id)) continue;
    for (const char* name : {"f32-ordinary", "f32-ties"}) {
      Question question;
      question.op = Op::quantise;
      question.format = row.id;
      question.geometry = grid(row);
      question.input = {{words(table(name, "proof"), row.columns)}, {}};
      const Bytes numbers = make_bytes(question.input, {}).value_or(Bytes{});
      const Bytes answer =
          std::get<Bytes>(make_reference_subject()->answer(question.request(numbers)));
      expect_every_bit_counts(
          answer, 1,
          [&](const Bytes& bytes) {
            return prove_quantise(question, numbers, bytes, *second).has_value();
          },
          row.name);
    }
  }
}

}  // namespace
}  // namespace tritproof::golden
