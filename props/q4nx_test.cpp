// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "codec/container/little_endian.h"
#include "codec/container/planned_source.h"
#include "codec/container/q4nx_header.h"
#include "codec/container/q4nx_reader.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using spec::Format;
using spec::Geometry;
using spec::RefusalName;
using Bytes = std::vector<std::uint8_t>;

Bytes file_of(const std::string& json, std::size_t data) {
  Bytes out;
  append_le(out, std::uint64_t{json.size()});
  out.insert(out.end(), json.begin(), json.end());
  for (std::size_t i = 0; i < data; ++i) out.push_back(static_cast<std::uint8_t>(i * 5 + 3));
  return out;
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   std::uint64_t begin, std::uint64_t end) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + shape +
         "],\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

const std::string kExample = "{" + tensor("w", "U8", "1,1,2176", 0, 2176) + "}";

Loaded<Model> read(const Bytes& bytes, std::optional<Geometry> shape = std::nullopt) {
  return read_q4nx(memory_source(bytes), shape);
}

std::optional<RefusalName> refused(const Loaded<Model>& model) {
  if (model || !std::holds_alternative<spec::Refusal>(model.error())) return std::nullopt;
  return std::get<spec::Refusal>(model.error()).name;
}

std::string words(const Loaded<Model>& model) { return model ? "read" : text_of(model.error()); }

void expect_header(const std::string& json, std::size_t data) {
  const Bytes bytes = file_of(json, data);
  const auto model = read(bytes);
  EXPECT_EQ(refused(model), RefusalName::Header) << json.substr(0, 200) << "\n" << words(model);
}

/// The refusal that the one tensor of a file carries.
std::optional<RefusalName> carried(const std::string& json, std::size_t data,
                                   std::optional<Geometry> shape) {
  const Bytes bytes = file_of(json, data);
  const auto model = read(bytes, shape);
  EXPECT_TRUE(model) << words(model);
  if (!model || !model->tensors()[0].refusal) return std::nullopt;
  return model->tensors()[0].refusal->name;
}

TEST(Q4NX_1, TheWorkedExampleIsRead) {
  ASSERT_EQ(kExample.size(), 63u);
  const Bytes bytes = file_of(kExample, 2176);
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  const TensorInfo* w = model->find("w");
  ASSERT_NE(w, nullptr);
  EXPECT_EQ(std::get<Format>(w->type), Format::t2);
  EXPECT_EQ(w->geometry, (Geometry{32, 256}));
  EXPECT_EQ(w->offset, 71u);
  EXPECT_EQ(w->bytes, 2176u);
  Bytes out(3);
  ASSERT_TRUE(model->read(*w, 2173, out));
  EXPECT_EQ(out, Bytes(bytes.end() - 3, bytes.end()));
  EXPECT_FALSE(model->read(*w, 2174, out));
}

TEST(Q4NX_1, OtherJsonIsRefused) {
  for (const char* json : {"",
                           "{",
                           " {}",
                           "[]",
                           "null",
                           "{}x",
                           "{\"a\":1}",
                           "{\"a\":[]}",
                           "{\"a\":\"b\"}",
                           "{\"a\":{}}",
                           "{\"a\":null}",
                           "{\"a\":{\"dtype\":\"U8\",\"shape\":[0]}}",
                           "\xef\xbb\xbf{}",
                           "{\"a\":tru",
                           "{\"\xff\":{}}",
                           "{\"__metadata__\":\"x\"}",
                           "{\"__metadata__\":{\"a\":1}}",
                           "{\"__metadata__\":{\"a\":{}}}",
                           "{\"__metadata__\":{\"a\":[]}}",
                           "{\"a\":1e999}"})
    expect_header(json, 0);
  for (const char* field :
       {"\"dtype\":8", "\"dtype\":[]", "\"shape\":\"x\"", "\"shape\":{}", "\"shape\":[[1]]",
        "\"shape\":[-1]", "\"shape\":[1.0]", "\"shape\":[18446744073709551616]",
        "\"shape\":[\"1\"]", "\"extra\":1", "\"dtype\":null", "\"shape\":[{}]"})
    expect_header("{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,0],\"shape\":[0]," +
                      std::string(field) + "}}",
                  0);
}

