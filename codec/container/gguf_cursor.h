// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codec/container/io.h"
#include "codec/container/little_endian.h"

namespace tritproof::container {

/// Reads a header in order through a small window. The first failure sticks: from then on every
/// read gives zeros, so that a caller checks ok() once a step.
class GgufCursor {
 public:
  /// `cap` bounds the bytes that may be read at all.
  GgufCursor(const Source& source, std::uint64_t cap);

  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::uint64_t u64() { return number<std::uint64_t>(); }

  /// A 64-bit length and that many bytes; Header if longer than `cap`.
  std::string text(std::uint64_t cap);

  /// Passes over `count` bytes.
  void skip(std::uint64_t count);

  /// From now on every byte passed is appended to `into`; null stops it.
  void capture(std::vector<std::uint8_t>* into) { capture_ = into; }

  /// What is being read, for messages.
  void set_where(std::string where) { where_ = std::move(where); }

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t remaining() const { return end_ - position_; }
  [[nodiscard]] bool ok() const { return !failure_.has_value(); }
  [[nodiscard]] const Failure& failure() const { return *failure_; }

  /// Refuses with Header at that byte, unless something failed before.
  void fail(std::string expected, std::string got, std::uint64_t byte);

 private:
  template <class T>
  T number() {
    std::uint8_t bytes[sizeof(T)] = {};
    take(bytes);
    return load_le<T>(bytes);
  }

  bool present(std::uint64_t count);
  void take(std::span<std::uint8_t> out);
  std::span<const std::uint8_t> next(std::uint64_t most);

  const Source& source_;
  std::uint64_t end_;
  std::uint64_t position_ = 0;
  std::vector<std::uint8_t> window_;
  std::size_t used_ = 0;  ///< bytes of the window already passed
  std::vector<std::uint8_t>* capture_ = nullptr;
  std::string where_;
  std::optional<Failure> failure_;
};

}  // namespace tritproof::container
