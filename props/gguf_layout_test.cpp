// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "codec/container/gguf_types.h"
#include "props/gguf_files.h"

namespace tritproof::container {
namespace {

using namespace gguf_files;

TEST(GGUF_10, NoIdOutsideTheTableIsDecodedAsAFormat) {
  EXPECT_EQ(std::get<Format>(gguf_type(34).type), Format::tq1_0);
  EXPECT_EQ(std::get<Format>(gguf_type(35).type), Format::tq2_0);
  EXPECT_EQ(std::get<Format>(gguf_type(142).type), Format::pq2_0);
  EXPECT_EQ(std::get<Format>(gguf_type(143).type), Format::ptq1_0);
  for (std::uint32_t id = 0; id < 1000; ++id)
    EXPECT_EQ(std::holds_alternative<Format>(gguf_type(id).type),
              id == 34 || id == 35 || id == 142 || id == 143)
        << id;
}

TEST(GGUF_10, OtherTypesAreListedWithTheirExtents) {
  const Bytes bytes = rich().bytes();
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  const std::vector<std::string> names{"tq1_0", "tq2_0", "q2_0",   "pq2_0", "ptq1_0",
                                       "f32",   "q4_0",  "id 107", "bf16"};
  const Dims sizes{108, 66, 18, 68, 28, 12, 18, 64, 14};
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(name_of(model->tensors()[i].type), names[i]);
    EXPECT_EQ(model->tensors()[i].bytes, sizes[i]) << names[i];
    EXPECT_FALSE(model->tensors()[i].refusal);
  }
  EXPECT_EQ(model->find("z"), nullptr);
}

TEST(GGUF_11, AnOffsetIsThePaddedSumOfWhatCameBefore) {
  const auto offset_of_second = [](std::uint64_t offset) {
    File file = with_tensor({"a", {256, 2}, 34, 0}, 4096);
    file.tensors.push_back({"b", {256}, 34, offset});
    return file;
  };
  for (const std::uint64_t bad : {0u, 32u, 96u, 108u, 129u, 160u, 1024u})
    EXPECT_REFUSED(offset_of_second(bad).bytes(), RefusalName::Header);
  File good = offset_of_second(128);
  good.data = 192;
  EXPECT_READ(good.bytes());
  EXPECT_REFUSED(with_tensor({"a", {256}, 34, 32}, 96).bytes(), RefusalName::Header);
}

TEST(GGUF_11, BehindAnUnknownTypeTheOffsetMovesForwardAndIsAligned) {
  const auto after_unknown = [](std::uint64_t offset) {
    File file = with_tensor({"a", {5}, 107, 0}, offset + 64);
    file.tensors.push_back({"b", {256}, 34, offset});
    return file;
  };
  EXPECT_READ(after_unknown(32).bytes());
  EXPECT_READ(after_unknown(1024).bytes());
  EXPECT_REFUSED(after_unknown(0).bytes(), RefusalName::Header);
  EXPECT_REFUSED(after_unknown(33).bytes(), RefusalName::Header);
}

enum class Position { first, middle, last };

/// A tensor of id 42 with the bytes of q2_0, alone or among tensors of a known type.
File contested(std::uint64_t elements, std::uint32_t alignment, Position position,
               std::uint64_t block = 64, std::uint64_t block_bytes = 18) {
  const auto pad = [&](std::uint64_t size) {
    return (size + alignment - 1) / alignment * alignment;
  };
  File file;
  file.alignment = alignment;
  if (alignment != 32) file.entries.push_back(entry_u32("general.alignment", alignment));
  if (position != Position::first) {
    file.tensors.push_back({"before", {256}, 34, 0});
    file.data = pad(54);
  }
  file.tensors.push_back({"w", {elements}, 42, file.data});
  file.data += pad(elements / block * block_bytes);
  if (position != Position::last) {
    file.tensors.push_back({"after", {256}, 34, file.data});
    file.data += pad(54);
  }
  return file;
}

struct Extent {
  std::uint64_t elements;
  std::uint32_t alignment;
  std::size_t readings;
};

TEST(GGUF_12, ItIsQ20OnlyWhereNoOtherReadingFits) {
  constexpr Extent kExtents[] = {{64, 32, 1},     {128, 32, 3},    {256, 32, 3},    {1024, 32, 3},
                                 {1088, 32, 1},   {1152, 32, 1},   {64, 4096, 1},   {128, 4096, 3},
                                 {1024, 4096, 4}, {1088, 4096, 1}, {1152, 4096, 3}, {128, 1, 1}};
  for (const Extent& extent : kExtents)
    for (const Position position : {Position::first, Position::middle, Position::last}) {
      const Bytes bytes = contested(extent.elements, extent.alignment, position).bytes();
      const auto model = read(bytes);
      ASSERT_TRUE(model) << words(model);
      const TensorInfo& w = *model->find("w");
      EXPECT_EQ(w.refusal.has_value(), extent.readings > 1) << extent.elements;
      EXPECT_EQ(w.type == TensorType(Format::q2_0), extent.readings == 1) << extent.elements;
      EXPECT_TRUE(!w.refusal || w.refusal->name == RefusalName::AmbiguousType);
      const std::uint64_t unit = extent.alignment;
      const std::uint64_t whole = (extent.elements / 64 * 18 + unit - 1) / unit * unit;
      EXPECT_EQ(readings_that_fit(w.geometry, whole, extent.alignment).size(), extent.readings)
          << extent.elements;
    }
}

TEST(GGUF_12, EveryMultipleOf128UpTo1024IsAmbiguousAtAlignment32) {
  for (std::uint64_t elements = 64; elements <= 4096; elements += 64) {
    const Bytes bytes = contested(elements, 32, Position::middle).bytes();
    const auto model = read(bytes);
    ASSERT_TRUE(model) << words(model);
    EXPECT_EQ(model->find("w")->refusal.has_value(), elements % 128 == 0 && elements <= 1024)
        << elements;
  }
}

TEST(GGUF_12, TheRefusalNamesTheReadingsThatFitAndSparesTheOtherTensors) {
  const Bytes bytes = contested(128, 32, Position::middle).bytes();
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  const TensorInfo& w = *model->find("w");
  ASSERT_TRUE(w.refusal);
  for (const char* part : {"q2_0", "d first", "d last"})
    EXPECT_NE(w.refusal->got.find(part), std::string::npos) << w.refusal->got;
  EXPECT_EQ(w.refusal->got.find("256 elements"), std::string::npos);
  EXPECT_EQ(w.refusal->places.at(0).byte, w.offset);
  Bytes out(54);
  EXPECT_TRUE(model->read(*model->find("after"), 0, out));
  EXPECT_FALSE(model->read(w, 0, out));
}

TEST(GGUF_12, AnotherReadingAloneOrNoneIsNotQ20) {
  for (const auto& [block, size] : {std::pair{128, 34}, std::pair{256, 42}, std::pair{64, 40}}) {
    const Bytes bytes = contested(2048, 32, Position::first, static_cast<std::uint64_t>(block),
                                  static_cast<std::uint64_t>(size))
                            .bytes();
    const auto model = read(bytes);
    ASSERT_TRUE(model) << words(model);
    ASSERT_TRUE(model->find("w")->refusal) << block;
    EXPECT_EQ(model->find("w")->refusal->name, RefusalName::AmbiguousType);
    EXPECT_EQ(model->find("w")->refusal->got.find("q2_0:"), std::string::npos);
  }
}

TEST(GGUF_12, AStatedReadingHoldsIfItFits) {
  const Bytes small = contested(128, 32, Position::last).bytes();
  const auto as_q2_0 = read(small, Format::q2_0);
  ASSERT_TRUE(as_q2_0) << words(as_q2_0);
  EXPECT_FALSE(as_q2_0->find("w")->refusal);
  EXPECT_EQ(as_q2_0->find("w")->bytes, 36u);
  const auto as_pq2_0 = read(small, Format::pq2_0);
  ASSERT_TRUE(as_pq2_0) << words(as_pq2_0);
  EXPECT_EQ(std::get<Format>(as_pq2_0->find("w")->type), Format::pq2_0);
  EXPECT_EQ(as_pq2_0->find("w")->bytes, 34u);
  const Bytes large = contested(2048, 32, Position::last).bytes();
  const auto misfit = read(large, Format::pq2_0);
  ASSERT_TRUE(misfit) << words(misfit);
  EXPECT_EQ(misfit->find("w")->refusal->name, RefusalName::Size);
  EXPECT_EQ(refused(read(large, Format::tq1_0)), RefusalName::AmbiguousType);
}

}  // namespace
}  // namespace tritproof::container
