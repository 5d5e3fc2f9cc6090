// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw/host/handles.h"
#include "hw/host/piped_subject.h"
#include "hw/protocol/wire.h"
#include "hw/runners.h"

namespace tritproof {
namespace {

using spec::Format;
using spec::Op;
using spec::RefusalName;

/// One runner for all tests. If the library is not there they fail and say how to get it.
class Ggml : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto command = hw::runner_named("ggml")->find();
    if (!command) {
      wrong_ = command.error().why + "; run " + command.error().bring;
      return;
    }
    command_ = *command;
    auto started = host::PipedSubject::start("ggml", command_);
    if (started)
      subject_ = std::move(*started);
    else
      wrong_ = started.error().what;
  }
  static void TearDownTestSuite() {
    if (subject_) {
      EXPECT_EQ(subject_->close(), std::nullopt);
    }
    subject_.reset();
  }
  void SetUp() override { ASSERT_NE(subject_, nullptr) << wrong_; }

  static Outcome ask(Op op, Format format, spec::Geometry geometry, const Bytes& input) {
    Request request;
    request.op = op;
    request.format = format;
    request.geometry = geometry;
    request.input = input;
    request.poison = 0x5EAF00D5EAF00D55;
    return subject_->answer(request);
  }
  static std::string shell_word(std::size_t i) { return "'" + command_.argv[i] + "'"; }

  static std::unique_ptr<host::PipedSubject> subject_;
  static host::Command command_;
  static std::string wrong_;
};

std::unique_ptr<host::PipedSubject> Ggml::subject_;
host::Command Ggml::command_;
std::string Ggml::wrong_;

