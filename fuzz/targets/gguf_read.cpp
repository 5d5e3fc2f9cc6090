// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "codec/container/gguf_reader.h"
#include "fuzz/broken.h"
#include "fuzz/containers/gguf_judge.h"
#include "fuzz/targets/container.h"
#include "fuzz/targets/gguf.h"
#include "fuzz/targets/model_use.h"

/// The GGUF reader against the rules asked one by one: what it reads, what it refuses, and whether
/// its description is that of the bytes.
namespace tritproof::fuzz {
namespace {

using container::Loaded;
using container::Model;
using container::TensorInfo;
using spec::Format;

std::uint32_t id_of(const TensorInfo& tensor) {
  if (const auto* other = std::get_if<container::OtherType>(&tensor.type)) return other->id;
  if (const auto* format = std::get_if<Format>(&tensor.type)) return spec::row_of(*format).gguf_id;
  constexpr std::array<std::uint32_t, 4> kFloats{0, 1, 30, 28};  // f32, f16, bf16, f64
  return kFloats[static_cast<std::size_t>(std::get<container::FloatType>(tensor.type))];
}

[[noreturn]] void misread(std::string_view field, const std::string& what) {
  broken_law<"gguf/description">(std::string(field) + "/differs/-", what);
}

void check_keys(const GgufFile& file, const container::GgufInfo& info) {
  if (info.version != file.version) misread("version", std::to_string(info.version));
  if (info.alignment != gguf_alignment(file)) misread("alignment", std::to_string(info.alignment));
  if (info.entries.size() != file.keys.size()) misread("keys", "their number");
  for (std::size_t i = 0; i < file.keys.size(); ++i) {
    const container::GgufEntry& entry = info.entries[i];
    if (GgufKey{entry.key, entry.type, entry.value} != file.keys[i])
      misread("keys", "key " + std::to_string(i));
  }
}

// GGUF-12: id 42, read without a word of the user's.
void check_42(const TensorInfo& tensor, std::uint64_t extent, std::uint64_t alignment) {
  const bool is = is_q2_0(tensor.dims, extent, alignment);
  const bool read = std::holds_alternative<Format>(tensor.type);
  if (is != read) misread("type", "id 42 " + std::string(is ? "is" : "is not") + " q2_0 alone");
  if (!is && (!tensor.refusal || tensor.refusal->name != spec::RefusalName::AmbiguousType))
    misread("type", "id 42 without AmbiguousType");
}

void check_tensor(const GgufFile& file, std::size_t i, const TensorInfo& tensor) {
  const GgufTensorLine& line = file.tensors[i];
  const std::uint64_t alignment = gguf_alignment(file);
  const std::uint64_t start = (file.header + alignment - 1) / alignment * alignment;
  const std::uint64_t end =
      i + 1 < file.tensors.size() ? file.tensors[i + 1].offset : file.size - start;
  std::uint64_t n = 1;
  for (std::size_t d = 1; d < line.dims.size(); ++d) n *= line.dims[d];
  if (tensor.name != line.name || tensor.dims != line.dims)
    misread("tensors", "tensor " + std::to_string(i));
  if (tensor.geometry != spec::Geometry{n, line.dims.front()}) misread("geometry", line.name);
  if (tensor.offset != start + line.offset) misread("offset", line.name);
  if (id_of(tensor) != line.id) misread("type", line.name);
  if (line.id == 42) return check_42(tensor, end - line.offset, alignment);
  if (tensor.bytes != gguf_bytes(line.id, line.dims).value_or(end - line.offset))
    misread("bytes", line.name);
  if (tensor.refusal) misread("refusal", line.name);
}

void check_description(std::span<const std::uint8_t> bytes, const Model& model) {
  const auto file = take_apart(bytes);
  check_keys(*file, std::get<container::GgufInfo>(model.info()));
  if (model.tensors().size() != file->tensors.size()) misread("tensors", "their number");
  for (std::size_t i = 0; i < file->tensors.size(); ++i) check_tensor(*file, i, model.tensors()[i]);
}

// A statement about id 42 changes what such tensors are, never whether the file is read.
void check_stated(std::span<const std::uint8_t> bytes, const Model& model) {
  bool any = false;
  for (const TensorInfo& tensor : model.tensors()) any |= id_of(tensor) == 42;
  if (!any) return;
  const auto tiles = container::read_gguf(container::memory_source(bytes), Format::t2);
  if (tiles || refusal_in(tiles.error()) != spec::RefusalName::AmbiguousType)
    misread("statement", "id 42 as tiles");
  for (const Format format : {Format::q2_0, Format::pq2_0}) {
    const auto again = container::read_gguf(container::memory_source(bytes), format);
    if (!again) misread("statement", "a stated id 42 makes the file unreadable");
    for (const TensorInfo& tensor : again->tensors()) {
      const bool right = tensor.type == container::TensorType(format) || id_of(tensor) != 42 ||
                         (tensor.refusal && tensor.refusal->name == spec::RefusalName::Size);
      if (!right && std::holds_alternative<container::OtherType>(tensor.type))
        misread("statement", tensor.name);
    }
  }
}

void run(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > kMostContainer) return;
  const Bytes input(bytes.begin(), bytes.end());
  const auto model = container::read_gguf(container::memory_source(input));
  const auto verdict = judge_gguf(input);
  same_verdict<"gguf/verdict">(verdict ? Wanted{verdict->rule, verdict->refusal} : Wanted{}, model,
                               input.size());
  if (!model) return;
  check_description(input, *model);
  check_stated(input, *model);
}

}  // namespace

extern constexpr Target fuzz_gguf_read{"fuzz_gguf_read", "gguf", kMostContainer, run,
                                       mutate_gguf,      splice, gguf_seeds};

}  // namespace tritproof::fuzz
