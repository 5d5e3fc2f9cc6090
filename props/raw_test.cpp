// SPDX-License-Identifier: Apache-2.0
#include "codec/container/raw.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codec/container/open.h"
#include "codec/container/refuse.h"
#include "props/temporary_folder.h"

namespace tritproof::container {
namespace {

using spec::Format;
using spec::Geometry;
using spec::RefusalName;
using Bytes = std::vector<std::uint8_t>;

constexpr Geometry kShape{64, 512};

std::optional<RefusalName> refused_raw(const Loaded<Model>& model) {
  if (model || !std::holds_alternative<spec::Refusal>(model.error())) return std::nullopt;
  return std::get<spec::Refusal>(model.error()).name;
}

std::string raw_words(const Loaded<Model>& model) {
  return model ? "read" : text_of(model.error());
}

bool cannot_run(const Loaded<Model>& model) {
  return !model && std::holds_alternative<CannotRun>(model.error());
}

/// Bytes of a 64 x 512 tensor, from the table of the page.
std::size_t bytes_of_64_by_512(Format format) {
  switch (format) {
    case Format::t2:
    case Format::t2s: return 8704;
    case Format::pb16i: return 18432;
    case Format::q4_1: return 4 * 5120;
    case Format::q4_k: return 4 * 4736;
    case Format::q8: return 4 * 8704;
    case Format::tq1_0: return 128 * 54;
    case Format::tq2_0: return 128 * 66;
    case Format::q2_0: return 512 * 18;
    case Format::pq2_0: return 256 * 34;
    case Format::ptq1_0: return 256 * 28;
  }
  return 0;
}

TEST(RAW_1, EveryOtherLengthIsSize) {
  for (const spec::FormatRow& row : spec::kFormats) {
    const TemporaryFolder folder;
    folder.write("w.ref", Bytes(256));
    const std::string name = "w." + std::string(row.name);
    const std::size_t whole = bytes_of_64_by_512(row.id);
    for (const std::size_t length : {whole, whole - 1, whole + 1, whole * 2, std::size_t{0}}) {
      const auto path = folder.write(name, Bytes(length));
      const auto model = open_model(path, {kShape, {}, {}});
      EXPECT_EQ(model.has_value(), length == whole) << raw_words(model);
      if (length == whole) continue;
      EXPECT_EQ(refused_raw(model), RefusalName::Size) << raw_words(model);
      EXPECT_NE(raw_words(model).find(std::to_string(whole)), std::string::npos);
    }
  }
}

TEST(RAW_1, TheTensorIsTheWholeFileUnderItsStem) {
  const TemporaryFolder folder;
  Bytes bytes(8704);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 31 / 7);
  const auto model = open_model(folder.write("blk.0.w.t2", bytes), {kShape, {}, {}});
  ASSERT_TRUE(model) << raw_words(model);
  const TensorInfo* w = model->find("blk.0.w");
  ASSERT_NE(w, nullptr);
  EXPECT_EQ(w->geometry, kShape);
  EXPECT_EQ(w->bytes, 8704u);
  EXPECT_EQ(model->side_table(), nullptr);
  Bytes out(8704);
  ASSERT_TRUE(model->read(*w, 0, out));
  EXPECT_EQ(out, bytes);
}

TEST(RAW_1, EveryTruncationOfABlockFileIsSize) {
  const Bytes whole(54);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto model = raw_model(memory_source(std::span(whole).first(length)), nullptr,
                                 Format::tq1_0, Geometry{1, 256}, "w");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().name, RefusalName::Size) << length;
  }
}

