// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw/xdna/argument_map.h"
#include "spec/ops.h"

namespace tritproof::xdna {

using InputBytes = std::span<const std::uint8_t>;

/// FRAME-9: the poison at its own phase, so that it stands in the answer as it stood in a buffer.
inline void fill_with_poison(std::span<std::uint8_t> bytes, std::uint64_t poison) {
  for (std::size_t at = 0; at < bytes.size(); ++at)
    bytes[at] = static_cast<std::uint8_t>(poison >> (8 * (at % 8)));
}

/// A question of any size cut into launches of a kernel's fixed n x k (x m). What a launch covers
/// beyond the tensor is filled with tiles of code 0 and activations of 0, which change no sum.
/// Sizes are the caller's to check, and K is at most the kernel's k.
class Plan {
 public:
  /// `input` is the op's payload: for replay the activations, then the tiles. Borrowed.
  Plan(const ArgumentMap& map, spec::Geometry geometry, std::uint64_t m, InputBytes input);

  [[nodiscard]] std::uint64_t launches() const { return across_n_ * across_m_; }
  /// Fills an input's buffer; bytes beyond the tensor are 0.
  void fill(std::uint64_t launch, Role role, std::span<std::uint8_t> buffer) const;
  /// Moves what a launch answered to its place in the answer.
  void scatter(std::uint64_t launch, InputBytes output, std::span<std::uint8_t> answer) const;

 private:
  [[nodiscard]] std::uint64_t first_n(std::uint64_t launch) const {
    return launch % across_n_ * map_.n;
  }
  [[nodiscard]] std::uint64_t first_m(std::uint64_t launch) const {
    return launch / across_n_ * map_.m;
  }
  /// Calls visit(tile of the launch, tile of the tensor) for those that the tensor has.
  template <class Visit>
  void each_tile(std::uint64_t launch, Visit visit) const;
  void fill_tiles(std::uint64_t launch, Role role, std::span<std::uint8_t> buffer) const;
  void fill_activations(std::uint64_t launch, std::span<std::uint8_t> buffer) const;

  const ArgumentMap& map_;
  spec::Geometry geometry_;
  std::uint64_t m_;
  InputBytes activations_;
  InputBytes tiles_;
  std::uint64_t across_n_;
  std::uint64_t across_m_;
};

}  // namespace tritproof::xdna
