// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/strict_json.h"

namespace tritproof::golden {

/// Longest text that a certificate holds in one place.
inline constexpr std::size_t kMostText = 4096;

/// A strict object whose texts people wrote: UTF-8 in one line, at most kMostText bytes.
class Fields : public StrictObject {
 public:
  Fields(StrictReader& reader, const Json& value, std::string_view where)
      : StrictObject(reader, value, where), reader_(reader) {}

  std::string text(std::string_view key);
  bool truth(std::string_view key);
  /// 64 hex digits, or nothing at all.
  std::string digest(std::string_view key);
  const Json& list(std::string_view key) { return reader_.array(need(key), key); }
  std::vector<std::string> texts(std::string_view key);
  /// One of `names`, by its index.
  template <class Names>
  std::size_t one_of(std::string_view key, const Names& names);

  void wrong(std::string_view key, std::string_view expected, std::string_view got);

 private:
  StrictReader& reader_;
};

template <class Names>
std::size_t Fields::one_of(std::string_view key, const Names& names) {
  const std::string value = text(key);
  std::size_t index = 0;
  for (const std::string_view name : names) {
    if (name == value) return index;
    ++index;
  }
  wrong(key, "one of the names that are known", value);
  return 0;
}

/// The fault of a reader, its place within `file`.
Fault in_file(std::string_view file, Fault fault);

/// The document, or a fault: longer than `most` bytes, or not strict JSON.
std::expected<Json, Fault> parse_file(std::string_view text, std::string_view file,
                                      std::size_t most);

/// A fault unless the bytes are what this tool writes for what it read from them: no other spelling
/// and no other order.
std::optional<Fault> same_text(std::string_view text, std::string_view rewritten,
                               std::string_view file);

/// JSON as it stands in certificates; bytes that are not UTF-8 are replaced.
std::string json_text(const Json& document, int indent);

/// Text of a device or a user as a certificate keeps it: UTF-8 in one line, at most kMostText
/// bytes, control bytes as \xNN.
std::string kept_text(std::string_view text);

}  // namespace tritproof::golden
