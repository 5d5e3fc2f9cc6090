// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "golden/exchange.h"
#include "hw/protocol/frame.h"
#include "hw/protocol/wire.h"
#include "props/golden_fixture.h"

namespace tritproof::golden {
namespace {

/// One frame of a file.
struct Frame {
  protocol::Header header;
  Bytes payload;
};

Bytes file_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return {text.begin(), text.end()};
}

std::vector<Frame> frames_of(const Bytes& bytes) {
  std::vector<Frame> frames;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto header = protocol::parse_header(std::span(bytes).subspan(at));
    EXPECT_TRUE(header);
    if (!header) return {};
    at += protocol::kHeaderBytes;
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    frames.push_back({*header, Bytes(begin, begin + static_cast<std::ptrdiff_t>(header->length))});
    at += header->length;
  }
  return frames;
}

Bytes bytes_of_frames(const std::vector<Frame>& frames) {
  Bytes out;
  for (const Frame& frame : frames) {
    protocol::Header header = frame.header;
    header.length = frame.payload.size();
    const auto head = protocol::encode_header(header);
    out.insert(out.end(), head.begin(), head.end());
    out.insert(out.end(), frame.payload.begin(), frame.payload.end());
  }
  return out;
}

/// What a target does: answers every request of the file, here by a subject.
std::vector<Frame> answers_of(const std::vector<Frame>& requests, Subject& subject) {
  std::vector<Frame> answers{requests.at(0)};
  for (std::size_t i = 1; i < requests.size(); ++i) {
    const auto request = protocol::parse_request(requests[i].header, requests[i].payload);
    EXPECT_TRUE(request);
    const Outcome outcome = subject.answer(*request);
    Frame frame{requests[i].header, {}};
    frame.header.kind = protocol::Kind::ok;
    if (const auto* bytes = std::get_if<Bytes>(&outcome)) {
      frame.payload = *bytes;
    } else {
      frame.header.kind = protocol::Kind::refused;
      const std::string text =
          protocol::encode_refusal(std::get<spec::Refusal>(outcome).name, "because");
      frame.payload.assign(text.begin(), text.end());
    }
    answers.push_back(std::move(frame));
  }
  return answers;
}

/// A stored set with its exported requests and the reference's answers to them.
class Exchange : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto suite = load_suite(set_.folder(), options_.level, false);
    ASSERT_TRUE(suite);
    const auto done =
        export_requests(*suite, blobs_of(set_.folder()), options_, path("requests.trp"));
    ASSERT_TRUE(done) << done.error().name << " " << done.error().where;
    exported_ = *done;
    requests_ = frames_of(file_bytes(path("requests.trp")));
    answers_ = answers_of(requests_, *make_reference_subject());
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }

  std::expected<Graded, Fault> grade_bytes(const Bytes& bytes) {
    const std::string text(bytes.begin(), bytes.end());
    std::ofstream(path("answers.trp"), std::ios::binary) << text;
    return grade_answers(set_.folder(), false, path("answers.trp"));
  }
  std::expected<Graded, Fault> grade(const std::vector<Frame>& frames) {
    return grade_bytes(bytes_of_frames(frames));
  }
  std::string fault_of(const std::vector<Frame>& frames) {
    const auto graded = grade(frames);
    return graded ? "graded" : graded.error().name + " " + graded.error().where;
  }

  StoredSet set_;
  TemporaryFolder folder_;
  ExportOptions options_{Level::core, {spec::Format::t2}, {}};
  Exported exported_;
  std::vector<Frame> requests_;
  std::vector<Frame> answers_;
};

TEST_F(Exchange, RequestsAreTheVectorsThenTheProbesWithIdsInOrder) {
  EXPECT_EQ(exported_.vectors, 5u);
  EXPECT_EQ(exported_.probes, probes_of(spec::Format::t2).size());
  ASSERT_EQ(requests_.size(), 1 + exported_.vectors + exported_.probes);
  EXPECT_EQ(requests_[0].header.kind, protocol::Kind::hello);
  for (std::size_t i = 1; i < requests_.size(); ++i) EXPECT_EQ(requests_[i].header.id, i);
  const auto first = protocol::parse_request(requests_[1].header, requests_[1].payload);
  const Bytes payload = payload_of(set_.suite().vectors[0].question);
  EXPECT_TRUE(std::ranges::equal(first->input, payload));
  EXPECT_NE(first->poison,
            protocol::parse_request(requests_[2].header, requests_[2].payload)->poison);
}

