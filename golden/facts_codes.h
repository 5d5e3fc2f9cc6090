// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "golden/facts.h"

/// Which codes occur in many tensors, quickly: a bit a value instead of a branch a code.
namespace tritproof::golden {

/// A set of code values from -8 (int4) to 15 (uint4); the codes of a byte (q8) are cut to -24 and
/// 39, which keeps apart what flags ask of them.
class CodeSet {
 public:
  static CodeSet of(std::span<const std::int8_t> codes, bool bytes) {
    CodeSet set;
    if (bytes)
      for (const std::int8_t code : codes)
        set.bits_ |= bit(static_cast<std::int8_t>(std::clamp<int>(code, -24, 39)));
    else
      for (const std::int8_t code : codes) set.bits_ |= bit(code);
    return set;
  }

  void add(CodeSet other) { bits_ |= other.bits_; }
  [[nodiscard]] bool holds(int code) const {
    return (bits_ & bit(static_cast<std::int8_t>(code))) != 0;
  }
  [[nodiscard]] int size() const { return std::popcount(bits_); }
  [[nodiscard]] int least() const { return std::countr_zero(bits_) - kOffset; }
  [[nodiscard]] int most() const { return 63 - std::countl_zero(bits_) - kOffset; }

  /// The CodeBits of the values.
  [[nodiscard]] std::uint8_t kinds(spec::Code3 three) const {
    CodeSet rest = *this;
    std::uint8_t kinds = 0;
    const auto take = [&](int code, std::uint8_t kind) {
      if (rest.holds(code)) kinds |= kind;
      rest.bits_ &= ~bit(static_cast<std::int8_t>(code));
    };
    take(-1, kMinus);
    take(0, kNought);
    take(1, kPlus);
    if (three != spec::Code3::none) take(2, kThree);
    return rest.bits_ == 0 ? kinds : kinds | kWide;
  }

  /// Calls `visit(code)` for each value.
  template <class Visit>
  void each(Visit visit) const {
    for (std::uint64_t left = bits_; left != 0; left &= left - 1)
      visit(std::countr_zero(left) - kOffset);
  }

 private:
  static constexpr int kOffset = 24;
  static constexpr std::uint64_t bit(std::int8_t code) {
    return std::uint64_t{1} << ((code + kOffset) & 63);
  }
  std::uint64_t bits_ = 0;
};

/// Whether one code differs from all the others, and where in its unit it stands.
class LoneCode {
 public:
  /// `seen`: the values of this unit and all before it.
  void see(std::span<const std::int8_t> codes, const CodeSet& seen) {
    if (seen.size() > 2) return;
    seen.each([&](int code) {
      const auto value = static_cast<std::int8_t>(code);
      Value& here = values_[static_cast<std::uint8_t>(value)];
      const auto count = static_cast<std::uint64_t>(std::ranges::count(codes, value));
      here.count += count;
      if (count == 1)
        here.element = static_cast<std::uint32_t>(std::ranges::find(codes, value) - codes.begin());
    });
  }

  /// The same for codes of a byte, whose sets are cut.
  void see_bytes(std::span<const std::int8_t> codes) {
    for (std::size_t e = 0; e < codes.size(); ++e) {
      Value& value = values_[static_cast<std::uint8_t>(codes[e])];
      ++value.count;
      value.element = static_cast<std::uint32_t>(e);
    }
  }

  /// After see(), `seen` has to hold two values for the counts to be whole.
  void finish(std::uint32_t elements, CodeFacts& codes) const {
    const auto values =
        std::ranges::count_if(values_, [](const Value& value) { return value.count != 0; });
    if (values != 2 || codes.total < 3) return;
    for (const Value& value : values_) {
      if (value.count != 1) continue;
      codes.lone = true;
      codes.lone_at_edge |= value.element == 0 || value.element + 1 == elements;
    }
  }

 private:
  struct Value {
    std::uint64_t count = 0;
    std::uint32_t element = 0;
  };
  std::array<Value, 256> values_{};
};

/// Whether +1 and -1 are a bit of the element's index, or its opposite.
class PlaneCode {
 public:
  void see(int code, std::uint64_t index) {
    straight_ &= code == 1 ? index : code == -1 ? ~index : 0;
    inverse_ &= code == 1 ? ~index : code == -1 ? index : 0;
  }
  [[nodiscard]] bool possible() const { return (straight_ | inverse_) != 0; }

 private:
  std::uint64_t straight_ = ~std::uint64_t{0};
  std::uint64_t inverse_ = ~std::uint64_t{0};
};

}  // namespace tritproof::golden
