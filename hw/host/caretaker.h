// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/host/device_run.h"
#include "hw/host/piped_subject.h"
#include "hw/host/run_types.h"

namespace tritproof::host {

/// What became of one request.
struct Asked {
  Outcome outcome;
  std::uint64_t microseconds = 0;
  std::uint64_t child = 0;  ///< from 1 in this session
};

/// Why no further child is tried.
struct GivenUp {
  Unasked reason = Unasked::device_lost;
  std::string why;
};

/// A poison that no number of an answer is taken for: no half of it is an infinity or NaN as f32
/// or bf16, and it is not 0.
[[nodiscard]] std::uint64_t make_poison(const std::function<std::uint32_t()>& random);

/// Whether the child was ended over this outcome.
[[nodiscard]] bool killed(const Outcome& outcome);

/// Keeps one child in working order, and writes down what it sees of all of them.
class Caretaker {
 public:
  [[nodiscard]] static std::expected<std::unique_ptr<Caretaker>, Trouble> start(
      Command command, const RunOptions& options);

  [[nodiscard]] const protocol::Hello& hello() const { return hello_; }
  [[nodiscard]] bool declares(const Request& request) const;
  [[nodiscard]] bool takes(const Request& request) const;

  /// Asks the child that is there, with new poison; one must be there.
  [[nodiscard]] Asked ask(Request request, std::span<const std::uint8_t> input);
  /// Ends the child and starts another. False: none came up, or it was given up.
  [[nodiscard]] bool fresh(std::string_view id, std::string_view why);
  /// The same until one answers the health probe. False: it was given up.
  [[nodiscard]] bool revive(std::string_view id, std::string_view why);
  /// Says bye to the last child.
  [[nodiscard]] std::optional<Trouble> close();

  [[nodiscard]] const std::optional<GivenUp>& given_up() const { return given_up_; }
  [[nodiscard]] const std::vector<Restart>& restarts() const { return restarts_; }
  [[nodiscard]] std::uint64_t children() const { return children_; }
  [[nodiscard]] std::uint64_t probes() const { return probes_; }
  [[nodiscard]] const Isolation& isolation() const { return isolation_; }
  [[nodiscard]] DeviceEvidence evidence() const { return concluded(seen_, hello_.is_double); }
  [[nodiscard]] std::string errors() const;

 private:
  Caretaker(Command command, const RunOptions& options);
  [[nodiscard]] std::expected<void, Trouble> launch();
  [[nodiscard]] bool healthy();
  void end_child();
  void watch();
  void look();

  Command command_;
  const RunOptions& options_;
  protocol::Hello hello_;
  std::unique_ptr<PipedSubject> subject_;
  std::string errors_;
  std::string last_failure_;
  std::optional<GivenUp> given_up_;
  std::vector<Restart> restarts_;
  std::uint64_t attempts_ = 0;  // new children tried after the first
  std::uint64_t children_ = 0;
  std::uint64_t probes_ = 0;
  std::uint64_t answers_ = 0;  // of this child
  bool held_ = false;          // this child was seen with a device open
  bool counted_ = false;       // and has answered
  Isolation isolation_;
  DeviceEvidence seen_;
  std::random_device random_;
};

}  // namespace tritproof::host
