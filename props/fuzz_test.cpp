// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "codec/subjects.h"
#include "fuzz/containers/gguf_judge.h"
#include "fuzz/mutators/gguf_mutator.h"
#include "fuzz/mutators/q4nx_mutator.h"
#include "fuzz/mutators/question_mutator.h"
#include "fuzz/place.h"
#include "fuzz/target.h"
#include "props/laws/ask.h"

namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

TEST(FuzzTargets, EveryFormatIsDecodedAndEveryTernaryOneEncoded) {
  for (const spec::FormatRow& row : spec::kFormats) {
    const std::string name(row.name);
    EXPECT_NE(target_named("fuzz_decode_" + name), nullptr) << name;
    EXPECT_EQ(target_named("fuzz_encode_" + name) != nullptr, row.ternary) << name;
  }
  for (const char* name : {"fuzz_convert", "fuzz_t2s", "fuzz_gguf_read", "fuzz_gguf_write",
                           "fuzz_safetensors", "fuzz_protocol", "fuzz_case", "fuzz_escape"})
    EXPECT_NE(target_named(name), nullptr) << name;
}

TEST(FuzzTargets, SeedsAreManyBytesAndMutatorsKeepTheirLimitAndTheirSeed) {
  for (const Target* target : targets()) {
    const auto seeds = target->seeds();
    ASSERT_FALSE(seeds.empty()) << target->name;
    std::set<Bytes> different;
    for (std::uint64_t number = 0; number < 60; ++number) {
      Bytes input = seeds[number % seeds.size()].bytes, again = input;
      ASSERT_LE(input.size(), target->most_bytes) << target->name;
      const std::size_t most = number % 2 == 0 ? target->most_bytes : input.size() + 3;
      target->mutate(input, most, number);
      target->mutate(again, most, number);
      EXPECT_EQ(input, again) << target->name << " " << number;
      EXPECT_LE(input.size(), most) << target->name << " " << number;
      different.insert(input);
    }
    EXPECT_GT(different.size(), 30u) << target->name;
  }
}

TEST(FuzzTargets, MutatorsAndCrossoversTakeAnyBytes) {
  for (const Target* target : targets()) {
    Dice dice(7);
    for (std::size_t size : {0, 1, 23, 24, 25, 100, 3000}) {
      Bytes input(size), other(size / 2);
      for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(dice.bits());
      const Bytes mixed = target->cross(input, other, size, dice.bits());
      EXPECT_LE(mixed.size(), size) << target->name;
      target->mutate(input, target->most_bytes, dice.bits());
      target->run(input);
    }
  }
}

TEST(QuestionRecord, ComesBackAsItWasWritten) {
  for (const Target* target : targets()) {
    if (target->kind != "question") continue;
    for (const Seed& seed : target->seeds()) {
      const auto question = parse_question(seed.bytes);
      ASSERT_TRUE(question) << target->name;
      EXPECT_TRUE(whole(question->asked)) << target->name << " " << seed.name;
      EXPECT_EQ(write_question(*question), seed.bytes) << target->name;
    }
  }
}

TEST(QuestionRecord, IsRejectedWhenItIsShortOrHasANumberWithoutAMeaning) {
  const Bytes good = write_question(seed_question({Op::decode, Format::t2}));
  for (std::size_t size = 0; size < kQuestionHead; ++size)
    EXPECT_FALSE(parse_question(std::span(good).first(size))) << size;
  const std::map<std::size_t, std::uint8_t> wrong{{0, 0}, {0, 8}, {1, 0},    {1, 12}, {2, 8},
                                                  {3, 2}, {4, 4}, {4, 0x30}, {6, 1}};
  for (const auto& [at, byte] : wrong) {
    Bytes bad = good;
    bad[at] = byte;
    EXPECT_FALSE(parse_question(bad)) << at;
  }
}

// What the mutations of one canonical question showed.
struct Shown {
  std::set<std::string> scales;
  std::set<std::pair<std::uint64_t, std::uint64_t>> shapes;
  std::set<std::uint8_t> turns;
  spec::Counts counts;
  int cut = 0, grown = 0, odd = 0, bf16 = 0, other = 0;
};

