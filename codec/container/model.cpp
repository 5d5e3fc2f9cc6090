// SPDX-License-Identifier: Apache-2.0
#include "codec/container/model.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "codec/container/checked.h"
#include "codec/container/refuse.h"
#include "codec/container/sorted_names.h"

namespace tritproof::container {

using spec::RefusalName;

std::uint32_t bytes_of(FloatType type) {
  constexpr std::array<std::uint32_t, 4> kBytes{4, 2, 2, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

std::string name_of(const TensorType& type) {
  constexpr std::array<std::string_view, 4> kNames{"f32", "f16", "bf16", "f64"};
  if (const auto* format = std::get_if<spec::Format>(&type))
    return std::string(spec::row_of(*format).name);
  if (const auto* number = std::get_if<FloatType>(&type))
    return std::string(kNames[static_cast<std::size_t>(*number)]);
  return cut(std::get<OtherType>(type).name);
}

Model::Model(std::unique_ptr<Source> source, std::vector<TensorInfo> tensors, ContainerInfo info,
             std::unique_ptr<Source> side_table)
    : source_(std::move(source)),
      side_table_(std::move(side_table)),
      tensors_(std::move(tensors)),
      info_(std::move(info)),
      by_name_(sorted_by(tensors_, &TensorInfo::name)) {}

const TensorInfo* Model::find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(
      by_name_, name, {}, [&](std::size_t i) { return std::string_view(tensors_[i].name); });
  if (at == by_name_.end() || tensors_[*at].name != name) return nullptr;
  return &tensors_[*at];
}

std::expected<void, Failure> Model::read(const TensorInfo& tensor, std::uint64_t offset,
                                         std::span<std::uint8_t> out) const {
  if (tensor.refusal) return std::unexpected(Failure(*tensor.refusal));
  if (offset > tensor.bytes || out.size() > tensor.bytes - offset)
    return std::unexpected(Failure(CannotRun{fmt::format(
        "cannot read {} bytes from byte {} of a tensor of {}", out.size(), offset, tensor.bytes)}));
  auto done = source_->read(tensor.offset + offset, out);
  if (!done) return std::unexpected(Failure(std::move(done.error())));
  return {};
}

std::optional<std::uint64_t> block_bytes(spec::Geometry geometry, std::uint64_t elements,
                                         std::uint64_t bytes) {
  if (geometry.k % elements != 0) return std::nullopt;
  return checked_multiply(checked_multiply(geometry.n, geometry.k / elements), bytes);
}

spec::Result<std::uint64_t> format_bytes(spec::Format format, spec::Geometry geometry,
                                         const std::string& where) {
  const spec::FormatRow& row = spec::row_of(format);
  const auto [n, k] = geometry;
  if (n == 0 || k == 0 || n % row.rows != 0 || k % row.columns != 0)
    return std::unexpected(refusal(
        RefusalName::Geometry, where,
        fmt::format("N a multiple of {} and K of {} for {}", row.rows, row.columns, row.name),
        fmt::format("N = {}, K = {}", n, k)));
  const auto bytes = block_bytes({n / row.rows, k}, row.columns, row.bytes);
  if (!bytes)
    return std::unexpected(refusal(RefusalName::Size, where, "a size that fits 64 bits",
                                   fmt::format("N = {}, K = {}", n, k)));
  return *bytes;
}

}  // namespace tritproof::container
