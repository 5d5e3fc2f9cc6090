// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codec/container/model.h"
#include "spec/formats.h"
#include "spec/refusals.h"

namespace tritproof::container {

/// A tensor as its header states it; `info.offset` still counts from the start of the data.
struct StatedTensor {
  TensorInfo info;
  std::uint32_t id = 0;                ///< type id
  std::optional<std::uint64_t> needs;  ///< bytes; nothing if the type does not tell
  std::uint64_t at = 0;                ///< byte of the file at which its offset stands
};

/// The part of the file that holds data, and how it is cut.
struct DataSection {
  std::uint64_t start = 0;      ///< bytes from the start of the file
  std::uint64_t size = 0;       ///< bytes
  std::uint32_t alignment = 1;  ///< bytes
  std::optional<spec::Format> id42;
};

/// Checks where the tensors lie, fills in absolute offsets and bytes, and reads type id 42. The
/// refusal if the file cannot be used at all.
std::optional<spec::Refusal> lay_out(std::vector<StatedTensor>& tensors,
                                     const DataSection& section);

}  // namespace tritproof::container
