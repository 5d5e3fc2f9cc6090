// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <optional>

#include "props/laws/law.h"
#include "props/laws/words.h"

/// Small steps that the laws share: asking again, and cutting a tensor into its units.
namespace tritproof::laws {

/// The bytes that a subject answers; nothing if it refuses or does not answer.
std::optional<Bytes> bytes_from(Subject& subject, const Request& request);

/// The six words of validate, or nothing.
std::optional<spec::Counts> counts_from(Subject& subject, const Request& request);

/// The words of validate's answer; the answer has 48 bytes.
spec::Counts counts_of(std::span<const std::uint8_t> answer);

/// The same question put as another op, with that input and without flags but the layout.
Request request_for(const Request& request, spec::Op op, std::span<const std::uint8_t> input);

/// A tensor's units in T2-5's order; the geometry is whole.
struct Units {
  const spec::FormatRow& row;
  spec::Geometry geometry;

  [[nodiscard]] constexpr std::uint64_t across() const { return geometry.k / row.columns; }
  [[nodiscard]] constexpr std::uint64_t count() const { return geometry.n / row.rows * across(); }
  [[nodiscard]] constexpr std::uint64_t bytes() const { return count() * row.bytes; }
  [[nodiscard]] constexpr std::uint64_t ref_bytes() const {
    return row.side_table ? 4 * geometry.n : 0;
  }
  /// The first row and column of a unit.
  [[nodiscard]] constexpr spec::Geometry origin(std::uint64_t unit) const {
    return {unit / across() * row.rows, unit % across() * row.columns};
  }
};

/// Whether N and K are whole units, and so few that sizes cannot overflow.
constexpr bool whole(const spec::FormatRow& row, spec::Geometry geometry) {
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  const auto [n, k] = geometry;
  return n != 0 && k != 0 && n < most && k < most && n % row.rows == 0 && k % row.columns == 0;
}

/// Whether a field holds codes.
constexpr bool holds_codes(const spec::Field& field) {
  return spec::codes_per_byte(field.kind) != 0;
}

/// Calls `visit(field, unit, bytes of that field)` for every field of every unit of `tensor`.
template <class Tensor, class Visit>
void each_field(const Units& units, Tensor&& tensor, Visit visit) {
  for (std::uint64_t u = 0; u < units.count(); ++u)
    for (const spec::Field& field : spec::fields_of(units.row))
      visit(field, u, std::span(tensor).subspan(u * units.row.bytes + field.offset, field.bytes));
}

inline float float_at(std::span<const std::uint8_t> bytes, std::uint64_t index) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(load_word(bytes, 4 * index, 4)));
}

/// "row 3 column 7"
std::string row_column(std::uint64_t n, std::uint64_t k);

/// The answer of a trial, if it is bytes.
inline const Bytes* answered(const Trial& trial) { return std::get_if<Bytes>(&trial.got); }

/// Bytes of the input that a case's op, geometry and M ask for; nothing if these are not whole, or
/// too large for memory.
std::optional<std::uint64_t> input_bytes(const Case& asked);

/// Bytes of the answer to a whole case.
std::uint64_t answer_bytes(const Case& asked);

/// Whether input and answer have the sizes that the case asks for: laws that look inside need that,
/// as a subject may answer what it should refuse.
bool well_answered(const Trial& trial);

/// Whether the answer is small enough for laws that ask again.
inline bool small(const Trial& trial) {
  const Bytes* answer = answered(trial);
  return trial.asked.input.size() <= 65536 && (answer == nullptr || answer->size() <= 1u << 20);
}

/// The first byte in which two answers differ, as a finding; nothing if they are the same.
Verdict same_bytes(std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got);

}  // namespace tritproof::laws
