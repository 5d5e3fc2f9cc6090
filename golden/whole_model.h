// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "spec/ops.h"

/// A whole model by recipe: every image is generated as pb16i, converted to t2 on the disk, and
/// verified weight by weight, one after the other in bounded space.
namespace tritproof::golden {

/// The 431 images of the seed's model: 64 layers and 15 head tensors whose sums are 25.66 G
/// weights, 14,435,942,400 B of pb16i and 6,816,972,800 B of t2.
std::vector<spec::Geometry> whole_model();

struct ModelRun {
  std::uint64_t images = 0;
  std::uint64_t exact = 0;
  std::uint64_t weights = 0;
  std::uint64_t source_bytes = 0;  ///< pb16i, side tables left out as the sources do
  std::uint64_t target_bytes = 0;  ///< t2
  std::uint64_t peak_disk = 0;     ///< bytes of files that stood at the same time
  double make_seconds = 0;         ///< over all threads
  double convert_seconds = 0;
  double verify_seconds = 0;
};

struct ModelOptions {
  std::filesystem::path folder;  ///< for the files of the images under way; made, then emptied
  std::uint64_t images = ~std::uint64_t{0};  ///< the first so many
  unsigned threads = 1;                      ///< images under way at a time
};

/// Image i draws its codes from the seed "model/i/codes" and its scales from "model/i/scales",
/// table f16-ordinary. `step` is told how many images are done; after false from it no
/// image is begun, and the run is of those that were. The error says which image could
/// not be made, written, converted or verified, and why.
std::expected<ModelRun, std::string> run_whole_model(
    const ModelOptions& options, const std::function<bool(std::uint64_t)>& step);

}  // namespace tritproof::golden
