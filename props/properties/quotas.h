// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "codec/subject.h"
#include "props/properties/classify.h"

namespace tritproof::props {

/// The classes that inputs of this op and format can show; a run must show each of them.
std::vector<InputClass> classes_to_show(spec::Op op, spec::Format format);

/// How many cases of `cases` must show a class: one in five hundred, and one at least.
constexpr std::uint64_t quota(std::uint64_t cases) { return cases < 500 ? 1 : cases / 500; }

/// How many cases of each op to ask, so that a format gets `total` of them.
struct OpCases {
  spec::Op op{};
  std::uint64_t cases = 0;
};

/// Shares `total` among the ops that a subject declares of a format; none if it declares none. Ops
/// that tell much for little time get more, and none less than a hundred or `total`.
std::vector<OpCases> shares(const Subject& subject, spec::Format format, std::uint64_t total);

}  // namespace tritproof::props
