// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "codec/container/gguf_metadata.h"
#include "codec/container/gguf_reader.h"
#include "codec/container/little_endian.h"
#include "codec/container/refuse.h"

/// GGUF files assembled by hand, for the tests of reader and writer.
namespace tritproof::container::gguf_files {

using spec::Format;
using spec::RefusalName;
using Bytes = std::vector<std::uint8_t>;
using Dims = std::vector<std::uint64_t>;

constexpr std::uint64_t kHuge = std::uint64_t{1} << 62;

inline Bytes text(const std::string& value) {
  Bytes out;
  append_le(out, std::uint64_t{value.size()});
  out.insert(out.end(), value.begin(), value.end());
  return out;
}

inline Bytes joined(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

template <class... T>
inline Bytes numbers(T... values) {
  Bytes out;
  (append_le(out, values), ...);
  return out;
}

constexpr std::uint32_t number(GgufValue type) { return static_cast<std::uint32_t>(type); }

struct Tensor {
  std::string name;
  Dims dims;
  std::uint32_t id = 0;
  std::uint64_t offset = 0;
};

/// A file to be assembled by hand, broken wherever a test wants it to be.
struct File {
  std::uint32_t version = 3;
  std::vector<GgufEntry> entries;
  std::vector<Tensor> tensors;
  std::uint64_t alignment = 32;
  std::uint64_t data = 0;  ///< bytes of data

  Bytes header() const {
    Bytes out = numbers(std::uint32_t{0x46554747}, version, std::uint64_t{tensors.size()},
                        std::uint64_t{entries.size()});
    for (const GgufEntry& entry : entries)
      out = joined({out, text(entry.key), numbers(entry.type), entry.value});
    for (const Tensor& tensor : tensors) {
      const auto rank = static_cast<std::uint32_t>(tensor.dims.size());
      out = joined({out, text(tensor.name), numbers(rank)});
      for (const std::uint64_t dim : tensor.dims) append_le(out, dim);
      out = joined({out, numbers(tensor.id, tensor.offset)});
    }
    return out;
  }

  Bytes bytes() const {
    Bytes out = header();
    if (alignment != 0) out.resize((out.size() + alignment - 1) / alignment * alignment);
    for (std::uint64_t i = 0; i < data; ++i) out.push_back(static_cast<std::uint8_t>(i * 7 + 1));
    return out;
  }
};

inline Loaded<Model> read(const Bytes& bytes, std::optional<Format> id42 = std::nullopt) {
  return read_gguf(memory_source(bytes), id42);
}

/// The name of the refusal, or a failed test.
inline std::optional<RefusalName> refused(const Loaded<Model>& model) {
  if (model || !std::holds_alternative<spec::Refusal>(model.error())) return std::nullopt;
  return std::get<spec::Refusal>(model.error()).name;
}

inline std::string words(const Loaded<Model>& model) {
  return model ? "read" : text_of(model.error());
}

#define EXPECT_REFUSED(bytes, refusal_name)                    \
  do {                                                         \
    const Bytes held = (bytes);                                \
    const auto answer = read(held);                            \
    EXPECT_EQ(refused(answer), refusal_name) << words(answer); \
  } while (false)

#define EXPECT_READ(bytes)                \
  do {                                    \
    const Bytes held = (bytes);           \
    const auto answer = read(held);       \
    EXPECT_TRUE(answer) << words(answer); \
  } while (false)

inline File with_entry(GgufEntry entry) {
  File file;
  file.entries.push_back(std::move(entry));
  file.tensors = {{"w", {256, 1}, 34, 0}};
  file.data = 64;
  return file;
}

inline File with_tensor(Tensor tensor, std::uint64_t data) {
  File file;
  file.tensors.push_back(std::move(tensor));
  file.data = data;
  return file;
}

inline GgufEntry array_of(std::uint32_t type, std::uint64_t count, const Bytes& elements) {
  return {"a", number(GgufValue::array), joined({numbers(type, count), elements})};
}

/// All five formats, floats, an opaque known and an opaque unknown type, keys of many kinds.
inline File rich() {
  File file;
  file.entries = {
      entry_text("general.name", "tiny"),
      entry_u32("general.alignment", 32),
      array_of(number(GgufValue::u16), 3, {1, 0, 2, 0, 3, 0}),
      {"x.unknown", number(GgufValue::f64), numbers(std::uint64_t{0x7ff8000000000001})}};
  file.tensors = {{"a", {256, 2}, 34, 0},       {"b", {256, 1}, 35, 128}, {"c", {64, 1}, 42, 224},
                  {"d", {128, 1, 2}, 142, 256}, {"e", {128}, 143, 352},   {"f", {3}, 0, 384},
                  {"g", {32}, 2, 416},          {"h", {5}, 107, 448},     {"i", {7}, 30, 512}};
  file.data = 544;
  return file;
}

}  // namespace tritproof::container::gguf_files
