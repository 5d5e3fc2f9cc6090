// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/container/model.h"
#include "spec/formats.h"
#include "spec/refusals.h"

/// Type ids of GGUF tensors, and the one id that names several layouts.
namespace tritproof::container {

inline constexpr std::uint32_t kGgufMagic = 0x46554747;  // "GGUF"
inline constexpr std::uint32_t kContestedId = 42;

/// A type id: what it is here, and its block. `elements` is 0 where the id does not settle the
/// size: id 42, ids that forks have given away twice, and ids nobody here knows.
struct GgufType {
  TensorType type;
  std::uint32_t elements = 0;  ///< of a block, along K
  std::uint32_t bytes = 0;     ///< of a block
};

GgufType gguf_type(std::uint32_t id);

/// The id to write for a type. NoSuchConversion for tile formats.
spec::Result<std::uint32_t> gguf_id(const TensorType& type, const std::string& where);

/// One layout that files with type id 42 are known to hold.
struct Reading {
  std::string_view name;
  std::uint32_t elements = 0;          ///< of a block
  std::uint32_t bytes = 0;             ///< of a block
  std::optional<spec::Format> format;  ///< nothing: a layout that no format here decodes
};

std::span<const Reading> readings_of_42();

/// The readings whose bytes, padded to the alignment, are exactly the extent.
std::vector<Reading> readings_that_fit(spec::Geometry geometry, std::uint64_t extent,
                                       std::uint32_t alignment);

/// Which format a tensor of type id 42 is. `stated` is the user's word, which must still fit.
/// Size if the stated one does not fit; without one AmbiguousType, naming those that fit, unless
/// q2_0 fits and no other does.
spec::Result<spec::Format> read_42(spec::Geometry geometry, std::uint64_t extent,
                                   std::uint32_t alignment, std::optional<spec::Format> stated,
                                   const std::string& where);

}  // namespace tritproof::container