TEST(Q4NX_1, NothingOccursTwice) {
  const std::string a = tensor("a", "U8", "1", 0, 1);
  expect_header("{" + a + "," + tensor("a", "U8", "1", 1, 2) + "}", 2);
  expect_header("{\"__metadata__\":{},\"__metadata__\":{}," + a + "}", 1);
  expect_header("{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}," + a + "}", 1);
  for (const char* field : {"\"dtype\":\"U8\"", "\"shape\":[1]", "\"data_offsets\":[0,1]"})
    expect_header("{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]," +
                      std::string(field) + "}}",
                  1);
}

TEST(Q4NX_1, DepthIsRefusedWhereItBegins) {
  const std::string deep(1 << 20, '[');
  expect_header("{\"a\":" + deep, 0);
  expect_header("{\"a\":{\"shape\":" + deep, 0);
  std::string objects = "{";
  for (int i = 0; i < 100000; ++i) objects += "\"a\":{";
  expect_header(objects, 0);
}

TEST(Q4NX_1, EveryTruncationIsHeader) {
  const Bytes whole = file_of(kExample, 2176);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Bytes cut_off(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_EQ(refused(read(cut_off)), RefusalName::Header) << length;
  }
}

TEST(Q4NX_1, NoFlippedBitOfTheHeaderIsFatal) {
  const std::string json = "{\"__metadata__\":{\"k\":\"v\"}," + tensor("a", "F32", "2,3", 0, 24) +
                           "," + tensor("b", "U8", "1,1,2176", 24, 2200) + "}";
  const Bytes whole = file_of(json, 2200);
  std::size_t answers = 0;
  for (std::size_t bit = 0; bit < (8 + json.size()) * 8; ++bit) {
    Bytes flipped = whole;
    flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const auto model = read(flipped);
    ++answers;
    EXPECT_TRUE(model || refused(model)) << "bit " << bit;
    if (!model) continue;
    for (const TensorInfo& found : model->tensors())
      EXPECT_LE(found.bytes, flipped.size() - found.offset) << "bit " << bit;
  }
  EXPECT_GT(answers, 1000u);
}

TEST(Q4NX_2, OffsetsAndShapeAgreeAndLieWithinTheData) {
  expect_header("{" + tensor("w", "U8", "1,1,2176", 0, 2175) + "}", 2176);
  expect_header("{" + tensor("w", "U8", "1,1,2176", 1, 2177) + "}", 2176);
  expect_header("{" + tensor("w", "U8", "1,1,2176", 0, 2176) + "}", 2175);
  expect_header("{" + tensor("w", "U8", "4", 4, 0) + "}", 4);
  expect_header("{" + tensor("w", "F32", "3", 0, 3) + "}", 3);
  expect_header("{" + tensor("w", "F32", "4611686018427387904", 0, 0) + "}", 0);
  expect_header("{" + tensor("w", "U8", "4294967296,4294967296", 0, 0) + "}", 0);
  expect_header("{" + tensor("w", "U8", "1", 0, 18446744073709551615u) + "}", 1);
  expect_header("{\"w\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0]}}", 1);
  expect_header("{\"w\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1,1]}}", 1);
}

TEST(Q4NX_2, TheTensorsCoverTheDataWithoutGapOrOverlap) {
  const auto two = [](std::uint64_t begin, std::uint64_t end) {
    return "{" + tensor("b", "U8", std::to_string(end - begin), begin, end) + "," +
           tensor("a", "U8", "4", 0, 4) + "}";
  };
  const Bytes good = file_of(two(4, 8), 8);
  EXPECT_TRUE(read(good));
  expect_header(two(3, 8), 8);
  expect_header(two(5, 8), 8);
  expect_header(two(0, 4), 4);
  expect_header(two(4, 8), 9);
  expect_header("{}", 1);
  const Bytes empty = file_of("{}", 0);
  EXPECT_TRUE(read(empty));
}