TEST_F(Exchange, EveryRequestHasItsLineInTheListBesideTheFile) {
  std::ifstream in(path("requests.trp.txt"));
  std::string line;
  std::size_t lines = 0;
  while (std::getline(in, line)) ++lines;
  EXPECT_EQ(lines, exported_.vectors + exported_.probes);
}

TEST_F(Exchange, RightAnswersPassAndShowAFingerprintThatConforms) {
  const auto graded = grade(answers_);
  ASSERT_TRUE(graded) << graded.error().name << " " << graded.error().where;
  EXPECT_EQ(graded->by_verdict[0], 5u);
  EXPECT_TRUE(graded->failures.empty());
  ASSERT_EQ(graded->fingerprints.size(), 1u);
  EXPECT_EQ(graded->fingerprints[0].line(),
            "t2: reserved=zero counted=yes subnormal=exact negzero=kept order=ok");
}

TEST_F(Exchange, AWrongAnswerARefusalAndABrokenRefusalEachKeepTheirVerdict) {
  auto frames = answers_;
  frames[1].payload[9] ^= 1;
  frames[2].header.kind = protocol::Kind::refused;
  frames[2].payload = {'S', 'i', 'z', 'e', '\n'};
  frames[3].header.kind = protocol::Kind::refused;
  frames[3].payload = {'N', 'o', '\n'};
  const auto graded = grade(frames);
  ASSERT_TRUE(graded);
  ASSERT_EQ(graded->failures.size(), 3u);
  EXPECT_EQ(graded->failures[0].verdict, Verdict::mismatch);
  EXPECT_EQ(graded->failures[1].verdict, Verdict::refused);
  EXPECT_EQ(graded->failures[2].verdict, Verdict::protocol_error);
  EXPECT_EQ(graded->by_verdict[0], 2u);
}

TEST_F(Exchange, AnAnswerThatIsMissingTwiceThereUnknownOrOutOfOrderIsNamed) {
  auto frames = answers_;
  frames.pop_back();
  EXPECT_EQ(fault_of(frames), "short-answers id " + std::to_string(answers_.size() - 1));
  frames = answers_;
  frames.erase(frames.begin() + 3);
  EXPECT_EQ(fault_of(frames), "short-answers id 3");
  frames = answers_;
  frames.insert(frames.begin() + 4, frames[3]);
  EXPECT_TRUE(fault_of(frames).starts_with("unknown-answer") ||
              fault_of(frames) == "duplicated-answer id 3")
      << fault_of(frames);
  frames = answers_;
  frames[4] = frames[3];
  EXPECT_EQ(fault_of(frames), "duplicated-answer id 3");
  frames = answers_;
  std::swap(frames[2], frames[5]);
  EXPECT_EQ(fault_of(frames), "reordered-answer answer 2");
  frames = answers_;
  frames[3].header.id = 1000;
  EXPECT_EQ(fault_of(frames), "unknown-answer id 1000");
  EXPECT_EQ(fault_of({answers_[0]}), "short-answers id 1");
}

TEST_F(Exchange, AnswersToAnotherSuiteOrExportAreNamed) {
  auto frames = answers_;
  const StoredSet& same = set_;
  frames[0].payload[6] = frames[0].payload[6] == 'a' ? 'b' : 'a';
  EXPECT_EQ(fault_of(frames).substr(0, 13), "another-suite");
  frames = answers_;
  frames[0].payload[frames[0].payload.size() - 2] ^= 1;  // the number of records
  EXPECT_EQ(fault_of(frames).substr(0, 14), "another-export");
  same.edit_agreeing("t2/decode.smoke.json", "one tile", "two tile");
  EXPECT_EQ(fault_of(answers_).substr(0, 13), "another-suite");
}

