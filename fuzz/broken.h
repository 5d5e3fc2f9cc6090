// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include "spec/formats.h"

/// Where a fuzz target ends when a law is broken. Each format and law has a function of its own,
/// never inlined, so that tools that tell findings apart by their stacks see one a root cause.
namespace tritproof::fuzz {

/// What is said of a finding. The key is "format/law/field/error/class of the first place".
struct Story {
  std::string key;
  std::string text;  ///< lines for people
};

/// Laws that a table of failure functions has room for.
inline constexpr std::size_t kMostLaws = 48;

/// Writes the key line and the story to stderr, then aborts, from the function of this format and
/// of the law with that place in laws::laws().
[[noreturn]] void broken(spec::Format format, std::size_t law, const Story& story);

/// The same lines, from a function that aborts itself.
void tell(const Story& story);

/// A text as a template argument.
template <std::size_t size>
struct Name {
  char text[size] = {};
  // Not explicit: a literal becomes the argument.
  constexpr Name(const char (&from)[size]) { std::copy_n(from, size, text); }
};

/// The end for laws that are not in props/laws; `law` is "gguf/verdict" and the like.
template <Name law>
[[noreturn, gnu::noinline]] void broken_law(std::string_view rest, std::string text) {
  tell({std::string(law.text) + "/" + std::string(rest), std::move(text)});
  std::abort();
}

}  // namespace tritproof::fuzz
