// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "props/mutants/draft.h"
#include "props/mutants/model.h"
#include "props/mutants/mutants.h"

namespace tritproof::mutants {

/// A mutant with the one edit that makes it, and what brings it to light.
struct Row {
  Mutant mutant;
  void (*edit)(Model& model);
  /// What to set on a draft of its op and format; null: the draft as it is shows the fault.
  void (*special)(Draft& draft) = nullptr;
};

/// The head of a row, by rarity.
constexpr Mutant common(std::string_view id, std::string_view sentence, std::string_view fault,
                        Op op, Format format) {
  return {id, sentence, fault, op, format, Rarity::common, {}};
}
constexpr Mutant rare(std::string_view id, std::string_view sentence, std::string_view fault, Op op,
                      Format format) {
  return {id, sentence, fault, op, format, Rarity::below_1e3, {}};
}
constexpr Mutant rarest(std::string_view id, std::string_view sentence, std::string_view fault,
                        Op op, Format format) {
  return {id, sentence, fault, op, format, Rarity::below_1e5, {}};
}

// The families, one a file.
std::span<const Row> ternary_rows();
std::span<const Row> half_rows();
std::span<const Row> power_rows();
std::span<const Row> wide_rows();
std::span<const Row> order_rows();
std::span<const Row> place_rows();
std::span<const Row> grid_rows();
std::span<const Row> frame_rows();
std::span<const Row> side_table_rows();
std::span<const Row> validate_rows();
std::span<const Row> encode_rows();
std::span<const Row> packing_rows();
std::span<const Row> quantise_rows();
std::span<const Row> expand_rows();
std::span<const Row> convert_rows();
std::span<const Row> repack_rows();
std::span<const Row> replay_rows();

/// All rows, by id.
std::span<const Row> rows();

/// A case on which the mutant differs from the control.
laws::Case witness_of(const Row& row);

}  // namespace tritproof::mutants
