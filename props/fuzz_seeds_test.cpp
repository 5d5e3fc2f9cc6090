// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "fuzz/question.h"
#include "fuzz/replay.h"
#include "fuzz/seeds/vectors.h"
#include "props/temporary_folder.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

VectorSeeds smoke_seeds() {
  auto seeds = VectorSeeds::load(golden::suite_folder(), golden::Level::smoke);
  EXPECT_TRUE(seeds.has_value());
  return *std::move(seeds);
}

TEST(FuzzSeeds, EveryGoldenVectorIsTheSameQuestionToATargetThatTakesIt) {
  const auto suite = golden::load_suite(golden::suite_folder(), golden::Level::smoke);
  ASSERT_TRUE(suite.has_value());
  const TemporaryFolder folder;
  const VectorSeeds seeds = smoke_seeds();
  for (const Target* target : targets())
    ASSERT_TRUE(seeds.write(folder.path(), *target)) << target->name;
  for (const golden::Vector& vector : suite->vectors) {
    const golden::Question& asked = vector.question;
    const auto input = golden::make_bytes(asked.input, golden::blobs_of(golden::suite_folder()));
    int takers = 0;
    for (const Target* target : targets()) {
      const fs::path file = folder.path() / target->name / vector.id;
      const bool fits = input->size() + kQuestionHead <= target->most_bytes;
      const bool takes = target->takes != nullptr && target->takes(asked.op, asked.format);
      takers += takes ? 1 : 0;
      EXPECT_EQ(fs::exists(file), takes && fits) << file;
      if (!takes || !fits) continue;
      const auto question = parse_question(*bytes_of(file));
      ASSERT_TRUE(question.has_value()) << file;
      EXPECT_EQ(question->asked.input, *input) << file;
      EXPECT_EQ(question->asked.op, asked.op) << file;
      EXPECT_EQ(question->asked.format, asked.format) << file;
      EXPECT_EQ(question->asked.geometry, asked.geometry) << file;
      EXPECT_EQ(question->asked.m, asked.m) << file;
      EXPECT_EQ(question->asked.flags.target, asked.options.target) << file;
    }
    EXPECT_GE(takers, 1) << vector.id;
  }
  for (const golden::FileVector& file : suite->files)
    EXPECT_TRUE(fs::exists(folder.path() /
                           ("fuzz_" + (file.question.suffix == "gguf" ? std::string("gguf_read")
                                                                      : file.question.suffix)) /
                           file.id))
        << file.id;
}

TEST(FuzzSeeds, AFolderThatCannotBeWrittenIsTold) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "fuzz_decode_t2") << "a file";
  EXPECT_FALSE(smoke_seeds().write(folder.path(), *target_named("fuzz_decode_t2")));
}

TEST(FuzzSeeds, AFolderWithoutVectorsIsAFault) {
  const TemporaryFolder folder;
  EXPECT_FALSE(VectorSeeds::load(folder.path(), golden::Level::smoke).has_value());
}

}  // namespace
}  // namespace tritproof::fuzz
