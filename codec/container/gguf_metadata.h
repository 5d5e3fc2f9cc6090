// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/container/gguf_cursor.h"
#include "codec/container/model.h"
#include "spec/refusals.h"

/// Keys and values of a GGUF.
namespace tritproof::container {

/// The 13 value types, by their number in the file (GGUF-3).
enum class GgufValue : std::uint32_t {
  u8 = 0,
  i8 = 1,
  u16 = 2,
  i16 = 3,
  u32 = 4,
  i32 = 5,
  f32 = 6,
  boolean = 7,
  text = 8,
  array = 9,
  u64 = 10,
  i64 = 11,
  f64 = 12,
};

inline constexpr std::uint64_t kMaxGgufText = std::uint64_t{1} << 20;  ///< bytes
inline constexpr std::uint64_t kMaxGgufKey = 65535;                    ///< bytes
inline constexpr int kMaxGgufNesting = 8;                              ///< arrays within arrays
inline constexpr std::uint64_t kMaxGgufAlignment = std::uint64_t{1} << 20;  ///< bytes
inline constexpr std::string_view kAlignmentKey = "general.alignment";

/// Reads one key with its value, `index` being its number in the file. Sticks in the cursor: Header
/// for an empty or overlong key, an unknown type, a truth value that is neither 0 nor 1, arrays
/// nested deeper than 8, and lengths that the file does not hold.
GgufEntry read_entry(GgufCursor& cursor, std::uint64_t index);

/// The entry of that key, or null.
const GgufEntry* find_entry(const std::vector<GgufEntry>& entries, std::string_view key);

/// The alignment that the entries state, in bytes; 32 if they do not. Header unless it is a u32 and
/// a power of two from 1 to 2^20 (GGUF-6).
spec::Result<std::uint32_t> stated_alignment(const std::vector<GgufEntry>& entries);

GgufEntry entry_u32(std::string key, std::uint32_t value);
GgufEntry entry_text(std::string key, std::string_view value);

/// The value if it is an unsigned integer of any width, or text.
std::optional<std::uint64_t> unsigned_of(const GgufEntry& entry);
std::optional<std::string> text_of(const GgufEntry& entry);

/// A value for people, untrusted and cut to a line: `u32 7`, `text abc`, `array of 3 text`.
std::string describe(const GgufEntry& entry);

}  // namespace tritproof::container
