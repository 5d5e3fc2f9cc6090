// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "hw/xdna/standin/parts.h"
#include "props/xdna_fixture.h"

namespace tritproof::xdna {
namespace {

using namespace std::chrono_literals;
using spec::Format;
using spec::Op;

using FRAME_12 = Xdna;

constexpr host::Timeouts kHasty{60s, 1s};

/// A mode of the stand-in and what the host must make of it.
struct Row {
  standin::Mode mode;
  const char* verdict;
  const char* words;
};

constexpr std::array<Row, 11> kRows{{
    {standin::Mode::ok, "pass", ""},
    {standin::Mode::nodevice, "no-device", "No such device with index '0'"},
    {standin::Mode::hang, "hang", "no end after 300 ms, ERT_CMD_STATE_RUNNING"},
    {standin::Mode::tdr, "device-error", "ERT_CMD_STATE_TIMEOUT: Command failed"},
    {standin::Mode::abort, "device-error", "ERT_CMD_STATE_ABORT: Command failed"},
    {standin::Mode::error, "device-error", "ERT_CMD_STATE_ERROR: Command failed"},
    {standin::Mode::stuck_setup, "setup-error", "a context for main:sequence took more than 1000"},
    {standin::Mode::crash, "crash", "was killed by signal"},
    {standin::Mode::partial, "mismatch", "1536 of 2048 bytes are the poison: partial"},
    {standin::Mode::stale, "mismatch", "2048 of 2048 bytes are the poison: stale"},
    {standin::Mode::garbage, "protocol-error", "does not start with TRP1"},
}};

class Modes : public Xdna {
 protected:
  /// The verdict over one question, and the words that go with it.
  Trouble verdict_of(standin::Mode mode) const {
    const std::string map = install(replay_map(Format::t2s, 64, 512, 4));
    // A short budget where it is to run out, a long one where a busy machine must not make it.
    const char* const setup = mode == standin::Mode::stuck_setup ? "1000" : "30000";
    auto subject = try_start(runner(standin::kModeNames[static_cast<std::size_t>(mode)],
                                    {"--map", map, "--run-ms", "300", "--setup-ms", setup}),
                             kPatient);
    if (!subject) return subject.error();
    const Question question(Op::replay, Format::t2s, 64, 512, 4, 7);
    const Outcome outcome = (*subject)->answer(question.asked);
    if (const auto* const trouble = std::get_if<Trouble>(&outcome)) return *trouble;
    const auto finding = laws::agree(question.asked, expected(question.asked), outcome);
    return {finding ? Verdict::mismatch : Verdict::pass, finding ? finding->got : ""};
  }
};

TEST_F(Modes, EachEndsInItsVerdict) {
  for (const Row& row : kRows) {
    const Trouble got = verdict_of(row.mode);
    const auto name = standin::kModeNames[static_cast<std::size_t>(row.mode)];
    EXPECT_EQ(name_of(got.verdict), row.verdict) << name << ": " << got.what;
    EXPECT_NE(got.what.find(row.words), std::string::npos) << name << ": " << got.what;
  }
}

TEST_F(Modes, EachOfTheStandInIsTried) {
  for (std::size_t i = 0; i < standin::kModeNames.size(); ++i)
    EXPECT_EQ(std::ranges::count(kRows, static_cast<standin::Mode>(i), &Row::mode), 1)
        << standin::kModeNames[i];
}

TEST_F(Modes, AnUnknownOneIsASetupError) {
  const std::string map = install(replay_map(Format::t2s, 32, 256, 4));
  const auto subject = try_start(runner("well", {"--map", map}));
  ASSERT_FALSE(subject.has_value());
  EXPECT_EQ(name_of(subject.error().verdict), "setup-error");
  EXPECT_NE(subject.error().what.find("names no mode"), std::string::npos);
}

TEST_F(Modes, ACommandThatOutlastsTheHostIsAHangByTheHostsClock) {
  const std::string map = install(replay_map(Format::t2s, 32, 256, 4));
  const auto subject = start(runner("hang", {"--map", map, "--run-ms", "60000"}), kHasty);
  ASSERT_NE(subject, nullptr);
  const Question question(Op::replay, Format::t2s, 32, 256, 4, 1);
  const Outcome outcome = subject->answer(question.asked);
  ASSERT_TRUE(std::holds_alternative<Trouble>(outcome));
  EXPECT_EQ(name_of(std::get<Trouble>(outcome).verdict), "hang");
  EXPECT_NE(std::get<Trouble>(outcome).what.find("clock ran out"), std::string::npos);
}

TEST_F(Xdna, TheHelloIsThatOfADoubleThatNeverRanOnADevice) {
  const auto subject = start(runner("ok", {"--map", install(replay_map(Format::t2s, 32, 512, 4))}));
  ASSERT_NE(subject, nullptr);
  const protocol::Hello& hello = subject->hello();
  EXPECT_TRUE(hello.is_double);
  EXPECT_TRUE(hello.poison);
  EXPECT_EQ(hello.device, "stand-in of XRT [none]; this runner has never run on a device");
  EXPECT_EQ(hello.max_k, 512u);
  EXPECT_EQ(hello.modes, std::vector{spec::ReplayMode::i64});
  EXPECT_TRUE(subject->declares(Op::replay, Format::t2s));
  EXPECT_FALSE(subject->declares(Op::replay, Format::pb16i));
  EXPECT_EQ(subject->close(), std::nullopt);
}

TEST_F(Xdna, AnyShapeIsCutIntoLaunchesAndFilledUp) {
  const auto subject = start(runner("ok", {"--map", install(replay_map(Format::t2s, 64, 512, 4))}));
  ASSERT_NE(subject, nullptr);
  for (const auto& [n, k, m] :
       {std::array{32u, 256u, 1u}, {96u, 256u, 5u}, {128u, 512u, 4u}, {160u, 512u, 9u}}) {
    const Question question(Op::replay, Format::t2s, n, k, m, n + k + m);
    expect_right(*subject, question.asked);
  }
  EXPECT_EQ(subject->restarts(), 0u);
}

TEST_F(Xdna, TwoKernelsAnswerFromOneRunner) {
  ArgumentMap expand = expand_map(32, 512);
  expand.file = "expand.txt";
  const auto subject = start(runner(
      "ok", {"--map", install(replay_map(Format::t2s, 32, 512, 4)), "--map", install(expand)}));
  ASSERT_NE(subject, nullptr);
  const Question sums(Op::replay, Format::t2s, 64, 512, 3, 11);
  expect_right(*subject, sums.asked);
  const Question codes(Op::expand, Format::t2s, 96, 256, 0, 12);
  expect_right(*subject, codes.asked);
}

TEST_F(Xdna, CodesAndMultipliersMayComeInBuffersOfTheirOwn) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    ArgumentMap map = replay_map(format, 64, 512, 4);
    map.mode = spec::ReplayMode::wrap32;
    map.arguments.clear();
    for (const Role role : {Role::output, Role::multipliers, Role::activations, Role::codes})
      map.arguments.push_back({role, tensor_bytes(map, role) + 64});
    const auto subject = start(runner("ok", {"--map", install(map)}));
    ASSERT_NE(subject, nullptr);
    Question question(Op::replay, format, 96, 512, 6, 13);
    question.asked.flags.mode = spec::ReplayMode::wrap32;
    expect_right(*subject, question.asked);
  }
}

