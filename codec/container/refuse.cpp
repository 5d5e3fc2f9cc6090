// SPDX-License-Identifier: Apache-2.0
#include "codec/container/refuse.h"

#include <fmt/core.h>

#include <utility>

namespace tritproof::container {

namespace {
constexpr std::size_t kLongestShown = 120;
}

spec::Refusal refusal(spec::RefusalName name, std::string where, std::string expected,
                      std::string got, std::optional<std::uint64_t> byte) {
  spec::Refusal out;
  out.name = name;
  out.where = std::move(where);
  out.expected = std::move(expected);
  out.got = std::move(got);
  if (byte) out.places.push_back(spec::Place{*byte, 0, 0, 0});
  return out;
}

std::string cut(std::string_view name) {
  if (name.size() <= kLongestShown) return std::string(name);
  return fmt::format("{}... ({} bytes)", name.substr(0, kLongestShown), name.size());
}

std::string text_of(const Failure& failure) {
  if (const auto* error = std::get_if<CannotRun>(&failure)) return error->what;
  const auto& refused = std::get<spec::Refusal>(failure);
  std::string text = fmt::format("{}: {}: expected {}, got {}", spec::row_of(refused.name).name,
                                 refused.where, refused.expected, refused.got);
  if (!refused.places.empty()) text += fmt::format(", at byte {}", refused.places.front().byte);
  return text;
}

}  // namespace tritproof::container