void look(const Question& question, Subject& reference, Shown& shown) {
  const laws::Case& asked = question.asked;
  shown.turns.insert(question.turn);
  shown.bf16 += asked.flags.bf16 ? 1 : 0;
  shown.other += asked.flags.layout == spec::Layout::other ? 1 : 0;
  const auto wanted = laws::input_bytes(asked);
  if (!wanted) {
    ++shown.odd;
    return;
  }
  shown.cut += asked.input.size() < *wanted ? 1 : 0;
  shown.grown += asked.input.size() > *wanted ? 1 : 0;
  if (!whole(asked)) return;
  const laws::Units units{spec::row_of(asked.format), asked.geometry};
  shown.shapes.emplace(asked.geometry.n, asked.geometry.k);
  laws::each_field(units, asked.input, [&](const spec::Field& field, std::uint64_t, auto bytes) {
    if (laws::holds_codes(field) || field.kind == spec::FieldKind::uint8) return;
    for (std::size_t at = 0; at < bytes.size(); at += 2)
      shown.scales.insert(
          class_of_word(field.kind, static_cast<std::uint16_t>(laws::load_word(bytes, at, 2))));
  });
  const auto counts =
      laws::counts_from(reference, laws::request_for(asked.request(), Op::validate, asked.input));
  if (!counts) return;
  shown.counts.reserved += counts->reserved;
  shown.counts.code3 += counts->code3;
  shown.counts.non_canonical += counts->non_canonical;
}

Shown shown_by(Format format, std::uint64_t mutations) {
  const auto menu = std::to_array<Choice>({{Op::decode, format}});
  const auto reference = make_reference_subject();
  Shown shown;
  for (std::uint64_t number = 0; number < mutations; ++number) {
    Bytes bytes = write_question(seed_question(menu[0]));
    mutate_question(bytes, 96u << 10, number, menu);
    const auto question = parse_question(bytes);
    EXPECT_TRUE(question) << number;
    if (question) look(*question, *reference, shown);
  }
  return shown;
}

TEST(QuestionMutator, ReachesEveryClassFromOneCanonicalQuestion) {
  for (const Format format : {Format::t2, Format::tq1_0, Format::tq2_0, Format::q4_1}) {
    const spec::FormatRow& row = spec::row_of(format);
    const Shown shown = shown_by(format, 400);
    for (const char* name : {"zero", "minus-zero", "subnormal", "inf", "nan", "most", "normal"})
      EXPECT_EQ(shown.scales.count(name), 1u) << row.name << " " << name;
    EXPECT_EQ(shown.counts.reserved > 0, row.code3 == spec::Code3::reserved) << row.name;
    EXPECT_EQ(shown.counts.code3 > 0, row.code3 == spec::Code3::plus_two) << row.name;
    EXPECT_EQ(shown.counts.non_canonical > 0, format == Format::tq1_0) << row.name;
    EXPECT_GT(shown.shapes.size(), 8u) << row.name;
    EXPECT_GT(shown.turns.size(), 3u) << row.name;
    for (const int seen : {shown.cut, shown.grown, shown.odd, shown.bf16, shown.other})
      EXPECT_GT(seen, 0) << row.name;
  }
}

TEST(QuestionMutator, BreaksOneMultiplierOfFour) {
  const auto menu = std::to_array<Choice>({{Op::convert, Format::pb16i}});
  const auto reference = make_reference_subject();
  std::map<std::string, int> answers;
  for (std::uint64_t number = 0; number < 600; ++number) {
    Bytes bytes = write_question(seed_question(menu[0]));
    mutate_question(bytes, 96u << 10, number, menu);
    const Outcome outcome = reference->answer(parse_question(bytes)->asked.request());
    const auto* refusal = std::get_if<spec::Refusal>(&outcome);
    ++answers[refusal == nullptr ? "bytes" : std::string(spec::row_of(refusal->name).name)];
  }
  for (const char* name : {"bytes", "UnequalMultipliers", "NotTernary", "ScaleNotRepresentable",
                           "SideTable", "Size", "Geometry"})
    EXPECT_GT(answers[name], 0) << name;
  EXPECT_GT(answers["bytes"], 60) << "most mutations are refused, which hides all else";
}

TEST(QuestionMutator, EveryEditChangesSomeQuestionOrSaysThatItDoesNot) {
  std::map<std::string_view, int> changed;
  for (const Target* target : targets()) {
    if (target->kind != "question") continue;
    for (const Seed& seed : target->seeds())
      for (const EditRow& row : all_edits())
        for (std::uint64_t number = 0; number < 3; ++number) {
          Question question = *parse_question(seed.bytes);
          const auto menu = std::to_array<Choice>({{question.asked.op, question.asked.format}});
          Draft draft{question, menu, 96u << 10};
          Dice dice(number);
          const bool said = row.edit(draft, dice);
          const bool is = write_question(question) != seed.bytes;
          EXPECT_TRUE(said || !is) << row.name << " " << seed.name;
          changed[row.name] += is ? 1 : 0;
        }
  }
  for (const EditRow& row : all_edits()) {
    // One unit has no other to be exchanged with; grids come from the edit of shapes.
    if (row.name == "exchange two units" || row.name == "copy a unit") continue;
    EXPECT_GT(changed[row.name], 0) << row.name;
  }
}

