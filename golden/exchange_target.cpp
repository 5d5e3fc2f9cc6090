// SPDX-License-Identifier: Apache-2.0
#include "golden/exchange_target.h"

#include <algorithm>

#include "golden/vector_json.h"

namespace tritproof::golden {
namespace {

template <class T>
bool lists(const std::vector<T>& all, const T& one) {
  return std::ranges::find(all, one) != all.end();
}

bool within(const protocol::Hello& hello, const Question& question) {
  const auto [n, k] = question.geometry;
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  return n <= hello.max_n.value_or(any) && k <= hello.max_k.value_or(any) &&
         question.m <= hello.max_m.value_or(any);
}

// FRAME-12: narrowings differ for pb16i only.
bool narrows(const protocol::Hello& hello, const Question& question) {
  if (question.op != spec::Op::replay || question.format != spec::Format::pb16i) return true;
  const auto said = std::ranges::find(hello.policies, "narrowing", &protocol::Policy::name);
  return said == hello.policies.end() ||
         said->value == kNarrowings[static_cast<std::size_t>(question.options.narrowing)];
}

}  // namespace

bool target_takes(const protocol::Hello& hello, const Question& question) {
  const spec::Flags& options = question.options;
  if (!lists(hello.ops, protocol::Capability{question.op, question.format})) return false;
  if (options.bf16 && !lists(hello.policies, {"bf16", "nearest-even"})) return false;
  if (options.layout == spec::Layout::other && !lists(hello.policies, {"layouts", "both"}))
    return false;
  const bool usual = hello.modes.empty() && options.mode == spec::ReplayMode::i64;
  if (question.op == spec::Op::replay && !usual && !lists(hello.modes, options.mode)) return false;
  return narrows(hello, question) && within(hello, question);
}

std::string target_words(const protocol::Hello& hello) {
  return hello.runner + " " + hello.version + (hello.is_double ? ", a stand-in" : "") +
         (hello.device.empty() ? "" : " on " + hello.device);
}

}  // namespace tritproof::golden
