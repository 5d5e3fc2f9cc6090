// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"

/// Reading JSON in which every key is asked for: what is missing, of another kind, left over or
/// there twice is a named fault. No exception leaves these functions.
namespace tritproof::golden {

using Json = nlohmann::ordered_json;

/// One value. Faults: "broken-json" (also bytes that are no UTF-8), "duplicate-key", "too-deep".
std::expected<Json, Fault> parse_strict(std::string_view text);

/// Reads objects and arrays and keeps the first thing that is wrong. Once something is, everything
/// reads as empty, so that a reader needs to look once, at its end.
class StrictReader {
 public:
  [[nodiscard]] bool good() const { return !fault_; }
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
  /// Notes a fault, unless there is one.
  void fail(std::string name, std::string where, std::string expected, std::string got);

  std::uint64_t number(const Json& value, std::string_view where);
  std::int64_t signed_number(const Json& value, std::string_view where);
  std::string text(const Json& value, std::string_view where);
  Bytes hex(const Json& value, std::string_view where);
  const Json& array(const Json& value, std::string_view where);

 private:
  std::optional<Fault> fault_;
};

/// An object whose keys are taken one by one.
class StrictObject {
 public:
  /// "wrong-kind" if the value is no object.
  StrictObject(StrictReader& reader, const Json& value, std::string_view where);
  /// The value of a key that must be there: "missing-key".
  const Json& need(std::string_view key);
  /// The value of a key that may be there, or null.
  const Json* maybe(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const { return object_->contains(key); }
  /// "unknown-key" for the first key that nobody took.
  void finish();

  std::uint64_t number(std::string_view key) { return reader_.number(need(key), key); }
  std::string text(std::string_view key) { return reader_.text(need(key), key); }

 private:
  StrictReader& reader_;
  const Json* object_;
  std::string where_;
  std::vector<std::string> taken_;
};

/// On one line without spaces, in ASCII.
std::string one_line(const Json& value);

/// A value cut to a length fit for a message.
std::string shown(const Json& value);

}  // namespace tritproof::golden
