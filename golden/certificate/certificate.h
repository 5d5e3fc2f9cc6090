// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "golden/certificate/evidence.h"
#include "golden/certificate/waivers.h"
#include "hw/host/run_types.h"
#include "hw/protocol/hello.h"

/// What a certificate states. The evidence beside it is what it is drawn from: check() draws it
/// again.
namespace tritproof::golden {

inline constexpr std::size_t kMostCertificateBytes = std::size_t{4} << 20;

/// Said by every certificate.
inline constexpr std::array<std::string_view, 2> kSays{
    "It says that this program on this device gave the expected bits for the vectors counted here, "
    "at the stated time. It does not prove that the program is right about anything else.",
    "It protects against error, not against fraud: whoever runs the tool can write any evidence. "
    "What the device says of itself is marked as asserted."};

/// Who certifies.
struct Harness {
  std::string version;
  std::string commit;  ///< of the sources, or "unknown" if they were built outside of git
  bool dirty = false;  ///< the sources differed from that commit
  std::string compiler;
  std::string sha256;  ///< of the tool's executable

  friend bool operator==(const Harness&, const Harness&) = default;
};

/// What is known of the thing that answered, and who says so.
struct DeviceField {
  std::string name;
  std::string value;
  bool measured = false;  ///< by the host; otherwise asserted by the runner

  friend bool operator==(const DeviceField&, const DeviceField&) = default;
};

/// What the subject declared before the first vector.
struct Declaration {
  std::string at;  ///< UTC, 2026-01-31T12:00:00Z
  protocol::Hello hello;

  friend bool operator==(const Declaration&, const Declaration&) = default;
};

/// The behaviour of a format on small probes, in one line.
struct FormatPrint {
  spec::Format format{};
  std::string line;

  friend bool operator==(const FormatPrint&, const FormatPrint&) = default;
};

/// What is true of the run as a whole.
struct RunFacts {
  std::string started;
  std::string ended;
  std::uint64_t children = 0;
  std::uint64_t probes = 0;
  std::vector<host::Restart> restarts;
  std::vector<std::string> quarantined;
  std::vector<std::string> transcripts;
  std::string isolation;
  std::string trouble;  ///< why the device was given up, or what it did after the last vector

  friend bool operator==(const RunFacts&, const RunFacts&) = default;
};

/// A waiver and the failures that it covers.
struct Waived {
  Waiver waiver;
  bool expired = false;          ///< on the day of the run: then it covers nothing
  std::vector<std::string> ids;  ///< of failed vectors

  friend bool operator==(const Waived&, const Waived&) = default;
};

/// Somebody else's test, by its exit code and its output. Always asserted.
struct Row {
  std::string name;
  std::string command;         ///< empty: not applicable
  std::string not_applicable;  ///< the reason
  bool ended = false;          ///< false: it could not be started, or was ended for taking too long
  std::uint64_t exit = 0;
  std::string sha256;  ///< of its standard output
  std::uint64_t bytes = 0;

  [[nodiscard]] bool holds() const { return command.empty() || (ended && exit == 0); }

  friend bool operator==(const Row&, const Row&) = default;
};

/// Vectors by what became of them.
struct Counts {
  std::array<std::uint64_t, static_cast<std::size_t>(Verdict::not_run) + 1> by_verdict{};
  std::uint64_t not_declared = 0;
  std::uint64_t left_out = 0;         ///< of formats that were not chosen
  std::uint64_t waived = 0;           ///< of those that were asked and did not pass
  std::uint64_t formats_covered = 0;  ///< of spec::kFormats: some vector was asked

  [[nodiscard]] std::uint64_t of(Verdict verdict) const {
    return by_verdict[static_cast<std::size_t>(verdict)];
  }
  /// Of the chosen formats, all but not_run and not_declared.
  [[nodiscard]] std::uint64_t asked() const;

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// What answered: device, asserted or double as the host concluded, or a codec of this process.
enum class Standing : std::uint8_t { device, asserted, stand_in, in_process };
inline constexpr std::string_view kStandingNames[] = {"device", "asserted", "double", "in-process"};

enum class ResultOf : std::uint8_t { passed, warned, failed };
/// As in-toto's test-result predicate has them.
inline constexpr std::string_view kResultNames[] = {"PASSED", "WARNED", "FAILED"};

struct Certificate {
  std::string subject;               ///< "second", "ggml", "exec"
  std::vector<std::string> command;  ///< as it was started; empty in process
  std::string subject_sha256;        ///< of the runner with its arguments, or of the tool
  Standing standing = Standing::asserted;
  std::string standing_why;
  Harness harness;
  std::string suite_version;
  std::string suite_sha256;
  Level level = Level::core;
  std::vector<spec::Format> formats;  ///< chosen, in order
  bool thin = false;                  ///< digests of the outputs instead of the outputs
  std::string challenge;              ///< hex, empty: none
  Declaration declared;
  std::vector<DeviceField> device;
  std::vector<FormatPrint> prints;
  RunFacts run;
  Counts counts;
  std::vector<Waived> waivers;
  std::vector<Row> rows;

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// WARNED: all that failed is waived. FAILED too if nothing was asked, vectors of chosen formats
/// were not run, a row does not hold, or there was trouble with the run as a whole.
ResultOf result_of(const Certificate& certificate);

/// The first line: passed or not, counts, coverage, and what answered.
std::string headline(const Certificate& certificate);

/// certificate.txt.
std::string summary(const Certificate& certificate);

/// certificate.json: an in-toto statement with the predicate urn:tritproof:certificate:1.
std::string write_certificate(const Certificate& certificate);

/// Strict: exactly what write_certificate writes.
std::expected<Certificate, Fault> parse_certificate(std::string_view text);

/// A test of the test-result predicate: an op of a format, or a row.
struct TestResult {
  std::string name;
  ResultOf result = ResultOf::passed;

  friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// statement.json: an in-toto statement with the test-result predicate.
std::string write_statement(const Certificate& certificate, const std::vector<TestResult>& tests);

/// A time as certificates write it, and its day.
std::string utc_text(std::chrono::system_clock::time_point time);
constexpr std::string_view day_of(std::string_view time) { return time.substr(0, 10); }

}  // namespace tritproof::golden
