// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codec/container/planned_source.h"
#include "props/gguf_files.h"

namespace tritproof::container {
namespace {

using namespace gguf_files;

TEST(GGUF_13, ATensorPastTheEndIsSize) {
  const Bytes bytes = with_tensor({"w", {256, 1000}, 34, 0}, 64).bytes();
  const auto model = read(bytes);
  ASSERT_EQ(refused(model), RefusalName::Size);
  const std::string said = words(model);
  for (const char* part : {"tensor w (tq1_0)", "54016 padded bytes", "from byte 0", "160 bytes"})
    EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST(GGUF_13, NoSumOfOffsetAndSizeCanWrap) {
  for (const std::uint64_t offset : {~std::uint64_t{0} - 31, kHuge, std::uint64_t{1} << 63})
    EXPECT_REFUSED(with_tensor({"w", {256}, 34, offset}, 64).bytes(), RefusalName::Size);
  EXPECT_REFUSED(with_tensor({"w", {5}, 107, ~std::uint64_t{0} - 31}, 64).bytes(),
                 RefusalName::Size);
}

TEST(GGUF_13, EveryTruncationIsRefused) {
  const Bytes whole = rich().bytes();
  EXPECT_READ(whole);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Bytes cut_off(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto model = read(cut_off);
    EXPECT_TRUE(refused(model) == RefusalName::Header || refused(model) == RefusalName::Size)
        << length;
  }
}

TEST(GGUF_13, BytesBehindTheLastTensorAreRefused) {
  for (const std::uint64_t more : {1u, 31u, 32u, 64u}) {
    File file = rich();
    file.data += more;
    EXPECT_REFUSED(file.bytes(), RefusalName::Size);
  }
}

TEST(GGUF_13, AFileWithoutTensorsEndsWithItsHeaderOrItsPadding) {
  File file;
  file.entries = {entry_u32("k", 1)};
  EXPECT_READ(file.header());
  EXPECT_READ(file.bytes());
  file.data = 1;
  EXPECT_REFUSED(file.bytes(), RefusalName::Size);
}

Bytes head_with(std::uint64_t tensors, std::uint64_t keys) {
  return joined({numbers(std::uint32_t{0x46554747}, std::uint32_t{3}, tensors, keys), Bytes(64)});
}

TEST(GGUF_14, ACountAboveItsCapOrAboveTheFileIsRefused) {
  constexpr std::uint64_t kCap = std::uint64_t{1} << 20;
  for (const std::uint64_t count : {kHuge, ~std::uint64_t{0}, kCap + 1, kCap, std::uint64_t{100}}) {
    EXPECT_REFUSED(head_with(count, 0), RefusalName::Header);
    EXPECT_REFUSED(head_with(0, count), RefusalName::Header);
    EXPECT_REFUSED(with_entry(array_of(number(GgufValue::array), count, {})).bytes(),
                   RefusalName::Header);
    EXPECT_REFUSED(with_entry(array_of(number(GgufValue::text), count, {})).bytes(),
                   RefusalName::Header);
    EXPECT_REFUSED(with_entry(array_of(number(GgufValue::u64), count, {})).bytes(),
                   RefusalName::Header);
  }
}

TEST(GGUF_14, AStringLongerThanItsCapOrTheFileIsRefused) {
  for (const std::uint64_t length : {kHuge, ~std::uint64_t{0}, kMaxGgufText + 1, kMaxGgufText}) {
    EXPECT_REFUSED(with_entry({"k", number(GgufValue::text), numbers(length)}).bytes(),
                   RefusalName::Header);
    Bytes key = head_with(0, 1);
    key.resize(24);
    EXPECT_REFUSED(joined({key, numbers(length, std::uint64_t{0})}), RefusalName::Header);
  }
  EXPECT_READ(with_entry(entry_text("k", std::string(kMaxGgufText, 'x'))).bytes());
  EXPECT_REFUSED(with_entry(entry_text("k", std::string(kMaxGgufText + 1, 'x'))).bytes(),
                 RefusalName::Header);
}

TEST(GGUF_14, MetadataEndAt256MiBWithoutBeingRead) {
  File file = with_entry(array_of(number(GgufValue::u8), kMaxGgufHeader, {}));
  file.tensors.clear();
  const Bytes header = file.header();
  const auto model = read_gguf(std::make_unique<PlannedSource>(header, kMaxGgufHeader * 4));
  EXPECT_EQ(refused(model), RefusalName::Header) << words(model);
}

TEST(GGUF_15, NoFlippedBitOfTheHeaderIsFatal) {
  const Bytes whole = rich().bytes();
  const std::size_t header = rich().header().size();
  std::size_t answers = 0;
  for (std::size_t bit = 0; bit < header * 8; ++bit) {
    Bytes flipped = whole;
    flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const auto model = read(flipped);
    ++answers;
    EXPECT_TRUE(model || refused(model)) << "bit " << bit;
    if (!model) continue;
    for (const TensorInfo& tensor : model->tensors())
      EXPECT_LE(tensor.bytes, flipped.size() - tensor.offset) << "bit " << bit;
  }
  EXPECT_GT(answers, 2000u);
}

class BrokenSource : public Source {
 public:
  std::uint64_t size() const override { return 4096; }
  std::expected<void, CannotRun> read(std::uint64_t, std::span<std::uint8_t>) const override {
    return std::unexpected(CannotRun{"the disk is gone"});
  }
};

TEST(GGUF_15, AnUnreadableFileIsNotARefusal) {
  const auto model = read_gguf(std::make_unique<BrokenSource>());
  ASSERT_FALSE(model);
  EXPECT_TRUE(std::holds_alternative<CannotRun>(model.error()));
}

}  // namespace
}  // namespace tritproof::container
