// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "hw/host/handles.h"
#include "hw/host/resume_text.h"
#include "hw/host/run_types.h"

namespace tritproof::host {

/// Brings a file's bytes to the disk at least once a second, from a thread of its own, so that a
/// long question does not keep them waiting.
class Syncer {
 public:
  explicit Syncer(int fd);
  Syncer(const Syncer&) = delete;
  Syncer& operator=(const Syncer&) = delete;
  ~Syncer();

  /// Says that there is something to sync.
  void touch();
  /// The errno of a sync that failed; 0 if none did.
  [[nodiscard]] int failed() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Results on their way to the disk: one line each, appended in one write. What was written stays
/// whole whatever happens to this process; a line that does not fit is taken back.
class ResumeFile {
 public:
  /// Starts a file. resume_exists if it is there, resume_unwritable.
  [[nodiscard]] static std::expected<std::unique_ptr<ResumeFile>, RunTrouble> create(
      const std::filesystem::path& path, const RunIdentity& identity);
  /// Goes on with one. resume_missing, resume_damaged, resume_differs, resume_unwritable; locked if
  /// another run writes to it.
  [[nodiscard]] static std::expected<std::unique_ptr<ResumeFile>, RunTrouble> go_on(
      const std::filesystem::path& path, const RunIdentity& identity);

  /// What earlier sessions left; empty for a new file.
  [[nodiscard]] const Kept& kept() const { return kept_; }
  /// Appends a line of resume_text.h. resume_unwritable: it is not in the file.
  [[nodiscard]] std::expected<void, RunTrouble> append(std::string_view line);

 private:
  ResumeFile(std::filesystem::path path, Fd fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  [[nodiscard]] std::expected<void, RunTrouble> claim();
  [[nodiscard]] RunTrouble unwritable(int error) const;

  std::filesystem::path path_;
  Fd fd_;
  Kept kept_;
  std::unique_ptr<Syncer> syncer_;  // stops before its file is closed
};

}  // namespace tritproof::host
