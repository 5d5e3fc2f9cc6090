// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codec/subject.h"

namespace tritproof::host {

/// Whether an item of this id is asked twice: one in `one_in` of all ids, the same ones in every
/// run and in any order; none if `one_in` is 0.
[[nodiscard]] bool is_repeated(std::string_view id, unsigned one_in);

/// How two outcomes of one request differ, byte for byte; nothing if they do not.
[[nodiscard]] std::optional<std::string> difference_between(const Outcome& first,
                                                            const Outcome& second);

}  // namespace tritproof::host
