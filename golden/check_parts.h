// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "golden/check.h"

/// The parts of check_suite(). Each adds to the report.
namespace tritproof::golden {

/// Makes every payload and compares it with its digest, its flags and its sign.
void check_payloads(const Suite& suite, const FindBlob& find, const CheckOptions& options,
                    CheckReport& report);

/// Counts, and what follows from them: sizes apart.
void check_counts(const Suite& suite, const CheckOptions& options, CheckReport& report);

/// Bytes of each level, and that each blob is whole and named by a recipe.
void check_files(const std::filesystem::path& folder, const Suite& suite, CheckReport& report);

}  // namespace tritproof::golden
