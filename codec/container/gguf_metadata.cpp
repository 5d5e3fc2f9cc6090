// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_metadata.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

constexpr std::uint64_t kTextMinimum = 8;    ///< bytes of an empty text
constexpr std::uint64_t kArrayMinimum = 12;  ///< bytes of an empty array

struct ValueRow {
  std::string_view name;
  std::uint32_t bytes;  ///< 0 for text and arrays
};

constexpr std::array<ValueRow, 13> kValues{{{"u8", 1},
                                            {"i8", 1},
                                            {"u16", 2},
                                            {"i16", 2},
                                            {"u32", 4},
                                            {"i32", 4},
                                            {"f32", 4},
                                            {"bool", 1},
                                            {"text", 0},
                                            {"array", 0},
                                            {"u64", 8},
                                            {"i64", 8},
                                            {"f64", 8}}};

std::uint64_t smallest(GgufValue type) {
  if (type == GgufValue::text) return kTextMinimum;
  if (type == GgufValue::array) return kArrayMinimum;
  return kValues[static_cast<std::size_t>(type)].bytes;
}

std::optional<GgufValue> value_type(GgufCursor& cursor) {
  const std::uint64_t at = cursor.position();
  const std::uint32_t number = cursor.u32();
  if (cursor.ok() && number >= kValues.size())
    cursor.fail("a value type from 0 to 12", fmt::format("{}", number), at);
  if (!cursor.ok()) return std::nullopt;
  return static_cast<GgufValue>(number);
}

/// Passes over `count` values of a fixed width, which the caller knows to be present.
void pass_fixed(GgufCursor& cursor, GgufValue type, std::uint64_t count,
                const std::vector<std::uint8_t>& captured) {
  const std::uint64_t at = cursor.position();
  const std::size_t before = captured.size();
  cursor.skip(count * smallest(type));
  if (type != GgufValue::boolean || !cursor.ok()) return;
  const auto first = captured.begin() + static_cast<std::ptrdiff_t>(before);
  const auto bad = std::find_if(first, captured.end(), [](std::uint8_t b) { return b > 1; });
  if (bad != captured.end())
    cursor.fail("a truth value of 0 or 1", fmt::format("{}", *bad),
                at + static_cast<std::uint64_t>(bad - first));
}

void pass_value(GgufCursor& cursor, GgufValue type, int depth,
                const std::vector<std::uint8_t>& captured);

void pass_array(GgufCursor& cursor, int depth, const std::vector<std::uint8_t>& captured) {
  const std::uint64_t at = cursor.position();
  const auto type = value_type(cursor);
  const std::uint64_t count = cursor.u64();
  if (!cursor.ok()) return;
  if (depth >= kMaxGgufNesting)  // GGUF-4
    return cursor.fail(fmt::format("arrays nested at most {} deep", kMaxGgufNesting), "more", at);
  // Nothing is allocated and no loop begins for elements that the file cannot hold.
  if (count > cursor.remaining() / smallest(*type))
    return cursor.fail(fmt::format("{} elements", count),
                       fmt::format("only {} bytes left for them", cursor.remaining()), at + 4);
  if (*type != GgufValue::text && *type != GgufValue::array)
    return pass_fixed(cursor, *type, count, captured);
  for (std::uint64_t i = 0; i < count && cursor.ok(); ++i)
    pass_value(cursor, *type, depth + 1, captured);
}

void pass_value(GgufCursor& cursor, GgufValue type, int depth,
                const std::vector<std::uint8_t>& captured) {
  if (type == GgufValue::array) return pass_array(cursor, depth, captured);
  if (type != GgufValue::text) return pass_fixed(cursor, type, 1, captured);
  const std::uint64_t at = cursor.position();
  const std::uint64_t length = cursor.u64();
  if (length > kMaxGgufText)
    cursor.fail(fmt::format("at most {} bytes of text", kMaxGgufText), fmt::format("{}", length),
                at);
  if (cursor.ok()) cursor.skip(length);
}

