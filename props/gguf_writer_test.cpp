// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "props/gguf_files.h"

namespace tritproof::container {
namespace {

using namespace gguf_files;

GgufPlan plan_of(const Model& model) {
  const auto& info = std::get<GgufInfo>(model.info());
  GgufPlan plan{info.entries, {}, info.alignment};
  for (const TensorInfo& tensor : model.tensors()) plan.tensors.push_back(rewritten(tensor));
  return plan;
}

Bytes copied(const Model& model, const GgufPlan& plan) {
  Bytes out;
  const auto sink = memory_sink(out);
  auto writer = start_gguf(*sink, plan);
  EXPECT_TRUE(writer) << (writer ? "" : text_of(writer.error()));
  if (!writer) return {};
  for (const TensorInfo& tensor : model.tensors()) {
    Bytes piece(tensor.bytes);
    EXPECT_TRUE(model.read(tensor, 0, piece));
    EXPECT_TRUE(writer->append(std::span(piece).first(piece.size() / 2)));
    EXPECT_TRUE(writer->append(std::span(piece).subspan(piece.size() / 2)));
  }
  EXPECT_TRUE(writer->finish());
  return out;
}

/// The padding of a file holds zeros, which File::bytes() leaves to the test.
Bytes with_zero_padding(Bytes bytes, const Model& model) {
  std::vector<bool> used(bytes.size(), false);
  const std::uint64_t start = model.tensors().front().offset;
  for (std::size_t i = 0; i < start; ++i) used[i] = true;
  for (const TensorInfo& tensor : model.tensors())
    for (std::uint64_t i = 0; i < tensor.bytes; ++i) used[tensor.offset + i] = true;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (!used[i]) bytes[i] = 0;
  return bytes;
}

TEST(GGUF_16, AFileThatIsReadAndWrittenUnchangedIsTheSameBytes) {
  const Bytes raw = rich().bytes();
  const auto first = read(raw);
  ASSERT_TRUE(first) << words(first);
  const Bytes bytes = with_zero_padding(raw, *first);
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  EXPECT_EQ(copied(*model, plan_of(*model)), bytes);
}

TEST(GGUF_16, TheDataStandWhereTheStatedAlignmentSays) {
  const Bytes bytes = rich().bytes();
  const auto model = read(bytes);
  ASSERT_TRUE(model) << words(model);
  for (const std::uint32_t alignment : {1u, 64u, 4096u}) {
    GgufPlan plan = plan_of(*model);
    plan.alignment = alignment;
    std::erase_if(plan.tensors, [](const GgufTensor& tensor) { return tensor.name == "c"; });
    Bytes out;
    const auto sink = memory_sink(out);
    auto writer = start_gguf(*sink, plan);
    ASSERT_TRUE(writer) << text_of(writer.error());
    for (const GgufTensor& tensor : plan.tensors)
      ASSERT_TRUE(writer->append(Bytes(model->find(tensor.name)->bytes, 9)));
    ASSERT_TRUE(writer->finish());
    const auto back = read(out);
    ASSERT_TRUE(back) << words(back);
    const auto& info = std::get<GgufInfo>(back->info());
    EXPECT_EQ(info.alignment, alignment);
    EXPECT_EQ(info.entries.size(), 4u);
    for (const TensorInfo& tensor : back->tensors()) EXPECT_EQ(tensor.offset % alignment, 0u);
  }
}

TEST(GGUF_16, TheAlignmentKeyIsAddedOnlyWhereItIsNeeded) {
  for (const std::uint32_t alignment : {32u, 64u}) {
    Bytes out;
    const auto sink = memory_sink(out);
    GgufPlan plan{{}, {{"w", Format::tq1_0, {256}, 0}}, alignment};
    auto writer = start_gguf(*sink, plan);
    ASSERT_TRUE(writer) << text_of(writer.error());
    ASSERT_TRUE(writer->append(Bytes(54)));
    ASSERT_TRUE(writer->finish());
    const auto back = read(out);
    ASSERT_TRUE(back) << words(back);
    EXPECT_EQ(std::get<GgufInfo>(back->info()).entries.size(), alignment == 32 ? 0u : 1u);
  }
}

std::optional<RefusalName> refused_plan(const GgufPlan& plan) {
  Bytes out;
  const auto sink = memory_sink(out);
  const auto writer = start_gguf(*sink, plan);
  EXPECT_TRUE(out.empty() || writer);
  if (writer) return std::nullopt;
  return std::get<spec::Refusal>(writer.error()).name;
}

TEST(GGUF_16, WhatTheReaderWouldRefuseIsNotWritten) {
  const auto one = [](GgufTensor tensor) { return GgufPlan{{}, {std::move(tensor)}, 32}; };
  EXPECT_EQ(refused_plan(one({"w", Format::t2, {256, 32}, 0})), RefusalName::NoSuchConversion);
  EXPECT_EQ(refused_plan(one({"w", Format::tq1_0, {128}, 0})), RefusalName::Header);
  EXPECT_EQ(refused_plan(one({"w", Format::tq1_0, {256, 0}, 0})), RefusalName::Header);
  EXPECT_EQ(refused_plan(one({"w", Format::tq1_0, {}, 0})), RefusalName::Header);
  EXPECT_EQ(refused_plan(one({"w", FloatType::f32, {kHuge, 4}, 0})), RefusalName::Header);
  EXPECT_EQ(refused_plan(one({std::string(64, 'w'), FloatType::f32, {1}, 0})), RefusalName::Header);
  GgufPlan twice = one({"w", FloatType::f32, {1}, 0});
  twice.tensors.push_back(twice.tensors[0]);
  EXPECT_EQ(refused_plan(twice), RefusalName::Header);
  GgufPlan odd = one({"w", FloatType::f32, {1}, 0});
  odd.alignment = 48;
  EXPECT_EQ(refused_plan(odd), RefusalName::Header);
  odd.alignment = 32;
  odd.metadata = {{"k", number(GgufValue::u32), {1, 2}}};
  EXPECT_EQ(refused_plan(odd), RefusalName::Header);
}

TEST(GGUF_16, ATensorGetsExactlyItsBytes) {
  Bytes out;
  const auto sink = memory_sink(out);
  const GgufPlan plan{{}, {{"a", Format::tq1_0, {256}, 0}, {"b", FloatType::f16, {3}, 0}}, 32};
  auto writer = start_gguf(*sink, plan);
  ASSERT_TRUE(writer) << text_of(writer.error());
  EXPECT_FALSE(writer->append(Bytes(55)));
  EXPECT_TRUE(writer->append(Bytes(54)));
  EXPECT_FALSE(writer->finish());
  EXPECT_FALSE(writer->append(Bytes(7)));
  EXPECT_TRUE(writer->append(Bytes(6)));
  EXPECT_TRUE(writer->finish());
  EXPECT_FALSE(writer->append(Bytes(1)));
  EXPECT_TRUE(read(out));
}

}  // namespace
}  // namespace tritproof::container
