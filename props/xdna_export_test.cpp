// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "hw/xdna/export_recipe.h"
#include "props/xdna_fixture.h"

namespace tritproof::xdna {
namespace {

namespace fs = std::filesystem;
using spec::Format;
using spec::Op;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Vectors with the reference's answers.
class Export : public Xdna {
 protected:
  void add(std::string id, Op op, Format format, std::uint64_t n, std::uint64_t k,
           std::uint64_t m) {
    questions_.push_back(std::make_unique<Question>(op, format, n, k, m, n + k));
    const Request& asked = questions_.back()->asked;
    answers_.push_back(std::make_unique<Bytes>(std::get<Bytes>(expected(asked))));
    vectors_.push_back({std::move(id), op, format, {}, {n, k}, m, asked.input, *answers_.back()});
  }
  void add_expands() {
    add("expand-1", Op::expand, Format::t2s, 32, 256, 0);
    add("expand-2", Op::expand, Format::t2s, 64, 256, 0);
  }
  std::string error_of(const ArgumentMap* map = nullptr) const {
    const auto exported = export_xrt_recipes(path("out"), vectors_, map);
    return exported ? "" : exported.error();
  }
  /// Exit status of run.sh with the stand-in of XRT's runner.
  int run(const std::string& before = "") const {
    const std::string line = before + " XRT_RUNNER=" TRITPROOF_XRT_RUNNER_STANDIN " sh '" +
                             path("out") + "/run.sh' >'" + path("log") + "' 2>&1";
    return WEXITSTATUS(std::system(line.c_str()));
  }

