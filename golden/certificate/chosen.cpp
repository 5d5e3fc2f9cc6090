// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/chosen.h"

#include <algorithm>
#include <iterator>

#include "golden/certificate/challenge.h"
#include "golden/certificate/probed.h"

namespace tritproof::golden {

std::expected<Chosen, Fault> choose(const std::filesystem::path& folder, Level level, bool pinned,
                                    std::span<const spec::Format> formats,
                                    std::string_view challenge) {
  auto suite = load_suite(folder, level, pinned);
  if (!suite) return std::unexpected(std::move(suite.error()));
  Chosen chosen;
  chosen.suite = *std::move(suite);
  for (const Vector& vector : chosen.suite.vectors) {
    if (std::ranges::find(formats, vector.question.format) != formats.end())
      chosen.vectors.push_back(&vector);
    else
      ++chosen.left_out;
  }
  if (chosen.vectors.empty())
    return std::unexpected(
        Fault{"no-vectors", folder.string(), "vectors of the formats that are asked", "none"});
  if (!challenge.empty()) {
    auto extra = challenge_vectors(challenge, formats);
    if (!extra)
      return std::unexpected(Fault{"challenge", std::string(challenge),
                                   "an answer that both codecs give", extra.error()});
    chosen.extra = *std::move(extra);
  }
  std::ranges::move(probe_vectors(formats), std::back_inserter(chosen.extra));
  for (const Vector& vector : chosen.extra) chosen.vectors.push_back(&vector);
  return chosen;
}

}  // namespace tritproof::golden
