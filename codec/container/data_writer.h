// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "codec/container/io.h"

namespace tritproof::container {

/// Streams the data of tensors whose sizes are promised, one after the other, and pads each.
class DataWriter {
 public:
  struct Promise {
    std::string name;
    std::uint64_t bytes = 0;    ///< without padding
    std::uint64_t padding = 0;  ///< zero bytes behind it
  };

  DataWriter(Sink& sink, std::vector<Promise> promises)
      : sink_(&sink), promises_(std::move(promises)) {}

  /// The next bytes of the current tensor; a tensor that is full is followed by the next. Size if
  /// they overrun the current tensor: one call never spans two.
  [[nodiscard]] std::expected<void, Failure> append(std::span<const std::uint8_t> bytes);

  /// Size if a tensor has not had all its bytes.
  [[nodiscard]] std::expected<void, Failure> finish();

 private:
  std::expected<void, Failure> put(std::span<const std::uint8_t> bytes);
  std::expected<void, Failure> close_full();

  Sink* sink_;
  std::vector<Promise> promises_;
  std::size_t current_ = 0;
  std::uint64_t written_ = 0;  ///< bytes of the current tensor
};

}  // namespace tritproof::container
