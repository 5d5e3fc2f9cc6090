// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "hw/host/piped_subject.h"
#include "hw/protocol/states.h"
#include "props/host_fixture.h"

namespace tritproof::host {
namespace {

using FRAME_11 = Host;

constexpr std::uint64_t kPoison = 0xDEADBEEFCAFEF00D;

std::unique_ptr<PipedSubject> started(const char* mode) {
  auto subject = PipedSubject::start("double", Command{{TRITPROOF_DOUBLE, mode}, {}});
  if (!subject) ADD_FAILURE() << subject.error().what;
  return subject ? std::move(*subject) : nullptr;
}

Outcome ask(PipedSubject& subject, std::uint64_t poison = kPoison) {
  const Bytes tile(2176);
  Request request;
  request.geometry = {32, 256};
  request.input = tile;
  request.poison = poison;
  return subject.answer(request);
}

void expect_trouble(const char* mode, const char* verdict, const std::string& what) {
  const auto subject = started(mode);
  ASSERT_NE(subject, nullptr);
  const Outcome outcome = ask(*subject);
  const auto* const trouble = std::get_if<Trouble>(&outcome);
  ASSERT_NE(trouble, nullptr) << mode;
  EXPECT_EQ(name_of(trouble->verdict), verdict);
  EXPECT_EQ(trouble->what, what);
}

void expect_no_start(const char* mode, const char* verdict, const std::string& what) {
  const auto subject = PipedSubject::start("double", Command{{TRITPROOF_DOUBLE, mode}, {}});
  ASSERT_FALSE(subject.has_value()) << mode;
  EXPECT_EQ(name_of(subject.error().verdict), verdict);
  EXPECT_EQ(subject.error().what, what);
}

TEST_F(FRAME_9, WhatARunnerLeavesOutIsAMismatchThatSaysHowMuch) {
  const auto subject = started("partial");
  ASSERT_NE(subject, nullptr);
  const Outcome outcome = ask(*subject);
  const auto* const trouble = std::get_if<Trouble>(&outcome);
  ASSERT_NE(trouble, nullptr);
  EXPECT_EQ(name_of(trouble->verdict), "mismatch");
  EXPECT_EQ(trouble->what, "16384 of 32768 bytes are the poison: partial");
  EXPECT_NE(subject->child(), nullptr) << "it kept to the protocol";
  EXPECT_EQ(subject->close(), std::nullopt);
}

TEST_F(FRAME_9, AWholeAnswerHoldsNone) {
  const auto subject = started("truthful");
  ASSERT_NE(subject, nullptr);
  EXPECT_TRUE(std::holds_alternative<Bytes>(ask(*subject)));
}

TEST_F(FRAME_9, APoisonOfZeroStandsForNone) {
  const auto subject = started("partial");
  ASSERT_NE(subject, nullptr);
  EXPECT_TRUE(std::holds_alternative<Bytes>(ask(*subject, 0)));
}

TEST_F(FRAME_11, WhatAChildSaysOfItsDeviceIsItsVerdict) {
  expect_trouble("device-error", "device-error", "it says: state ABORT");
  expect_trouble("says-hang", "hang", "it says: ");
}

TEST_F(FRAME_11, TheChildThatSaidItIsNotAskedAgain) {
  const auto subject = started("device-error");
  ASSERT_NE(subject, nullptr);
  for (std::uint64_t restarts = 0; restarts < 2; ++restarts) {
    ASSERT_TRUE(std::holds_alternative<Trouble>(ask(*subject)));
    EXPECT_EQ(subject->child(), nullptr);
    EXPECT_EQ(subject->restarts(), restarts);
  }
}

TEST_F(FRAME_11, AChildWithoutADeviceSaysSoInPlaceOfItsHello) {
  expect_no_start("no-device", "no-device", "it says: index 0");
  expect_no_start("moody", "setup-error", "its first frame is not a hello");
}

TEST_F(FRAME_11, EveryStateIsReadBackAsItWasWritten) {
  for (const protocol::StateRow& row : protocol::kStates) {
    const std::string text = protocol::encode_state(row.id, "one\ntwo");
    const auto said = protocol::parse_state(
        std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    ASSERT_TRUE(said.has_value()) << row.name;
    EXPECT_EQ(protocol::row_of(said->state).name, row.name);
    EXPECT_EQ(said->text, "one\ntwo");
    EXPECT_FALSE(spec::refusal_named(row.name)) << "a state is no refusal";
  }
}

}  // namespace
}  // namespace tritproof::host