TEST_F(Xdna, TheXclbinFlowsPassInstructions) {
  for (const Flow flow : {Flow::xclbin, Flow::xclbin_elf}) {
    ArgumentMap map = replay_map(Format::t2s, 32, 256, 4);
    map.flow = flow;
    map.kernel = "MLIR_AIE";
    map.instructions = "instructions.txt";
    const std::array<Argument, 3> first =
        flow == Flow::xclbin
            ? std::array<Argument, 3>{{{Role::u64, 3},
                                       {Role::instructions, 0},
                                       {Role::instruction_count, 0}}}
            : std::array<Argument, 3>{{{Role::u64, 3}, {Role::u64, 0}, {Role::u32, 0}}};
    map.arguments.insert(map.arguments.begin(), first.begin(), first.end());
    write(map.instructions, flow == Flow::xclbin ? "twelve bytes" : text_of(map));
    const auto subject = start(runner("ok", {"--map", install(map)}));
    ASSERT_NE(subject, nullptr);
    const Question question(Op::replay, Format::t2s, 64, 256, 4, 3);
    expect_right(*subject, question.asked);
  }
}

TEST_F(Xdna, MoreArgumentsThanAnXclbinDeclaresAreASetupError) {
  ArgumentMap kernel = replay_map(Format::t2s, 32, 256, 4);
  kernel.flow = Flow::xclbin_elf;
  kernel.instructions = "instructions.txt";
  write(kernel.instructions, text_of(kernel));
  ArgumentMap map = kernel;
  map.arguments.push_back({Role::u32, 0});
  const auto subject = start(runner("ok", {"--map", install(map, kernel)}));
  ASSERT_NE(subject, nullptr);
  const Question question(Op::replay, Format::t2s, 32, 256, 4, 3);
  const Outcome outcome = subject->answer(question.asked);
  ASSERT_TRUE(std::holds_alternative<Trouble>(outcome));
  EXPECT_EQ(name_of(std::get<Trouble>(outcome).verdict), "setup-error");
  EXPECT_NE(std::get<Trouble>(outcome).what.find("takes 3 arguments, the map has 4"),
            std::string::npos);
}

