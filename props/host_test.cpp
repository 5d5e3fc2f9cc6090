// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "hw/host/child.h"
#include "hw/host/piped_subject.h"
#include "hw/protocol/wire.h"
#include "props/host_fixture.h"

namespace tritproof::host {
namespace {

using namespace std::chrono_literals;

constexpr Timeouts kPatient{10s, 20s};
constexpr Timeouts kHastyAnswer{10s, 1s};
constexpr Timeouts kHastyHello{300ms, 10s};
constexpr std::uint64_t kPoison = 0xDEADBEEFCAFEF00D;

std::unique_ptr<PipedSubject> started(Command command, Timeouts timeouts = kPatient) {
  auto subject = PipedSubject::start("double", std::move(command), timeouts);
  if (!subject) ADD_FAILURE() << subject.error().what;
  return subject ? std::move(*subject) : nullptr;
}

std::unique_ptr<PipedSubject> started(const char* mode, Timeouts timeouts = kPatient) {
  return started(Command{{TRITPROOF_DOUBLE, mode}, {}}, timeouts);
}

/// A tile of scale 1 whose first code is reserved, second +1, all others -1.
Bytes known_tile() {
  Bytes tile(2176);
  tile[0] = 0x0B;
  for (std::size_t at = 2048; at < 2176; at += 2)
    protocol::put(std::span(tile), at, std::uint16_t{0x3c00});
  return tile;
}

Request about(const Bytes& tiles, spec::Geometry geometry = {32, 256}) {
  Request request;
  request.geometry = geometry;
  request.input = tiles;
  request.poison = kPoison;
  return request;
}

Outcome ask(PipedSubject& subject) {
  const Bytes tile = known_tile();
  return subject.answer(about(tile));
}

void expect_known(const Outcome& outcome) {
  const auto* const bytes = std::get_if<Bytes>(&outcome);
  const auto* const trouble = std::get_if<Trouble>(&outcome);
  ASSERT_NE(bytes, nullptr) << (trouble != nullptr ? trouble->what : "refused");
  ASSERT_EQ(bytes->size(), 32768u);
  EXPECT_EQ(protocol::get<std::uint32_t>(*bytes, 0), 0u);
  EXPECT_EQ(protocol::get<std::uint32_t>(*bytes, 4), 0x3f800000u);
  for (std::size_t at = 8; at < bytes->size(); at += 4)
    ASSERT_EQ(protocol::get<std::uint32_t>(*bytes, at), 0xbf800000u) << at;
}

void expect_trouble(const char* mode, Verdict verdict, const char* words,
                    Timeouts timeouts = kPatient) {
  const auto subject = started(mode, timeouts);
  ASSERT_NE(subject, nullptr);
  const Outcome outcome = ask(*subject);
  const auto* const trouble = std::get_if<Trouble>(&outcome);
  ASSERT_NE(trouble, nullptr) << mode;
  EXPECT_EQ(name_of(trouble->verdict), name_of(verdict)) << trouble->what;
  EXPECT_NE(trouble->what.find(words), std::string::npos) << trouble->what;
  EXPECT_EQ(subject->child(), nullptr) << "a child that misbehaved must be ended";
}

void expect_setup_error(Command command, const char* words, Timeouts timeouts = kPatient) {
  const auto subject = PipedSubject::start("double", std::move(command), timeouts);
  ASSERT_FALSE(subject.has_value()) << words;
  EXPECT_EQ(name_of(subject.error().verdict), "setup-error");
  EXPECT_NE(subject.error().what.find(words), std::string::npos) << subject.error().what;
}

TEST_F(FRAME_7, ATruthfulChildIsHeard) {
  const auto subject = started("truthful");
  for (int i = 0; i < 5; ++i) expect_known(ask(*subject));
  EXPECT_EQ(subject->restarts(), 0u);
  EXPECT_EQ(subject->close(), std::nullopt);
}

TEST_F(FRAME_7, ALyingChildIsHeardWordForWord) {
  const auto subject = started("lying");
  const Outcome outcome = ask(*subject);
  EXPECT_EQ(protocol::get<std::uint32_t>(std::get<Bytes>(outcome), 32764), 0x3f800000u);
}

TEST_F(FRAME_7, EveryExampleRunnerDecodes) {
  const std::string python = "python3 " TRITPROOF_EXAMPLES "/t2_runner.py";
  for (const Command& command : {Command{{TRITPROOF_EXAMPLE_RUNNER}, {}},
                                 Command{{TRITPROOF_HELPER_RUNNER}, {}}, Command::shell(python)}) {
    const auto subject = started(command);
    ASSERT_NE(subject, nullptr);
    expect_known(ask(*subject));
    const Bytes tiles(2175);
    EXPECT_EQ(std::get<spec::Refusal>(subject->answer(about(tiles))).name, spec::RefusalName::Size);
    EXPECT_EQ(std::get<spec::Refusal>(subject->answer(about(tiles, {32, 255}))).name,
              spec::RefusalName::Geometry);
    Request bf16 = about(tiles);
    bf16.flags.bf16 = true;
    EXPECT_EQ(std::get<spec::Refusal>(subject->answer(bf16)).name,
              spec::RefusalName::NoSuchConversion);
    EXPECT_EQ(subject->close(), std::nullopt);
  }
}

TEST_F(FRAME_7, RefusalsAreParsed) {
  const auto subject = started("refuse");
  const Outcome outcome = ask(*subject);
  EXPECT_EQ(std::get<spec::Refusal>(outcome).name, spec::RefusalName::ReservedCode);
  EXPECT_EQ(std::get<spec::Refusal>(outcome).got, "at 3");
  expect_trouble("refuse-oddly", Verdict::protocol_error, "not the name of a refusal");
}

TEST_F(FRAME_7, OneAnswerWithItsIdAndNoMore) {
  expect_trouble("wrong-id", Verdict::protocol_error, "wrong id");
  expect_trouble("wrong-kind", Verdict::protocol_error, "neither an answer nor a refusal");
}

TEST_F(FRAME_7, ASecondAnswerIsFoundNoLaterThanAtTheNextStep) {
  const auto subject = started("twice");
  Outcome outcome = ask(*subject);
  if (std::holds_alternative<Bytes>(outcome)) outcome = ask(*subject);
  ASSERT_TRUE(std::holds_alternative<Trouble>(outcome));
  EXPECT_EQ(std::get<Trouble>(outcome).verdict, Verdict::protocol_error);
  const auto other = started("twice");
  if (std::holds_alternative<Bytes>(ask(*other))) {
    const auto trouble = other->close();
    ASSERT_TRUE(trouble.has_value());
    EXPECT_EQ(trouble->verdict, Verdict::protocol_error);
  }
}

TEST_F(FRAME_2, GarbageIsAProtocolError) {
  expect_trouble("garbage", Verdict::protocol_error, "does not start with TRP1");
}

TEST_F(FRAME_8, LengthsAreToldBeforeTheyAreRead) {
  expect_trouble("short", Verdict::protocol_error, "has 4 bytes where 32768 belong");
  expect_trouble("too-much", Verdict::protocol_error, "has 32769 bytes where 32768 belong");
  expect_trouble("huge", Verdict::protocol_error, "longer than its kind");
}

TEST_F(FRAME_3, WithoutARightHelloThereIsNoSubject) {
  expect_setup_error(Command{{TRITPROOF_DOUBLE, "no-hello"}, {}}, "clock ran out", kHastyHello);
  expect_setup_error(Command{{TRITPROOF_DOUBLE, "other-version"}, {}}, "version is not 1");
  expect_setup_error(Command{{TRITPROOF_DOUBLE, "echo"}, {}}, "key of the hello is unknown");
  expect_setup_error(Command{{TRITPROOF_DOUBLE, "no-ops"}, {}}, "lacks a key");
  expect_setup_error(Command{{TRITPROOF_DOUBLE, "exit"}, {}}, "exited with status 4");
  expect_setup_error(Command::shell("cat"), "key of the hello is unknown");
  expect_setup_error(Command::shell("echo no such thing >&2; exit 3"), "no such thing");
}

TEST_F(FRAME_3, ACommandThatIsNotThereIsSaidToBeMissing) {
  expect_setup_error(Command{{"tritproof-no-such-program"}, {}}, "not in PATH");
  expect_setup_error(Command{{"./tritproof-no-such-program"}, {}}, "is not a program");
  expect_setup_error(Command{}, "no command");
  expect_setup_error(Command{{TRITPROOF_EXAMPLES}, {}}, "is not a program");
}

TEST_F(FRAME_10, WhatIsNotDeclaredIsNeverAsked) {
  const auto subject = started("die");
  EXPECT_TRUE(subject->declares(spec::Op::decode, spec::Format::t2));
  EXPECT_FALSE(subject->declares(spec::Op::validate, spec::Format::t2));
  EXPECT_FALSE(subject->declares(spec::Op::decode, spec::Format::q8));
  Request request;
  request.format = spec::Format::q8;
  EXPECT_EQ(std::get<spec::Refusal>(subject->answer(request)).name,
            spec::RefusalName::NoSuchConversion);
  ASSERT_NE(subject->child(), nullptr) << "the child that dies of any request was asked";
}

TEST_F(FRAME_10, RequestsBeyondTheDeclaredLimitsAreNotRun) {
  const auto subject = started("die");
  EXPECT_EQ(subject->hello().max_k, 1u << 20);
  const Outcome outcome = subject->answer(about({}, {32, (1u << 20) + 256}));
  EXPECT_EQ(std::get<Trouble>(outcome).verdict, Verdict::not_run);
  ASSERT_NE(subject->child(), nullptr);
}

TEST_F(Host, HangsAreHangs) {
  expect_trouble("hang", Verdict::hang, "clock ran out before its answer", kHastyAnswer);
  expect_trouble("half", Verdict::hang, "clock ran out within its answer", kHastyAnswer);
}

TEST_F(Host, DeathsAreCrashesAndSayHow) {
  expect_trouble("die", Verdict::crash, "killed by signal 9 (Killed)");
  expect_trouble("quit", Verdict::crash, "exited with status 7");
  expect_trouble("cut", Verdict::crash, "exited with status 0 within its answer");
}

TEST_F(Host, AClosedOutputOfALivingChildIsAProtocolError) {
  expect_trouble("mute", Verdict::protocol_error, "closed its output");
}

TEST_F(Host, AGrandchildThatHoldsThePipeDoesNotHideADeath) {
  const auto start = Clock::now();
  expect_trouble("grandchild", Verdict::crash, "exited with status 3");
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST_F(Host, WhatEscapedIsEndedToo) {
  std::vector<pid_t> family;
  {
    const auto subject = started("escape");
    expect_known(ask(*subject));
    family = subject->child()->family();
    EXPECT_EQ(family.size(), 2u);
  }
  for (const pid_t pid : family) EXPECT_EQ(::kill(pid, 0), -1) << pid;
}

TEST_F(Host, TwoChildrenDoNotEndEachOther) {
  const auto first = started("truthful");
  {
    const auto second = started("escape");
    expect_known(ask(*second));
  }
  expect_known(ask(*first));
  EXPECT_EQ(first->restarts(), 0u);
}

TEST_F(Host, AfterACrashTheNextRequestGetsANewChild) {
  const auto subject = started("quit");
  for (std::uint64_t restarts = 0; restarts < 3; ++restarts) {
    EXPECT_EQ(std::get<Trouble>(ask(*subject)).verdict, Verdict::crash);
    EXPECT_EQ(subject->restarts(), restarts);
  }
}

TEST_F(Host, ADeathBetweenRequestsIsACrash) {
  const auto subject = started("truthful");
  ::kill(subject->child()->pid(), SIGSEGV);
  EXPECT_EQ(std::get<Trouble>(ask(*subject)).verdict, Verdict::crash);
  expect_known(ask(*subject));
  EXPECT_EQ(subject->restarts(), 1u);
}

TEST_F(Host, AnEndWithAFailureIsTroubleAtClose) {
  const auto subject = started("sulky");
  expect_known(ask(*subject));
  const auto trouble = subject->close();
  ASSERT_TRUE(trouble.has_value());
  EXPECT_EQ(trouble->verdict, Verdict::crash);
  EXPECT_NE(trouble->what.find("status 5"), std::string::npos);
}

TEST_F(Host, AnEarlyAnswerToALargeRequestDoesNotBlock) {
  const auto subject = started("early");
  const Bytes tiles(std::size_t{32} * 16 * 2176);
  const Outcome outcome = subject->answer(about(tiles, {1024, 4096}));
  ASSERT_TRUE(std::holds_alternative<Bytes>(outcome)) << std::get<Trouble>(outcome).what;
  EXPECT_EQ(std::get<Bytes>(outcome).size(), std::size_t{1024} * 4096 * 4);
}

TEST_F(Host, LargeTransfersPassBothWays) {
  const auto subject = started(Command{{TRITPROOF_HELPER_RUNNER}, {}});
  const Bytes tiles(std::size_t{64} * 31 * 2176, 0x55);
  const Outcome outcome = subject->answer(about(tiles, {2048, 7936}));
  ASSERT_TRUE(std::holds_alternative<Bytes>(outcome)) << std::get<Trouble>(outcome).what;
  EXPECT_EQ(std::get<Bytes>(outcome).size(), std::size_t{2048} * 7936 * 4);
}

TEST_F(Host, ARequestAboveTheFrameCapIsNotRun) {
  const auto subject = started(Command{{TRITPROOF_HELPER_RUNNER}, {}});
  const Bytes input(64u << 20);
  EXPECT_EQ(std::get<Trouble>(subject->answer(about(input))).verdict, Verdict::not_run);
  ASSERT_NE(subject->child(), nullptr);
}

TEST_F(Host, AFloodOfStderrIsDrainedAndCapped) {
  const auto subject = started("stderr-flood");
  expect_known(ask(*subject));
  EXPECT_EQ(subject->errors().size(), 64u << 10);
}

}  // namespace
}  // namespace tritproof::host