TEST(Q4NX_3, TheLastDimensionOfU8NamesTheChunkKind) {
  const std::pair<std::uint64_t, Format> kKinds[] = {
      {2176, Format::t2}, {4736, Format::q4_k}, {5120, Format::q4_1}, {8704, Format::q8}};
  for (const auto& [chunk, format] : kKinds) {
    const Bytes bytes = file_of(
        "{" + tensor("w", "U8", "2,3," + std::to_string(chunk), 0, 6 * chunk) + "}", 6 * chunk);
    const auto model = read(bytes);
    ASSERT_TRUE(model) << words(model);
    EXPECT_EQ(std::get<Format>(model->tensors()[0].type), format);
    EXPECT_EQ(model->tensors()[0].geometry, (Geometry{64, 768}));
  }
}

TEST(Q4NX_3, AnyOtherTensorIsListedAndNotDecoded) {
  const Bytes bytes = file_of(
      "{" + tensor("a", "I8", "1,1,2176", 0, 2176) + "," + tensor("b", "U8", "1,1,8", 2176, 2184) +
          "," + tensor("c", "F16", "2,3", 2184, 2196) + "," + tensor("d", "F32", "", 2196, 2200) +
          "," + tensor("e", "XYZ", "7", 2200, 2210) + "," + tensor("f", "BF16", "0,4", 2210, 2210) +
          "}",
      2210);
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  const std::vector<std::string> names{"I8", "U8", "f16", "f32", "XYZ", "bf16"};
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(name_of(model->tensors()[i].type), names[i]);
  EXPECT_EQ(model->find("c")->geometry, (Geometry{2, 3}));
  EXPECT_EQ(model->find("d")->geometry, (Geometry{1, 1}));
}

TEST(Q4NX_4, GivenNAndKMustAgreeWithTheShape) {
  EXPECT_EQ(carried(kExample, 2176, Geometry{32, 256}), std::nullopt);
  EXPECT_EQ(carried(kExample, 2176, Geometry{32, 512}), RefusalName::Geometry);
  EXPECT_EQ(carried("{" + tensor("w", "U8", "0,1,2176", 0, 0) + "}", 0, std::nullopt),
            RefusalName::Geometry);
}

TEST(Q4NX_5, TilesInARowNeedNAndK) {
  const std::string flat = "{" + tensor("w", "U8", "2,2176", 0, 4352) + "}";
  EXPECT_EQ(carried(flat, 4352, std::nullopt), RefusalName::Geometry);
  EXPECT_EQ(carried(flat, 4352, Geometry{32, 512}), std::nullopt);
  EXPECT_EQ(carried(flat, 4352, Geometry{64, 256}), std::nullopt);
  EXPECT_EQ(carried(flat, 4352, Geometry{64, 512}), RefusalName::Size);
  EXPECT_EQ(carried(flat, 4352, Geometry{64, 250}), RefusalName::Geometry);
  EXPECT_EQ(carried(flat, 4352, Geometry{std::uint64_t{1} << 63, 1 << 20}), RefusalName::Size);
}

TEST(Q4NX_7, AHeaderAbove16MiBIsToldBeforeItIsRead) {
  for (const std::uint64_t length :
       {kMaxQ4nxHeader + 1, std::uint64_t{1} << 62, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    Bytes prefix;
    append_le(prefix, length);
    const auto model = read_q4nx(std::make_unique<PlannedSource>(prefix, std::uint64_t{1} << 40));
    EXPECT_EQ(refused(model), RefusalName::Header) << words(model);
    EXPECT_EQ(std::get<spec::Refusal>(model.error()).where, "header length");
  }
}

}  // namespace
}  // namespace tritproof::container
