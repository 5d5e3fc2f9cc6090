// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "codec/container/q4nx_reader.h"
#include "codec/container/q4nx_writer.h"
#include "fuzz/mutators/q4nx_mutator.h"
#include "fuzz/target.h"
#include "fuzz/targets/container.h"

/// The reader and writer of safetensors against the document as a whole.
namespace tritproof::fuzz {
namespace {

using container::Model;
using container::TensorInfo;

constexpr std::size_t kMostBytes = 64u << 10;

[[noreturn]] void misread(std::string_view field, const std::string& what) {
  broken_law<"safetensors/description">(std::string(field) + "/differs/-", what);
}

void check_tensor(const Q4nxFile& file, const Q4nxLine& line, const TensorInfo& tensor,
                  std::optional<spec::Geometry> shape) {
  const Q4nxMeaning meaning = meaning_of(line, shape);
  if (tensor.name != line.name || tensor.dims != line.shape) misread("tensors", line.name);
  if (tensor.offset != file.data + line.begin) misread("offset", line.name);
  if (tensor.bytes != line.end - line.begin) misread("bytes", line.name);
  const auto* format = std::get_if<spec::Format>(&tensor.type);
  if ((format != nullptr) != meaning.format.has_value() || (format && *format != *meaning.format))
    misread("type", line.name);
  if (tensor.geometry != meaning.geometry) misread("geometry", line.name);
  if (tensor.refusal.has_value() != meaning.refusal.has_value() ||
      (tensor.refusal && tensor.refusal->name != *meaning.refusal))
    misread("refusal", line.name);
}

void check_description(const Q4nxFile& file, const Model& model,
                       std::optional<spec::Geometry> shape) {
  if (std::get<container::Q4nxInfo>(model.info()).metadata != file.metadata)
    misread("metadata", "the map");
  if (model.tensors().size() != file.tensors.size()) misread("tensors", "their number");
  for (std::size_t i = 0; i < file.tensors.size(); ++i)
    check_tensor(file, file.tensors[i], model.tensors()[i], shape);
}

// What was read and is planned unchanged is read as the same again, byte by byte of its data.
void check_rewritten(const Bytes& bytes, const Q4nxFile& file, const Model& model) {
  container::Q4nxPlan plan{file.metadata, {}};
  for (const TensorInfo& tensor : model.tensors())
    plan.tensors.push_back(container::rewritten_q4nx(tensor));
  Bytes out;
  const auto sink = container::memory_sink(out);
  auto writer = container::start_q4nx(*sink, plan);
  if (!writer)
    broken_law<"safetensors/writer">("rules/refuses/-", container::text_of(writer.error()));
  const std::span<const std::uint8_t> source(bytes);
  for (const TensorInfo& tensor : model.tensors())
    if (!writer->append(source.subspan(tensor.offset, tensor.bytes)))
      broken_law<"safetensors/writer">("data/refuses/-", tensor.name);
  const auto again = writer->finish() ? judge_q4nx(out) : std::nullopt;
  if (!again || again->metadata != file.metadata || again->tensors.size() != file.tensors.size())
    broken_law<"safetensors/writer">("tensors/differs/-", "not the file that was read");
  for (std::size_t i = 0; i < file.tensors.size(); ++i) {
    const Q4nxLine &old = file.tensors[i], &fresh = again->tensors[i];
    const auto was = source.subspan(file.data + old.begin, old.end - old.begin);
    const auto is = std::span(out).subspan(again->data + fresh.begin, fresh.end - fresh.begin);
    if (old.name != fresh.name || old.dtype != fresh.dtype || old.shape != fresh.shape ||
        !std::ranges::equal(was, is))
      broken_law<"safetensors/writer">("data/differs/-", old.name);
  }
}

void run(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > kMostBytes) return;
  const Bytes input(bytes.begin(), bytes.end());
  const auto file = judge_q4nx(input);
  constexpr spec::Geometry kTwoTiles{32, 512};
  for (const auto& shape : {std::optional<spec::Geometry>(), std::optional(kTwoTiles)}) {
    const auto model = container::read_q4nx(container::memory_source(input), shape);
    same_verdict<"safetensors/verdict">(
        file ? Wanted{} : Wanted{"Q4NX-2", spec::RefusalName::Header}, model, input.size());
    if (!model) return;
    check_description(*file, *model, shape);
    if (!shape) check_rewritten(input, *file, *model);
  }
}

std::vector<Seed> seeds() {
  Q4nxFile small;
  small.tensors = {{"w", "U8", {1, 1, 2176}, 0, 2176}};
  Q4nxFile rich = rich_q4nx();
  const std::uint64_t data = lay_out_q4nx(rich);
  return {{"rich.safetensors", q4nx_bytes(rich, data)}, {"small.q4nx", q4nx_bytes(small, 2176)}};
}

}  // namespace

extern constexpr Target fuzz_safetensors{"fuzz_safetensors", "safetensors", kMostBytes, run,
                                         mutate_q4nx,        splice,        seeds};

}  // namespace tritproof::fuzz
