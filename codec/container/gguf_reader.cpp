// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "codec/container/checked.h"
#include "codec/container/gguf_cursor.h"
#include "codec/container/gguf_layout.h"
#include "codec/container/gguf_metadata.h"
#include "codec/container/gguf_types.h"
#include "codec/container/refuse.h"
#include "codec/container/sorted_names.h"

namespace tritproof::container {
namespace {

using spec::RefusalName;

constexpr std::uint64_t kHeadBytes = 24;
constexpr std::uint64_t kSmallestEntry = 14;   ///< key of one byte, value of one byte
constexpr std::uint64_t kSmallestTensor = 32;  ///< empty name, one dimension
constexpr std::uint32_t kMaxDims = 4;
constexpr std::uint64_t kMaxSize = (std::uint64_t{1} << 63) - 1;  ///< elements, and bytes

struct Head {
  std::uint32_t version = 0;
  std::uint64_t tensors = 0;
  std::uint64_t keys = 0;
};

struct Contents {
  GgufInfo info;
  std::vector<StatedTensor> tensors;
};

/// GGUF-1
void check_version(GgufCursor& cursor, std::uint32_t version) {
  if (!cursor.ok() || version == 2 || version == 3) return;
  const bool swapped = version != 0 && (version & 0xFFFF) == 0;
  cursor.fail("version 2 or 3, little-endian",
              swapped ? fmt::format("{:#010x}: the file looks big-endian", version)
                      : fmt::format("version {}", version),
              4);
}

/// A count above its cap, or above what the file can hold, never sizes anything (GGUF-14).
std::uint64_t read_count(GgufCursor& cursor, std::uint64_t cap, std::uint64_t smallest) {
  const std::uint64_t at = cursor.position();
  const std::uint64_t count = cursor.u64();
  if (count > cap) cursor.fail(fmt::format("at most {}", cap), fmt::format("{}", count), at);
  if (cursor.ok() && count > cursor.remaining() / smallest)
    cursor.fail(fmt::format("{}", count),
                fmt::format("only {} bytes left for them", cursor.remaining()), at);
  return count;
}

Head read_head(GgufCursor& cursor) {
  Head head;
  cursor.set_where("magic");
  const std::uint32_t magic = cursor.u32();
  if (magic != kGgufMagic) cursor.fail("the bytes 47 47 55 46", fmt::format("{:#010x}", magic), 0);
  cursor.set_where("version");
  head.version = cursor.u32();
  check_version(cursor, head.version);
  cursor.set_where("number of tensors");
  head.tensors = read_count(cursor, kMaxGgufTensors, kSmallestTensor);
  cursor.set_where("number of keys");
  head.keys = read_count(cursor, kMaxGgufKeys, kSmallestEntry);
  return head;
}

std::uint64_t byte_of_entry(const std::vector<GgufEntry>& entries, std::size_t index) {
  std::uint64_t at = kHeadBytes;
  for (std::size_t i = 0; i < index; ++i)
    at += 12 + entries[i].key.size() + entries[i].value.size();
  return at;
}

/// GGUF-5
std::optional<spec::Refusal> repeated_key(const std::vector<GgufEntry>& entries) {
  const auto twice = repeated(entries, &GgufEntry::key);
  if (!twice) return std::nullopt;
  return refusal(RefusalName::Header, "key " + cut(entries[*twice].key), "each key once",
                 "it a second time", byte_of_entry(entries, *twice));
}

/// GGUF-8
void read_dims(GgufCursor& cursor, std::vector<std::uint64_t>& dims) {
  const std::uint64_t at = cursor.position();
  const std::uint32_t count = cursor.u32();
  if (cursor.ok() && (count == 0 || count > kMaxDims))
    cursor.fail(fmt::format("1 to {} dimensions", kMaxDims), fmt::format("{}", count), at);
  MaybeSize elements = 1;
  for (std::uint32_t i = 0; i < count && cursor.ok(); ++i) {
    const std::uint64_t dim_at = cursor.position();
    dims.push_back(cursor.u64());
    elements = checked_multiply(elements, dims.back());
    if (cursor.ok() && dims.back() == 0)
      cursor.fail("dimensions above zero", fmt::format("dimension {} is 0", i), dim_at);
    if (!elements || *elements > kMaxSize)
      cursor.fail("fewer than 2^63 elements", fmt::format("dimension {} of {}", i, dims.back()),
                  dim_at);
  }
}

/// GGUF-9; read_dims has shown that the product fits.
spec::Geometry geometry_of(const std::vector<std::uint64_t>& dims) {
  spec::Geometry out{1, dims.front()};
  for (std::size_t i = 1; i < dims.size(); ++i) out.n *= dims[i];
  return out;
}

void read_type(GgufCursor& cursor, StatedTensor& tensor) {
  const std::uint64_t at = cursor.position();
  tensor.id = cursor.u32();
  if (!cursor.ok()) return;
  GgufType type = gguf_type(tensor.id);
  tensor.info.type = std::move(type.type);
  if (type.elements == 0) return;
  tensor.needs = block_bytes(tensor.info.geometry, type.elements, type.bytes);
  if (!tensor.needs || *tensor.needs > kMaxSize)
    cursor.fail(fmt::format("rows of whole blocks of {} elements for {}, and fewer than 2^63 bytes",
                            type.elements, name_of(tensor.info.type)),
                fmt::format("N = {}, K = {}", tensor.info.geometry.n, tensor.info.geometry.k), at);
}

StatedTensor read_tensor(GgufCursor& cursor, std::uint64_t index) {
  StatedTensor tensor;
  cursor.set_where(fmt::format("tensor {}", index));
  tensor.info.name = cursor.text(kMaxGgufName);
  cursor.set_where("tensor " + cut(tensor.info.name));
  read_dims(cursor, tensor.info.dims);
  if (!cursor.ok()) return tensor;
  tensor.info.geometry = geometry_of(tensor.info.dims);
  read_type(cursor, tensor);
  tensor.at = cursor.position();
  tensor.info.offset = cursor.u64();
  return tensor;
}

/// GGUF-7
std::optional<spec::Refusal> repeated_name(const std::vector<StatedTensor>& tensors) {
  const auto name = [](const StatedTensor& tensor) -> const std::string& {
    return tensor.info.name;
  };
  const auto twice = repeated(tensors, name);
  if (!twice) return std::nullopt;
  return refusal(RefusalName::Header, "tensor " + cut(tensors[*twice].info.name), "each name once",
                 "it a second time", tensors[*twice].at);
}

spec::Result<std::uint32_t> alignment_of(const std::vector<GgufEntry>& entries) {
  auto alignment = stated_alignment(entries);
  if (alignment) return alignment;
  const GgufEntry* entry = find_entry(entries, kAlignmentKey);
  const std::uint64_t at = byte_of_entry(entries, static_cast<std::size_t>(entry - &entries[0]));
  alignment.error().places.push_back(spec::Place{at, 0, 0, 0});
  return alignment;
}

Loaded<Contents> read_contents(GgufCursor& cursor) {
  Contents out;
  const Head head = read_head(cursor);
  out.info.version = head.version;
  for (std::uint64_t i = 0; i < head.keys && cursor.ok(); ++i)
    out.info.entries.push_back(read_entry(cursor, i));
  for (std::uint64_t i = 0; i < head.tensors && cursor.ok(); ++i)
    out.tensors.push_back(read_tensor(cursor, i));
  if (!cursor.ok()) return std::unexpected(cursor.failure());
  if (auto bad = repeated_key(out.info.entries)) return refused(std::move(*bad));
  if (auto bad = repeated_name(out.tensors)) return refused(std::move(*bad));
  auto alignment = alignment_of(out.info.entries);
  if (!alignment) return refused(std::move(alignment.error()));
  out.info.alignment = *alignment;
  return out;
}

/// Where the data begin; Size if the file ends before them, or goes on without a tensor.
spec::Result<DataSection> data_section(std::uint64_t header, std::uint64_t size, bool tensors,
                                       std::uint32_t alignment) {
  // The header is at most 256 MiB, so that this cannot overflow.
  const std::uint64_t start = *padded(header, alignment);
  const bool good = tensors ? start <= size : size <= start;
  if (good) return DataSection{start, tensors ? size - start : 0, alignment, std::nullopt};
  return std::unexpected(refusal(
      RefusalName::Size, "data",
      tensors ? fmt::format("data from byte {}", start) : "no data, since there are no tensors",
      fmt::format("a file of {} bytes", size), header));
}

std::optional<spec::Refusal> unusable_statement(std::optional<spec::Format> id42) {
  if (!id42) return std::nullopt;
  for (const Reading& reading : readings_of_42())
    if (reading.format == id42) return std::nullopt;
  return refusal(RefusalName::AmbiguousType, "type id 42", "q2_0 or pq2_0",
                 std::string(spec::row_of(*id42).name));
}

}  // namespace

Loaded<Model> read_gguf(std::unique_ptr<Source> source, std::optional<spec::Format> id42) {
  if (auto bad = unusable_statement(id42)) return refused(std::move(*bad));
  GgufCursor cursor(*source, kMaxGgufHeader);
  auto contents = read_contents(cursor);
  if (!contents) return std::unexpected(std::move(contents.error()));
  auto section = data_section(cursor.position(), source->size(), !contents->tensors.empty(),
                              contents->info.alignment);
  if (!section) return refused(std::move(section.error()));
  section->id42 = id42;
  if (auto bad = lay_out(contents->tensors, *section)) return refused(std::move(*bad));
  std::vector<TensorInfo> tensors;
  tensors.reserve(contents->tensors.size());
  for (StatedTensor& tensor : contents->tensors) tensors.push_back(std::move(tensor.info));
  return Model(std::move(source), std::move(tensors), std::move(contents->info));
}

}  // namespace tritproof::container
