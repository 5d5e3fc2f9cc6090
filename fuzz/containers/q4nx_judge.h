// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codec/subject.h"

/// A safetensors file by the rules of spec/q4nx.md, from the document as a whole: the reader goes
/// through it event by event.
namespace tritproof::fuzz {

struct Q4nxLine {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0;  ///< of its data, from their start
  std::uint64_t end = 0;

  friend bool operator==(const Q4nxLine&, const Q4nxLine&) = default;
};

struct Q4nxFile {
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<Q4nxLine> tensors;
  std::uint64_t data = 0;  ///< where they start
};

/// The file, or nothing if it breaks Q4NX-1, Q4NX-2 or Q4NX-7 (all Header).
std::optional<Q4nxFile> judge_q4nx(std::span<const std::uint8_t> bytes);

/// Bytes of one element of a dtype; nothing if it is not a known one.
std::optional<std::uint64_t> q4nx_width(const std::string& dtype);

/// What Q4NX-3 to Q4NX-5 say of a tensor: its format, geometry, and the refusal that it carries.
struct Q4nxMeaning {
  std::optional<spec::Format> format;
  spec::Geometry geometry;
  std::optional<spec::RefusalName> refusal;
};
Q4nxMeaning meaning_of(const Q4nxLine& line, std::optional<spec::Geometry> shape);

}  // namespace tritproof::fuzz