TEST_F(Xdna, AMapThatSwapsArgumentsIsNotAPass) {
  const ArgumentMap kernel = replay_map(Format::t2s, 32, 256, 4);
  ArgumentMap map = kernel;
  std::swap(map.arguments[0], map.arguments[1]);
  const auto subject = start(runner("ok", {"--map", install(map, kernel)}));
  ASSERT_NE(subject, nullptr);
  const Question question(Op::replay, Format::t2s, 32, 256, 4, 3);
  const Outcome outcome = subject->answer(question.asked);
  ASSERT_TRUE(std::holds_alternative<Trouble>(outcome));
  EXPECT_EQ(name_of(std::get<Trouble>(outcome).verdict), "device-error");
}

TEST_F(FRAME_12, OneNarrowingIsAskedOfAKernelThatHasOne) {
  ArgumentMap map = replay_map(Format::pb16i, 32, 256, 4);
  map.narrowing = spec::Narrowing::wrap16;
  const auto subject = start(runner("ok", {"--map", install(map)}));
  ASSERT_NE(subject, nullptr);
  Question question(Op::replay, Format::pb16i, 32, 256, 4, 5);
  std::fill_n(question.input.begin(), 4 * 256, std::uint8_t{0x80});
  std::fill_n(question.input.begin() + 4 * 256, 4096, std::uint8_t{0x88});  // P = 32768
  EXPECT_FALSE(subject->takes(question.asked));
  question.asked.flags.narrowing = spec::Narrowing::sat16;
  EXPECT_FALSE(subject->takes(question.asked));
  question.asked.flags.narrowing = spec::Narrowing::wrap16;
  EXPECT_TRUE(subject->takes(question.asked));
  expect_right(*subject, question.asked);
}

TEST_F(Xdna, ReservedCodesAreRefusedOrSentAsTheMapSays) {
  Question question(Op::expand, Format::t2s, 32, 256, 0, 9);
  question.input[0] |= 3;
  for (const bool raw : {false, true}) {
    ArgumentMap map = expand_map(32, 256);
    map.raw = raw;
    const auto subject = start(runner("ok", {"--map", install(map)}));
    ASSERT_NE(subject, nullptr);
    const Outcome outcome = subject->answer(question.asked);
    if (raw)
      EXPECT_EQ(std::get<Bytes>(outcome)[0] & 15, 2) << "the core's arithmetic makes it +2";
    else
      EXPECT_FALSE(laws::agree(question.asked, expected(question.asked), outcome));
  }
}

}  // namespace
}  // namespace tritproof::xdna
