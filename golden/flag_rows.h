// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/facts.h"
#include "golden/flags.h"

/// The rows of the flag table, a file each.
namespace tritproof::golden {

std::span<const Flag> code_flags();
std::span<const Flag> scale_flags();
std::span<const Flag> shape_flags();
std::span<const Flag> op_flags();
std::span<const Flag> number_flags();
std::span<const Flag> file_flags();

}  // namespace tritproof::golden
