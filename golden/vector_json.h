// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/strict_json.h"

/// Vectors as JSON objects, one a line of a manifest. The manifest's head holds op, format and
/// level. Writing and reading undo each other.
namespace tritproof::golden {

Json to_json(const Vector& vector);
Json to_json(const FileVector& vector);

/// Takes everything but op, format and level from the object; faults go to the reader.
Vector vector_from(StrictReader& reader, const Json& value, spec::Op op, spec::Format format,
                   Level level);
FileVector file_vector_from(StrictReader& reader, const Json& value, const std::string& suffix,
                            Level level);

/// What makes a question this question: op, format, options, N, K, M and the recipe, as one line
/// of JSON; not its level, rules, flags and reason.
std::string identity_of(const Question& question);
std::string identity_of(const FileQuestion& question);

/// The number of a name in a list of names, or nothing.
template <class E, std::size_t count>
std::optional<E> named(const std::string_view (&names)[count], std::string_view name) {
  for (std::size_t i = 0; i < count; ++i)
    if (names[i] == name) return static_cast<E>(i);
  return std::nullopt;
}

inline constexpr std::string_view kModes[] = {"i64", "wrap32", "sat32-step", "sat32-end"};
inline constexpr std::string_view kNarrowings[] = {"exact", "wrap16", "sat16"};
inline constexpr std::string_view kLayouts[] = {"standard", "other"};

}  // namespace tritproof::golden
