// SPDX-License-Identifier: Apache-2.0
#include "codec/container/q4nx_writer.h"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "codec/container/checked.h"
#include "codec/container/little_endian.h"
#include "codec/container/planned_source.h"
#include "codec/container/q4nx_reader.h"
#include "codec/container/q4nx_types.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using Json = nlohmann::ordered_json;
using spec::RefusalName;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kAlignment = 8;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::ignore);
}

void add_member(std::string& object, const std::string& key, const Json& value) {
  if (object.back() != '{') object += ',';
  object += dumped(Json(key)) + ":" + dumped(value);
}

/// Bytes that are not UTF-8 are dropped by dump, so that the text comes back changed.
std::optional<spec::Refusal> not_utf8(const std::string& text, const std::string& where) {
  const Json back = Json::parse(dumped(Json(text)), nullptr, false);
  if (back.is_string() && back.get_ref<const std::string&>() == text) return std::nullopt;
  return refusal(RefusalName::Header, where, "UTF-8", "other bytes");
}

MaybeSize bytes_of(const Q4nxTensor& tensor, const std::string& dtype) {
  const auto width = dtype_bytes(dtype);
  if (!width) return tensor.bytes;
  MaybeSize out = *width;
  for (const std::uint64_t dim : tensor.shape) out = checked_multiply(out, dim);
  return out;
}

/// A format's shape must be the one that the reader recognises it by.
std::optional<spec::Refusal> wrong_shape(const Q4nxTensor& tensor, const std::string& where) {
  const auto* format = std::get_if<spec::Format>(&tensor.type);
  if (format == nullptr) return std::nullopt;
  const std::uint32_t chunk = spec::row_of(*format).chunk_bytes;
  const std::size_t rank = tensor.shape.size();
  if ((rank == 2 || rank == 3) && tensor.shape.back() == chunk) return std::nullopt;
  return refusal(RefusalName::Header, where,
                 fmt::format("a shape [R, C, {0}] or [tiles, {0}]", chunk),
                 fmt::format("{} dimensions", rank));
}

/// Adds the header's object for one tensor; says what it promises. A name that stands twice is left
/// to the reader, which sorts: a look-up here would be quadratic.
spec::Result<DataWriter::Promise> add_tensor(std::string& json, const Q4nxTensor& tensor,
                                             std::uint64_t begin) {
  const std::string where = "tensor " + cut(tensor.name);
  const auto dtype = q4nx_dtype(tensor.type, where);
  if (!dtype) return std::unexpected(dtype.error());
  if (auto bad = wrong_shape(tensor, where)) return std::unexpected(std::move(*bad));
  if (auto bad = not_utf8(tensor.name, where)) return std::unexpected(std::move(*bad));
  if (auto bad = not_utf8(*dtype, where)) return std::unexpected(std::move(*bad));
  const MaybeSize bytes = bytes_of(tensor, *dtype);
  const MaybeSize end = checked_add(begin, bytes);
  if (!end)
    return std::unexpected(
        refusal(RefusalName::Header, where, "a size that fits 64 bits", "a larger one"));
  const Json entry{{"dtype", *dtype}, {"shape", tensor.shape}, {"data_offsets", {begin, *end}}};
  add_member(json, tensor.name, entry);
  return DataWriter::Promise{tensor.name, *bytes, 0};
}

std::optional<spec::Refusal> add_metadata(std::string& json,
                                          const std::vector<TextPair>& metadata) {
  if (metadata.empty()) return std::nullopt;
  std::string map = "{";
  for (const auto& [key, value] : metadata) {
    const std::string where = "__metadata__ " + cut(key);
    if (auto bad = not_utf8(key, where)) return bad;
    if (auto bad = not_utf8(value, where)) return bad;
    add_member(map, key, value);
  }
  json += "\"__metadata__\":" + map + "}";
  return std::nullopt;
}

Bytes header_bytes(std::string json) {
  json.resize((json.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  Bytes out;
  append_le(out, std::uint64_t{json.size()});
  for (const char c : json) out.push_back(static_cast<std::uint8_t>(c));
  return out;
}

/// Judged by the reader, data as zeros: one set of rules for both.
std::expected<void, Failure> judge(const Bytes& header, std::uint64_t data) {
  const MaybeSize size = checked_add(header.size(), data);
  if (!size)
    return std::unexpected(
        Failure(refusal(RefusalName::Size, "data", "a file below 2^64 bytes", "more")));
  auto model = read_q4nx(std::make_unique<PlannedSource>(header, *size));
  if (!model) return std::unexpected(std::move(model.error()));
  return {};
}

}  // namespace

Q4nxTensor rewritten_q4nx(const TensorInfo& tensor) {
  return {tensor.name, tensor.type, tensor.dims, tensor.bytes};
}

spec::Result<std::vector<std::uint64_t>> chunk_shape(spec::Format format, spec::Geometry geometry,
                                                     const std::string& where) {
  if (auto dtype = q4nx_dtype(format, where); !dtype) return std::unexpected(dtype.error());
  if (auto bytes = format_bytes(format, geometry, where); !bytes)
    return std::unexpected(bytes.error());
  const spec::FormatRow& row = spec::row_of(format);
  return std::vector<std::uint64_t>{geometry.n / row.rows, geometry.k / row.columns,
                                    row.chunk_bytes};
}

Loaded<DataWriter> start_q4nx(Sink& sink, const Q4nxPlan& plan) {
  std::string json = "{";
  if (auto bad = add_metadata(json, plan.metadata))
    return std::unexpected(Failure(std::move(*bad)));
  std::vector<DataWriter::Promise> promises;
  std::uint64_t data = 0;
  for (const Q4nxTensor& tensor : plan.tensors) {
    auto promise = add_tensor(json, tensor, data);
    if (!promise) return std::unexpected(Failure(std::move(promise.error())));
    data += promise->bytes;
    promises.push_back(std::move(*promise));
  }
  const Bytes header = header_bytes(std::move(json) + "}");
  if (auto good = judge(header, data); !good) return std::unexpected(std::move(good.error()));
  if (auto done = sink.append(header); !done)
    return std::unexpected(Failure(std::move(done.error())));
  return DataWriter(sink, std::move(promises));
}

}  // namespace tritproof::container
