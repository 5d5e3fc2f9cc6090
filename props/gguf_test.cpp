// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "props/gguf_files.h"

namespace tritproof::container {
namespace {

using namespace gguf_files;

std::string where_of(const Loaded<Model>& model) {
  return std::get<spec::Refusal>(model.error()).where;
}

TEST(GGUF_1, OnlyVersionsTwoAndThreeWithTheMagicAreRead) {
  for (const std::uint32_t version : {2u, 3u}) {
    File file = rich();
    file.version = version;
    EXPECT_READ(file.bytes());
  }
  for (const std::uint32_t version : {0u, 1u, 4u, 0xffffffffu}) {
    File file = rich();
    file.version = version;
    EXPECT_REFUSED(file.bytes(), RefusalName::Header);
  }
  Bytes bytes = rich().bytes();
  bytes[0] = 'g';
  EXPECT_REFUSED(bytes, RefusalName::Header);
}

TEST(GGUF_1, AReversedVersionIsToldToBeOfTheOtherByteOrder) {
  for (const std::uint32_t version : {0x02000000u, 0x03000000u}) {
    File file = rich();
    file.version = version;
    const Bytes bytes = file.bytes();
    const auto model = read(bytes);
    ASSERT_EQ(refused(model), RefusalName::Header);
    EXPECT_NE(words(model).find("big-endian"), std::string::npos);
    EXPECT_NE(words(model).find("at byte 4"), std::string::npos);
  }
}

TEST(GGUF_2, TheWorkedExampleIsReadFieldByField) {
  Bytes bytes = {0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0, 1,    0, 0, 0, 0, 0, 0, 0,  //
                 1,    0,    0,    0,    0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0, 0, 0};
  const std::string key = "general.alignment";
  bytes.insert(bytes.end(), key.begin(), key.end());
  bytes = joined({bytes,
                  {4, 0, 0, 0, 0x20, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 'w', 2, 0, 0, 0},
                  {0x40, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
                  {42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}});
  ASSERT_EQ(bytes.size(), 98u);
  bytes.resize(160);
  for (const std::uint32_t version : {2u, 3u}) {
    bytes[4] = static_cast<std::uint8_t>(version);
    const auto model = read(bytes);
    ASSERT_TRUE(model) << words(model);
    const TensorInfo* w = model->find("w");
    ASSERT_NE(w, nullptr);
    EXPECT_EQ(std::get<Format>(w->type), Format::q2_0);
    EXPECT_EQ(w->geometry, (spec::Geometry{1, 64}));
    EXPECT_EQ(w->offset, 128u);
    EXPECT_EQ(w->bytes, 18u);
    EXPECT_EQ(std::get<GgufInfo>(model->info()).version, version);
  }
}

TEST(GGUF_3, AllThirteenTypesAreReadAndKeptByteForByte) {
  constexpr std::uint32_t kWidths[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  File file;
  for (std::uint32_t type = 0; type < 13; ++type) {
    Bytes value(kWidths[type], 1);
    if (type == number(GgufValue::text)) value = text("a\0b\xff");
    if (type == number(GgufValue::array)) value = numbers(number(GgufValue::u8), kHuge - kHuge);
    file.entries.push_back({"k" + std::to_string(type), type, value});
    if (kWidths[type] == 0) continue;
    file.entries.push_back(array_of(type, 2, Bytes(2 * kWidths[type], 1)));
    file.entries.back().key += std::to_string(type);
  }
  file.entries.push_back(array_of(number(GgufValue::text), 2, joined({text(""), text("two")})));
  const Bytes bytes = file.bytes();
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  EXPECT_EQ(std::get<GgufInfo>(model->info()).entries, file.entries);
}

TEST(GGUF_3, AnyOtherTypeIsRefusedAlsoInsideAnArray) {
  for (const std::uint32_t type : {13u, 255u, 0xffffffffu}) {
    EXPECT_REFUSED(with_entry({"k", type, Bytes(8)}).bytes(), RefusalName::Header);
    EXPECT_REFUSED(with_entry(array_of(type, 0, {})).bytes(), RefusalName::Header);
  }
}

TEST(GGUF_3, ATruthValueIsZeroOrOne) {
  EXPECT_REFUSED(with_entry({"k", number(GgufValue::boolean), {2}}).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_entry(array_of(number(GgufValue::boolean), 3, {0, 1, 255})).bytes(),
                 RefusalName::Header);
  EXPECT_READ(with_entry(array_of(number(GgufValue::boolean), 2, {0, 1})).bytes());
}

TEST(GGUF_3, ValuesAreDescribedForPeople) {
  EXPECT_EQ(describe(entry_u32("k", 7)), "u32 7");
  EXPECT_EQ(describe({"k", number(GgufValue::i8), {0xff}}), "i8 -1");
  EXPECT_EQ(describe({"k", number(GgufValue::i64), Bytes(8, 0xff)}), "i64 -1");
  EXPECT_EQ(describe({"k", number(GgufValue::f32), {0, 0, 0x80, 0x3f}}), "f32 1");
  EXPECT_EQ(describe({"k", number(GgufValue::boolean), {1}}), "bool true");
  EXPECT_EQ(describe(entry_text("k", "abc")), "text abc");
  EXPECT_EQ(describe(array_of(number(GgufValue::u8), 3, {1, 2, 3})), "array of 3 u8");
  EXPECT_EQ(describe({"k", number(GgufValue::u32), {1}}), "u32");
  EXPECT_EQ(describe({"k", 99, {}}), "type 99");
  EXPECT_EQ(unsigned_of(entry_u32("k", 7)), 7u);
  EXPECT_EQ(unsigned_of(entry_text("k", "7")), std::nullopt);
  EXPECT_EQ(text_of(entry_text("k", "abc")), "abc");
}

/// `arrays` arrays in one another, the innermost empty.
GgufEntry nested(std::uint64_t arrays) {
  GgufEntry entry{"a", number(GgufValue::array), {}};
  for (std::uint64_t i = 1; i <= arrays; ++i) {
    append_le(entry.value, number(i == arrays ? GgufValue::u8 : GgufValue::array));
    append_le(entry.value, std::uint64_t{i == arrays ? 0u : 1u});
  }
  return entry;
}

TEST(GGUF_4, EightArraysInOneAnotherAreReadAndNineAreNot) {
  EXPECT_READ(with_entry(nested(1)).bytes());
  EXPECT_READ(with_entry(nested(8)).bytes());
  EXPECT_REFUSED(with_entry(nested(9)).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_entry(nested(200000)).bytes(), RefusalName::Header);
}

TEST(GGUF_5, AnEmptyOrRepeatedKeyIsRefused) {
  EXPECT_REFUSED(with_entry(entry_u32("", 1)).bytes(), RefusalName::Header);
  File file = rich();
  file.entries.push_back(entry_u32("general.name", 1));
  const Bytes bytes = file.bytes();
  const auto model = read(bytes);
  ASSERT_EQ(refused(model), RefusalName::Header);
  EXPECT_EQ(where_of(model), "key general.name");
  const auto at = std::get<spec::Refusal>(model.error()).places.at(0).byte;
  EXPECT_EQ(load_le<std::uint64_t>(std::span(bytes).subspan(at)), 12u);
}

TEST(GGUF_6, AnAlignmentIsAU32AndAPowerOfTwoUpToTwoToTheTwenty) {
  for (const std::uint32_t bad : {0u, 3u, 33u, 1u << 21, 1u << 31, 0xffffffffu})
    EXPECT_REFUSED(with_entry(entry_u32("general.alignment", bad)).bytes(), RefusalName::Header);
  EXPECT_REFUSED(
      with_entry({"general.alignment", number(GgufValue::u64), numbers(std::uint64_t{32})}).bytes(),
      RefusalName::Header);
  EXPECT_REFUSED(with_entry(entry_text("general.alignment", "32")).bytes(), RefusalName::Header);
  for (const std::uint32_t good : {1u, 2u, 64u, 4096u, 1u << 20}) {
    File file = with_entry(entry_u32("general.alignment", good));
    file.alignment = good;
    file.data = (54 + good - 1) / good * good;
    const Bytes bytes = file.bytes();
    const auto model = read(bytes);
    ASSERT_TRUE(model) << words(model);
    EXPECT_EQ(model->tensors()[0].offset % good, 0u);
    EXPECT_EQ(std::get<GgufInfo>(model->info()).alignment, good);
  }
}

TEST(GGUF_7, ANameHasFewerThan64BytesAndOccursOnce) {
  EXPECT_READ(with_tensor({std::string(63, 'n'), {256}, 34, 0}, 64).bytes());
  EXPECT_REFUSED(with_tensor({std::string(64, 'n'), {256}, 34, 0}, 64).bytes(),
                 RefusalName::Header);
  File file = rich();
  file.tensors[5].name = "a";
  EXPECT_REFUSED(file.bytes(), RefusalName::Header);
}

TEST(GGUF_8, ATensorHasOneToFourDimensionsAndNoneIsZero) {
  EXPECT_READ(with_tensor({"w", {256, 1, 1, 1}, 34, 0}, 64).bytes());
  EXPECT_REFUSED(with_tensor({"w", {}, 34, 0}, 64).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", {256, 1, 1, 1, 1}, 34, 0}, 64).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", Dims(9, 1), 0, 0}, 32).bytes(), RefusalName::Header);
  for (std::size_t i = 0; i < 4; ++i) {
    Dims dims{256, 1, 1, 1};
    dims[i] = 0;
    EXPECT_REFUSED(with_tensor({"w", dims, 34, 0}, 64).bytes(), RefusalName::Header);
  }
}

TEST(GGUF_8, AProductThatWouldWrapIsRefused) {
  constexpr std::uint64_t k42 = (std::uint64_t{1} << 42) + 1;
  EXPECT_REFUSED(with_tensor({"w", {256, k42}, 34, 0}, 64).bytes(), RefusalName::Size);
  EXPECT_REFUSED(with_tensor({"w", {std::uint64_t{1} << 22, k42}, 0, 0}, 64).bytes(),
                 RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", {kHuge, 4}, 24, 0}, 64).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", {kHuge, 2}, 24, 0}, 64).bytes(), RefusalName::Header);
  // 2^62 elements are allowed, but not as 2^64 bytes.
  EXPECT_REFUSED(with_tensor({"w", {kHuge}, 0, 0}, 64).bytes(), RefusalName::Header);
}

TEST(GGUF_9, KIsTheFirstDimensionAndNTheProductOfTheOthers) {
  const Bytes bytes = with_tensor({"w", {256, 2, 3, 5}, 34, 0}, 1632).bytes();
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  EXPECT_EQ(model->tensors()[0].geometry, (spec::Geometry{30, 256}));
  EXPECT_EQ(model->tensors()[0].bytes, 30u * 54);
}

TEST(GGUF_9, ARowOfPartBlocksIsRefusedAlsoWhereTheWholeIsABlock) {
  EXPECT_REFUSED(with_tensor({"w", {896}, 34, 0}, 224).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", {128, 2}, 34, 0}, 64).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", {64, 2}, 142, 0}, 64).bytes(), RefusalName::Header);
  EXPECT_REFUSED(with_tensor({"w", {16, 2}, 8, 0}, 64).bytes(), RefusalName::Header);
}

}  // namespace
}  // namespace tritproof::container
