// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// SHA-256 by libcrypto, for everything that is told apart by its digest. Throws std::bad_alloc
/// where the library has no memory.
namespace tritproof {

inline constexpr std::size_t kSha256Bytes = 32;
using Sha256Bytes = std::array<std::uint8_t, kSha256Bytes>;

/// A digest of bytes that come in pieces, over and over.
class Sha256 {
 public:
  Sha256();
  void update(std::span<const std::uint8_t> bytes);
  void update(std::string_view text);
  /// The digest since the start or the last finish(), and a new start.
  Sha256Bytes finish();
  /// The same in 64 lower-case hex digits.
  std::string finish_hex();
  /// The digest so far, to which more may be added.
  [[nodiscard]] std::string hex() const;

 private:
  struct Free {
    void operator()(void* context) const;
  };
  void start();

  std::unique_ptr<void, Free> context_;
};

/// 64 lower-case hex digits.
[[nodiscard]] std::string sha256_hex(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::string sha256_hex(std::string_view text);

/// Of a file's bytes, read in pieces. The error is a sentence.
[[nodiscard]] std::expected<std::string, std::string> sha256_of_file(
    const std::filesystem::path& path);

}  // namespace tritproof
