// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "props/hexagon_fixture.h"

/// The device-side runner on a stand-in of FastRPC's library, for this machine or another one.
namespace tritproof::hexagon {

struct Build {
  std::vector<std::string> runner;  ///< before its arguments
  std::string library;
};

/// The runner in one of the ways in which its stand-in may fail.
inline host::Command command_of(const Build& build, const std::string& mode) {
  host::Command command{{"env", "TRITPROOF_FASTRPC_STANDIN=" + mode}, {}};
  command.argv.insert(command.argv.end(), build.runner.begin(), build.runner.end());
  command.argv.insert(command.argv.end(), {"--library", build.library});
  return command;
}

/// A way to fail, and what the host must make of it.
struct Mode {
  const char* name;
  const char* verdict;
  const char* words;
};

inline constexpr std::array<Mode, 11> kModes{{
    {"ok", "pass", ""},
    {"nodevice", "no-device", "AEE_ENOSUCHDEVICE (0x43): no such device"},
    {"hang", "hang", "the clock ran out before its answer"},
    {"tdr", "device-error", "AEE_ECONNRESET (0x68): the DSP was reset"},
    {"abort", "device-error", "AEE_EBADSTATE (0x8000040d, from the DSP): the process on the DSP"},
    {"error", "device-error", "AEE_EFAILED (0x1): general failure"},
    {"stuck-setup", "setup-error", "the clock ran out before its hello"},
    {"crash", "crash", "was killed by signal"},
    {"partial", "mismatch", "16384 of 32768 bytes are the poison: partial"},
    {"stale", "mismatch", "32768 of 32768 bytes are the poison: stale"},
    {"garbage", "protocol-error", "the frame does not start with TRP1"},
}};

/// What the host makes of one question to that build in that mode.
inline Trouble verdict_of(const Build& build, const Mode& mode) {
  using namespace std::chrono_literals;
  const bool waits = mode.verdict == std::string("hang");
  const bool stuck = mode.name == std::string("stuck-setup");
  const host::Timeouts timeouts{stuck ? 500ms : 20000ms, waits ? 500ms : 20000ms};
  auto runner = host::PipedSubject::start(mode.name, command_of(build, mode.name), timeouts);
  if (!runner) return runner.error();
  const Case asked = case_of(Op::decode, Format::t2, tile_of(0x1b, 0xb801));
  const Outcome outcome = (*runner)->answer(asked.request());
  if (const auto* const trouble = std::get_if<Trouble>(&outcome)) return *trouble;
  const Outcome expected = make_reference_subject()->answer(asked.request());
  const auto finding = laws::agree(asked.request(), expected, outcome);
  return {finding ? Verdict::mismatch : Verdict::pass, finding ? finding->where : ""};
}

inline void expect_every_verdict(const Build& build) {
  for (const Mode& mode : kModes) {
    const Trouble got = verdict_of(build, mode);
    EXPECT_EQ(name_of(got.verdict), mode.verdict) << mode.name << ": " << got.what;
    EXPECT_NE(got.what.find(mode.words), std::string::npos) << mode.name << ": " << got.what;
  }
}

inline void expect_stand_in(const Build& build) {
  const auto subject = started(command_of(build, "ok"));
  ASSERT_NE(subject, nullptr);
  const protocol::Hello& hello = subject->runner().hello();
  EXPECT_EQ(hello.runner, "hexagon-device");
  EXPECT_TRUE(hello.is_double);
  EXPECT_NE(hello.device.find("stand-in of libcdsprpc.so"), std::string::npos) << hello.device;
  EXPECT_EQ(subject->runner().close(), std::nullopt);
}

}  // namespace tritproof::hexagon
