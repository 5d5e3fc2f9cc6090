// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/host/command.h"
#include "hw/host/handles.h"
#include "hw/host/spawn.h"

namespace tritproof::host {

/// The only clock that judges a child.
using Clock = std::chrono::steady_clock;

/// Bytes still to be sent: borrowed, two runs so that a header needs no copy of its payload.
class Outgoing {
 public:
  explicit Outgoing(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second = {})
      : runs_{first, second} {}
  [[nodiscard]] std::span<const std::uint8_t> next() const {
    return runs_[0].empty() ? runs_[1] : runs_[0];
  }
  void sent(std::size_t bytes) {
    auto& run = runs_[0].empty() ? runs_[1] : runs_[0];
    run = run.subspan(bytes);
  }
  [[nodiscard]] bool done() const { return next().empty(); }
  void drop() { runs_ = {}; }

 private:
  std::array<std::span<const std::uint8_t>, 2> runs_;
};

/// How a transfer ended.
enum class Progress : std::uint8_t {
  done,
  deadline,     ///< the clock ran out
  closed,       ///< no more output will come
  unsolicited,  ///< bytes came that nobody asked for
};

/// A running program behind three pipes. Destroying it kills and reaps it, what it started and
/// what escaped it, and removes its folder. Not for two threads at once.
class Child {
 public:
  /// Starts `command` in an empty folder. The error is a sentence.
  [[nodiscard]] static std::expected<std::unique_ptr<Child>, std::string> start(
      const Command& command);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Sends `out` and at the same time fills all of `in`; returns as soon as `in` is full.
  [[nodiscard]] Progress receive(Outgoing& out, std::span<std::uint8_t> in,
                                 Clock::time_point deadline);
  /// Sends the rest of `out`; unsolicited if output comes meanwhile.
  [[nodiscard]] Progress flush(Outgoing& out, Clock::time_point deadline);
  /// Whether no byte of output waits.
  [[nodiscard]] bool quiet() const;
  /// Says that no more input will come.
  void close_input() { pipes_.input.reset(); }
  /// Waits for the program itself to end: "exited with status 3", "was killed by signal 11
  /// (Segmentation fault)". Nothing if it still runs at the deadline.
  [[nodiscard]] std::optional<std::string> ended(Clock::time_point deadline);
  /// The exit status if it ended by itself with one.
  [[nodiscard]] std::optional<int> exit_status();
  /// Takes in what waits on stderr.
  void drain_errors();

  [[nodiscard]] pid_t pid() const { return pipes_.pid; }
  /// The living processes of this child, for whoever asks what they hold open.
  [[nodiscard]] std::vector<pid_t> family() const;
  /// The last 64 KiB at most of its stderr; untrusted.
  [[nodiscard]] std::string_view errors() const;
  /// Whether the folders that it should not see are hidden from it.
  [[nodiscard]] bool hides() const { return pipes_.hides; }

 private:
  Child(std::unique_ptr<TempFolder> folder, std::string token, Spawned pipes,
        std::shared_ptr<Transcript> transcript)
      : folder_(std::move(folder)),
        token_(std::move(token)),
        pipes_(std::move(pipes)),
        transcript_(std::move(transcript)) {}
  [[nodiscard]] bool wait_for_pipes(bool writing, Clock::time_point deadline);
  void send(Outgoing& out);

  std::unique_ptr<TempFolder> folder_;
  std::string token_;
  Spawned pipes_;
  std::shared_ptr<Transcript> transcript_;  // may be null
  std::string errors_;
};

}  // namespace tritproof::host
