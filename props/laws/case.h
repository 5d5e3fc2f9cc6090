// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "codec/subject.h"

namespace tritproof::laws {

/// One question with its own input, and why it is asked.
struct Case {
  std::string why;  ///< for people: "scale 0x0001 under code +1"
  spec::Op op = spec::Op::decode;
  spec::Format format = spec::Format::t2;
  spec::Flags flags;
  spec::Geometry geometry;
  std::uint64_t m = 0;  ///< rows of activations, replay only
  Bytes input;          ///< the op's payload after N, K, M

  [[nodiscard]] Request request() const {
    return {op, format, flags, geometry, m, input, 0x9e3779b97f4a7c15u};
  }
};

/// A hash over all that is asked, not over why: cases that differ are counted by it.
std::uint64_t hash_of(const Case& asked);

/// Takes one case of an enumeration; false ends it.
using Take = std::function<bool(const Case&)>;

}  // namespace tritproof::laws
