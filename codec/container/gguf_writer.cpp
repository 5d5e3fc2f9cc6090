// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "codec/container/checked.h"
#include "codec/container/gguf_metadata.h"
#include "codec/container/gguf_reader.h"
#include "codec/container/gguf_types.h"
#include "codec/container/little_endian.h"
#include "codec/container/planned_source.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using spec::RefusalName;

constexpr std::uint32_t kVersion = 3;

using Bytes = std::vector<std::uint8_t>;
using Promises = std::vector<DataWriter::Promise>;

void append_text(Bytes& out, const std::string& text) {
  append_le(out, std::uint64_t{text.size()});
  for (const char c : text) out.push_back(static_cast<std::uint8_t>(c));
}

std::vector<GgufEntry> with_alignment(std::vector<GgufEntry> entries, std::uint32_t alignment) {
  GgufEntry stated = entry_u32(std::string(kAlignmentKey), alignment);
  const auto at = std::ranges::find(entries, kAlignmentKey, &GgufEntry::key);
  if (at != entries.end())
    *at = std::move(stated);
  else if (alignment != GgufInfo{}.alignment)
    entries.push_back(std::move(stated));
  return entries;
}

/// Bytes of a tensor without padding; nothing if they cannot be told, which the reader words.
MaybeSize bytes_of(const GgufTensor& tensor, std::uint32_t id) {
  const GgufType type = gguf_type(id);
  const bool q2_0 = std::holds_alternative<spec::Format>(tensor.type);
  if (type.elements == 0 && !q2_0) return tensor.bytes;
  const spec::FormatRow& row = spec::row_of(spec::Format::q2_0);
  const std::uint64_t elements = type.elements != 0 ? type.elements : row.columns;
  const std::uint64_t bytes = type.elements != 0 ? type.bytes : row.bytes;
  if (tensor.dims.empty()) return std::nullopt;
  MaybeSize n = 1;
  for (std::size_t i = 1; i < tensor.dims.size(); ++i) n = checked_multiply(n, tensor.dims[i]);
  return n ? block_bytes({*n, tensor.dims.front()}, elements, bytes) : std::nullopt;
}

/// The part of the header that describes one tensor, and what it promises.
spec::Result<DataWriter::Promise> append_tensor(Bytes& out, const GgufTensor& tensor,
                                                std::uint64_t offset, std::uint32_t alignment) {
  const std::string where = "tensor " + cut(tensor.name);
  const auto id = gguf_id(tensor.type, where);
  if (!id) return std::unexpected(id.error());
  const MaybeSize bytes = bytes_of(tensor, *id);
  const MaybeSize whole = padded(bytes, alignment);
  if (!checked_add(whole, offset))
    return std::unexpected(refusal(RefusalName::Header, where, "rows of whole blocks",
                                   "dimensions that have no size"));
  append_text(out, tensor.name);
  append_le(out, static_cast<std::uint32_t>(tensor.dims.size()));
  for (const std::uint64_t dim : tensor.dims) append_le(out, dim);
  append_le(out, *id);
  append_le(out, offset);
  return DataWriter::Promise{tensor.name, *bytes, *whole - *bytes};
}

void append_head(Bytes& out, const GgufPlan& plan, const std::vector<GgufEntry>& entries) {
  append_le(out, kGgufMagic);
  append_le(out, kVersion);
  append_le(out, std::uint64_t{plan.tensors.size()});
  append_le(out, std::uint64_t{entries.size()});
  for (const GgufEntry& entry : entries) {
    append_text(out, entry.key);
    append_le(out, entry.type);
    out.insert(out.end(), entry.value.begin(), entry.value.end());
  }
}

/// Judged by the reader, data as zeros: one set of rules for both.
std::expected<void, Failure> judge(const Bytes& header, std::uint64_t data) {
  const MaybeSize size = checked_add(header.size(), data);
  if (!size)
    return std::unexpected(
        Failure(refusal(RefusalName::Size, "data", "a file below 2^64 bytes", "more")));
  auto model = read_gguf(std::make_unique<PlannedSource>(header, *size));
  if (!model) return std::unexpected(std::move(model.error()));
  return {};
}

bool is_alignment(std::uint32_t value) {
  return std::has_single_bit(value) && value <= kMaxGgufAlignment;
}

}  // namespace

GgufTensor rewritten(const TensorInfo& tensor) {
  return {tensor.name, tensor.type, tensor.dims, tensor.bytes};
}

Loaded<DataWriter> start_gguf(Sink& sink, const GgufPlan& plan) {
  if (!is_alignment(plan.alignment))
    return std::unexpected(
        Failure(refusal(RefusalName::Header, "alignment", "a power of two from 1 to 1048576",
                        fmt::format("{}", plan.alignment))));
  Bytes header;
  append_head(header, plan, with_alignment(plan.metadata, plan.alignment));
  Promises promises;
  std::uint64_t data = 0;
  for (const GgufTensor& tensor : plan.tensors) {
    auto promise = append_tensor(header, tensor, data, plan.alignment);
    if (!promise) return std::unexpected(Failure(std::move(promise.error())));
    data += promise->bytes + promise->padding;
    promises.push_back(std::move(*promise));
  }
  if (!plan.tensors.empty())
    header.resize(static_cast<std::size_t>(*padded(header.size(), plan.alignment)));
  if (auto good = judge(header, data); !good) return std::unexpected(std::move(good.error()));
  if (auto done = sink.append(header); !done)
    return std::unexpected(Failure(std::move(done.error())));
  return DataWriter(sink, std::move(promises));
}

}  // namespace tritproof::container
