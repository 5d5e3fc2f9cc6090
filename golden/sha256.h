// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// SHA-256 by libcrypto, behind one function and one class.
namespace tritproof::golden {

inline constexpr std::size_t kSha256Bytes = 32;
using Sha256Bytes = std::array<std::uint8_t, kSha256Bytes>;

/// Lower-case hex, 64 digits; empty if libcrypto fails, which equals no digest.
std::string sha256_hex(std::span<const std::uint8_t> bytes);
std::string sha256_hex(std::string_view text);

/// A digest of bytes that come in pieces, over and over.
class Sha256 {
 public:
  Sha256();
  void update(std::span<const std::uint8_t> bytes);
  void update(std::string_view text);
  /// The digest since the start or the last finish(), and a new start. Zeros if libcrypto failed.
  Sha256Bytes finish();
  /// The same as sha256_hex writes it.
  std::string finish_hex();

 private:
  struct Free {
    void operator()(void* context) const;
  };
  void start();

  std::unique_ptr<void, Free> context_;
  bool good_ = false;
};

}  // namespace tritproof::golden
