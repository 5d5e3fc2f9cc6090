// SPDX-License-Identifier: Apache-2.0
#include "codec/container/q4nx_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "codec/container/q4nx_reader.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using spec::Format;
using spec::RefusalName;
using Bytes = std::vector<std::uint8_t>;

struct Plan {
  Q4nxPlan plan;
  explicit Plan(Q4nxTensor tensor) { plan.tensors.push_back(std::move(tensor)); }
};

std::optional<RefusalName> refused_plan(const Q4nxPlan& plan) {
  Bytes out;
  const auto sink = memory_sink(out);
  const auto writer = start_q4nx(*sink, plan);
  EXPECT_TRUE(out.empty() || writer);
  if (writer) return std::nullopt;
  return std::get<spec::Refusal>(writer.error()).name;
}

TEST(Q4NX_6, TheWriterRefusesWhatNoContainerHolds) {
  for (const Format format : {Format::t2s, Format::pb16i, Format::tq1_0, Format::q2_0}) {
    EXPECT_EQ(refused_plan(Plan({"w", format, {1, 1, 2176}, 0}).plan),
              RefusalName::NoSuchConversion);
    EXPECT_EQ(chunk_shape(format, {32, 256}, "w").error().name, RefusalName::NoSuchConversion);
  }
  EXPECT_EQ(chunk_shape(Format::t2, {64, 512}, "w").value(),
            (std::vector<std::uint64_t>{2, 2, 2176}));
  EXPECT_EQ(chunk_shape(Format::t2, {64, 500}, "w").error().name, RefusalName::Geometry);
}

TEST(Q4NX_6, TheWriterRefusesWhatTheReaderWouldRefuse) {
  EXPECT_EQ(refused_plan(Plan({"w", Format::t2, {1, 1, 5120}, 0}).plan), RefusalName::Header);
  EXPECT_EQ(refused_plan(Plan({"w", Format::t2, {2176}, 0}).plan), RefusalName::Header);
  EXPECT_EQ(refused_plan(Plan({"\xff", FloatType::f32, {1}, 0}).plan), RefusalName::Header);
  EXPECT_EQ(refused_plan(Plan({"__metadata__", FloatType::f32, {1}, 0}).plan), RefusalName::Header);
  EXPECT_EQ(refused_plan(Plan({"w", FloatType::f32, {std::uint64_t{1} << 63, 2}, 0}).plan),
            RefusalName::Header);
  Plan twice({"w", FloatType::f32, {1}, 0});
  twice.plan.tensors.push_back(twice.plan.tensors[0]);
  EXPECT_EQ(refused_plan(twice.plan), RefusalName::Header);
  Plan metadata({"w", FloatType::f32, {1}, 0});
  metadata.plan.metadata = {{"k", "\xc0\x80"}};
  EXPECT_EQ(refused_plan(metadata.plan), RefusalName::Header);
}

TEST(Q4NX_6, WhatIsWrittenIsReadBack) {
  Q4nxPlan plan;
  plan.metadata = {{"format", "pt"}, {"b", "\"\\\n\u00e9"}, {"a", ""}};
  plan.tensors = {{"w", Format::t2, {1, 2, 2176}, 0},
                  {"\"odd\\\n", FloatType::bf16, {2, 2}, 0},
                  {"z", OtherType{0, "XYZ"}, {9}, 5}};
  Bytes out;
  const auto sink = memory_sink(out);
  auto writer = start_q4nx(*sink, plan);
  ASSERT_TRUE(writer) << text_of(writer.error());
  EXPECT_EQ(out.size() % 8, 0u);
  for (const std::size_t bytes : {4352u, 8u, 5u})
    ASSERT_TRUE(writer->append(Bytes(bytes, static_cast<std::uint8_t>(bytes))));
  ASSERT_TRUE(writer->finish());
  const auto model = read_q4nx(memory_source(out));
  ASSERT_TRUE(model) << text_of(model.error());
  EXPECT_EQ(std::get<Q4nxInfo>(model->info()).metadata, plan.metadata);
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    const TensorInfo& found = model->tensors()[i];
    EXPECT_EQ(found.name, plan.tensors[i].name);
    EXPECT_EQ(found.type, plan.tensors[i].type);
    EXPECT_EQ(found.dims, plan.tensors[i].shape);
    Bytes data(found.bytes);
    ASSERT_TRUE(model->read(found, 0, data));
    EXPECT_EQ(data, Bytes(found.bytes, static_cast<std::uint8_t>(found.bytes)));
    EXPECT_EQ(rewritten_q4nx(found).bytes, found.bytes);
  }
}

}  // namespace
}  // namespace tritproof::container
