// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/container/model.h"
#include "spec/formats.h"
#include "spec/refusals.h"

/// dtypes of a safetensors file, and the chunk kinds that a Q4NX container puts into U8.
namespace tritproof::container {

inline constexpr std::string_view kChunkDtype = "U8";

/// Bytes an element of that dtype takes; nothing for a dtype that is not known here.
std::optional<std::uint32_t> dtype_bytes(std::string_view dtype);

/// The type of a dtype that holds no chunks.
TensorType dtype_type(const std::string& dtype);

/// The format whose tile has that many bytes; nothing if no format in a Q4NX container has.
std::optional<spec::Format> chunk_format(std::uint64_t bytes);

/// The dtype to write for a type. NoSuchConversion for a format that no Q4NX container holds: t2s
/// and pb16i (a t2s tile has the size of a t2 tile), and the GGUF block formats.
spec::Result<std::string> q4nx_dtype(const TensorType& type, const std::string& where);

}  // namespace tritproof::container
