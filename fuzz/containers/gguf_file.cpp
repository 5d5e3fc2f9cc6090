// SPDX-License-Identifier: Apache-2.0
#include "fuzz/containers/gguf_file.h"

#include <algorithm>
#include <array>

#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kMostItems = 1u << 16;
constexpr int kMostDepth = 64;
constexpr std::array<std::uint8_t, 13> kTypeWidths{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
constexpr std::uint32_t kBool = 7, kText = 8, kArray = 9;

/// Bytes from the front of a span, as long as there are enough.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t word(std::size_t width) {
    if (left() < width) good_ = false;
    if (!good_) return 0;
    at_ += width;
    return laws::load_word(bytes_, at_ - width, width);
  }
  std::span<const std::uint8_t> run(std::uint64_t count) {
    if (left() < count) good_ = false;
    if (!good_) return {};
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  std::string text() {
    const auto run = this->run(word(8));
    return {run.begin(), run.end()};
  }
  void fail() { good_ = false; }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::uint64_t at() const { return at_; }
  [[nodiscard]] std::uint64_t left() const { return bytes_.size() - at_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

void walk(Reader& reader, std::uint32_t type, int depth, GgufValueFacts& facts) {
  if (type >= kTypeWidths.size() || depth > kMostDepth) return reader.fail();
  if (type == kText) {
    const std::uint64_t length = reader.word(8);
    if (reader.good()) facts.longest = std::max(facts.longest, length);
    reader.run(length);
    return;
  }
  if (type != kArray) {
    const std::uint64_t word = reader.word(kTypeWidths[type]);
    facts.bad_boolean |= type == kBool && word > 1;
    return;
  }
  facts.depth = std::max(facts.depth, depth + 1);
  const auto element = static_cast<std::uint32_t>(reader.word(4));
  const std::uint64_t count = reader.word(8);
  if (element >= kTypeWidths.size() || count > reader.left()) return reader.fail();
  for (std::uint64_t i = 0; i < count && reader.good(); ++i)
    walk(reader, element, depth + 1, facts);
}

void append(Bytes& out, std::uint64_t word, std::size_t width) {
  out.resize(out.size() + width);
  laws::store_word(out, out.size() - width, width, word);
}

void append_text(Bytes& out, const std::string& text) {
  append(out, text.size(), 8);
  out.insert(out.end(), text.begin(), text.end());
}

GgufKey take_key(Reader& reader, std::span<const std::uint8_t> all) {
  GgufKey key;
  key.key = reader.text();
  key.type = static_cast<std::uint32_t>(reader.word(4));
  if (!reader.good()) return key;
  const auto facts = gguf_value(all.subspan(reader.at()), key.type);
  if (!facts) reader.fail();
  const auto value = reader.run(facts ? facts->bytes : 0);
  key.value.assign(value.begin(), value.end());
  return key;
}

GgufTensorLine take_tensor(Reader& reader) {
  GgufTensorLine tensor;
  tensor.name = reader.text();
  const std::uint64_t dims = reader.word(4);
  if (dims > kMostItems) reader.fail();
  for (std::uint64_t i = 0; i < dims && reader.good(); ++i) tensor.dims.push_back(reader.word(8));
  tensor.id = static_cast<std::uint32_t>(reader.word(4));
  tensor.offset = reader.word(8);
  return tensor;
}

// From ggml's own table of types; ids from 40 on differ between forks (spec/gguf.md).
constexpr std::array<GgufBlock, 35> kBlocks{
    {{0, 1, 4},      {1, 1, 2},      {2, 32, 18},   {3, 32, 20},    {6, 32, 22},    {7, 32, 24},
     {8, 32, 34},    {9, 32, 36},    {10, 256, 84}, {11, 256, 110}, {12, 256, 144}, {13, 256, 176},
     {14, 256, 210}, {15, 256, 292}, {16, 256, 66}, {17, 256, 74},  {18, 256, 98},  {19, 256, 50},
     {20, 32, 18},   {21, 256, 110}, {22, 256, 82}, {23, 256, 136}, {24, 1, 1},     {25, 1, 2},
     {26, 1, 4},     {27, 1, 8},     {28, 1, 8},    {29, 256, 56},  {30, 1, 2},     {34, 256, 54},
     {35, 256, 66},  {39, 32, 17},   {42, 0, 0},    {142, 128, 34}, {143, 128, 28}}};

}  // namespace

std::optional<GgufValueFacts> gguf_value(std::span<const std::uint8_t> bytes, std::uint32_t type) {
  Reader reader(bytes);
  GgufValueFacts facts;
  walk(reader, type, 0, facts);
  facts.bytes = reader.at();
  if (!reader.good()) return {};
  return facts;
}

std::optional<GgufFile> take_apart(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  GgufFile file;
  file.magic = static_cast<std::uint32_t>(reader.word(4));
  file.version = static_cast<std::uint32_t>(reader.word(4));
  const std::uint64_t tensors = reader.word(8), keys = reader.word(8);
  if (tensors > kMostItems || keys > kMostItems) return {};
  for (std::uint64_t i = 0; i < keys && reader.good(); ++i)
    file.keys.push_back(take_key(reader, bytes));
  for (std::uint64_t i = 0; i < tensors && reader.good(); ++i)
    file.tensors.push_back(take_tensor(reader));
  if (!reader.good()) return {};
  file.header = reader.at();
  file.size = bytes.size();
  file.rest.assign(bytes.begin() + static_cast<std::ptrdiff_t>(reader.at()), bytes.end());
  return file;
}

Bytes gguf_header(const GgufFile& file) {
  Bytes out;
  append(out, file.magic, 4);
  append(out, file.version, 4);
  append(out, file.tensors.size(), 8);
  append(out, file.keys.size(), 8);
  for (const GgufKey& key : file.keys) {
    append_text(out, key.key);
    append(out, key.type, 4);
    out.insert(out.end(), key.value.begin(), key.value.end());
  }
  for (const GgufTensorLine& tensor : file.tensors) {
    append_text(out, tensor.name);
    append(out, tensor.dims.size(), 4);
    for (const std::uint64_t dim : tensor.dims) append(out, dim, 8);
    append(out, tensor.id, 4);
    append(out, tensor.offset, 8);
  }
  return out;
}

std::uint64_t gguf_alignment(const GgufFile& file) {
  const auto key = std::ranges::find(file.keys, "general.alignment", &GgufKey::key);
  if (key == file.keys.end() || key->type != 4 || key->value.size() != 4) return 32;
  return laws::load_word(key->value, 0, 4);
}

std::span<const GgufBlock> gguf_blocks() { return kBlocks; }

GgufBlock gguf_block(std::uint32_t id) {
  for (const GgufBlock& block : kBlocks)
    if (block.id == id) return block;
  return {id, 0, 0};
}

std::optional<std::uint64_t> gguf_bytes(std::uint32_t id, const std::vector<std::uint64_t>& dims) {
  const GgufBlock block = gguf_block(id);
  if (block.elements == 0 || dims.empty() || dims.front() % block.elements != 0) return {};
  // No number here passes 2^63 * 292, so 128 bits never wrap.
  Wide bytes = Wide{dims.front() / block.elements} * block.bytes;
  for (std::size_t i = 1; i < dims.size(); ++i) {
    if (bytes >> 63 != 0) return {};
    bytes *= dims[i];
  }
  if (bytes >> 63 != 0) return {};
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace tritproof::fuzz
