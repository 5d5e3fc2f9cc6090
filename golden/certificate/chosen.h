// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "golden/suite.h"

namespace tritproof::golden {

/// The vectors that a certificate is about, in the order of its evidence.
struct Chosen {
  Suite suite;
  std::vector<Vector> extra;           ///< of the challenge, then probes
  std::vector<const Vector*> vectors;  ///< those of the suite in the chosen formats, then extra
  std::uint64_t left_out = 0;          ///< of other formats

  Chosen() = default;
  Chosen(Chosen&&) = default;  // the pointers stay good: vectors keep their memory when moved
  Chosen& operator=(Chosen&&) = default;
};

/// Loads and chooses; no-vectors if the suite has none. A challenge that second and reference do
/// not agree about is the fault "challenge".
std::expected<Chosen, Fault> choose(const std::filesystem::path& folder, Level level, bool pinned,
                                    std::span<const spec::Format> formats,
                                    std::string_view challenge);

}  // namespace tritproof::golden
