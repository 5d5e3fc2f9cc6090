// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "codec/subjects.h"
#include "props/domain.h"
#include "props/domains/build.h"
#include "props/domains/planes.h"
#include "props/laws/law.h"

namespace tritproof::props {
namespace {

struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t asked = 0;
  std::uint64_t broken = 0;
};

void report(const Domain& domain, const laws::Case& asked, const laws::Finding& finding) {
  ADD_FAILURE() << domain.name << ", " << spec::row_of(asked.format).name << ", "
                << spec::name_of(asked.op) << " of " << asked.why << ": " << finding.law << " at "
                << finding.where << ": expected " << finding.expected << ", got " << finding.got;
}

// Puts a domain's cases of one format to all laws.
Tally run(const Domain& domain, spec::Format format, Level level, Subject& subject,
          Subject& judge) {
  Tally tally;
  domain.enumerate(format, level, 1, [&](const laws::Case& asked) {
    ++tally.cases;
    if (!subject.declares(asked.op, asked.format)) return true;
    const Outcome expected = judge.answer(asked.request());
    const Outcome got = subject.answer(asked.request());
    const auto finding = laws::judge({asked, subject, judge, expected, got}, tally.asked++);
    if (!finding) return true;
    ++tally.broken;
    report(domain, asked, *finding);
    return tally.broken < 3;
  });
  return tally;
}

void expect_all_laws(std::string_view name, std::string_view judged_by, Level level,
                     std::uint64_t at_least) {
  const auto subject = make_subject(name);
  const auto judge = make_subject(judged_by);
  std::uint64_t asked = 0;
  for (const Domain& domain : exhaustive_domains())
    for (const spec::FormatRow& row : spec::kFormats)
      if (domain.applies(row.id)) asked += run(domain, row.id, level, *subject, *judge).asked;
  EXPECT_GE(asked, at_least);
}

TEST(Domains, EachHasCasesForEachOfItsFormatsAtEachLevel) {
  for (const Domain& domain : exhaustive_domains()) {
    std::size_t formats = 0;
    for (const spec::FormatRow& row : spec::kFormats) {
      if (!domain.applies(row.id)) continue;
      ++formats;
      for (const Level level : {Level::smoke, Level::core, Level::full}) {
        std::uint64_t cases = 0;
        domain.enumerate(row.id, level, 1, [&](const laws::Case& asked) {
          EXPECT_EQ(asked.format, row.id);
          EXPECT_FALSE(asked.why.empty());
          return ++cases < 3;
        });
        EXPECT_GT(cases, 0u) << domain.name << " of " << row.name;
        EXPECT_LE(cases, 3u) << domain.name << " goes on when it was told to end";
      }
    }
    EXPECT_GT(formats, 0u) << domain.name;
  }
}

std::uint64_t fingerprint(const Domain& domain, spec::Format format) {
  std::uint64_t hash = 0;
  domain.enumerate(format, Level::smoke, 1, [&](const laws::Case& asked) {
    hash = scatter(hash ^ static_cast<std::uint64_t>(asked.op) ^ asked.geometry.k << 20);
    for (const std::uint8_t byte : asked.input) hash = (hash ^ byte) * 0x100000001b3u;
    return true;
  });
  return hash;
}

TEST(Domains, EnumerateTheSameCasesInTheSameOrder) {
  for (const Domain& domain : exhaustive_domains())
    for (const spec::FormatRow& row : spec::kFormats) {
      if (!domain.applies(row.id)) continue;
      EXPECT_EQ(fingerprint(domain, row.id), fingerprint(domain, row.id)) << domain.name;
    }
}

TEST(Domains, TheReferencePassesAllLawsAtSmoke) {
  expect_all_laws("reference", "second", Level::smoke, 2500);
}

TEST(Domains, TheReferencePassesAllLawsAtCore) {
  expect_all_laws("reference", "second", Level::core, 19000);
}

TEST(Domains, SecondPassesAllLawsAtCore) {
  expect_all_laws("second", "reference", Level::core, 8000);
}

TEST(Domains, EveryHalfIsDecodedUnderEveryCode) {
  std::vector<bool> seen(65536 * 4);
  const Domain& domain = exhaustive_domains().back();
  ASSERT_EQ(domain.name, "scales x codes");
  domain.enumerate(spec::Format::t2, Level::core, 1, [&](const laws::Case& asked) {
    for (std::uint64_t tile = 0; tile < asked.input.size(); tile += 2176)
      for (std::uint64_t e = 0; e < 8192; ++e) {
        const std::uint64_t r = e / 256, c = e % 256;
        const unsigned code = asked.input[tile + 64 * r + c / 4] >> (2 * (c % 4)) & 3u;
        const auto scale = laws::load_word(asked.input, tile + 2048 + 4 * r + 2 * (c / 128), 2);
        seen[scale * 4 + code] = true;
      }
    return true;
  });
  EXPECT_EQ(std::ranges::count(seen, true), 65536 * 4);
}

TEST(Domains, EveryByteOfQ8IsDecodedUnderEveryScale) {
  std::vector<bool> seen(std::size_t{65536} * 256);
  const Domain& domain = exhaustive_domains().back();
  domain.enumerate(spec::Format::q8, Level::core, 1, [&](const laws::Case& asked) {
    if (asked.flags.layout == spec::Layout::other) return true;
    for (std::uint64_t tile = 0; tile < asked.input.size(); tile += 8704)
      for (std::uint64_t e = 0; e < 8192; ++e) {
        const std::uint64_t r = e / 256, c = e % 256;
        const std::uint64_t scale = laws::load_word(asked.input, tile + 2 * (32 * (c / 32) + r), 2);
        seen[scale * 256 + asked.input[tile + 512 + 32 * c + r]] = true;
      }
    return true;
  });
  EXPECT_EQ(std::ranges::count(seen, true), 65536 * 256);
}

/// The reference with columns 1 and 4 of each row exchanged.
class Swapping : public Subject {
 public:
  std::string_view name() const override { return "swapping"; }
  bool declares(spec::Op op, spec::Format format) const override {
    return reference_->declares(op, format);
  }
  Outcome answer(const Request& request) override {
    Outcome outcome = reference_->answer(request);
    auto& answer = std::get<Bytes>(outcome);
    for (std::uint64_t n = 0; n < request.geometry.n; ++n)
      for (std::uint64_t i = 0; i < 4; ++i)
        std::swap(answer[4 * (n * request.geometry.k + 1) + i],
                  answer[4 * (n * request.geometry.k + 4) + i]);
    return outcome;
  }

 private:
  std::unique_ptr<Subject> reference_ = make_reference_subject();
};

TEST(Domains, PlanesNameTheElementThatIsReadInsteadOfAnother) {
  Swapping subject;
  const auto wrong = misreads(subject, spec::Format::t2, {32, 512}, spec::Layout::standard);
  ASSERT_EQ(wrong.size(), 64u);
  EXPECT_EQ(describe(wrong[0]), "element (0, 1) is read from (0, 4)");
  EXPECT_EQ(describe(wrong[1]), "element (0, 4) is read from (0, 1)");
}

TEST(Domains, PlanesFindNothingWrongWithGoodSubjects) {
  for (const SubjectRow& row : in_process_subjects()) {
    const auto subject = row.make();
    for (const spec::FormatRow& format : spec::kFormats)
      for (const spec::Layout layout : {spec::Layout::standard, spec::Layout::other}) {
        if (layout == spec::Layout::other && !format.second_layout) continue;
        if (!subject->declares(spec::Op::decode, format.id)) continue;
        EXPECT_TRUE(misreads(*subject, format.id, grid(format, 1, 2), layout).empty())
            << row.name << " " << format.name;
      }
  }
}

}  // namespace
}  // namespace tritproof::props
