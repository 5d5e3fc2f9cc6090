// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "golden/certificate/probed.h"
#include "golden/judge.h"
#include "props/certificate_fixture.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTiles = 40;
constexpr std::uint8_t kMarked = 0xff;  // the first byte of the tile that a double misbehaves at
constexpr std::size_t kMarkedAt = 25;

/// What the double is asked beside the tiles.
std::size_t probes() {
  constexpr spec::Format formats[] = {spec::Format::t2};
  const auto all = probe_vectors(formats);
  return static_cast<std::size_t>(std::ranges::count_if(
      all, [](const Vector& vector) { return vector.question.op == spec::Op::decode; }));
}

/// Tiles of arbitrary bytes, one of which can be told by its first byte.
Suite tiles() {
  Suite suite;
  suite.version = kSuiteVersion;
  const auto reference = make_reference_subject();
  for (std::size_t i = 0; i < kTiles; ++i) {
    Vector vector;
    Question& q = vector.question;
    q.level = Level::smoke;
    q.geometry = {32, 256};
    const std::uint8_t first = i == kMarkedAt ? kMarked : 0x11;
    q.input.parts = {Part{Random{"tile " + std::to_string(i), 2176}}};
    q.input.edits = {{0, {first}}};
    q.rules = {"T2-1"};
    q.why = "tile " + std::to_string(i);
    const auto payload = make_bytes(q.input, {});
    const Outcome outcome = reference->answer(q.request(*payload));
    vector.expected = Digest{sha256_hex(canonical(q, std::get<Bytes>(outcome))), 32768};
    vector.input_sha256 = sha256_hex(*payload);
    vector.id = id_of(q);
    suite.vectors.push_back(std::move(vector));
  }
  return suite;
}

class DeviceCertificates : public CertificateTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_suite(suite_folder(), tiles(), {}));
    ASSERT_TRUE(write_suite(folder() / "other", small_suite(), {}));
  }

  [[nodiscard]] Ask ask_double(std::vector<std::string> arguments) const {
    Ask ask = ask_of(*second_);
    ask.name = "exec";
    ask.in_process = nullptr;
    arguments.insert(arguments.begin(), TRITPROOF_DOUBLE);
    ask.command = host::Command{std::move(arguments), {}};
    ask.formats = {spec::Format::t2};
    ask.options.repeat_one_in = 0;
    ask.options.probe_pause = std::chrono::milliseconds(1);
    return ask;
  }

  /// What the lines say of the answers, without times and children.
  [[nodiscard]] static std::vector<std::pair<std::string, Seen>> answers(
      const std::vector<ResultLine>& lines) {
    std::vector<std::pair<std::string, Seen>> all;
    for (const ResultLine& line : lines) all.emplace_back(line.id, line.seen);
    return all;
  }

  /// Certifies in a process that is killed after that many vectors, as if by kill -9.
  void certify_and_be_killed(Ask ask, std::uint64_t after) const {
    const pid_t pid = ::fork();
    if (pid == 0) {
      ask.step = [after](std::uint64_t done, std::uint64_t) {
        if (done == after) ::raise(SIGKILL);
      };
      static_cast<void>(certify(ask));
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "it was to be killed";
  }
};

TEST_F(DeviceCertificates, OfADoublePassAndSaySo) {
  const Certificate certificate = certify_or_fail(ask_double({"truthful"}));
  EXPECT_EQ(result_of(certificate), ResultOf::passed) << headline(certificate);
  EXPECT_EQ(certificate.standing, Standing::stand_in);
  EXPECT_TRUE(headline(certificate).ends_with("; double double")) << headline(certificate);
  EXPECT_EQ(certificate.run.transcripts.size(), 1u);
  EXPECT_FALSE(certificate.run.isolation.empty());
  EXPECT_EQ(names(check_made()), "intact") << words(check_made());
}