  std::vector<std::unique_ptr<Question>> questions_;
  std::vector<std::unique_ptr<Bytes>> answers_;
  std::vector<ExportVector> vectors_;
};

TEST_F(Export, TheScriptPassesWhatIsRightAndCountsIt) {
  add_expands();
  EXPECT_EQ(error_of(), "");
  EXPECT_EQ(run(), 3) << "the kernel is not there yet";
  write("out/kernel.elf", "");
  EXPECT_EQ(run(), 0) << read(path("log"));
  EXPECT_NE(read(path("log")).find("2 of 2 passed"), std::string::npos);
}

TEST_F(Export, AWrongByteOrAnUntouchedOutputFails) {
  add("expand-2", Op::expand, Format::t2s, 64, 256, 0);
  EXPECT_EQ(error_of(), "");
  write("out/kernel.elf", "");
  EXPECT_EQ(run("TRITPROOF_STALE=1"), 1);
  EXPECT_NE(read(path("log")).find("0 of 1 passed"), std::string::npos);
  std::string golden = read(path("out/expand-2/golden.bin"));
  golden.back() ^= 1;
  write("out/expand-2/golden.bin", golden);
  EXPECT_EQ(run(), 1);
  EXPECT_NE(read(path("log")).find("FAIL expand-2"), std::string::npos);
}

TEST_F(Export, AListThatLostAVectorFails) {
  add_expands();
  EXPECT_EQ(error_of(), "");
  write("out/kernel.elf", "");
  write("out/vectors.txt", "expand-1\n");
  EXPECT_EQ(run(), 1);
}

TEST_F(Export, ARecipeNamesTheKernelsArgumentsAsTheMapDoes) {
  add("r", Op::replay, Format::pb16i, 32, 256, 4);
  ArgumentMap map = replay_map(Format::pb16i, 32, 256, 4);
  map.flow = Flow::xclbin_elf;
  map.file = "/somewhere/design.xclbin";
  map.instructions = "insts.elf";
  map.arguments = {{Role::u64, 3},
                   {Role::multipliers, 512},
                   {Role::output, 2048},
                   {Role::codes, 4096},
                   {Role::activations, 1024}};
  EXPECT_EQ(error_of(&map), "");
  const auto recipe = nlohmann::json::parse(read(path("out/r/recipe.json")));
  EXPECT_EQ(recipe["version"], "1.0");
  EXPECT_EQ(recipe["header"], nlohmann::json({{"xclbin", "design.xclbin"}}));
  const auto& kernel = recipe["resources"]["kernels"][0];
  EXPECT_EQ(kernel["instance"], "main:sequence");
  EXPECT_EQ(kernel["ctrlcode"], "insts.elf");
  const auto& run = recipe["execution"]["runs"][0];
  EXPECT_EQ(run["name"], kernel["name"]);
  EXPECT_EQ(run["arguments"].size(), 4u);
  EXPECT_EQ(run["arguments"][3], nlohmann::json({{"name", "activations"}, {"argidx", 4}}));
  EXPECT_EQ(run["constants"][0], nlohmann::json({{"value", 3}, {"type", "int"}, {"argidx", 0}}));
  const auto profile = nlohmann::json::parse(read(path("out/r/profile.json")));
  for (const auto& binding : profile["bindings"]) {
    if (!binding["init"].contains("file")) continue;
    EXPECT_EQ(fs::file_size(path("out/" + binding["init"]["file"].get<std::string>())),
              binding["size"].get<std::uint64_t>());
  }
  const auto& output = profile["bindings"][1];
  EXPECT_EQ(output["validate"]["end"], 1024);
  EXPECT_EQ(fs::file_size(path("out/r/golden.bin")), 2048u);
  const std::string golden = read(path("out/r/golden.bin"));
  EXPECT_TRUE(std::equal(answers_[0]->begin(), answers_[0]->end(), golden.begin(),
                         [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); }));
}

TEST_F(Export, WhatIsNotForTheKernelIsLeftOutAndCounted) {
  add("mine", Op::replay, Format::t2s, 32, 256, 4);
  add("wide", Op::replay, Format::t2s, 64, 256, 4);
  add("image", Op::replay, Format::pb16i, 32, 256, 4);
  add("mode", Op::replay, Format::t2s, 32, 256, 4);
  vectors_.back().flags.mode = spec::ReplayMode::wrap32;
  add("other", Op::expand, Format::t2s, 32, 256, 0);
  vectors_.back().op = Op::validate;
  const ArgumentMap map = replay_map(Format::t2s, 32, 256, 4);
  const auto exported = export_xrt_recipes(path("out"), vectors_, &map);
  ASSERT_TRUE(exported.has_value()) << exported.error();
  EXPECT_EQ(exported->written, 1u);
  EXPECT_EQ(exported->left_out, 4u);
}

TEST_F(Export, NothingToWriteIsAnError) {
  EXPECT_EQ(error_of(), "no vector is of this kernel's shape");
}

TEST_F(Export, AFolderThatHoldsSomethingIsLeftAlone) {
  add_expands();
  fs::create_directory(path("out"));
  write("out/mine", "");
  EXPECT_NE(error_of().find("not empty"), std::string::npos);
}

TEST_F(Export, WrongBytesAndClashingNamesAreErrors) {
  add_expands();
  vectors_[0].expected = vectors_[0].expected.first(100);
  EXPECT_EQ(error_of(), "expand-1: not the bytes that its shape needs");
  fs::remove_all(path("out"));
  vectors_.erase(vectors_.begin());
  vectors_.push_back(vectors_[0]);
  EXPECT_NE(error_of().find("'expand-2' is empty, there already"), std::string::npos);
}

TEST_F(Export, NamesStayInsideTheFolder) {
  add("../../x y'", Op::expand, Format::t2s, 32, 256, 0);
  EXPECT_EQ(error_of(), "");
  EXPECT_TRUE(fs::is_directory(path("out/%2E.%2F..%2Fx%20y%27")));
}

TEST_F(Export, AMapThatXrtsRunnerCannotFollowIsRefused) {
  add_expands();
  ArgumentMap map = expand_map(32, 256);
  map.arguments.push_back({Role::u64, std::uint64_t{1} << 31});
  EXPECT_NE(error_of(&map).find("2147483648 is none"), std::string::npos);
  map.arguments.pop_back();
  map.file = "it's.elf";
  EXPECT_NE(error_of(&map).find("does not go into a script"), std::string::npos);
  map.flow = Flow::xclbin;
  EXPECT_NE(error_of(&map).find("flow xclbin"), std::string::npos);
}

}  // namespace
}  // namespace tritproof::xdna
