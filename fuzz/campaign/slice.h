// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "fuzz/campaign/finding.h"
#include "fuzz/campaign/program.h"

/// One turn of one target's program.
namespace tritproof::fuzz {

/// What is needed to run a target, and where its turn writes.
struct Turn {
  std::string target;
  Program program;
  std::filesystem::path dictionary;  ///< empty: none
  std::filesystem::path corpus;      ///< what is read; it may be absent
  std::filesystem::path seeds;       ///< read as well
  std::filesystem::path work;        ///< new/, artifacts/ and log are made in it
  std::size_t most_bytes = 0;        ///< of an input
  std::chrono::seconds time{};
  std::uint32_t seed = 1;
};

/// What a turn did.
struct Told {
  std::uint64_t executions = 0;  ///< after the corpus was read; at least that of a finding
  std::uint64_t edges = 0;       ///< covered at its end
  std::optional<Finding> finding;
  std::filesystem::path input{};  ///< of the finding
  std::string trouble;            ///< why it ran nothing, or how it ended without a finding
};

/// The command of a turn; its folders are made empty but for inputs that a death left in new/.
std::expected<Command, std::string> prepare(const Turn& turn);

/// Removes the turn's new inputs, once the corpus has them.
void forget_new(const Turn& turn);

/// Reads what the turn left, after its program ended with that code.
Told read_turn(const Turn& turn, int code);

/// The last 8 MiB of a log.
std::string read_log(const std::filesystem::path& file);

/// Numbers in libFuzzer's own lines.
std::uint64_t executions_in(std::string_view log);
std::uint64_t edges_in(std::string_view log);

}  // namespace tritproof::fuzz
