// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "codec/subjects.h"
#include "props/properties/case_file.h"
#include "props/properties/property.h"
#include "props/properties/quotas.h"
#include "props/properties/templates.h"

namespace tritproof::props {
namespace {

using spec::Format;
using spec::Op;

constexpr std::uint64_t kSeed = 20240817;

std::string all_of(const PropertyReport& report) {
  std::string text;
  for (const std::string& line : report.shortfalls) text += line + "\n";
  if (report.failure) text += report.failure->finding.law + ": " + report.failure->replay_line;
  return text;
}

// Ten thousand distinct cases of each format, shared among its ops.
void expect_properties(std::string_view name, std::string_view judged_by) {
  const auto subject = make_subject(name);
  const auto judge = make_subject(judged_by);
  for (const spec::FormatRow& row : spec::kFormats) {
    std::uint64_t distinct = 0;
    for (const OpCases& share : shares(*subject, row.id, 10000)) {
      const PropertyReport report =
          run_property(*subject, *judge, share.op, row.id, {kSeed, share.cases, "good", {}});
      EXPECT_TRUE(report.passed()) << spec::name_of(share.op) << " " << row.name << "\n"
                                   << all_of(report);
      distinct += report.distinct;
    }
    EXPECT_GE(distinct, 10000u) << row.name;
  }
}

TEST(Properties, HoldForTheReference) { expect_properties("reference", "second"); }

TEST(Properties, HoldForSecond) { expect_properties("second", "reference"); }

/// The reference, in which a reserved code of t2 counts as +2 times the scale.
class Doubling : public Subject {
 public:
  std::string_view name() const override { return "doubling"; }
  bool declares(Op op, Format format) const override {
    return op == Op::decode && format == Format::t2;
  }
  Outcome answer(const Request& request) override {
    Outcome outcome = reference_->answer(request);
    auto* answer = std::get_if<Bytes>(&outcome);
    if (answer == nullptr || request.flags.bf16) return outcome;
    const std::uint64_t across = request.geometry.k / 256;
    for (std::uint64_t at = 0; at < request.input.size(); ++at)
      for (unsigned bit = 0; at % 2176 < 2048 && bit < 8; bit += 2) {
        if ((request.input[at] >> bit & 3) != 3) continue;
        const std::uint64_t tile = at / 2176, in = at % 2176;
        const std::uint64_t n = tile / across * 32 + in / 64;
        const std::uint64_t k = tile % across * 256 + in % 64 * 4 + bit / 2;
        (*answer)[4 * (n * request.geometry.k + k) + 3] = 0x40;
      }
    return outcome;
  }

 private:
  std::unique_ptr<Subject> reference_ = make_reference_subject();
};

TEST(Properties, AFailureShrinksToOneEditAndReplays) {
  Doubling subject;
  const auto judge = make_reference_subject();
  const PropertyReport report =
      run_property(subject, *judge, Op::decode, Format::t2, {kSeed, 2000, "good", {}});
  ASSERT_TRUE(report.failure.has_value());
  const Failure& failure = *report.failure;
  EXPECT_EQ(failure.finding.law, "agreement");
  EXPECT_EQ(failure.sketch.edits.size(), 1u) << failure.replay_line;
  EXPECT_EQ(failure.sketch.geometry, (spec::Geometry{32, 256}));
  const auto read = parse_case(failure.replay_line);
  ASSERT_TRUE(read.has_value()) << read.error().what;
  EXPECT_EQ(*read, failure.sketch);
  EXPECT_EQ(case_of(*read).input, failure.minimal.input);
  const Outcome expected = judge->answer(failure.minimal.request());
  const Outcome got = subject.answer(failure.minimal.request());
  EXPECT_TRUE(laws::judge({failure.minimal, subject, *judge, expected, got}, 0).has_value());
}

TEST(Properties, TheSameSeedAsksTheSameCases) {
  const auto subject = make_reference_subject();
  const auto judge = make_second_subject();
  const PropertyOptions options{7, 300, "good", {}};
  const auto first = run_property(*subject, *judge, Op::decode, Format::ptq1_0, options);
  const auto again = run_property(*subject, *judge, Op::decode, Format::ptq1_0, options);
  EXPECT_EQ(first.seen, again.seen);
  EXPECT_EQ(first.cases, again.cases);
  const auto other =
      run_property(*subject, *judge, Op::decode, Format::ptq1_0, {8, 300, "good", {}});
  EXPECT_NE(first.seen, other.seen);
}

TEST(Properties, ARunOfNoCasesFails) {
  const auto subject = make_reference_subject();
  const auto report =
      run_property(*subject, *subject, Op::decode, Format::t2, {kSeed, 0, "good", {}});
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.shortfalls.front(), "no case was asked");
}

TEST(Properties, AGeneratorWhoseEditsAreOverwrittenFails) {
  const auto subject = make_reference_subject();
  PropertyOptions options{kSeed, 500, "good", {}};
  options.after_edits = [](Bytes& input) { std::ranges::fill(input, std::uint8_t{0x55}); };
  const auto report = run_property(*subject, *subject, Op::decode, Format::t2, options);
  EXPECT_FALSE(report.passed());
  EXPECT_FALSE(report.failure.has_value());
  EXPECT_NE(all_of(report).find("distinct cases of 500 wanted"), std::string::npos);
  EXPECT_NE(all_of(report).find("reserved code was shown by 0 cases"), std::string::npos);
}

TEST(Properties, ATemplateOfZeroScalesFailsForEveryFormat) {
  const auto subject = make_reference_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    const auto report =
        run_property(*subject, *subject, Op::decode, row.id, {kSeed, 100, "zero-scales", {}});
    EXPECT_FALSE(report.passed()) << row.name;
    EXPECT_EQ(report.cases, 0u);
    EXPECT_NE(all_of(report).find("hides faults"), std::string::npos) << all_of(report);
  }
}

