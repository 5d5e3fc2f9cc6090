// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace tritproof::xdna {

/// Reserved codes in t2s tiles, and where the first one is (REF-3).
struct Reserved {
  std::uint64_t count = 0;
  std::uint64_t byte = 0;  ///< offset among the tiles
  unsigned bit = 0;
};

/// What a host looks for before it sends a stream: a core has nowhere to refuse (T2S-3).
[[nodiscard]] Reserved reserved_codes(std::span<const std::uint8_t> tiles);

}  // namespace tritproof::xdna