TEST(RAW_2, TheSideTableHasTheSameStemAnd4NBytes) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const TemporaryFolder folder;
    const auto path = folder.write("w." + std::string(spec::row_of(format).name),
                                   Bytes(bytes_of_64_by_512(format)));
    const auto missing = open_model(path, {kShape, {}, {}});
    EXPECT_EQ(refused_raw(missing), RefusalName::SideTable);
    EXPECT_NE(raw_words(missing).find((folder.path() / "w.ref").string()), std::string::npos);
    for (const std::size_t length : {0u, 252u, 255u, 257u, 512u}) {
      folder.write("w.ref", Bytes(length));
      const auto model = open_model(path, {kShape, {}, {}});
      EXPECT_EQ(refused_raw(model), RefusalName::SideTable) << raw_words(model);
      EXPECT_NE(raw_words(model).find("256"), std::string::npos);
    }
    folder.write("w.ref", Bytes(256, 7));
    const auto model = open_model(path, {kShape, {}, {}});
    ASSERT_TRUE(model) << raw_words(model);
    ASSERT_NE(model->side_table(), nullptr);
    EXPECT_EQ(model->side_table()->size(), 256u);
  }
}

TEST(RAW_2, ATableForAFormatWithoutOneIsRefused) {
  const Bytes bytes(8704);
  const Bytes table(256);
  const auto model = raw_model(memory_source(bytes), memory_source(table), Format::t2, kShape, "w");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().name, RefusalName::SideTable);
}

TEST(RAW_3, ShapeAndFormatAreGivenAndNeverFound) {
  const TemporaryFolder folder;
  folder.write("w.ref", Bytes(256));
  const auto t2 = folder.write("w.t2", Bytes(8704));
  EXPECT_EQ(refused_raw(open_model(t2)), RefusalName::Geometry);
  const auto as_t2s = open_model(t2, {kShape, Format::t2s, {}});
  ASSERT_TRUE(as_t2s) << raw_words(as_t2s);
  EXPECT_EQ(std::get<Format>(as_t2s->tensors()[0].type), Format::t2s);
  const auto bare = folder.write("w.bin", Bytes(8704));
  EXPECT_EQ(refused_raw(open_model(bare, {kShape, {}, {}})), RefusalName::Header);
  EXPECT_TRUE(open_model(bare, {kShape, Format::t2, {}}));
}

TEST(RAW_3, APartTileIsGeometryBeforeAnySize) {
  const TemporaryFolder folder;
  const auto path = folder.write("w.t2", Bytes(8704));
  for (const Geometry shape : {Geometry{64, 500}, {63, 512}, {0, 512}, {64, 0}, {1, 256}})
    EXPECT_EQ(refused_raw(open_model(path, {shape, {}, {}})), RefusalName::Geometry);
  EXPECT_EQ(refused_raw(open_model(path, {Geometry{std::uint64_t{1} << 62, 1 << 20}, {}, {}})),
            RefusalName::Size);
  const auto blocks = folder.write("w.q2_0", Bytes(18));
  EXPECT_EQ(refused_raw(open_model(blocks, {Geometry{1, 32}, {}, {}})), RefusalName::Geometry);
}

TEST(PB16I_9, AnImageWithAnAdditiveSideFileIsRefused) {
  for (const char* suffix : {".min", ".zero", ".zp"}) {
    const TemporaryFolder folder;
    folder.write("w.ref", Bytes(256));
    const auto path = folder.write("w.pb16i", Bytes(18432));
    ASSERT_TRUE(open_model(path, {kShape, {}, {}}));
    folder.write(std::string("w") + suffix, Bytes(4));
    const auto model = open_model(path, {kShape, {}, {}});
    EXPECT_EQ(refused_raw(model), RefusalName::AdditiveTerm) << raw_words(model);
    EXPECT_NE(raw_words(model).find(suffix), std::string::npos);
  }
}

TEST(OpenModel, TheSuffixChoosesTheReader) {
  const TemporaryFolder folder;
  for (const char* name : {"m.gguf", "m.safetensors", "m.q4nx"}) {
    EXPECT_TRUE(cannot_run(open_model(folder.path() / name)));
    EXPECT_EQ(refused_raw(open_model(folder.write(name, Bytes(3)))), RefusalName::Header);
  }
  EXPECT_TRUE(cannot_run(open_model(folder.path() / "w.t2", {kShape, {}, {}})));
  EXPECT_EQ(refused_raw(open_model(folder.path())), RefusalName::Header);
}

}  // namespace
}  // namespace tritproof::container
