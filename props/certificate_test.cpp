// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/certificate.h"

#include "golden/certificate/choices.h"
#include "golden/certificate/rows.h"
#include "props/certificate_fixture.h"

namespace tritproof::golden {
namespace {

using Certificates = CertificateTest;

Waiver waiver_for(std::string id, std::string expires) {
  return {std::move(id), "", "me", "known", std::move(expires)};
}

std::string text_of(const Waiver& waiver) {
  return R"({"waivers": [{"id": ")" + waiver.id + R"(", "owner": ")" + waiver.owner +
         R"(", "reason": ")" + waiver.reason + R"(", "expires": ")" + waiver.expires + "\"}]}";
}

TEST_F(Certificates, OfACorrectCodecPassAndAreDrawnAgainFromTheirBytes) {
  const Certificate certificate = certify_second();
  EXPECT_EQ(result_of(certificate), ResultOf::passed) << headline(certificate);
  EXPECT_GT(certificate.counts.asked(), 5u);
  EXPECT_GT(certificate.counts.not_declared, 0u) << "second does not encode";
  EXPECT_EQ(certificate.counts.formats_covered, 3u);
  const Checked checked = check_made();
  EXPECT_TRUE(checked.intact()) << words(checked);
  EXPECT_EQ(checked.signature, "UNSIGNED: integrity only");
  ASSERT_TRUE(checked.certificate);
  EXPECT_EQ(*checked.certificate, certificate);
  EXPECT_GT(checked.rests.on_bytes, 3u);
  EXPECT_GT(checked.rests.on_refusals, 0u);
  EXPECT_EQ(checked.rests.on_digests, 0u);
}

TEST_F(Certificates, KeepDigestsInPlaceOfBytesWhenThin) {
  Ask ask = ask_of(*second_);
  ask.thin = true;
  certify_or_fail(ask);
  const Checked checked = check_made();
  EXPECT_TRUE(checked.intact()) << words(checked);
  EXPECT_GT(checked.rests.on_digests, 3u);
  const auto kept = [](const ResultLine& line) { return line.id.find("-probe-") != line.id.npos; };
  EXPECT_LE(checked.rests.on_bytes,
            static_cast<std::uint64_t>(std::ranges::count_if(checked.lines, kept)));
}

TEST_F(Certificates, OfACodecThatFailsOneVectorSayWhichAndAreIntact) {
  Changed wrong(wrong_once(2));
  std::vector<std::string> failed;
  Ask ask = ask_of(wrong);
  ask.failed = [&failed](const Failure& failure) { failed.push_back(failure.vector.id); };
  const Certificate certificate = certify_or_fail(ask);
  EXPECT_EQ(result_of(certificate), ResultOf::failed);
  EXPECT_TRUE(headline(certificate).starts_with("NOT PASSED: ")) << headline(certificate);
  EXPECT_EQ(certificate.counts.of(Verdict::mismatch), 1u);
  EXPECT_EQ(failed.size(), 1u);
  const Checked checked = check_made();
  EXPECT_TRUE(checked.intact()) << words(checked);
}

TEST_F(Certificates, StopAtTheFirstFailureWhenAskedTo) {
  Changed wrong([](const Request&, Outcome) { return Outcome(Bytes{1, 2, 3}); });
  Ask ask = ask_of(wrong);
  ask.stop_at_failure = true;
  const Certificate certificate = certify_or_fail(ask);
  EXPECT_EQ(certificate.counts.asked(), 1u);
  EXPECT_GT(certificate.counts.of(Verdict::not_run), 5u);
  EXPECT_EQ(names(check_made()), "intact");
}

TEST_F(Certificates, NameThePolicyThatAWrongAnswerFollows) {
  Changed plus_two([](const Request& request, Outcome outcome) {
    Question question;
    question.op = request.op;
    question.format = request.format;
    question.geometry = request.geometry;
    auto other = choices().front().answer(question, request.input);
    return other ? Outcome(*std::move(other)) : outcome;
  });
  certify_or_fail(ask_of(plus_two));
  const Checked checked = check_made();
  EXPECT_TRUE(checked.intact()) << words(checked);
  const auto follows = [](const ResultLine& line) { return line.policy == "reserved=plus2"; };
  EXPECT_EQ(std::ranges::count_if(checked.lines, follows), 2) << "arbitrary bytes, and the probe";
  EXPECT_TRUE(forge("results.jsonl", "reserved=plus2", "conforming"));
  EXPECT_EQ(names(check_made()), "wrong-verdict");
}

TEST_F(Certificates, OfACodecThatIsNeverAskedDoNotPass) {
  class Silent : public Subject {
    [[nodiscard]] std::string_view name() const override { return "silent"; }
    [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override {
      return op == spec::Op::decode && format == spec::Format::q8;
    }
    [[nodiscard]] Outcome answer(const Request&) override { return Bytes{}; }
  } silent;
  const Certificate certificate = certify_or_fail(ask_of(silent));
  EXPECT_EQ(certificate.counts.asked(), 0u);
  EXPECT_EQ(result_of(certificate), ResultOf::failed) << headline(certificate);
}

TEST_F(Certificates, NeedVectorsOfTheFormatsThatAreAsked) {
  Ask ask = ask_of(*second_);
  ask.formats = {spec::Format::q8};  // the suite has none, and probes alone prove nothing
  const auto none = certify(ask);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().what.find("no-vectors"), std::string::npos) << none.error().what;
}

TEST_F(Certificates, CoverFailuresThatSomebodyAnswersForUntilADay) {
  Changed wrong(wrong_once(2));
  Ask ask = ask_of(wrong);
  ask.folder.reset();
  std::string id;
  ask.failed = [&id](const Failure& failure) { id = failure.vector.id; };
  certify_or_fail(ask);
  Changed again(wrong_once(2));
  ask = ask_of(again);
  ask.waivers = {waiver_for(id, "2999-12-31")};
  ask.waivers_text = text_of(ask.waivers[0]);
  const Certificate certificate = certify_or_fail(ask);
  EXPECT_EQ(result_of(certificate), ResultOf::warned);
  EXPECT_TRUE(headline(certificate).starts_with("PASS WITH WAIVERS: ")) << headline(certificate);
  EXPECT_EQ(names(check_made()), "intact");
  CheckAsk later = check_ask();
  later.today = "3000-01-01";
  EXPECT_EQ(names(check(later)), "expired-waiver");
}

TEST_F(Certificates, GiveAnExpiredWaiverNoEffect) {
  Changed wrong(wrong_once(2));
  Ask ask = ask_of(wrong);
  ask.waivers = {{"", "reserved-code", "me", "known", "2001-01-01"}};
  ask.waivers_text = R"({"waivers": [{"flag": "reserved-code", "owner": "me", )"
                     R"("reason": "known", "expires": "2001-01-01"}]})";
  const Certificate certificate = certify_or_fail(ask);
  EXPECT_EQ(result_of(certificate), ResultOf::failed);
  ASSERT_EQ(certificate.waivers.size(), 1u);
  EXPECT_TRUE(certificate.waivers[0].expired);
  EXPECT_EQ(names(check_made()), "intact") << words(check_made());
}

TEST_F(Certificates, AnswerTheChallengeThatTheyWereGiven) {
  Ask ask = ask_of(*second_);
  ask.challenge = "00112233445566778899aabbccddeeff";
  const Certificate certificate = certify_or_fail(ask);
  EXPECT_EQ(result_of(certificate), ResultOf::passed);
  CheckAsk checking = check_ask();
  checking.challenge = ask.challenge;
  EXPECT_EQ(names(check(checking)), "intact") << words(check(checking));
  checking.challenge = "ffeeddccbbaa99887766554433221100";
  EXPECT_EQ(names(check(checking)), "other-challenge");
  EXPECT_TRUE(forge("certificate.json", ask.challenge, *checking.challenge));
  EXPECT_NE(names(check(checking)), "intact") << "answers to one challenge passed for another's";
}

TEST_F(Certificates, KeepTheExitCodesOfRowsAndMarkThemAsserted) {
  Ask ask = ask_of(*second_);
  ask.rows = {*parse_row("greedy text=printf same"), *parse_row("speed=n/a:no model here")};
  const Certificate certificate = certify_or_fail(ask);
  ASSERT_EQ(certificate.rows.size(), 2u);
  EXPECT_EQ(certificate.rows[0].exit, 0u);
  EXPECT_EQ(certificate.rows[0].sha256, sha256_hex(std::string_view("same")));
  EXPECT_EQ(result_of(certificate), ResultOf::passed);
  EXPECT_NE(summary(certificate).find("(asserted)"), std::string::npos);
  std::filesystem::remove_all(made());
  ask.rows = {*parse_row("greedy text=exit 7")};
  const Certificate broken = certify_or_fail(ask);
  EXPECT_EQ(broken.rows[0].exit, 7u);
  EXPECT_EQ(result_of(broken), ResultOf::failed);
}

TEST_F(Certificates, AreComparedByWhatChanged) {
  certify_second();
  const Checked left = check_made();
  EXPECT_TRUE(differences(left, left).empty());
  std::filesystem::remove_all(made());
  Changed wrong(wrong_once(2));
  certify_or_fail(ask_of(wrong));
  const auto lines = differences(left, check_made());
  const auto has = [&lines](std::string_view text) {
    return std::ranges::any_of(
        lines, [text](const std::string& line) { return line.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("result: PASSED -> FAILED"));
  EXPECT_TRUE(has("pass -> mismatch"));
}

TEST_F(Certificates, AreNotWrittenOverAnotherFolder) {
  certify_second();
  const auto again = certify(ask_of(*second_));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Uncertified::Kind::cannot_run);
  EXPECT_EQ(names(check_made()), "intact");
}

TEST(Rows, AreANameAndACommandOrAReason) {
  for (const char* text : {"", "=x", "name", "name=", "name=n/a:", "a\nb=x"})
    EXPECT_FALSE(parse_row(text)) << text;
  EXPECT_EQ(parse_row("a=b=c")->command, "b=c");
  EXPECT_EQ(parse_row("a=n/a:why")->not_applicable, "why");
}

TEST(Waivers, AreRefusedByWhatIsWrongWithThem) {
  const auto entry = [](const std::string& inside) {
    const auto parsed = parse_waivers("{\"waivers\": [" + inside + "]}");
    return parsed ? std::string("good") : parsed.error().name;
  };
  const std::string rest = R"("owner": "me", "reason": "why", "expires": "2030-02-28")";
  EXPECT_EQ(entry("{\"id\": \"x\", " + rest + "}"), "good");
  EXPECT_EQ(entry("{\"flag\": \"reserved-code\", " + rest + "}"), "good");
  EXPECT_EQ(entry("{\"flag\": \"no-such-flag\", " + rest + "}"), "wrong-value");
  EXPECT_EQ(entry("{\"id\": \"x\", \"flag\": \"reserved-code\", " + rest + "}"), "unknown-key");
  EXPECT_EQ(entry("{\"id\": \"x\", \"note\": \"\", " + rest + "}"), "unknown-key");
  EXPECT_EQ(entry("{" + rest + "}"), "missing-key");
  EXPECT_EQ(entry("{\"id\": \"x\", \"id\": \"y\", " + rest + "}"), "duplicate-key");
  EXPECT_EQ(entry(R"({"id": "x", "owner": "", "reason": "r", "expires": "2030-01-01"})"),
            "wrong-value");
  EXPECT_EQ(entry(R"({"id": "x", "owner": "o", "reason": "r", "expires": "2030-02-30"})"),
            "wrong-value");
  EXPECT_EQ(entry(""), "wrong-value");
}

}  // namespace
}  // namespace tritproof::golden
