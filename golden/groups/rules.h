// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spec/formats.h"

namespace tritproof::golden {

using Rules = std::vector<std::string>;

/// The rules of one format by what they are about.
struct FormatRules {
  std::string_view place;   ///< where codes stand
  std::string_view value;   ///< what a code and its scale make
  std::string_view scale;   ///< where scales stand
  std::string_view units;   ///< how tiles or blocks follow each other
  std::string_view three;   ///< the 2-bit pattern 3, empty where there is none
  std::string_view counts;  ///< what validate counts besides scales
};

constexpr FormatRules rules_of(spec::Format format) {
  switch (format) {
    using enum spec::Format;
    case t2: return {"T2-1", "T2-2", "T2-4", "T2-5", "T2-3", "T2-3"};
    case t2s: return {"T2S-1", "T2S-6", "T2S-2", "T2-5", "T2S-3", "REF-4"};
    case pb16i: return {"PB16I-1", "PB16I-4", "PB16I-2", "T2-5", "", "REF-6"};
    case q4_1: return {"Q4_1-1", "Q4_1-3", "Q4_1-2", "T2-5", "", "REF-6"};
    case q4_k: return {"Q4_K-1", "Q4_K-4", "Q4_K-3", "T2-5", "", "REF-6"};
    case q8: return {"Q8-1", "Q8-3", "Q8-2", "T2-5", "", "REF-6"};
    case tq1_0: return {"TQ1_0-1", "TQ1_0-2", "TQ1_0-1", "TQ1_0-1", "", "TQ1_0-4"};
    case tq2_0: return {"TQ2_0-1", "TQ2_0-2", "TQ2_0-1", "TQ2_0-1", "TQ2_0-2", "TQ2_0-3"};
    case q2_0: return {"Q2_0-2", "TQ2_0-2", "Q2_0-1", "Q2_0-4", "TQ2_0-2", "TQ2_0-3"};
    case pq2_0: return {"PQ2_0-2", "TQ2_0-2", "PQ2_0-1", "PQ2_0-1", "TQ2_0-2", "TQ2_0-3"};
    case ptq1_0: return {"PTQ1_0-1", "PTQ1_0-2", "PTQ1_0-1", "PTQ1_0-1", "", "PTQ1_0-2"};
  }
  return {};
}

/// The rule of the other layout (REF-9).
constexpr std::string_view layout_rule(spec::Format format) {
  return format == spec::Format::q8 ? "Q8-4" : "Q4_1-4";
}

/// A list without empty and repeated names.
inline Rules rules(std::initializer_list<std::string_view> names) {
  Rules list;
  for (const std::string_view name : names) {
    bool seen = name.empty();
    for (const std::string& before : list) seen = seen || before == name;
    if (!seen) list.emplace_back(name);
  }
  return list;
}

inline Rules operator+(Rules some, const Rules& others) {
  for (const std::string& rule : others) {
    bool seen = false;
    for (const std::string& before : some) seen = seen || before == rule;
    if (!seen) some.push_back(rule);
  }
  return some;
}

}  // namespace tritproof::golden
