// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "golden/certificate/certificate.h"
#include "golden/suite.h"
#include "hw/host/device_run.h"

/// What is to be certified, and what comes of it.
namespace tritproof::golden {

/// A vector that did not pass, for whoever explains it.
struct Failure {
  const Vector& vector;
  std::span<const std::uint8_t> payload;
  const Outcome& outcome;
  Verdict verdict = Verdict::mismatch;
  std::string what;
};

struct Ask {
  std::string name;                      ///< "second", "ggml", "exec"
  Subject* in_process = nullptr;         ///< a codec of this process; or
  std::optional<host::Command> command;  ///< a program behind a pipe
  host::RunOptions options;              ///< for a program; names, levels and resume are filled in
  std::filesystem::path suite;           ///< folder of the vectors
  bool pinned = true;                    ///< the suite must be the one this tool was built with
  Level level = Level::core;
  std::vector<spec::Format> formats;  ///< in order, each once
  std::string challenge;              ///< hex, or empty
  bool thin = false;
  bool stop_at_failure = false;
  std::vector<Waiver> waivers;
  std::string waivers_text;                     ///< the file that they were read from
  std::vector<Row> rows;                        ///< still to be run
  std::optional<std::filesystem::path> key;     ///< to sign with
  std::optional<std::filesystem::path> folder;  ///< none: nothing is written
  bool resume = false;
  std::string version;  ///< of the tool
  std::function<void(std::uint64_t done, std::uint64_t all)> step;
  std::function<void(const Failure& failure)> failed;
  /// Asked between vectors; true ends the run without a certificate, to be resumed where that can
  /// be.
  std::function<bool()> stop = [] { return false; };
};

/// Why there is no certificate.
struct Uncertified {
  enum class Kind : std::uint8_t {
    cannot_run,  ///< a missing file, tool or device, a full disk, a lock
    refused,     ///< the suite or a waiver is not to be trusted, the program did not shake hands
  };
  Kind kind = Kind::cannot_run;
  std::string what;
  bool resumable = false;  ///< what there is was kept for --resume
};

struct Certified {
  Certificate certificate;
  std::vector<ResultLine> lines;
};

/// Asks all vectors and writes the certificate, whole or not at all. A subject that fails gets a
/// certificate too: it says so.
std::expected<Certified, Uncertified> certify(const Ask& ask);

}  // namespace tritproof::golden
