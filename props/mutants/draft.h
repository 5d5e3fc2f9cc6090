// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/laws/case.h"
#include "props/mutants/right.h"

namespace tritproof::mutants {

/// A case in the making: a valid tensor (or what the op wants instead) with codes that vary and
/// scales that differ, on which single things are then set. Shape and flags come first, since they
/// build the input anew.
class Draft {
 public:
  Draft(Op op, Format format);

  // Shape and flags.
  Draft& units(std::uint64_t down, std::uint64_t across);
  Draft& target(Format format);
  Draft& clamp();
  Draft& bf16();
  Draft& other_layout();
  Draft& mode(spec::ReplayMode mode, spec::Narrowing narrowing = spec::Narrowing::exact);
  Draft& rows(std::uint64_t m);

  // One thing, or all of a kind.
  /// The stored bits of a code (a digit, for base 3); for encode the code itself.
  Draft& raw(std::uint64_t n, std::uint64_t k, int bits);
  Draft& every_raw(int bits);
  Draft& scale(std::uint64_t n, std::uint64_t k, unsigned pattern);
  Draft& every_scale(unsigned pattern);
  Draft& addend(std::uint64_t n, std::uint64_t k, unsigned pattern);
  Draft& ref(std::uint64_t n, std::int32_t e_ref);
  Draft& every_ref(std::int32_t e_ref);
  Draft& x(std::uint64_t n, std::uint64_t k, float value);
  Draft& every_x(float value);
  Draft& every_a(int value);
  Draft& byte(std::uint64_t at, unsigned value);
  /// Makes the input longer (or shorter), by zeros.
  Draft& longer(std::int64_t bytes);
  /// Another geometry for the same bytes.
  Draft& geometry(std::uint64_t n, std::uint64_t k);

  [[nodiscard]] const laws::Case& done() const { return case_; }

 private:
  void build();
  void build_tensor();
  void build_encode();
  [[nodiscard]] At at(std::uint64_t n, std::uint64_t k) const;
  [[nodiscard]] std::uint64_t scale_at(std::uint64_t n, std::uint64_t k) const;
  [[nodiscard]] std::uint32_t scale_group() const;
  [[nodiscard]] std::uint64_t ahead() const;
  [[nodiscard]] std::uint64_t ref_at(std::uint64_t n) const;

  const spec::FormatRow& row_;
  laws::Case case_;
};

}  // namespace tritproof::mutants
