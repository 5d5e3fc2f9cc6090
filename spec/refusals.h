// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Why an input is refused: one table of names, their sentences, and their precedence.
namespace tritproof::spec {

/// In order of precedence: when several apply, the first one named here is reported (REF-2).
enum class RefusalName : std::uint8_t {
  NoSuchConversion,
  AmbiguousType,
  AdditiveTerm,
  Geometry,
  Size,
  Header,
  SideTable,
  NonFiniteScale,
  ScaleNotRepresentable,
  UnequalMultipliers,
  UnequalScales,
  ReservedCode,
  PlusTwo,
  NotTernary,
  NonFiniteInput,
  ScaleUnderflow,
};

struct RefusalRow {
  RefusalName id{};
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<RefusalRow, 16> kRefusals{{
    {RefusalName::NoSuchConversion, "NoSuchConversion", "no rule defines what is asked for"},
    {RefusalName::AmbiguousType, "AmbiguousType", "more than one reading of the type id fits"},
    {RefusalName::AdditiveTerm, "AdditiveTerm", "the image comes with an additive term"},
    {RefusalName::Geometry, "Geometry", "N or K is zero or not whole tiles or blocks"},
    {RefusalName::Size, "Size", "the bytes are not what the geometry needs"},
    {RefusalName::Header, "Header", "the container breaks its own rules"},
    {RefusalName::SideTable, "SideTable", "the .ref table has the wrong size or is out of range"},
    {RefusalName::NonFiniteScale, "NonFiniteScale", "a scale is infinite or not a number"},
    {RefusalName::ScaleNotRepresentable, "ScaleNotRepresentable",
     "a scale has no exact value in the target format"},
    {RefusalName::UnequalMultipliers, "UnequalMultipliers",
     "the four multipliers of a 128-group differ"},
    {RefusalName::UnequalScales, "UnequalScales", "groups that must share one scale differ"},
    {RefusalName::ReservedCode, "ReservedCode", "a code is the reserved pattern 3"},
    {RefusalName::PlusTwo, "PlusTwo", "a code is +2: the tensor is not ternary"},
    {RefusalName::NotTernary, "NotTernary", "a code is outside {-1, 0, +1}"},
    {RefusalName::NonFiniteInput, "NonFiniteInput", "a number to quantise is infinite or NaN"},
    {RefusalName::ScaleUnderflow, "ScaleUnderflow",
     "the largest magnitude is so small that its reciprocal overflows"},
}};

constexpr const RefusalRow& row_of(RefusalName name) {
  return kRefusals[static_cast<std::size_t>(name)];
}

constexpr std::optional<RefusalName> refusal_named(std::string_view name) {
  for (const RefusalRow& row : kRefusals)
    if (row.name == name) return row.id;
  return std::nullopt;
}

namespace check {
constexpr bool refusals_ordered() {
  for (std::size_t i = 0; i < kRefusals.size(); ++i)
    if (static_cast<std::size_t>(kRefusals[i].id) != i) return false;
  return true;
}
static_assert(refusals_ordered());
}  // namespace check

/// Where in the source a refused code or scale stands.
struct Place {
  std::uint64_t byte = 0;  ///< offset in the source
  std::uint32_t bit = 0;   ///< lowest bit of the code in that byte; 0 for whole fields
  std::uint64_t n = 0;     ///< row
  std::uint64_t k = 0;     ///< column of the first element that the code or scale serves

  friend bool operator==(const Place&, const Place&) = default;
};

inline constexpr std::size_t kMaxPlaces = 8;

/// A refusal: its name, how many things are wrong, up to 8 places, and the words for people.
struct Refusal {
  RefusalName name{};
  std::uint64_t count = 1;    ///< 0: a subject behind a pipe did not say
  std::vector<Place> places;  ///< lowest byte first, then lowest bit
  std::string where;          ///< tensor, field or key; may be empty
  std::string expected;
  std::string got;
};

/// A value, or the reason why the input is refused.
template <class T>
using Result = std::expected<T, Refusal>;

}  // namespace tritproof::spec
