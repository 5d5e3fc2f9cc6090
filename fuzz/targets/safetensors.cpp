// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/container/q4nx_reader.h"
#include "codec/container/q4nx_writer.h"
#include "fuzz/mutators/q4nx_mutator.h"
#include "fuzz/target.h"
#include "fuzz/targets/container.h"
#include "fuzz/targets/model_use.h"

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

// A plan of no file, by the number: names and dtypes that are not UTF-8, shapes that say something
// else, sizes that wrap. Q4NX-6: a format without chunks.
void check_refused_plan(container::Q4nxPlan plan, std::size_t number) {
  using spec::RefusalName;
  struct Bad {
    container::Q4nxTensor tensor;
    RefusalName name;
  };
  const std::string odd = "\xff";
  const container::OtherType bytes{0, "U8"};
  const std::array<Bad, 8> all{{
      {{odd, bytes, {1}, 0}, RefusalName::Header},
      {{"w", container::OtherType{0, odd}, {1}, 1}, RefusalName::Header},
      {{"w", spec::Format::t2, {1, 1, 2175}, 0}, RefusalName::Header},
      {{"w", spec::Format::t2, {2176}, 0}, RefusalName::Header},
      {{"w", spec::Format::tq1_0, {54}, 0}, RefusalName::NoSuchConversion},
      {{"w", container::FloatType::f64, {std::uint64_t{1} << 62, 2}, 0}, RefusalName::Header},
      {{"w", bytes, {~std::uint64_t{0} - 7}, 0}, RefusalName::Size},
      {{"w", container::FloatType::f16, {}, 0}, RefusalName::Header},
  }};
  const Bad& bad = all[number % all.size()];
  plan.tensors = {bad.tensor};
  if (bad.tensor.shape.empty())
    plan.metadata.insert(plan.metadata.begin(), number % 3 == 0 ? std::pair(odd, std::string("v"))
                                                                : std::pair(std::string("k"), odd));
  Bytes out;
  const auto writer = container::start_q4nx(*container::memory_sink(out), plan);
  if (writer || refusal_in(writer.error()) != bad.name)
    broken_law<"safetensors/writer">("rules/writes/-", std::to_string(number % all.size()));
}

// The shape that a container has for N x K of each format, also where the size does not fit.
void check_chunks(const TensorInfo& tensor) {
  __extension__ using Wide = unsigned __int128;
  for (const spec::FormatRow& row : spec::kFormats)
    for (const unsigned shift : {0u, 40u}) {
      const spec::Geometry g{tensor.geometry.n << shift, tensor.geometry.k << shift};
      const bool whole = g.n != 0 && g.k != 0 && g.n % row.rows == 0 && g.k % row.columns == 0;
      const bool fits = (Wide{g.n / row.rows} * (g.k / row.columns) >> 64 == 0) &&
                        Wide{g.n / row.rows * (g.k / row.columns)} * row.bytes >> 64 == 0;
      const auto wanted = row.chunk_bytes == 0 ? std::optional(spec::RefusalName::NoSuchConversion)
                          : !whole             ? std::optional(spec::RefusalName::Geometry)
                          : !fits              ? std::optional(spec::RefusalName::Size)
                                               : std::nullopt;
      const auto got = container::chunk_shape(row.id, g, "");
      const bool right =
          wanted ? !got && got.error().name == *wanted
                 : got && *got == std::vector<std::uint64_t>{g.n / row.rows, g.k / row.columns,
                                                             row.chunk_bytes};
      if (!right) broken_law<"safetensors/writer">("shape/differs/-", std::string(row.name));
    }
}

void check_on_disks(const Bytes& bytes, const Model& model, const container::Q4nxPlan& plan,
                    std::uint64_t whole) {
  check_uses<"safetensors/model">(bytes, model);
  check_failing_disk<"safetensors/model">(
      bytes, [](auto source) { return container::read_q4nx(std::move(source)); });
  std::vector<Bytes> data;
  for (const TensorInfo& tensor : model.tensors()) {
    const auto own = std::span(bytes).subspan(tensor.offset, tensor.bytes);
    data.emplace_back(own.begin(), own.end());
    check_chunks(tensor);
  }
  check_writing<"safetensors/writer">(
      [&plan](container::Sink& sink) { return container::start_q4nx(sink, plan); }, data, whole);
  check_refused_plan(plan, bytes.size());
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
  const auto model_again = container::read_q4nx(container::memory_source(out));
  for (std::size_t i = 0; i < model.tensors().size(); ++i)
    if (!model_again || model_again->tensors()[i].type != model.tensors()[i].type)
      broken_law<"safetensors/writer">("type/differs/-", model.tensors()[i].name);
  check_on_disks(bytes, model, plan, out.size());
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
