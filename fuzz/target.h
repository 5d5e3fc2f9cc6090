// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/subject.h"

/// A fuzz target as a value, so that engines, replay, seeds and campaigns share one list.
namespace tritproof::fuzz {

class Search;

/// One input that a corpus starts from.
struct Seed {
  std::string name;  ///< of its file
  Bytes bytes;
};

struct Target {
  std::string_view name;  ///< as on the command line: "fuzz_decode_t2"
  std::string_view kind;  ///< what its bytes are; names its dictionary: "question", "gguf", …
  std::size_t most_bytes = 0;  ///< of an input
  /// Puts one input to the laws: returns if they hold or the input is rejected, else never.
  void (*run)(std::span<const std::uint8_t> input) = nullptr;
  /// Changes an input so that it mostly stays well formed. Any bytes are taken; the result has at
  /// most `most` bytes and depends on its arguments only.
  void (*mutate)(Bytes& input, std::size_t most, std::uint64_t seed) = nullptr;
  /// A mixture of two inputs, likewise.
  Bytes (*cross)(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b, std::size_t most,
                 std::uint64_t seed) = nullptr;
  /// Valid inputs; the first one alone is enough for a campaign to start from.
  std::vector<Seed> (*seeds)() = nullptr;
  /// Called once before the first input, if set; it ends the process where the target cannot run.
  void (*prepare)() = nullptr;
  /// Makes a finding's input small in its own way, if set; else bytes are taken out.
  void (*simplify)(Search& search) = nullptr;
  /// Whether inputs are questions and this is one of them; null where they are none.
  bool (*takes)(spec::Op op, spec::Format format) = nullptr;
};

/// All targets that this build has, in the order of the list in CMake.
std::span<const Target* const> targets();

/// The target of that name, or null.
const Target* target_named(std::string_view name);

}  // namespace tritproof::fuzz
