// SPDX-License-Identifier: Apache-2.0
#include "codec/container/names.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

std::unexpected<spec::Refusal> refused_name(std::string_view name, std::string expected,
                                            std::string got) {
  return std::unexpected(
      refusal(spec::RefusalName::Header, "name " + cut(name), std::move(expected), std::move(got)));
}

}  // namespace

spec::Result<std::string> percent_encode(std::string_view name) {
  if (name.empty()) return refused_name(name, "a name to make a file name of", "an empty one");
  if (name.size() > kMaxEncodedName)
    return refused_name(name, fmt::format("at most {} bytes when encoded", kMaxEncodedName),
                        fmt::format("{} before that", name.size()));
  std::string out;
  for (const char c : name) {
    const bool leading_dot = c == '.' && out.empty();
    if (kPlain.find(c) != std::string_view::npos && !leading_dot)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  if (out.size() > kMaxEncodedName)
    return refused_name(name, fmt::format("at most {} bytes when encoded", kMaxEncodedName),
                        fmt::format("{}", out.size()));
  return out;
}

spec::Result<std::string> OutputNames::add(std::string_view name, std::string_view suffix) {
  auto encoded = percent_encode(name);
  if (!encoded) return encoded;
  *encoded += suffix;
  if (!taken_.insert(lower(*encoded)).second)
    return refused_name(name, "a file name of its own, whatever the case of its letters",
                        *encoded + " a second time");
  return encoded;
}

}  // namespace tritproof::container