std::string fixed_text(GgufValue type, std::span<const std::uint8_t> bytes) {
  std::uint64_t raw = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) raw |= std::uint64_t{bytes[i]} << (8 * i);
  switch (type) {
    case GgufValue::i8: return fmt::format("{}", static_cast<std::int8_t>(raw));
    case GgufValue::i16: return fmt::format("{}", static_cast<std::int16_t>(raw));
    case GgufValue::i32: return fmt::format("{}", static_cast<std::int32_t>(raw));
    case GgufValue::i64: return fmt::format("{}", static_cast<std::int64_t>(raw));
    case GgufValue::f32:
      return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(raw)));
    case GgufValue::f64: return fmt::format("{}", std::bit_cast<double>(raw));
    case GgufValue::boolean: return raw != 0 ? "true" : "false";
    default: return fmt::format("{}", raw);
  }
}

}  // namespace

GgufEntry read_entry(GgufCursor& cursor, std::uint64_t index) {
  GgufEntry entry;
  cursor.set_where(fmt::format("key {}", index));
  const std::uint64_t at = cursor.position();
  entry.key = cursor.text(kMaxGgufKey);
  if (cursor.ok() && entry.key.empty()) cursor.fail("a key that is not empty", "an empty one", at);
  cursor.set_where("key " + cut(entry.key));
  const auto type = value_type(cursor);
  if (!type) return entry;
  entry.type = static_cast<std::uint32_t>(*type);
  cursor.capture(&entry.value);
  pass_value(cursor, *type, 0, entry.value);
  cursor.capture(nullptr);
  return entry;
}

const GgufEntry* find_entry(const std::vector<GgufEntry>& entries, std::string_view key) {
  const auto at = std::ranges::find(entries, key, &GgufEntry::key);
  return at == entries.end() ? nullptr : &*at;
}

spec::Result<std::uint32_t> stated_alignment(const std::vector<GgufEntry>& entries) {
  const GgufEntry* entry = find_entry(entries, kAlignmentKey);
  if (entry == nullptr) return GgufInfo{}.alignment;
  const auto value = unsigned_of(*entry);
  const bool is_u32 = entry->type == static_cast<std::uint32_t>(GgufValue::u32);
  if (is_u32 && value && *value <= kMaxGgufAlignment && std::has_single_bit(*value))
    return static_cast<std::uint32_t>(*value);
  return std::unexpected(refusal(spec::RefusalName::Header, "key " + entry->key,
                                 "a u32 that is a power of two from 1 to 1048576",
                                 describe(*entry)));
}

GgufEntry entry_u32(std::string key, std::uint32_t value) {
  GgufEntry entry{std::move(key), static_cast<std::uint32_t>(GgufValue::u32), {}};
  append_le(entry.value, value);
  return entry;
}

GgufEntry entry_text(std::string key, std::string_view value) {
  GgufEntry entry{std::move(key), static_cast<std::uint32_t>(GgufValue::text), {}};
  append_le(entry.value, std::uint64_t{value.size()});
  for (const char c : value) entry.value.push_back(static_cast<std::uint8_t>(c));
  return entry;
}

std::optional<std::uint64_t> unsigned_of(const GgufEntry& entry) {
  switch (static_cast<GgufValue>(entry.type)) {
    case GgufValue::u8:
    case GgufValue::u16:
    case GgufValue::u32:
    case GgufValue::u64: break;
    default: return std::nullopt;
  }
  if (entry.value.size() != kValues[entry.type].bytes) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < entry.value.size(); ++i)
    value |= std::uint64_t{entry.value[i]} << (8 * i);
  return value;
}

std::optional<std::string> text_of(const GgufEntry& entry) {
  if (static_cast<GgufValue>(entry.type) != GgufValue::text || entry.value.size() < kTextMinimum)
    return std::nullopt;
  return std::string(entry.value.begin() + kTextMinimum, entry.value.end());
}

std::string describe(const GgufEntry& entry) {
  if (entry.type >= kValues.size()) return fmt::format("type {}", entry.type);
  const auto type = static_cast<GgufValue>(entry.type);
  const ValueRow& row = kValues[entry.type];
  if (const auto text = text_of(entry)) return "text " + cut(*text);
  if (type == GgufValue::array && entry.value.size() >= kArrayMinimum) {
    const auto element = load_le<std::uint32_t>(entry.value);
    const auto count = load_le<std::uint64_t>(std::span(entry.value).subspan(4));
    return fmt::format("array of {} {}", count,
                       element < kValues.size() ? kValues[element].name : "unknown");
  }
  if (row.bytes == 0 || entry.value.size() != row.bytes) return std::string(row.name);
  return fmt::format("{} {}", row.name, fixed_text(type, entry.value));
}

}  // namespace tritproof::container
