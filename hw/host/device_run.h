// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hw/host/command.h"
#include "hw/host/piped_subject.h"
#include "hw/host/run_types.h"

/// A whole run over a device behind a pipe, which outlives what the device does to it.
namespace tritproof::host {

/// A question whose right answer is known, asked of a new child after a hang, crash or device
/// error.
struct Probe {
  Request request;  ///< without input; the poison is filled in
  Bytes input;
  std::function<bool(const Outcome&)> healthy;
};

/// Where results are kept so that a killed run can go on.
struct Resume {
  std::filesystem::path file;
  bool go_on = false;     ///< true: the file must be there; false: it must not
  std::string suite;      ///< digest of the vectors
  std::string challenge;  ///< hex, empty if there is none
};

/// How far a crash that does not come alone is looked into.
struct Bisection {
  unsigned most = 3;                   ///< crashes a session that are bisected at all
  unsigned restarts = 20;              ///< new children for one of them
  std::chrono::seconds patience{120};  ///< for one of them
};

struct RunOptions {
  std::string name = "device";
  Timeouts timeouts;
  protocol::HostHello hello{"1", "core"};
  unsigned repeat_one_in = 16;  ///< items chosen by their id; 1: all, 0: none
  std::optional<Probe> probe;   ///< none: the handshake alone shows health
  unsigned probe_attempts = 3;  ///< new children that are tried before the device is given up
  std::chrono::milliseconds probe_pause{500};  ///< between them
  std::uint64_t most_restarts = 200;           ///< new children in this session, of all causes
  Bisection bisection;
  std::filesystem::path lock_folder;  ///< empty: no lock. default_lock_folder() is for everybody
  /// What is locked, a device node perhaps; empty: the command line. The device nodes that the
  /// child holds open after its hello are locked as well.
  std::string lock_name;
  std::optional<Resume> resume;
  Roots roots;  ///< where the system shows processes and devices
};

/// The questions and what is to be done with them. All callbacks are called by the thread that
/// runs, and never while the device works.
struct Job {
  std::span<const Item> items;
  /// The input of an item; called again for a repeat or a bisection. One is in memory at a time.
  std::function<std::expected<Bytes, std::string>(std::size_t index)> payload;
  /// What an answer or a refusal is worth. Trouble is never judged: it keeps its own verdict.
  std::function<Judgement(std::size_t index, std::span<const std::uint8_t> payload,
                          const Outcome& outcome)>
      judge;
  enum class Next : std::uint8_t { go_on, stop };
  /// Optional: takes each new result before it is written to the resume file, with the first
  /// outcome (null for items that are not declared, taken or out of quarantine: those come again
  /// when the run goes on, results with `resumed` do not). The error ends the run as not_kept, and
  /// the item will be asked again.
  std::function<std::expected<Next, std::string>(std::size_t index, const ItemResult& result,
                                                 const Outcome* outcome)>
      keep;
};

/// One session with one device. Not for two threads at once; a process may have several.
///
/// Every item gets a result. What does not go well costs that item only: a child that hung, died
/// or broke the protocol is ended with all that it started, and a new one must answer the probe
/// before the run goes on. A crash is asked once more, alone in a new child; if it does not come
/// again, the earlier item that it needs is searched. The rest is not-run, counted, when the
/// device stays away or restarts are spent: those are asked again when the run is resumed.
///
/// A share of the items is asked twice with different poison: answers that differ are `unstable`.
/// A wrong answer that holds 64 bytes of poison or more, or is the previous answer once more, is a
/// mismatch that says so (FRAME-9).
class DeviceRun {
 public:
  /// Takes the lock, starts the child and shakes hands. RunFault locked or no_start.
  [[nodiscard]] static std::expected<std::unique_ptr<DeviceRun>, RunTrouble> start(
      Command command, RunOptions options);
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun();

  /// What the child declared, before any item.
  [[nodiscard]] const protocol::Hello& hello() const;
  /// When it did.
  [[nodiscard]] std::chrono::system_clock::time_point declared_at() const;
  /// sha256 over the program, its arguments and the files that they name: RunnerDigest.
  [[nodiscard]] const std::string& runner_digest() const;

  /// Sets the health probe, for whoever chooses it by the hello.
  void probe_with(Probe probe);
  /// Asks the items in order. Once only.
  [[nodiscard]] std::expected<RunReport, RunTrouble> run(const Job& job);

 private:
  struct Parts;
  explicit DeviceRun(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace tritproof::host
