// SPDX-License-Identifier: Apache-2.0
#include "fuzz/containers/gguf_judge.h"

#include <array>
#include <bit>
#include <set>

#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

using spec::RefusalName;
using Verdict = std::optional<GgufVerdict>;
__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kMostCount = 1u << 20;
constexpr std::uint64_t kMostText = 1u << 20;
constexpr std::uint64_t kMostKey = 65535;

GgufVerdict header(std::string_view rule) { return {rule, RefusalName::Header}; }

Verdict judge_keys(const GgufFile& file) {
  std::set<std::string_view> seen;
  for (const GgufKey& key : file.keys) {
    if (key.key.empty() || key.key.size() > kMostKey) return header("GGUF-5");
    const auto facts = gguf_value(key.value, key.type);
    if (!facts || facts->bad_boolean) return header("GGUF-3");
    if (facts->depth > 8) return header("GGUF-4");
    if (facts->longest > kMostText) return header("GGUF-14");
    if (!seen.insert(key.key).second) return header("GGUF-5");
    if (key.key != "general.alignment") continue;
    const std::uint64_t stated = key.type == 4 ? laws::load_word(key.value, 0, 4) : 0;
    if (!std::has_single_bit(stated) || stated > 1u << 20) return header("GGUF-6");
  }
  return {};
}

Verdict judge_line(const GgufTensorLine& tensor) {
  if (tensor.name.size() > 63) return header("GGUF-7");
  if (tensor.dims.empty() || tensor.dims.size() > 4) return header("GGUF-8");
  Wide elements = 1;
  for (const std::uint64_t dim : tensor.dims) {
    if (dim == 0) return header("GGUF-8");
    elements *= dim;
    if (elements >> 63 != 0) return header("GGUF-8");
  }
  if (gguf_block(tensor.id).elements != 0 && !gguf_bytes(tensor.id, tensor.dims))
    return header("GGUF-9");
  return {};
}

/// The data as a reader has to see them: everything counted from their start.
struct Data {
  std::uint64_t alignment = 32;
  std::uint64_t size = 0;

  [[nodiscard]] Wide padded(std::uint64_t bytes) const {
    return (Wide{bytes} + alignment - 1) / alignment * alignment;
  }
};

// GGUF-13 for one tensor: a type whose size is unknown has at least one byte.
bool outside(const GgufTensorLine& tensor, const Data& data) {
  const auto bytes = gguf_bytes(tensor.id, tensor.dims);
  return Wide{tensor.offset} + (bytes ? data.padded(*bytes) : Wide{1}) > data.size;
}

// GGUF-11
bool misplaced(const GgufFile& file, std::size_t i, const Data& data) {
  const std::uint64_t offset = file.tensors[i].offset;
  if (offset % data.alignment != 0) return true;
  if (i == 0) return offset != 0;
  const GgufTensorLine& before = file.tensors[i - 1];
  const auto bytes = gguf_bytes(before.id, before.dims);
  return bytes ? Wide{before.offset} + data.padded(*bytes) != offset : offset <= before.offset;
}

Verdict judge_data(const GgufFile& file) {
  const std::uint64_t alignment = gguf_alignment(file);
  const std::uint64_t start = (file.header + alignment - 1) / alignment * alignment;
  const GgufVerdict size{"GGUF-13", RefusalName::Size};
  if (file.tensors.empty()) return file.size > start ? Verdict(size) : Verdict();
  if (file.size < start) return size;
  const Data data{alignment, file.size - start};
  for (const GgufTensorLine& tensor : file.tensors)
    if (outside(tensor, data)) return size;
  for (std::size_t i = 0; i < file.tensors.size(); ++i)
    if (misplaced(file, i, data)) return header("GGUF-11");
  const GgufTensorLine& last = file.tensors.back();
  const auto bytes = gguf_bytes(last.id, last.dims);
  const std::uint64_t extent = data.size - last.offset;
  const bool even = bytes ? data.padded(*bytes) == extent : extent % alignment == 0;
  return even ? Verdict() : Verdict(size);
}

struct Reading {
  std::uint64_t elements;
  std::uint64_t bytes;
};
constexpr std::array<Reading, 4> kReadings{{{64, 18}, {128, 34}, {128, 34}, {256, 42}}};

}  // namespace

bool is_q2_0(const std::vector<std::uint64_t>& dims, std::uint64_t extent,
             std::uint64_t alignment) {
  const Data data{alignment, 0};
  unsigned fit = 0;
  for (std::size_t i = 0; i < kReadings.size(); ++i) {
    if (dims.front() % kReadings[i].elements != 0) continue;
    Wide bytes = Wide{dims.front() / kReadings[i].elements} * kReadings[i].bytes;
    for (std::size_t d = 1; d < dims.size(); ++d) bytes *= dims[d];
    if (bytes >> 63 == 0 && data.padded(static_cast<std::uint64_t>(bytes)) == extent)
      fit |= 1u << i;
  }
  return fit == 1;
}

Verdict judge_gguf(std::span<const std::uint8_t> bytes) {
  if (bytes.size() >= 24 &&
      (laws::load_word(bytes, 8, 8) > kMostCount || laws::load_word(bytes, 16, 8) > kMostCount))
    return header("GGUF-14");
  const auto file = take_apart(bytes);
  if (!file) return header("GGUF-2");
  if (file->magic != 0x46554747 || (file->version != 2 && file->version != 3))
    return header("GGUF-1");
  if (auto bad = judge_keys(*file)) return bad;
  std::set<std::string_view> names;
  for (const GgufTensorLine& tensor : file->tensors) {
    if (auto bad = judge_line(tensor)) return bad;
    if (!names.insert(tensor.name).second) return header("GGUF-7");
  }
  return judge_data(*file);
}

}  // namespace tritproof::fuzz
