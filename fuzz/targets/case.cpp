// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "fuzz/broken.h"
#include "fuzz/mutators/case_mutator.h"
#include "fuzz/panel.h"
#include "fuzz/target.h"
#include "props/properties/case_file.h"

/// The readable case file: read, written, and, where it is small, put to the laws.
namespace tritproof::fuzz {
namespace {

constexpr std::size_t kMostBytes = 8u << 10;
constexpr std::uint64_t kMostElements = 1u << 16;  ///< of cases that are put to the laws

void run(std::span<const std::uint8_t> bytes) {
  const std::string text(bytes.begin(), bytes.end());
  const auto sketch = props::parse_case(text);
  if (!sketch) {
    const auto lines = static_cast<std::uint64_t>(std::ranges::count_if(
                           text, [](char c) { return c == '\n' || c == ';'; })) +
                       1;
    if (sketch.error().line > lines) broken_law<"case/reader">("line/place/-", sketch.error().what);
    return;
  }
  for (const std::string& again : {props::write_case(*sketch), props::one_line(*sketch)}) {
    const auto reread = props::parse_case(again);
    if (!reread || *reread != *sketch)
      broken_law<"case/writer">("case/differs/-", text + "\nwritten as\n" + again);
  }
  const auto [n, k] = sketch->geometry;
  if (n * k > kMostElements) return;
  if (props::template_of(*sketch).empty()) broken_law<"case/reader">("template/empty/-", text);
  Panel::here().put(props::case_of(*sketch), 1);
}

}  // namespace

extern constexpr Target fuzz_case{"fuzz_case", "case", kMostBytes, run,
                                  mutate_case, splice, case_seeds};

}  // namespace tritproof::fuzz