TEST(Properties, AnUnknownTemplateOrAnUndeclaredOpFails) {
  const auto reference = make_reference_subject();
  const auto second = make_second_subject();
  EXPECT_FALSE(
      run_property(*reference, *second, Op::decode, Format::t2, {kSeed, 10, "best", {}}).passed());
  EXPECT_FALSE(
      run_property(*second, *reference, Op::encode, Format::t2, {kSeed, 10, "good", {}}).passed());
}

TEST(Properties, AForeignRcParamsChangesNothing) {
  const auto subject = make_reference_subject();
  ASSERT_EQ(setenv("RC_PARAMS", "max_success=0 nonsense reproduce=x", 1), 0);
  const auto report =
      run_property(*subject, *subject, Op::decode, Format::q2_0, {kSeed, 500, "good", {}});
  unsetenv("RC_PARAMS");
  EXPECT_TRUE(report.passed()) << all_of(report);
  EXPECT_GE(report.distinct, 500u);
}

TEST(Properties, NothingIsPrinted) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Doubling subject;
  const auto judge = make_reference_subject();
  (void)run_property(subject, *judge, Op::decode, Format::t2, {kSeed, 500, "good", {}});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

Classes classes_of(Format format, const std::vector<Edit>& edits, Op op = Op::decode) {
  const spec::FormatRow& row = spec::row_of(format);
  spec::Flags flags;
  if (op == Op::convert) flags.target = format;
  return classify(case_of({op, format, flags, {row.rows, row.columns}, 0, "good", edits}));
}

bool has(const Classes& classes, InputClass what) {
  return classes.test(static_cast<std::size_t>(what));
}

TEST(Properties, TheClassifierReadsTheFinalBytes) {
  using enum InputClass;
  using Kind = Edit::Kind;
  EXPECT_FALSE(has(classes_of(Format::t2, {}), reserved));
  EXPECT_FALSE(has(classes_of(Format::t2, {}), first_element));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::byte, 0, 3}}), first_element));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::byte, 0, 3}}), reserved));
  EXPECT_FALSE(has(classes_of(Format::t2, {{Kind::byte, 0, 3}, {Kind::byte, 0, 0}}), reserved));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::byte, 2047, 0xc0}}), last_element));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::word, 2100, 1}}), subnormal_scale));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::word, 2100, 0x8000}}), minus_zero_scale));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::word, 2100, 0x7c00}}), infinite_scale));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::word, 2100, 0xfe00}}), nan_scale));
  EXPECT_TRUE(has(classes_of(Format::t2, {{Kind::cut, 0, 1}}), off_size));
  EXPECT_TRUE(has(classes_of(Format::tq1_0, {{Kind::byte, 5, 0x14}}), non_canonical));
  EXPECT_FALSE(has(classes_of(Format::tq1_0, {}), non_canonical));
  EXPECT_TRUE(has(classes_of(Format::tq2_0, {{Kind::byte, 5, 0xff}}), code3));
  EXPECT_TRUE(has(classes_of(Format::pb16i, {{Kind::dword, 4608, 500}}), exponent_range));
  EXPECT_TRUE(has(classes_of(Format::pb16i, {{Kind::byte, 9, 0x70}}), not_ternary));
  EXPECT_TRUE(has(classes_of(Format::pb16i, {{Kind::word, 4128, 7}}), unequal_multipliers));
}

