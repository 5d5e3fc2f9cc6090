// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "codec/container/io.h"

namespace tritproof::container {

/// A file that is not written yet: its header, and data that read as zeros. A writer shows it to
/// the reader before the first byte goes out, so that no writer can break a rule that readers keep.
class PlannedSource : public Source {
 public:
  PlannedSource(std::span<const std::uint8_t> header, std::uint64_t size)
      : header_(header), size_(size) {}

  std::uint64_t size() const override { return size_; }

  std::expected<void, CannotRun> read(std::uint64_t offset,
                                      std::span<std::uint8_t> out) const override {
    if (offset > size_ || out.size() > size_ - offset)
      return std::unexpected(CannotRun{"read past the end of a planned file"});
    std::ranges::fill(out, std::uint8_t{0});
    if (offset >= header_.size()) return {};
    const auto tail = header_.subspan(static_cast<std::size_t>(offset));
    std::ranges::copy(tail.first(std::min(tail.size(), out.size())), out.begin());
    return {};
  }

 private:
  std::span<const std::uint8_t> header_;
  std::uint64_t size_;
};

}  // namespace tritproof::container
