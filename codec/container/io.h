// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "spec/refusals.h"

/// Bytes in and out of memory and files, with errors as values.
namespace tritproof::container {

/// What keeps the tool from working at all (a missing file, a full disk): exit code 3.
struct CannotRun {
  std::string what;
};

/// A refusal speaks of the content, CannotRun of the surroundings.
using Failure = std::variant<spec::Refusal, CannotRun>;

template <class T>
using Loaded = std::expected<T, Failure>;

/// Random access to bytes that are never loaded whole.
class Source {
 public:
  virtual ~Source() = default;
  /// Bytes there are; constant for the life of the source.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `out` from `offset`. A range past the end is CannotRun ("shrank while being read").
  [[nodiscard]] virtual std::expected<void, CannotRun> read(std::uint64_t offset,
                                                            std::span<std::uint8_t> out) const = 0;
};

/// A source over bytes that somebody else keeps alive.
std::unique_ptr<Source> memory_source(std::span<const std::uint8_t> bytes);

/// A source over a regular file. CannotRun if it is missing, unreadable or not a regular file.
std::expected<std::unique_ptr<Source>, CannotRun> file_source(const std::filesystem::path& path);

/// Bytes going out, in order.
class Sink {
 public:
  virtual ~Sink() = default;
  [[nodiscard]] virtual std::expected<void, CannotRun> append(
      std::span<const std::uint8_t> bytes) = 0;
};

/// A sink that appends to a vector that somebody else keeps alive.
std::unique_ptr<Sink> memory_sink(std::vector<std::uint8_t>& bytes);

/// A file written beside its final name and renamed by commit(); dropped without commit, nothing
/// is left behind.
///
/// A character device (/dev/null) is written straight: it cannot be replaced.
class OutputFile : public Sink {
 public:
  /// CannotRun if the folder cannot be written or the name is taken by something that is neither a
  /// regular file nor a character device.
  static std::expected<std::unique_ptr<OutputFile>, CannotRun> create(
      const std::filesystem::path& path);
  /// Flushes to the disk and renames. CannotRun if either fails; the old file then still stands.
  [[nodiscard]] virtual std::expected<void, CannotRun> commit() = 0;
};

}  // namespace tritproof::container
