// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "hw/protocol/hello.h"
#include "hw/xdna/argument_map.h"

namespace tritproof::xdna {

/// A kernel whose files have been found.
struct Kernel {
  ArgumentMap map;                         ///< its paths are absolute
  std::vector<std::uint8_t> instructions;  ///< of flow xclbin, whole 4-byte words
};

/// Reads argument maps; paths in one are relative to its folder. Refuses what is not there, two
/// kernels for one op of one format, and replay kernels that sum differently, since a hello has one
/// list of modes. The error is a sentence.
[[nodiscard]] std::expected<std::vector<Kernel>, std::string> load_kernels(
    std::span<const std::filesystem::path> maps);

/// What these kernels answer: ops, modes, policies and the largest K. The rest is the caller's.
[[nodiscard]] protocol::Hello hello_of(std::span<const Kernel> kernels);

}  // namespace tritproof::xdna
