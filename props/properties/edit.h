// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "props/laws/case.h"

namespace tritproof::props {

/// One change of an input. cut and grow change its end by `value` bytes, after all others.
struct Edit {
  enum class Kind : std::uint8_t { byte, word, dword, cut, grow };
  Kind kind = Kind::byte;
  std::uint64_t offset = 0;
  std::uint32_t value = 0;

  friend bool operator==(const Edit&, const Edit&) = default;
};

inline constexpr std::array<std::string_view, 5> kEditNames{"byte", "word", "dword", "cut", "grow"};

/// A case as edits of a named template: what is stored, read by people, and replayed.
struct Sketch {
  spec::Op op = spec::Op::decode;
  spec::Format format = spec::Format::t2;
  spec::Flags flags;
  spec::Geometry geometry;
  std::uint64_t m = 0;
  std::string from = "good";  ///< the template's name
  std::vector<Edit> edits;

  friend bool operator==(const Sketch&, const Sketch&) = default;
};

/// Makes the edits in order; one that lies beyond the end changes nothing.
void apply(const std::vector<Edit>& edits, Bytes& input);

/// The unedited input of a sketch; empty if no template has its name.
Bytes template_of(const Sketch& sketch);

/// The case of a sketch: its template, edited. The template is given if it was built before.
laws::Case case_of(const Sketch& sketch);
laws::Case case_of(const Sketch& sketch, Bytes input);

}  // namespace tritproof::props
