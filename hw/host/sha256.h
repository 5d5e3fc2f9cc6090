// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tritproof::host {

/// SHA-256 of what it was given so far. Throws std::bad_alloc where the library has no memory.
class Sha256 {
 public:
  Sha256();
  void update(std::span<const std::uint8_t> bytes);
  void update(std::string_view text);
  /// 64 lower-case hex digits; more may be given afterwards.
  [[nodiscard]] std::string hex() const;

 private:
  struct Free {
    void operator()(void* context) const;
  };
  std::unique_ptr<void, Free> context_;
};

[[nodiscard]] std::string sha256_of(std::string_view text);

/// Of a file's bytes, read in pieces. The error is a sentence.
[[nodiscard]] std::expected<std::string, std::string> sha256_of_file(
    const std::filesystem::path& path);

}  // namespace tritproof::host
