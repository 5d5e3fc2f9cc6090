// SPDX-License-Identifier: Apache-2.0
#include "codec/container/q4nx_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "codec/container/checked.h"
#include "codec/container/little_endian.h"
#include "codec/container/q4nx_header.h"
#include "codec/container/q4nx_types.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using spec::RefusalName;
using MaybeRefusal = std::optional<spec::Refusal>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kLengthBytes = 8;

std::string where_of(const Q4nxEntry& entry) { return "tensor " + cut(entry.name); }

/// The JSON, read only once its length is known to be present and below the cap.
Loaded<Bytes> read_json(const Source& source) {
  const auto bad = [&](std::string expected, std::string got) {
    return refused(
        refusal(RefusalName::Header, "header length", std::move(expected), std::move(got), 0));
  };
  const std::uint64_t size = source.size();
  if (size < kLengthBytes) return bad("8 bytes", fmt::format("a file of {}", size));
  std::array<std::uint8_t, kLengthBytes> prefix{};
  if (auto done = source.read(0, prefix); !done)
    return std::unexpected(Failure(std::move(done.error())));
  const auto length = load_le<std::uint64_t>(prefix);
  if (length > kMaxQ4nxHeader)  // Q4NX-7
    return bad(fmt::format("at most {}", kMaxQ4nxHeader), fmt::format("{}", length));
  if (length > size - kLengthBytes)
    return bad(fmt::format("at most the {} bytes behind it", size - kLengthBytes),
               fmt::format("{}", length));
  Bytes json(static_cast<std::size_t>(length));
  if (auto done = source.read(kLengthBytes, json); !done)
    return std::unexpected(Failure(std::move(done.error())));
  return json;
}

MaybeSize product(std::span<const std::uint64_t> dims) {
  MaybeSize out = 1;
  for (const std::uint64_t dim : dims) out = checked_multiply(out, dim);
  // A zero makes any shape empty, also one whose other dimensions overflow.
  return std::ranges::find(dims, 0u) != dims.end() ? MaybeSize(0) : out;
}

/// Q4NX-2, for one tensor.
MaybeRefusal bad_entry(const Q4nxEntry& entry, std::uint64_t data) {
  const auto bad = [&](std::string expected, std::string got) {
    return refusal(RefusalName::Header, where_of(entry), std::move(expected), std::move(got));
  };
  if (entry.offsets.size() != 2)
    return bad("two data_offsets", fmt::format("{}", entry.offsets.size()));
  if (entry.offsets[0] > entry.offsets[1] || entry.offsets[1] > data)
    return bad(fmt::format("data_offsets that rise within {} bytes of data", data),
               fmt::format("[{}, {}]", entry.offsets[0], entry.offsets[1]));
  const std::uint64_t bytes = entry.offsets[1] - entry.offsets[0];
  const MaybeSize elements = product(entry.shape);
  const auto width = dtype_bytes(entry.dtype);
  const MaybeSize wanted = width ? checked_multiply(elements, *width) : bytes;
  if (elements && wanted == bytes) return std::nullopt;
  return bad(wanted ? fmt::format("data_offsets {} bytes apart", *wanted)
                    : "a shape whose size fits 64 bits",
             fmt::format("{}", bytes));
}

/// Q4NX-2, for all: in order of their offsets they follow each other without overlap, hole or rest.
MaybeRefusal gaps(const std::vector<Q4nxEntry>& entries, std::uint64_t start, std::uint64_t data) {
  std::vector<const Q4nxEntry*> order;
  for (const Q4nxEntry& entry : entries) order.push_back(&entry);
  // Not by the array itself: libstdc++ 12 compares too few bytes of one on big-endian machines.
  const auto offsets = [](const Q4nxEntry* entry) {
    return std::pair(entry->offsets[0], entry->offsets[1]);
  };
  std::ranges::sort(order, {}, offsets);
  std::uint64_t end = 0;
  for (const Q4nxEntry* entry : order) {
    if (entry->offsets[0] != end)
      return refusal(RefusalName::Header, where_of(*entry),
                     fmt::format("data_offsets that begin at {}, where the one before ends", end),
                     fmt::format("{}", entry->offsets[0]), start + end);
    end = entry->offsets[1];
  }
  if (end == data) return std::nullopt;
  return refusal(RefusalName::Header, "data", fmt::format("{} bytes", end), fmt::format("{}", data),
                 start + end);
}

