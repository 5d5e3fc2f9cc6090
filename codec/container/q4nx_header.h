// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codec/container/model.h"
#include "spec/refusals.h"

namespace tritproof::container {

inline constexpr std::uint64_t kMaxQ4nxHeader = std::uint64_t{16} << 20;  ///< bytes of JSON

/// A tensor as the JSON header states it.
struct Q4nxEntry {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::vector<std::uint64_t> offsets;  ///< begin and end, bytes from the start of the data
};

struct Q4nxHeader {
  std::vector<TextPair> metadata;
  std::vector<Q4nxEntry> entries;
};

/// Reads the JSON header. Header for anything but one object of tensors, each with exactly dtype,
/// shape and data_offsets, and at most one __metadata__ map of texts; for a key that stands twice;
/// and for a number that is not a whole one from 0 to 2^64 - 1. Numbers are not judged further.
spec::Result<Q4nxHeader> parse_q4nx_header(std::span<const std::uint8_t> json);

}  // namespace tritproof::container
