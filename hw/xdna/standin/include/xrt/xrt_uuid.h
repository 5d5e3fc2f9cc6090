// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

namespace xrt {

/// Sixteen bytes. Copied by a function of its own, so it is passed as XRT's is.
class uuid {
 public:
  uuid() = default;
  uuid(const uuid& other) : bytes(other.bytes) {}
  uuid& operator=(const uuid& other) {
    bytes = other.bytes;
    return *this;
  }
  explicit operator bool() const { return bytes != std::array<unsigned char, 16>{}; }

  std::array<unsigned char, 16> bytes{};
};

}  // namespace xrt
