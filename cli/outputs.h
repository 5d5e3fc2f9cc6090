// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "codec/container/data_writer.h"
#include "codec/convert/convert.h"

/// Where conversions write to.
namespace tritproof::cli {

/// Hands the bytes of a conversion on in order. A conversion writes in order unless its rows are
/// wider than a region (262,144 columns) and the target is a block format: then CannotRun.
class InOrder : public convert::UnitSink {
 public:
  using Append =
      std::function<std::expected<void, container::Failure>(std::span<const std::uint8_t>)>;
  explicit InOrder(Append append) : append_(std::move(append)) {}

  convert::Readable<void> put(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;

 private:
  Append append_;
  std::uint64_t written_ = 0;
};

/// Whether writing `out` would overwrite `in` or a file that belongs to it.
bool same_file(const std::filesystem::path& in, const std::filesystem::path& out);

}  // namespace tritproof::cli
