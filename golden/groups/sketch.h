// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "golden/groups/parts.h"
#include "golden/vector.h"

namespace tritproof::golden {

/// A payload in the making: parts, then single things set in the bytes that they make.
class Payload {
 public:
  explicit Payload(Parts parts);

  void put(std::uint64_t at, std::uint8_t value);
  void put(std::uint64_t at, const Bytes& bytes);
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  /// The parts with what was set as edits; neighbouring bytes are one edit.
  [[nodiscard]] Recipe recipe() const;
  /// The same behind `before`, whose bytes number `size`.
  [[nodiscard]] Recipe behind(Part before, std::uint64_t size) const;

 private:
  Parts parts_;
  Bytes bytes_;
  std::map<std::uint64_t, std::uint8_t> edits_;
};

/// A tensor in the making, whose places are known by the formulas of the pages.
class Sketch : public Payload {
 public:
  Sketch(const spec::FormatRow& row, spec::Geometry geometry, Parts parts,
         spec::Layout layout = spec::Layout::standard)
      : Payload(std::move(parts)), row_(row), geometry_(geometry), layout_(layout) {}

  /// The bits of one code as stored: 0 to 3, a nibble, a byte; for base 3 its digit, the byte
  /// written anew as an encoder writes it.
  Sketch& code(std::uint64_t n, std::uint64_t k, unsigned bits);
  Sketch& scale(std::uint64_t n, std::uint64_t k, std::uint16_t pattern);
  Sketch& exponent(std::uint64_t n, std::int32_t e_ref);

  /// Where a code, a scale or an exponent stands in the tensor.
  [[nodiscard]] spec::Place code_place(std::uint64_t n, std::uint64_t k) const;
  [[nodiscard]] spec::Place scale_place(std::uint64_t n, std::uint64_t k) const;
  [[nodiscard]] spec::Place exponent_place(std::uint64_t n) const;

  [[nodiscard]] const spec::FormatRow& row() const { return row_; }
  [[nodiscard]] spec::Geometry geometry() const { return geometry_; }

 private:
  const spec::FormatRow& row_;
  spec::Geometry geometry_;
  spec::Layout layout_;
};

/// A byte whose base-3 digit `position` is set; `digits` is 5 for qs, 4 for qh.
std::uint8_t with_digit(std::uint8_t byte, unsigned position, unsigned digits, unsigned digit);

}  // namespace tritproof::golden
