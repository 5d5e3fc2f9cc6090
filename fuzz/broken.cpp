// SPDX-License-Identifier: Apache-2.0
#include "fuzz/broken.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace tritproof::fuzz {
namespace {

using End = void (*)(const Story&);

template <spec::Format format, std::size_t law>
[[noreturn, gnu::noinline]] void broken_here(const Story& story) {
  // Both are printed, so that no linker can take two of these functions for one.
  std::fprintf(stderr, "format %u, law %zu\n", static_cast<unsigned>(format), law);
  tell(story);
  std::abort();
}

template <std::size_t... i>
constexpr std::array<End, sizeof...(i)> ends(std::index_sequence<i...>) {
  return {broken_here<static_cast<spec::Format>(i / kMostLaws + 1), i % kMostLaws>...};
}

constexpr auto kEnds = ends(std::make_index_sequence<spec::kFormats.size() * kMostLaws>());

}  // namespace

void broken(spec::Format format, std::size_t law, const Story& story) {
  kEnds[(static_cast<std::size_t>(format) - 1) * kMostLaws + law](story);
  std::abort();
}

}  // namespace tritproof::fuzz
