// SPDX-License-Identifier: Apache-2.0
#include "hw/host/repeats.h"

#include <algorithm>
#include <cstdint>

#include "hw/host/sha256.h"

namespace tritproof::host {
namespace {

std::string words(const Outcome& outcome) {
  if (const auto* const bytes = std::get_if<Bytes>(&outcome))
    return std::to_string(bytes->size()) + " bytes";
  if (const auto* const refusal = std::get_if<spec::Refusal>(&outcome))
    return "the refusal " + std::string(row_of(refusal->name).name);
  const auto& trouble = std::get<Trouble>(outcome);
  return std::string(name_of(trouble.verdict)) + " (" + trouble.what + ")";
}

std::optional<std::string> difference_of_bytes(const Bytes& first, const Bytes& second) {
  const auto [a, b] = std::ranges::mismatch(first, second);
  if (a == first.end() && b == second.end()) return std::nullopt;
  return "from byte " + std::to_string(a - first.begin()) + " of " + std::to_string(first.size());
}

}  // namespace

bool is_repeated(std::string_view id, unsigned one_in) {
  if (one_in == 0) return false;
  return std::stoul(sha256_hex(id).substr(0, 8), nullptr, 16) % one_in == 0;
}

std::optional<std::string> difference_between(const Outcome& first, const Outcome& second) {
  const auto* const a = std::get_if<Bytes>(&first);
  const auto* const b = std::get_if<Bytes>(&second);
  if (a != nullptr && b != nullptr) return difference_of_bytes(*a, *b);
  const auto* const refused = std::get_if<spec::Refusal>(&first);
  const auto* const again = std::get_if<spec::Refusal>(&second);
  if (refused != nullptr && again != nullptr && refused->name == again->name) return std::nullopt;
  return words(first) + ", then " + words(second);
}

}  // namespace tritproof::host