/// [R, C, B] states its own geometry; [tiles, B] needs to be told.
void set_chunk_geometry(TensorInfo& tensor, spec::Format format,
                        std::optional<spec::Geometry> shape) {
  const spec::FormatRow& row = spec::row_of(format);
  const std::string where = "tensor " + cut(tensor.name);
  if (tensor.dims.size() == 3)  // Q4NX-4
    tensor.geometry = {checked_multiply(tensor.dims[0], row.rows).value_or(0),
                       checked_multiply(tensor.dims[1], row.columns).value_or(0)};
  else if (shape)  // Q4NX-5
    tensor.geometry = *shape;
  if (tensor.dims.size() == 3 && shape && tensor.geometry != *shape) {
    tensor.refusal = refusal(
        RefusalName::Geometry, where, fmt::format("N = {}, K = {} as given", shape->n, shape->k),
        fmt::format("N = {}, K = {}", tensor.geometry.n, tensor.geometry.k), tensor.offset);
    return;
  }
  if (tensor.dims.size() == 2 && !shape) {
    tensor.refusal =
        refusal(RefusalName::Geometry, where, "N and K to be given",
                fmt::format("{} tiles of {}", tensor.dims[0], row.name), tensor.offset);
    return;
  }
  const auto bytes = format_bytes(format, tensor.geometry, where);
  if (!bytes)
    tensor.refusal = bytes.error();
  else if (*bytes != tensor.bytes)
    tensor.refusal = refusal(
        RefusalName::Size, where,
        fmt::format("{} bytes for N = {}, K = {}", *bytes, tensor.geometry.n, tensor.geometry.k),
        fmt::format("{}", tensor.bytes), tensor.offset);
}

TensorInfo tensor_of(Q4nxEntry& entry, std::uint64_t start, std::optional<spec::Geometry> shape) {
  TensorInfo tensor;
  tensor.name = std::move(entry.name);
  tensor.dims = std::move(entry.shape);
  tensor.offset = start + entry.offsets[0];
  tensor.bytes = entry.offsets[1] - entry.offsets[0];
  const std::size_t rank = tensor.dims.size();
  const auto format = entry.dtype == kChunkDtype && (rank == 2 || rank == 3)
                          ? chunk_format(tensor.dims.back())
                          : std::nullopt;
  if (format) {
    tensor.type = *format;
    set_chunk_geometry(tensor, *format, shape);
    return tensor;
  }
  tensor.type = dtype_type(entry.dtype);
  const std::span<const std::uint64_t> dims(tensor.dims);
  tensor.geometry.k = dims.empty() ? 1 : dims.back();
  tensor.geometry.n = dims.empty() ? 1 : product(dims.first(rank - 1)).value_or(0);
  return tensor;
}

}  // namespace

Loaded<Model> read_q4nx(std::unique_ptr<Source> source, std::optional<spec::Geometry> shape) {
  const auto json = read_json(*source);
  if (!json) return std::unexpected(json.error());
  auto header = parse_q4nx_header(*json);
  if (!header) return refused(std::move(header.error()));
  const std::uint64_t start = kLengthBytes + json->size();
  const std::uint64_t data = source->size() - start;
  for (const Q4nxEntry& entry : header->entries)
    if (auto bad = bad_entry(entry, data)) return refused(std::move(*bad));
  if (auto bad = gaps(header->entries, start, data)) return refused(std::move(*bad));
  std::vector<TensorInfo> tensors;
  tensors.reserve(header->entries.size());
  for (Q4nxEntry& entry : header->entries) tensors.push_back(tensor_of(entry, start, shape));
  return Model(std::move(source), std::move(tensors), Q4nxInfo{std::move(header->metadata)});
}

}  // namespace tritproof::container