Bytes from_hex(std::string_view hex) {
  Bytes out;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    out.push_back(static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return out;
}

Bytes repeated(std::string_view hex, std::size_t bytes) {
  const Bytes unit = from_hex(hex);
  Bytes out;
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(unit[i % unit.size()]);
  return out;
}

Bytes joined(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bytes as_bytes(const std::vector<float>& x) {
  Bytes out(x.size() * 4);
  for (std::size_t i = 0; i < x.size(); ++i)
    protocol::put(std::span(out), 4 * i, std::bit_cast<std::uint32_t>(x[i]));
  return out;
}

std::uint32_t word(const Outcome& outcome, std::size_t i) {
  return protocol::get<std::uint32_t>(std::get<Bytes>(outcome), 4 * i);
}

struct Known {
  Format format;
  Bytes block;  ///< codes -1, 0, +1, -1, ... and scale 1
};

std::vector<Known> known() {
  return {
      {Format::tq1_0, from_hex("456ccf456ccf456ccf456ccf456ccf456ccf456ccf456ccf456ccf456ccf456c"
                               "94bb3194bb3194bb3194bb3194bb31943092bb30003c")},
      {Format::tq2_0, joined(repeated("186186", 64), from_hex("003c"))},
      {Format::q2_0, joined(from_hex("003c"), repeated("244992", 16))}};
}

TEST_F(Ggml, SaysWhatItIs) {
  const protocol::Hello& hello = subject_->hello();
  EXPECT_EQ(hello.runner, "ggml");
  EXPECT_EQ(hello.version, "0.25.1 0ad4a86");
  EXPECT_FALSE(hello.is_double);
  EXPECT_TRUE(hello.poison);
  EXPECT_EQ(hello.ops.size(), 6u);
  EXPECT_EQ(hello.policies, (std::vector<protocol::Policy>{{"code3", "+2"}}));
  for (const Known& k : known()) {
    EXPECT_TRUE(subject_->declares(Op::decode, k.format));
    EXPECT_TRUE(subject_->declares(Op::quantise, k.format));
    EXPECT_FALSE(subject_->declares(Op::validate, k.format));
  }
}

TEST_F(Ggml, DecodesTheKnownAnswers) {
  constexpr std::array<std::uint32_t, 3> kWeights{0xbf800000, 0, 0x3f800000};
  for (const Known& k : known()) {
    const std::uint64_t columns = spec::row_of(k.format).columns;
    const Outcome outcome = ask(Op::decode, k.format, {2, columns}, joined(k.block, k.block));
    ASSERT_TRUE(std::holds_alternative<Bytes>(outcome));
    ASSERT_EQ(std::get<Bytes>(outcome).size(), 2 * columns * 4);
    for (std::size_t i = 0; i < 2 * columns; ++i)
      ASSERT_EQ(word(outcome, i), kWeights[i % columns % 3]) << i;
  }
}

TEST_F(Ggml, QuantisesTheKnownAnswers) {
  for (const Known& k : known()) {
    std::vector<float> x(spec::row_of(k.format).columns);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 3) - 1.0f;
    const Outcome outcome = ask(Op::quantise, k.format, {1, x.size()}, as_bytes(x));
    EXPECT_EQ(std::get<Bytes>(outcome), k.block);
  }
}

TEST_F(Ggml, Code3IsPlusTwoAndProductsKeepTheirSign) {
  const Bytes block = joined(from_hex("00bc"), repeated("e4", 16));  // -1 * (-1, 0, +1, +2)
  const Outcome outcome = ask(Op::decode, Format::q2_0, {1, 64}, block);
  EXPECT_EQ(word(outcome, 0), 0x3f800000u);
  EXPECT_EQ(word(outcome, 1), 0x80000000u);
  EXPECT_EQ(word(outcome, 2), 0xbf800000u);
  EXPECT_EQ(word(outcome, 3), 0xc0000000u);
}

TEST_F(Ggml, RefusesGeometryThenSize) {
  for (const Known& k : known()) {
    const std::uint64_t columns = spec::row_of(k.format).columns;
    for (const spec::Geometry geometry : {spec::Geometry{0, columns}, {1, 0}, {1, columns - 1}}) {
      const Outcome outcome = ask(Op::decode, k.format, geometry, Bytes(7));
      EXPECT_EQ(std::get<spec::Refusal>(outcome).name, RefusalName::Geometry);
    }
    for (const std::size_t bytes : {std::size_t{0}, k.block.size() - 1, k.block.size() + 1}) {
      const Outcome outcome = ask(Op::decode, k.format, {1, columns}, Bytes(bytes));
      EXPECT_EQ(std::get<spec::Refusal>(outcome).name, RefusalName::Size);
      const Outcome other = ask(Op::quantise, k.format, {1, columns}, Bytes(4 * bytes));
      EXPECT_EQ(std::get<spec::Refusal>(other).name, RefusalName::Size);
    }
    const Outcome huge = ask(Op::decode, k.format, {~0ull, ~0ull - columns + 1}, Bytes(66));
    EXPECT_TRUE(std::holds_alternative<spec::Refusal>(huge));
  }
}

TEST_F(Ggml, RefusesABf16Answer) {
  Request request;
  request.format = Format::tq1_0;
  request.geometry = {1, 256};
  const Bytes block(54);
  request.input = block;
  request.flags.bf16 = true;
  EXPECT_EQ(std::get<spec::Refusal>(subject_->answer(request)).name, RefusalName::NoSuchConversion);
}

TEST_F(Ggml, RefusesWhereItsOwnAnswerIsUndefined) {
  for (const Known& k : known()) {
    const std::uint64_t columns = spec::row_of(k.format).columns;
    const auto refusal = [&](const std::vector<float>& x) {
      const Outcome outcome = ask(Op::quantise, k.format, {2, columns}, as_bytes(x));
      const auto* const found = std::get_if<spec::Refusal>(&outcome);
      return found != nullptr ? std::string(spec::row_of(found->name).name) + ": " + found->got
                              : "answered";
    };
    std::vector<float> x(2 * columns, 0.0f);
    EXPECT_EQ(refusal(x), "answered");
    x[columns + 5] = -0x1p-128f;
    EXPECT_EQ(refusal(x), "ScaleUnderflow: 1 blocks, first at n 1, k 0");
    x[3] = 0x1p-149f;
    EXPECT_EQ(refusal(x), "ScaleUnderflow: 2 blocks, first at n 0, k 0");
    x[columns + 7] = NAN;
    EXPECT_EQ(refusal(x), "NonFiniteInput: 1 numbers, first at n 1, k 7");
    x[2] = -INFINITY;
    EXPECT_EQ(refusal(x), "NonFiniteInput: 2 numbers, first at n 0, k 2");
    std::vector<float> smallest(2 * columns, std::nextafter(0x1p-128f, 1.0f));
    EXPECT_EQ(refusal(smallest), "answered");
  }
}

TEST_F(Ggml, ALibraryThatIsNotTheKnownOneIsNotLoaded) {
  const host::TempFolder folder;
  const std::string copy = folder.path() + "/lib.so";
  std::filesystem::copy_file(command_.argv[1], copy);
  host::Command same = command_;
  same.argv[1] = copy;
  EXPECT_TRUE(host::PipedSubject::start("ggml", same).has_value());
  std::fstream(copy, std::ios::in | std::ios::out).seekp(4096).put('x');
  const auto changed = host::PipedSubject::start("ggml", same);
  ASSERT_FALSE(changed.has_value());
  EXPECT_NE(changed.error().what.find("status 3"), std::string::npos) << changed.error().what;
  EXPECT_NE(changed.error().what.find("sha256"), std::string::npos) << changed.error().what;
}

/// What a shell line prints, and its exit status in `status`.
std::string printed(const std::string& line, int& status) {
  std::FILE* const pipe = ::popen(line.c_str(), "r");
  std::string out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
  status = ::pclose(pipe) >> 8;
  return out;
}

TEST_F(Ggml, WritesAndReadsGgufFiles) {
  const host::TempFolder folder;
  const std::string runner = shell_word(0) + " " + shell_word(1);
  const std::string file = folder.path() + "/a.gguf";
  std::vector<float> x(512 + 256 + 64);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 3) - 1.0f;
  const Bytes bytes = as_bytes(x);
  std::ofstream(folder.path() + "/x", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const std::string tensors = " a.weight:tq1_0:2:256 b:tq2_0:1:256 c:q2_0:1:64 <";
  int status = -1;
  printed(runner + " --write-gguf " + file + tensors + folder.path() + "/x", status);
  ASSERT_EQ(status, 0);
  std::string lines = printed(runner + " --read-gguf " + file, status);
  EXPECT_EQ(status, 0);
  for (const std::string_view words :
       {"a.weight tq1_0 2 256 192 108 ", "b tq2_0 1 256 320 66 ", "c q2_0 1 64 416 18 "})
    EXPECT_NE(lines.find(words), std::string::npos) << lines;
  EXPECT_EQ(std::ranges::count(lines, '\n'), 3);
  Bytes block(18);
  std::ifstream(file, std::ios::binary).seekg(416).read(reinterpret_cast<char*>(block.data()), 18);
  EXPECT_EQ(block, known()[2].block);
  std::filesystem::resize_file(file, 420);
  printed(runner + " --read-gguf " + file + " 2>&1", status);
  EXPECT_EQ(status, 1);
  printed(runner + " --write-gguf " + file + " a:tq1_0:1:255 2>&1", status);
  EXPECT_EQ(status, 2);
}

TEST(Runners, NamesAreNeverGuessed) {
  EXPECT_EQ(hw::runner_named("ggm"), nullptr);
  EXPECT_EQ(hw::runner_named(""), nullptr);
  for (const hw::RunnerRow& row : hw::runners()) EXPECT_EQ(hw::runner_named(row.name), &row);
}

TEST(Runners, AnAbsentLibrarySaysHowToGetIt) {
  const char* const before = std::getenv("TRITPROOF_GGML_LIB");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TRITPROOF_GGML_LIB", "/nonexistent/libggml-base.so", 1);
  const auto command = hw::runner_named("ggml")->find();
  if (before != nullptr)
    ::setenv("TRITPROOF_GGML_LIB", kept.c_str(), 1);
  else
    ::unsetenv("TRITPROOF_GGML_LIB");
  ASSERT_FALSE(command.has_value());
  EXPECT_EQ(command.error().bring, "npm ci --ignore-scripts --prefix hw/ggml");
}

}  // namespace
}  // namespace tritproof
