// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "codec/container/gguf_metadata.h"
#include "codec/container/gguf_reader.h"
#include "codec/container/gguf_types.h"
#include "codec/container/gguf_writer.h"
#include "codec/container/refuse.h"
#include "fuzz/broken.h"
#include "fuzz/containers/gguf_judge.h"
#include "fuzz/mutators/gguf_breaks.h"
#include "fuzz/targets/gguf.h"
#include "fuzz/targets/model_use.h"
#include "props/laws/words.h"

/// The GGUF writer: a plan taken from any file, kept to the rules or not, against the same file put
/// together by hand; and files that were read, written back.
namespace tritproof::fuzz {
namespace {

using container::GgufPlan;
using container::GgufTensor;

constexpr std::uint64_t kMostData = 1u << 20;

[[noreturn]] void wrong(const std::string& rest, const std::string& what) {
  broken_law<"gguf/writer">(rest, what);
}

std::uint64_t padded(std::uint64_t size, std::uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

// Bytes of a tensor as the plan promises them; nothing where its dimensions have no size.
std::optional<std::uint64_t> promised(const GgufTensorLine& line) {
  if (line.id != 42) {
    const bool settled = gguf_block(line.id).elements != 0;
    return settled ? gguf_bytes(line.id, line.dims) : std::optional<std::uint64_t>(40);
  }
  if (line.dims.empty() || line.dims[0] % 64 != 0) return {};
  std::vector<std::uint64_t> blocks = line.dims;
  blocks[0] = blocks[0] / 64 * 18;
  return gguf_bytes(24, blocks);  // bytes as int8: a product that may not wrap
}

GgufPlan plan_of(const GgufFile& file) {
  GgufPlan plan;
  plan.alignment = static_cast<std::uint32_t>(gguf_alignment(file));
  for (const GgufKey& key : file.keys) plan.metadata.push_back({key.key, key.type, key.value});
  for (const GgufTensorLine& line : file.tensors) {
    container::TensorType type = container::gguf_type(line.id).type;
    if (line.id == 42) type = spec::Format::q2_0;
    plan.tensors.push_back({line.name, std::move(type), line.dims, 40});
  }
  return plan;
}

/// The file that the plan asks for, by hand; nothing if it has no size or one above the cap.
struct ByHand {
  Bytes bytes;
  std::vector<std::uint64_t> sizes;  ///< of the tensors
};

std::optional<ByHand> by_hand(GgufFile file) {
  const std::uint64_t alignment = gguf_alignment(file);
  file.magic = 0x46554747;
  file.version = 3;
  const auto key = std::ranges::find(file.keys, "general.alignment", &GgufKey::key);
  if (key != file.keys.end()) *key = {"general.alignment", 4, word_bytes(alignment, 4)};
  ByHand made;
  std::uint64_t end = 0;
  for (GgufTensorLine& line : file.tensors) {
    const auto bytes = promised(line);
    if (!bytes || *bytes > kMostData || end > kMostData) return {};
    line.offset = end;
    end += padded(*bytes, alignment);
    made.sizes.push_back(*bytes);
  }
  made.bytes = gguf_header(file);
  if (file.tensors.empty()) return made;
  made.bytes.resize(padded(made.bytes.size(), alignment));
  for (const std::uint64_t size : made.sizes) {
    made.bytes.resize(made.bytes.size() + size, 0x5a);
    made.bytes.resize(made.bytes.size() + padded(size, alignment) - size, 0);
  }
  return made;
}

auto starting(const GgufPlan& plan) {
  return [&plan](container::Sink& sink) { return container::start_gguf(sink, plan); };
}

Bytes written(const GgufPlan& plan, const std::vector<Bytes>& data) {
  Bytes out;
  const auto sink = container::memory_sink(out);
  auto writer = container::start_gguf(*sink, plan);
  if (!writer) wrong("rules/refuses/-", container::text_of(writer.error()));
  for (const Bytes& tensor : data)
    if (!writer->append(tensor)) wrong("data/refuses/-", "promised bytes are refused");
  if (!writer->finish()) wrong("data/refuses/-", "finished data are called unfinished");
  return out;
}

// GGUF-6; a file by hand of a larger one would be its padding.
bool is_alignment(std::uint64_t number) {
  return std::has_single_bit(number) && number <= 1u << 20;
}

void check_plan(const GgufFile& file) {
  const bool whole = is_alignment(gguf_alignment(file));
  const auto made = whole ? by_hand(file) : std::nullopt;
  const auto verdict = made ? judge_gguf(made->bytes) : std::nullopt;
  const GgufPlan plan = plan_of(file);
  Bytes ignored;
  const auto sink = container::memory_sink(ignored);
  const auto writer = container::start_gguf(*sink, plan);
  if (writer && !whole) wrong("GGUF-6/writes/-", "an alignment that is none");
  if (!made) return;
  if (writer && verdict)
    wrong(std::string(verdict->rule) + "/writes/-", "a file that breaks a rule is written");
  if (verdict) return;
  std::vector<Bytes> data;
  for (const std::uint64_t size : made->sizes) data.emplace_back(size, std::uint8_t{0x5a});
  if (written(plan, data) != made->bytes) wrong("bytes/differs/-", "not the bytes of the plan");
  check_writing<"gguf/writer">(starting(plan), data, made->bytes.size());
}

// An alignment that the plan alone states is written as the last key.
void check_unstated(GgufFile file) {
  const std::uint64_t alignment = gguf_alignment(file);
  const auto key = std::ranges::find(file.keys, "general.alignment", &GgufKey::key);
  if (key == file.keys.end() || alignment == 32) return;
  file.keys.erase(key);
  GgufPlan plan = plan_of(file);
  plan.alignment = static_cast<std::uint32_t>(alignment);
  file.keys.push_back({"general.alignment", 4, word_bytes(alignment, 4)});
  const auto made = is_alignment(alignment) ? by_hand(file) : std::nullopt;
  if (!made || judge_gguf(made->bytes)) return;
  std::vector<Bytes> data;
  for (const std::uint64_t size : made->sizes) data.emplace_back(size, std::uint8_t{0x5a});
  if (written(plan, data) != made->bytes) wrong("GGUF-6/differs/-", "not the alignment's key");
}

// A tile has no type id, and no file is larger than 2^64 bytes.
void check_refused_plan(const GgufPlan& plan) {
  for (const auto& [type, k, name] :
       {std::tuple(container::TensorType(spec::Format::t2), std::uint64_t{256},
                   spec::RefusalName::NoSuchConversion),
        std::tuple(container::TensorType(container::FloatType::f32), (~std::uint64_t{0} >> 2) - 7,
                   spec::RefusalName::Size)}) {
    GgufPlan bad{plan.metadata, {{"w", type, {k}, 0}}, 32};
    Bytes ignored;
    const auto writer = container::start_gguf(*container::memory_sink(ignored), bad);
    if (writer || refusal_in(writer.error()) != name) wrong("rules/writes/-", "a plan of no file");
  }
}

// GGUF-3: what is said of a value, and values made anew.
void check_entry(const container::GgufEntry& entry) {
  constexpr std::array<std::string_view, 13> kTypes{
      "u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "text", "array", "u64", "i64", "f64"};
  const std::string said = container::describe(entry);
  if (!said.starts_with(kTypes[entry.type]) || said.size() > 200) wrong("value/describes/-", said);
  const bool is = entry.type == 0 || entry.type == 2 || entry.type == 4 || entry.type == 10;
  const auto number = container::unsigned_of(entry);
  const auto text = container::text_of(entry);
  if (number.has_value() != is || text.has_value() != (entry.type == 8))
    wrong("value/type/-", said);
  if (number && *number != laws::load_word(entry.value, 0, entry.value.size()))
    wrong("value/number/-", said);
  if (text && container::entry_text(entry.key, *text) != entry) wrong("value/text/-", said);
}

bool zero(std::span<const std::uint8_t> bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

// GGUF-16: what was read and is planned unchanged comes out byte for byte.
void check_rewritten(const Bytes& bytes, const GgufFile& file) {
  const auto model = container::read_gguf(container::memory_source(bytes));
  if (!model) return;
  const auto& info = std::get<container::GgufInfo>(model->info());
  for (const container::GgufEntry& entry : info.entries) check_entry(entry);
  check_uses<"gguf/model">(bytes, *model);
  check_failing_disk<"gguf/model">(
      bytes, [](auto source) { return container::read_gguf(std::move(source)); });
  if (file.version != 3 || file.tensors.empty()) return;
  const GgufPlan plan{info.entries, {}, info.alignment};
  GgufPlan all = plan;
  std::vector<Bytes> data;
  std::uint64_t end = file.header;
  const std::span<const std::uint8_t> source(bytes);
  for (const container::TensorInfo& tensor : model->tensors()) {
    if (!zero(source.subspan(end, tensor.offset - end))) return;
    all.tensors.push_back(container::rewritten(tensor));
    const auto own = source.subspan(tensor.offset, tensor.bytes);
    data.emplace_back(own.begin(), own.end());
    end = tensor.offset + tensor.bytes;
  }
  if (!zero(source.subspan(end))) return;
  if (written(all, data) != bytes) wrong("GGUF-16/differs/-", "a file is not written as it was");
  check_refused_plan(plan);
}

void run(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > kMostContainer) return;
  const auto file = take_apart(bytes);
  if (!file) return;
  check_plan(*file);
  check_unstated(*file);
  check_rewritten(Bytes(bytes.begin(), bytes.end()), *file);
}

}  // namespace

std::vector<Seed> gguf_seeds() {
  GgufFile small;
  small.magic = 0x46554747;
  small.tensors = {{"w", {64, 1}, 42, 0}};
  return {{"rich.gguf", consistent(rich_gguf())}, {"small.gguf", consistent(small)}};
}

extern constexpr Target fuzz_gguf_write{"fuzz_gguf_write", "gguf", kMostContainer, run,
                                        mutate_gguf,       splice, gguf_seeds};

}  // namespace tritproof::fuzz
