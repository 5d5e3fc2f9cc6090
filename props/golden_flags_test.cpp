// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <set>

#include "golden/facts.h"
#include "props/golden_fixture.h"

namespace tritproof::golden {
namespace {

/// The flags of a t2 tile of codes 0 and scales 1.0 with edits.
std::vector<std::string> flags_with(std::vector<Edit> edits, spec::Op op = spec::Op::decode) {
  Question question = tile_question("unused");
  question.op = op;
  question.input.parts = {{Repeat{{0x55}, 2048}}, {Repeat{{0x00, 0x3c}, 64}}};
  question.input.edits = std::move(edits);
  return flags_shown(question, payload_of(question));
}

bool shows(const std::vector<std::string>& flags, std::string_view flag) {
  return std::ranges::find(flags, flag) != flags.end();
}

struct Shown {
  std::string_view flag;
  std::vector<Edit> edits;
};

TEST(Flags, EachIsShownByTheBytesThatMakeItAndNotByThoseBefore) {
  const Shown cases[] = {
      {"reserved-code", {{0, {0x57}}}},
      {"reserved-under-odd-scale", {{0, {0x57}}, {2048, {0x00, 0xbc}}}},
      {"both-signs", {{0, {0x58}}}},
      {"zero-sign", {{2048, {0x00, 0xbc}}}},
      {"zero-times-nonfinite", {{2048, {0x00, 0x7c}}}},
      {"lone-code", {{70, {0x56}}}},
      {"lone-code-at-edge", {{2047, {0x95}}}},
      {"subnormal-scale", {{2048, {0x29, 0x00}}}},
      {"infinite-scale", {{2048, {0x00, 0xfc}}}},
      {"nan-scale", {{2048, {0x01, 0x7c}}}},
      {"negative-scale", {{2048, {0x00, 0xbc}}}},
      {"negative-zero-scale", {{2048, {0x00, 0x80}}}},
      {"edge-scale", {{2174, {0xff, 0x7b}}}},
      {"beyond-bf16", {{2174, {0x01, 0x3c}}}},
  };
  const auto plain = flags_with({});
  EXPECT_TRUE(shows(plain, "one-code"));
  for (const Shown& one : cases) {
    EXPECT_FALSE(shows(plain, one.flag)) << one.flag;
    EXPECT_TRUE(shows(flags_with(one.edits), one.flag)) << one.flag;
  }
}

TEST(Flags, AreShownByOpsOfTheirOwn) {
  EXPECT_TRUE(shows(flags_with({{0, {0x57}}}, spec::Op::validate), "counted-codes"));
  EXPECT_TRUE(shows(flags_with({{2048, {0, 0}}}, spec::Op::validate), "counted-scales"));
  EXPECT_FALSE(shows(flags_with({}, spec::Op::validate), "counted-scales"));
}

TEST(Flags, SizesAndShapesShowWithoutAnyContent) {
  Question question = tile_question("unused");
  const auto of = [&](std::uint64_t bytes, spec::Geometry geometry) {
    question.geometry = geometry;
    return flags_shown(question, Bytes(bytes));
  };
  EXPECT_TRUE(shows(of(2175, {32, 256}), "cut-short"));
  EXPECT_TRUE(shows(of(2177, {32, 256}), "left-over"));
  EXPECT_TRUE(shows(of(2176, {32, 257}), "broken-geometry"));
  EXPECT_TRUE(shows(of(2176, {32, 0}), "nothing-asked"));
  EXPECT_TRUE(shows(of(2176, {1ull << 37, 1ull << 40}), "uncountable-size"));
  EXPECT_TRUE(shows(of(4352, {64, 256}), "unit-rows"));
  EXPECT_TRUE(shows(of(4352, {32, 512}), "unit-columns"));
  EXPECT_TRUE(shows(of(2176 * 15, {96, 1280}), "large-grid"));
}

TEST(Flags, APayloadOfTheWrongSizeShowsThatAndNothingOfItsContent) {
  Question question = tile_question("unused");
  Bytes payload = payload_of(question);
  payload[0] |= 3;
  EXPECT_TRUE(shows(flags_shown(question, payload), "reserved-code"));
  payload.push_back(0);
  EXPECT_EQ(flags_shown(question, payload), std::vector<std::string>{"left-over"});
}

/// The flags of a q2_0 block of some numbers and then zeros.
std::vector<std::string> quantised(std::vector<float> numbers) {
  Question question;
  question.op = spec::Op::quantise;
  question.format = spec::Format::q2_0;
  question.geometry = {1, 64};
  numbers.resize(64);
  Bytes payload;
  for (const float number : numbers)
    for (unsigned i = 0; i < 4; ++i)
      payload.push_back(static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(number) >> (8 * i)));
  return flags_shown(question, payload);
}

TEST(Flags, OfQuantiseAreShownByTheNumbersOfItsPage) {
  const float nan = std::bit_cast<float>(0x7fc00000u);
  const struct {
    std::string_view flag;
    std::vector<float> numbers;
    std::vector<float> others;
  } cases[] = {{"tie", {1.0f, 0.5f}, {1.0f, 0.25f}},
               {"vanishing-half", {1.1015625f, 0.55078125f}, {1.0f, 0.5f}},
               {"rounded-amax", {1.0001f}, {1.0f}},
               {"overflowing-amax", {65520.0f}, {65519.0f}},
               {"underflowing-amax", {0x1p-25f}, {0x1p-24f}},
               {"subnormal-amax", {0x1p-24f}, {0x1p-14f}},
               {"tiny-amax", {0x1p-128f}, {0x1p-127f}},
               {"nonfinite-input", {nan}, {1.0f}},
               {"zero-block", {}, {1.0f}},
               {"negative-amax", {-1.0f}, {1.0f}},
               {"amax-at-edge", {1.0f, 0.5f}, {0.5f, 1.0f}}};
  for (const auto& [flag, numbers, others] : cases) {
    EXPECT_TRUE(shows(quantised(numbers), flag)) << flag;
    EXPECT_FALSE(shows(quantised(others), flag)) << flag;
  }
}

/// The flags of a replay with one activation row of `a`, codes of one value, one multiplier.
std::vector<std::string> replayed(spec::Format format, std::uint64_t k, std::uint8_t a,
                                  std::uint8_t codes, Bytes ms) {
  const spec::FormatRow& row = spec::row_of(format);
  const spec::Field& field = row.fields[0];
  Question question;
  question.op = spec::Op::replay;
  question.format = format;
  question.geometry = {32, k};
  question.m = 1;
  question.input.parts = {
      {Repeat{{a}, k}},
      {Units{k / row.columns,
             {{Repeat{{codes}, field.bytes}}, {Repeat{std::move(ms), row.groups()}}}}}};
  return flags_shown(question, payload_of(question));
}

TEST(Flags, OfReplayAreShownByTheExamplesOfItsPage) {
  using enum spec::Format;
  const auto plain = replayed(t2s, 256, 1, 0xaa, {100, 0});
  for (const std::string_view flag :
       {"activation-edge", "sum-past-int32", "step-or-end", "full-partial-sum", "long-row",
        "replayed-negative-multiplier", "replayed-wide-code"})
    EXPECT_FALSE(shows(plain, flag)) << flag;
  const auto past = replayed(t2s, 512, 0x80, 0xaa, {0x00, 0x80});
  EXPECT_TRUE(shows(past, "activation-edge") && shows(past, "sum-past-int32") &&
              shows(past, "replayed-negative-multiplier"));
  const auto wide = replayed(pb16i, 256, 0x80, 0x88, {3, 0});
  EXPECT_TRUE(shows(wide, "full-partial-sum") && shows(wide, "replayed-wide-code"));
  EXPECT_TRUE(shows(replayed(t2s, 1024, 1, 0xaa, {1, 0}), "long-row"));
}

/// The flags of a conversion of a t2 tile with edits to another format.
std::vector<std::string> converted(spec::Format target, std::vector<Edit> edits) {
  Question question = tile_question("unused");
  question.op = spec::Op::convert;
  question.options.target = target;
  question.input.parts = {{Repeat{{0x55}, 2048}}, {Repeat{{0x00, 0x3c}, 64}}};
  question.input.edits = std::move(edits);
  return flags_shown(question, payload_of(question));
}

TEST(Flags, OfConvertAreShownByWhatTheTargetMakesOfAScale) {
  using enum spec::Format;
  const struct {
    std::string_view flag;
    spec::Format target;
    std::vector<Edit> edits;
  } cases[] = {{"several-binades", pb16i, {{2048, {0x00, 0x40}}}},
               {"spread-refused", pb16i, {{2048, {0x01, 0x00}}}},
               {"nonfinite-packed", t2s, {{2048, {0x00, 0x7c}}}},
               {"negative-zero-packed", t2s, {{2048, {0x00, 0x80}}}},
               {"zero-row", pb16i, {{2048, {0, 0, 0, 0}}}},
               {"subnormal-packed", pb16i, {{2048, {0x01, 0x00, 0x01, 0x00}}}},
               {"unequal-scales", tq1_0, {{2048, {0x01, 0x3c}}}},
               {"pattern-moved", ptq1_0, {{2048, {0x00, 0x80}}}},
               {"reserved-converted", ptq1_0, {{0, {0x57}}}}};
  for (const auto& [flag, target, edits] : cases) {
    EXPECT_TRUE(shows(converted(target, edits), flag)) << flag;
    EXPECT_FALSE(shows(converted(target, {}), flag)) << flag;
  }
  EXPECT_TRUE(shows(converted(t2, {}), "same-format"));
  EXPECT_TRUE(shows(converted(q8, {}), "no-such-conversion"));
}

TEST(Flags, HaveAFaultAnEffectAFamilyThatExistsAndANameOfTheirOwn) {
  const std::set<std::string_view> families{
      "",        "ternary",  "half",   "power",      "wide",     "order",
      "place",   "grid",     "frame",  "side_table", "validate", "encode",
      "packing", "quantise", "expand", "convert",    "repack",   "replay"};
  std::set<std::string_view> names;
  std::set<std::string_view> claimed;
  for (const Flag& flag : flags()) {
    EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
    EXPECT_TRUE(families.contains(flag.claims)) << flag.claims;
    EXPECT_FALSE(flag.fault.empty() || flag.effect.empty()) << flag.name;
    claimed.insert(flag.claims);
  }
  EXPECT_GE(names.size(), 40u);
  EXPECT_EQ(claimed, families) << "every family is claimed by a flag";
}

}  // namespace
}  // namespace tritproof::golden