TEST_F(Exchange, WhatIsNoAnswerFileIsABrokenFrame) {
  Bytes bytes = bytes_of_frames(answers_);
  EXPECT_EQ(grade_bytes({}).error().name, "broken-frame");
  EXPECT_EQ(grade_bytes(Bytes(100, 'x')).error().name, "broken-frame");
  Bytes cut = bytes;
  cut.pop_back();
  EXPECT_EQ(grade_bytes(cut).error().name, "broken-frame");
  Bytes more = bytes;
  more.push_back(0);
  EXPECT_EQ(grade_bytes(more).error().name, "broken-frame");
  auto frames = answers_;
  frames[2].header.kind = protocol::Kind::request;
  EXPECT_EQ(fault_of(frames).substr(0, 12), "broken-frame");
  frames = answers_;
  frames[0].payload.insert(frames[0].payload.end(), {'x', '=', '1', '\n'});
  EXPECT_EQ(fault_of(frames).substr(0, 12), "broken-frame") << "a line that is none of a head";
  EXPECT_EQ(grade_bytes(file_bytes(path("requests.trp"))).error().name, "broken-frame")
      << "the requests are no answers";
  EXPECT_EQ(grade_answers(set_.folder(), false, path("none")).error().name, "cannot-read");
}

TEST_F(Exchange, AStaleAnswerSaysSo) {
  auto frames = answers_;
  const std::uint64_t poison =
      protocol::parse_request(requests_[1].header, requests_[1].payload)->poison;
  for (std::size_t at = 0; at + 8 <= 256; at += 8)
    protocol::put(std::span(frames[1].payload), at, poison);
  const auto graded = grade(frames);
  ASSERT_TRUE(graded);
  EXPECT_NE(graded->failures.at(0).what.find("256 bytes are as before the run"), std::string::npos);
}

TEST_F(Exchange, WhatTheTargetsOwnHelloDoesNotDeclareIsNotRun) {
  auto frames = answers_;
  const std::string text = "runner=r\nversion=2\ndouble=1\nops=decode:t2\n";
  Frame hello{frames[0].header, Bytes(text.begin(), text.end())};
  frames.insert(frames.begin() + 1, hello);
  const auto graded = grade(frames);
  ASSERT_TRUE(graded) << graded.error().name << " " << graded.error().where;
  EXPECT_EQ(graded->target, "r 2, a stand-in");
  EXPECT_EQ(graded->by_verdict[static_cast<std::size_t>(Verdict::not_run)], 1u) << "validate";
  EXPECT_EQ(graded->by_verdict[0], 4u);
  EXPECT_EQ(graded->fingerprints[0].line(),
            "t2: reserved=zero counted=unasked subnormal=exact negzero=kept order=ok");
  frames[1].payload[0] = 'x';
  EXPECT_EQ(fault_of(frames).substr(0, 12), "broken-hello");
}

TEST_F(Exchange, OpsAndFormatsAreChosenAndNothingIsNoExport) {
  const auto suite = load_suite(set_.folder(), Level::core, false);
  const FindBlob find = blobs_of(set_.folder());
  const ExportOptions validates{Level::smoke, {}, {spec::Op::validate}};
  const auto done = export_requests(*suite, find, validates, path("validate.trp"));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->vectors, 1u);
  const auto frames =
      answers_of(frames_of(file_bytes(path("validate.trp"))), *make_reference_subject());
  const auto graded = grade(frames);
  ASSERT_TRUE(graded) << graded.error().name;
  EXPECT_EQ(graded->fingerprints.at(0).line(),
            "t2: reserved=unasked counted=yes subnormal=unasked negzero=unasked order=unasked");
  const ExportOptions none{Level::core, {spec::Format::q8}, {}};
  EXPECT_EQ(export_requests(*suite, find, none, path("none.trp")).error().name, "no-vectors");
  EXPECT_EQ(export_requests(*suite, find, validates, "/proc/none/x").error().name, "cannot-write");
}

}  // namespace
}  // namespace tritproof::golden
