// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codec/subject.h"

/// Tensors whose codes are address bits: what a subject decodes is where it read.
namespace tritproof::props {

/// Bits that number all elements of a tensor.
std::uint32_t plane_count(spec::Geometry geometry);

/// Element i = n * K + k is positive if bit `bit` of i is set, else negative; the other way round
/// in the complement. All scales are positive.
Bytes plane_tensor(spec::Format format, spec::Geometry geometry, spec::Layout layout,
                   std::uint32_t bit, bool complement);

/// An element that a subject reads from another place, or from none that holds.
struct Misread {
  spec::Geometry at;
  std::optional<spec::Geometry> from;
};

/// Puts all planes to a subject and gathers the addresses that it reads.
std::vector<Misread> misreads(Subject& subject, spec::Format format, spec::Geometry geometry,
                              spec::Layout layout);

/// "element (0, 1) is read from (0, 4)"
std::string describe(const Misread& misread);

}  // namespace tritproof::props