TEST(Properties, ACaseFileRoundTrips) {
  spec::Flags flags;
  flags.target = Format::tq2_0;
  flags.clamp = true;
  const Sketch conversion{Op::convert,
                          Format::pq2_0,
                          flags,
                          {3, 512},
                          0,
                          "good",
                          {{Edit::Kind::byte, 2, 0xff}, {Edit::Kind::grow, 0, 3}}};
  spec::Flags replay_flags;
  replay_flags.mode = spec::ReplayMode::sat32_step;
  replay_flags.narrowing = spec::Narrowing::sat16;
  const Sketch replay{Op::replay,
                      Format::pb16i,
                      replay_flags,
                      {32, 256},
                      2,
                      "zero-codes",
                      {{Edit::Kind::word, 4700, 0x8000}}};
  spec::Flags decode_flags;
  decode_flags.bf16 = true;
  decode_flags.layout = spec::Layout::other;
  const Sketch decode{Op::decode, Format::q8, decode_flags, {32, 256}, 0, "good", {}};
  const Sketch side{Op::validate,
                    Format::t2s,
                    {},
                    {64, 256},
                    0,
                    "good",
                    {{Edit::Kind::dword, 4352, 0xffffff6b}, {Edit::Kind::cut, 0, 1}}};
  for (const Sketch& sketch : {conversion, replay, decode, side})
    for (const std::string& text : {write_case(sketch), one_line(sketch)}) {
      const auto read = parse_case(text);
      ASSERT_TRUE(read.has_value()) << text << read.error().what;
      EXPECT_EQ(*read, sketch) << text;
      EXPECT_EQ(write_case(*read), write_case(sketch));
    }
}

TEST(Properties, ACaseFileThatIsNotOneIsRefusedWithItsLine) {
  const std::string head = "tritproof-case 1\nop decode\nformat t2\nrows 32\ncolumns 256\n";
  const std::string whole = head + "template good\n";
  ASSERT_TRUE(parse_case(whole).has_value());
  ASSERT_TRUE(parse_case("# a note\n\n" + whole + "edit byte 2303 0x1\n").has_value() == false);
  const auto line_of = [](const std::string& text) {
    const auto read = parse_case(text);
    return read ? ~std::uint64_t{0} : read.error().line;
  };
  EXPECT_EQ(line_of(""), 0u);
  EXPECT_EQ(line_of("tritproof-case 2\n"), 1u);
  EXPECT_EQ(line_of(head), 0u);
  EXPECT_EQ(line_of(whole + "colour red\n"), 7u);
  EXPECT_EQ(line_of(whole + "rows 32\n"), 7u);
  EXPECT_EQ(line_of(whole + "edit byte 0\n"), 7u);
  EXPECT_EQ(line_of(whole + "edit byte 0 0x100\n"), 7u);
  EXPECT_EQ(line_of(whole + "edit nibble 0 1\n"), 7u);
  EXPECT_EQ(line_of(whole + "edit byte -1 0\n"), 7u);
  EXPECT_EQ(line_of(whole + "edit byte 0 1\nbf16\n"), 8u);
  EXPECT_EQ(line_of(whole + "edit byte 2176 0\n"), 0u);
  EXPECT_EQ(line_of(whole + "edit word 2175 0\n"), 0u);
  EXPECT_EQ(line_of(whole + "mode 4\n"), 7u);
  EXPECT_EQ(line_of(whole + "m 1\n"), 0u);
  EXPECT_EQ(line_of(whole + "target t2s\n"), 0u);
  EXPECT_EQ(line_of(whole + "bf16 yes\n"), 7u);
  EXPECT_EQ(line_of("tritproof-case 1\nop quantise\nformat t2\n"), 0u);
  EXPECT_EQ(line_of("tritproof-case 1\nop decode\nformat t3\n"), 3u);
  EXPECT_EQ(
      line_of("tritproof-case 1\nop decode\nformat t2\nrows 33\ncolumns 256\ntemplate good\n"), 0u);
  EXPECT_EQ(line_of("tritproof-case 1\nop decode\nformat t2\nrows 99999999999\n"), 4u);
  EXPECT_EQ(line_of(head + "template bad\n"), 6u);
}

TEST(Properties, TemplatesAreKnownByNameAndFitForEveryOp) {
  for (const spec::FormatRow& row : spec::kFormats)
    for (std::uint16_t number = 1; number <= 7; ++number) {
      const auto op = static_cast<Op>(number);
      if (!spec::defined(op, row.id)) continue;
      for (const char* name : {"good", "zero-codes"})
        EXPECT_EQ(unfit(*template_named(name), op, row.id), std::nullopt)
            << name << " " << row.name << " " << spec::name_of(op);
    }
  EXPECT_EQ(template_named("best"), nullptr);
}

}  // namespace
}  // namespace tritproof::props
