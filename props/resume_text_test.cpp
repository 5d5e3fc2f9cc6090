// SPDX-License-Identifier: Apache-2.0
#include "hw/host/resume_text.h"

#include <gtest/gtest.h>

#include <string>

namespace tritproof::host {
namespace {

RunIdentity some_identity() {
  return {"suite", "core", "items", "runner", "runner=x\nversion=1\n", ""};
}

ItemResult some_result() {
  ItemResult out;
  out.verdict = Verdict::crash;
  out.what = "it said: 100 % \n\t\xff\x01 \xe2\x89\xa4 ";
  out.digest = "abc";
  out.microseconds = 1234567;
  out.child = 3;
  out.times = 2;
  out.after = "item 7";
  out.resumed = true;
  return out;
}

std::string some_text() {
  return identity_lines(some_identity()) + session_line() + child_line(1) + asking_line(0) +
         result_line(0, some_result()) + transcript_line("one") + asking_line(1) +
         restart_line({2, "item 1", "hang"}) + quarantine_line("item 1") + session_line() +
         child_line(3) + asking_line(1) + asking_line(2) + released_line(2);
}

TEST(ResumeText, WhatIsWrittenIsRead) {
  const auto read = parse_resume(some_text());
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->identity, some_identity());
  EXPECT_EQ(read->good_bytes, some_text().size());
  const Kept& kept = read->kept;
  ASSERT_EQ(kept.results.size(), 1u);
  EXPECT_EQ(kept.results.at(0), some_result());
  EXPECT_EQ(kept.interrupted.size(), 1u);
  EXPECT_EQ(kept.interrupted.at(1), 2u);
  EXPECT_EQ(kept.restarts, (std::vector<Restart>{{2, "item 1", "hang"}}));
  EXPECT_EQ(kept.quarantined, std::vector<std::string>{"item 1"});
  EXPECT_EQ(kept.transcripts, (std::vector<std::string>{"one", ""}));
  EXPECT_EQ(kept.children, 3u);
  EXPECT_EQ(kept.sessions, 2u);
}

TEST(ResumeText, EveryVerdictAndReasonSurvives) {
  for (std::uint8_t v = 0; v <= static_cast<std::uint8_t>(Verdict::not_run); ++v)
    for (std::uint8_t u = 0; u < kUnaskedNames.size(); ++u) {
      ItemResult result = some_result();
      result.verdict = static_cast<Verdict>(v);
      result.unasked = static_cast<Unasked>(u);
      const auto read =
          parse_resume(identity_lines(some_identity()) + session_line() + result_line(5, result));
      ASSERT_TRUE(read.has_value());
      EXPECT_EQ(read->kept.results.at(5), result);
    }
}

TEST(ResumeText, ATornLastLineIsDroppedWhereverItTears) {
  const std::string text = some_text();
  const std::size_t head = identity_lines(some_identity()).size();
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    const auto read = parse_resume(std::string_view(text).substr(0, bytes));
    ASSERT_EQ(read.has_value(), bytes >= head) << bytes;
    if (!read) continue;
    EXPECT_LE(read->good_bytes, bytes);
    EXPECT_EQ(text.rfind('\n', bytes - 1) + 1, read->good_bytes) << bytes;
  }
}

TEST(ResumeText, AChangedByteIsFound) {
  const std::string text = some_text();
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const int bit : {0x01, 0x20}) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ bit);
      const auto read = parse_resume(changed);
      const bool dropped = read && read->good_bytes < text.size();
      EXPECT_TRUE(!read || dropped) << at;
    }
}

TEST(ResumeText, LinesThatSayNothingAreRefused) {
  const std::string start = identity_lines(some_identity());
  EXPECT_FALSE(parse_resume("").has_value());
  EXPECT_FALSE(parse_resume("tritproof-resume-2\n").has_value());
  EXPECT_FALSE(parse_resume(start + "result 1 pass\n" + session_line()).has_value());
  EXPECT_FALSE(parse_resume(start + start).has_value());
  EXPECT_FALSE(parse_resume(start + transcript_line("before its session") + session_line()));
}

TEST(ResumeText, TheFieldThatDiffersIsNamed) {
  EXPECT_EQ(difference(some_identity(), some_identity()), "");
  RunIdentity other = some_identity();
  other.challenge = "ff";
  EXPECT_EQ(difference(some_identity(), other), "challenge: it was empty and is ff");
  other = some_identity();
  other.hello = std::string(100, 'x');
  EXPECT_EQ(difference(some_identity(), other), "hello");
}

}  // namespace
}  // namespace tritproof::host
