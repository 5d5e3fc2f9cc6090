// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "fuzz/target.h"
#include "golden/suite.h"

/// Golden vectors as seeds: their scales differ from each other and are no zeros, and they hold the
/// corners that a campaign else has to find.
namespace tritproof::fuzz {

class VectorSeeds {
 public:
  /// The set in FOLDER, up to a level. The fault is golden's own.
  static std::expected<VectorSeeds, golden::Fault> load(const std::filesystem::path& folder,
                                                        golden::Level level);

  /// Writes FOLDER/TARGET/ID for each vector whose question or file the target takes and whose
  /// bytes it may have. False if one cannot be made or written.
  [[nodiscard]] bool write(const std::filesystem::path& folder, const Target& target) const;

 private:
  golden::Suite suite_;
  golden::FindBlob find_;
};

}  // namespace tritproof::fuzz