TEST_F(DeviceCertificates, LoseTheVectorAtWhichTheDeviceDiesAndNoOther) {
  const Certificate certificate = certify_or_fail(ask_double({"quit", "ff"}));
  EXPECT_EQ(certificate.counts.of(Verdict::crash), 1u) << headline(certificate);
  EXPECT_EQ(certificate.counts.of(Verdict::pass), kTiles + probes() - 1);
  EXPECT_EQ(certificate.run.quarantined.size(), 1u);
  EXPECT_FALSE(certificate.run.restarts.empty());
  const Checked checked = check_made();
  EXPECT_EQ(names(checked), "intact") << words(checked);
  EXPECT_EQ(checked.rests.on_the_run, 1u);
}

TEST_F(DeviceCertificates, CountWhatWasNotRunWhenTheDeviceVanishes) {
  Ask ask = ask_double({"vanish", "ff", (folder() / "gone").string()});
  const Certificate certificate = certify_or_fail(ask);
  EXPECT_EQ(result_of(certificate), ResultOf::failed);
  EXPECT_EQ(certificate.counts.of(Verdict::not_run), kTiles + probes() - kMarkedAt - 1)
      << headline(certificate);
  EXPECT_FALSE(certificate.run.trouble.empty());
  EXPECT_EQ(names(check_made()), "intact") << words(check_made());
}

TEST_F(DeviceCertificates, AreNotWrittenWithoutADevice) {
  const auto none = certify(ask_double({"no-device"}));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, Uncertified::Kind::cannot_run);
  EXPECT_TRUE(none.error().what.starts_with("no-device: ")) << none.error().what;
  const auto ends = certify(ask_double({"exit"}));
  ASSERT_FALSE(ends);
  EXPECT_EQ(ends.error().kind, Uncertified::Kind::refused);
  EXPECT_TRUE(ends.error().what.starts_with("setup-error: ")) << ends.error().what;
  EXPECT_FALSE(fs::exists(made()));
}

TEST_F(DeviceCertificates, AreCompletedAfterAKillWithTheSameResult) {
  Ask whole = ask_double({"truthful"});
  whole.folder = folder() / "whole";
  const auto expected = certify(whole);
  ASSERT_TRUE(expected) << expected.error().what;
  Ask ask = ask_double({"truthful"});
  certify_and_be_killed(ask, 15);
  EXPECT_FALSE(fs::exists(made())) << "half a certificate stands under the name";
  ask.resume = true;
  certify_and_be_killed(ask, 10);
  std::uint64_t asked = 0;
  ask.step = [&asked](std::uint64_t done, std::uint64_t) { asked = done; };
  const auto resumed = certify(ask);
  ASSERT_TRUE(resumed) << resumed.error().what;
  EXPECT_EQ(asked, kTiles + probes() - 23) << "15 and 10 were kept, but the last of each";
  EXPECT_EQ(answers(resumed->lines), answers(expected->lines));
  EXPECT_EQ(result_of(resumed->certificate), ResultOf::passed);
  EXPECT_EQ(names(check_made()), "intact") << words(check_made());
}

TEST_F(DeviceCertificates, AreNotResumedOverOtherVectors) {
  Ask ask = ask_double({"truthful"});
  certify_and_be_killed(ask, 15);
  ask.resume = true;
  ask.suite = folder() / "other";
  const auto resumed = certify(ask);
  ASSERT_FALSE(resumed);
  EXPECT_TRUE(resumed.error().what.starts_with("resume-differs: ")) << resumed.error().what;
  ask.suite = suite_folder();
  EXPECT_TRUE(certify(ask));
}

TEST_F(DeviceCertificates, AreNotWrittenToAFullDisk) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const rlimit few{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &few);
    const auto made_it = certify(ask_double({"truthful"}));
    ::_exit(made_it ? 0 : made_it.error().kind == Uncertified::Kind::cannot_run ? 3 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  ASSERT_TRUE(WIFEXITED(status)) << "a signal ended it";
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_FALSE(fs::exists(made())) << "half a certificate stands under the name";
}

}  // namespace
}  // namespace tritproof::golden
