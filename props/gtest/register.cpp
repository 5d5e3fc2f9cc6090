// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cctype>

#include "codec/subjects.h"
#include "golden/judge.h"
#include "props/gate/bench.h"
#include "props/gate/explain.h"
#include "props/gtest/conformance.h"
#include "props/properties/property.h"

namespace tritproof {
namespace {

// A test whose body is a function.
class Case : public testing::Test {
 public:
  explicit Case(std::function<void()> body) : body_(std::move(body)) {}
  void TestBody() override { body_(); }

 private:
  std::function<void()> body_;
};

struct Registered {
  std::string name;
  spec::Format format;
  Decoder decode;
  std::string vectors;
};

void add(const Registered& what, const std::string& test, std::function<void()> body) {
  const std::string suite = what.name + "/" + std::string(spec::row_of(what.format).name);
  testing::RegisterTest(suite.c_str(), test.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        [body]() -> testing::Test* { return new Case(body); });
}

std::string words_of(const gate::Broken& broken) {
  return broken.rule + ": " + broken.asked.why + "\n" + broken.finding.where + ": expected " +
         broken.finding.expected + ", got " + broken.finding.got + "\n" + broken.explanation +
         "\n" + broken.lookalike + (broken.replay.empty() ? "" : "\ncase: " + broken.replay);
}

// All laws over the cases of one exhaustive tier; a tier without cases fails.
void exhaust(const Registered& what, const props::Domain& domain) {
  const auto subject = subject_of(what.name, what.format, what.decode);
  const auto judge = make_reference_subject();
  gate::Bench bench{what.name, what.format, true, 0, 0, {}, {}, 0.0};
  gate::Tallier tallier(*subject, *judge, bench);
  std::uint64_t asked_of_it = 0;
  domain.enumerate(what.format, props::Level::core, 1, [&](const laws::Case& asked) {
    if (!subject->declares(asked.op, asked.format) || !subject->takes(asked.request())) return true;
    ++asked_of_it;
    return tallier.take(asked, domain.name);
  });
  for (const gate::LawTally& tally : bench.laws)
    if (tally.first) ADD_FAILURE() << tally.law << ": " << words_of(*tally.first);
  EXPECT_GT(asked_of_it, 0u) << "the tier had no case";
}

void properties(const Registered& what) {
  const auto subject = subject_of(what.name, what.format, what.decode);
  const auto judge = make_reference_subject();
  const props::PropertyReport report =
      props::run_property(*subject, *judge, spec::Op::decode, what.format, {});
  for (const std::string& shortfall : report.shortfalls) ADD_FAILURE() << shortfall;
  if (!report.failure) return;
  gate::Broken broken;
  broken.asked = report.failure->minimal;
  broken.finding = report.failure->finding;
  broken.replay = report.failure->replay_line;
  gate::explain(broken, *subject, *judge);
  ADD_FAILURE() << words_of(broken);
}

// The first vector that is missed, explained, and how many are.
struct Missed {
  std::uint64_t judged = 0;
  std::uint64_t missed = 0;
  std::string first;
};

void put(const golden::Vector& vector, Bytes payload, Subject& subject, Missed& so_far) {
  const golden::Judged result = golden::judge(vector, payload, subject);
  if (result.verdict == Verdict::not_run) return;
  ++so_far.judged;
  if (result.verdict == Verdict::pass || so_far.missed++ != 0) return;
  const golden::Question& q = vector.question;
  gate::Broken broken;
  broken.asked = {q.why, q.op, q.format, q.options, q.geometry, q.m, std::move(payload)};
  broken.finding = {"vectors", vector.id, "what the vector holds", result.what};
  gate::explain(broken, subject, *make_reference_subject());
  so_far.first = words_of(broken);
}

void vectors(const Registered& what) {
  const auto suite = golden::load_suite(what.vectors, golden::Level::core);
  ASSERT_TRUE(suite.has_value()) << suite.error().name << ": " << suite.error().where;
  const golden::FindBlob find = golden::blobs_of(what.vectors);
  const auto subject = subject_of(what.name, what.format, what.decode);
  Missed so_far;
  for (const golden::Vector& vector : suite->vectors) {
    if (!subject->declares(vector.question.op, vector.question.format)) continue;
    auto payload = golden::make_bytes(vector.question.input, find);
    ASSERT_TRUE(payload.has_value()) << vector.id << ": " << payload.error();
    put(vector, *std::move(payload), *subject, so_far);
  }
  EXPECT_GT(so_far.judged, 0u) << "no stored vector was put";
  if (so_far.missed != 0)
    ADD_FAILURE() << so_far.missed << " of " << so_far.judged
                  << " vectors missed, the first: " << so_far.first;
}

// "scales x codes" is no name of a test.
std::string test_name(std::string_view name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = !letter;
  }
  return out;
}

// Whether a tier has a case of decode for the format: others are about other ops.
bool concerns(const props::Domain& domain, spec::Format format) {
  bool found = false;
  if (domain.applies(format))
    domain.enumerate(format, props::Level::smoke, 1, [&found](const laws::Case& asked) {
      found = asked.op == spec::Op::decode && !asked.flags.bf16;
      return !found;
    });
  return found;
}

}  // namespace

void register_decoder(const std::string& name, spec::Format format, Decoder decode,
                      std::string vectors_folder) {
  const Registered what{name, format, std::move(decode), std::move(vectors_folder)};
  for (const props::Domain& domain : props::exhaustive_domains())
    if (concerns(domain, format))
      add(what, test_name(domain.name), [what, &domain] { exhaust(what, domain); });
  add(what, "Properties", [what] { properties(what); });
  add(what, "Vectors", [what] { vectors(what); });
}

}  // namespace tritproof