TEST(QuestionMutator, UnitsChangePlacesWhereThereAreTwo) {
  const spec::FormatRow& row = spec::row_of(Format::t2);
  for (const EditRow& edit : code_edits()) {
    if (edit.name != "exchange two units" && edit.name != "copy a unit") continue;
    Question question{good_case({Op::decode, Format::t2}, {2 * row.rows, row.columns}, 0), 1};
    const Bytes before = question.asked.input;
    const auto menu = std::to_array<Choice>({{Op::decode, Format::t2}});
    Draft draft{question, menu, 96u << 10};
    Dice dice(1);
    ASSERT_TRUE(edit.edit(draft, dice)) << edit.name;
    EXPECT_NE(question.asked.input, before) << edit.name;
  }
}

TEST(GgufJudge, SeedsAreReadAndEachBreakHasItsRule) {
  EXPECT_FALSE(judge_gguf(consistent(rich_gguf())));
  const auto rule = [](auto change) {
    GgufFile file = rich_gguf();
    change(file);
    const auto verdict = judge_gguf(consistent(file));
    return verdict ? verdict->rule : "none";
  };
  EXPECT_EQ(rule([](GgufFile& f) { f.version = 4; }), "GGUF-1");
  EXPECT_EQ(rule([](GgufFile& f) { f.keys[4].value[0] = 2; }), "GGUF-3");
  EXPECT_EQ(rule([](GgufFile& f) { f.keys[0].key.clear(); }), "GGUF-5");
  EXPECT_EQ(rule([](GgufFile& f) { f.keys[0].key = f.keys[2].key; }), "GGUF-5");
  EXPECT_EQ(rule([](GgufFile& f) { f.keys[1].value[0] = 33; }), "GGUF-6");
  EXPECT_EQ(rule([](GgufFile& f) { f.tensors[1].name = f.tensors[0].name; }), "GGUF-7");
  EXPECT_EQ(rule([](GgufFile& f) { f.tensors[1].name.assign(64, 'n'); }), "GGUF-7");
  EXPECT_EQ(rule([](GgufFile& f) { f.tensors[1].dims.resize(5, 1); }), "GGUF-8");
  EXPECT_EQ(rule([](GgufFile& f) { f.tensors[1].dims[1] = 0; }), "GGUF-8");
  EXPECT_EQ(rule([](GgufFile& f) { f.tensors[0].dims[0] = 255; }), "GGUF-9");
}

TEST(GgufMutator, KeepsManyFilesValidAndBreaksEveryRule) {
  std::map<std::string_view, int> rules;
  for (std::uint64_t number = 0; number < 3000; ++number) {
    Bytes bytes = consistent(rich_gguf());
    mutate_gguf(bytes, 64u << 10, number);
    const auto verdict = judge_gguf(bytes);
    ++rules[verdict ? verdict->rule : "none"];
  }
  EXPECT_GT(rules["none"], 900);
  for (const char* rule : {"GGUF-1", "GGUF-2", "GGUF-3", "GGUF-4", "GGUF-5", "GGUF-6", "GGUF-7",
                           "GGUF-8", "GGUF-9", "GGUF-11", "GGUF-13", "GGUF-14"})
    EXPECT_GT(rules[rule], 0) << rule;
}

TEST(SafetensorsMutator, KeepsManyFilesValidAndBreaksMany) {
  Q4nxFile rich = rich_q4nx();
  const std::uint64_t data = lay_out_q4nx(rich);
  ASSERT_TRUE(judge_q4nx(q4nx_bytes(rich, data)));
  int valid = 0;
  for (std::uint64_t number = 0; number < 500; ++number) {
    Bytes bytes = q4nx_bytes(rich, data);
    mutate_q4nx(bytes, 64u << 10, number);
    valid += judge_q4nx(bytes) ? 1 : 0;
  }
  EXPECT_TRUE(valid > 100 && valid < 400) << valid;
}

}  // namespace
}  // namespace tritproof::fuzz
