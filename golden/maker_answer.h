// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <map>
#include <string>

#include "golden/maker.h"

/// The answer of one draft, by its origin.
namespace tritproof::golden {

/// Who is asked. Nobody is judged here by an answer of its own.
struct Oracles {
  Subject* second = nullptr;
  Subject* reference = nullptr;
  Subject* ggml = nullptr;  ///< null: not here
  /// Answers of an earlier set, by id, for what only ggml answers.
  const std::map<std::string, Expected>* recorded = nullptr;
};

struct Answered {
  Expected expected;
  Sign sign = Sign::valid;
};

/// The error says who disagreed, or what an answer fails to prove.
std::expected<Answered, std::string> answer_of(const Draft& draft,
                                               std::span<const std::uint8_t> payload,
                                               const Oracles& oracles);

}  // namespace tritproof::golden
