// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "golden/certificate/certificate.h"

/// What the lines of evidence add up to.
namespace tritproof::golden {

struct Tally {
  Counts counts;
  std::vector<Waived> waivers;
  std::vector<TestResult> tests;  ///< cells in the order of the vectors, then rows
};

/// Adds up. `vectors` are those that the lines are about, one each, in their order; `day` is that
/// of the run. What nobody declared is no test.
Tally tally(std::span<const Vector* const> vectors, std::span<const ResultLine> lines,
            std::span<const Waiver> waivers, std::string_view day, std::span<const Row> rows,
            std::uint64_t left_out);

}  // namespace tritproof::golden
