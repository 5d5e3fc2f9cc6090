// SPDX-License-Identifier: Apache-2.0
#include "codec/container/io.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "codec/container/names.h"
#include "props/temporary_folder.h"

namespace tritproof::container {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

TEST(Source, AFileIsReadAnywhereButNotPastItsEnd) {
  const TemporaryFolder folder;
  const auto source = file_source(folder.write("f", {1, 2, 3, 4, 5}));
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->size(), 5u);
  Bytes out(2);
  ASSERT_TRUE((*source)->read(3, out));
  EXPECT_EQ(out, (Bytes{4, 5}));
  for (const std::uint64_t offset : {std::uint64_t{4}, std::uint64_t{6}, ~std::uint64_t{0}})
    EXPECT_FALSE((*source)->read(offset, out));
}

TEST(Source, MemoryIsReadAnywhereButNotPastItsEnd) {
  const Bytes bytes{1, 2, 3};
  const auto source = memory_source(bytes);
  Bytes out(2);
  ASSERT_TRUE(source->read(1, out));
  EXPECT_EQ(out, (Bytes{2, 3}));
  EXPECT_FALSE(source->read(2, out));
  EXPECT_FALSE(source->read(~std::uint64_t{0}, out));
}

TEST(Source, AFileThatShrinksSaysSo) {
  const TemporaryFolder folder;
  const fs::path path = folder.write("f", Bytes(100));
  const auto source = file_source(path);
  ASSERT_TRUE(source);
  fs::resize_file(path, 10);
  Bytes out(50);
  const auto done = (*source)->read(0, out);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().what.find("shrank while being read"), std::string::npos);
}

TEST(Source, OnlyARegularFileIsOpened) {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const fs::path& path : {folder.path(), pipe, fs::path("/dev/zero")}) {
    const auto source = file_source(path);
    ASSERT_FALSE(source) << path;
    EXPECT_NE(source.error().what.find("not a regular file"), std::string::npos);
  }
  const auto missing = file_source(folder.path() / "missing");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().what.find((folder.path() / "missing").string()), std::string::npos);
  EXPECT_NE(missing.error().what.find("No such file"), std::string::npos);
}

TEST(OutputFile, TheFileAppearsOnlyWithCommit) {
  const TemporaryFolder folder;
  folder.write("out", {9});
  auto file = OutputFile::create(folder.path() / "out");
  ASSERT_TRUE(file) << file.error().what;
  Bytes large(3u << 20, 7);
  ASSERT_TRUE((*file)->append(Bytes{1, 2}));
  ASSERT_TRUE((*file)->append(large));
  ASSERT_TRUE((*file)->append(Bytes{3}));
  EXPECT_EQ(folder.read("out"), Bytes{9});
  ASSERT_TRUE((*file)->commit());
  Bytes wanted{1, 2};
  wanted.insert(wanted.end(), large.begin(), large.end());
  wanted.push_back(3);
  EXPECT_EQ(folder.read("out"), wanted);
  EXPECT_EQ(folder.size(), 1u);
  EXPECT_FALSE((*file)->append(Bytes{1}) && (*file)->commit());
}

TEST(OutputFile, WithoutCommitNothingIsLeftBehind) {
  const TemporaryFolder folder;
  {
    auto file = OutputFile::create(folder.path() / "out");
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->append(Bytes(2u << 20)));
    EXPECT_EQ(folder.size(), 1u);
  }
  EXPECT_EQ(folder.size(), 0u);
}

TEST(OutputFile, TwoOfOneNameDoNotClash) {
  const TemporaryFolder folder;
  auto first = OutputFile::create(folder.path() / "out");
  auto second = OutputFile::create(folder.path() / "out");
  ASSERT_TRUE(first && second);
  ASSERT_TRUE((*first)->append(Bytes{1}));
  ASSERT_TRUE((*second)->append(Bytes{2}));
  ASSERT_TRUE((*first)->commit());
  ASSERT_TRUE((*second)->commit());
  EXPECT_EQ(folder.read("out"), Bytes{2});
  EXPECT_EQ(folder.size(), 1u);
}

TEST(OutputFile, ALinkKeepsPointingAtItsFile) {
  const TemporaryFolder folder;
  folder.write("real", {9});
  fs::create_symlink("real", folder.path() / "link");
  auto file = OutputFile::create(folder.path() / "link");
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->append(Bytes{1}));
  ASSERT_TRUE((*file)->commit());
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(folder.read("real"), Bytes{1});
}

TEST(OutputFile, AFullDeviceCannotBeWritten) {
  auto file = OutputFile::create("/dev/full");
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->append(Bytes{1}));
  const auto done = (*file)->commit();
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().what.find("/dev/full"), std::string::npos);
  EXPECT_NE(done.error().what.find("No space left"), std::string::npos);
  EXPECT_FALSE((*file)->commit());
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(OutputFile, AShortWriteIsNeverCommitted) {
  const TemporaryFolder folder;
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  rlimit tight = old;
  tight.rlim_cur = 3u << 19;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  {
    auto file = OutputFile::create(folder.path() / "out");
    ASSERT_TRUE(file);
    const auto first = (*file)->append(Bytes(2u << 20));
    EXPECT_FALSE(first);
    EXPECT_FALSE((*file)->append(Bytes(2u << 20)));
    EXPECT_FALSE((*file)->commit());
  }
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(folder.size(), 0u);
}

TEST(OutputFile, AFolderThatCannotHoldTheFileIsNamed) {
  const TemporaryFolder folder;
  folder.write("file", {1});
  for (const char* name : {"missing/out", "file/out"}) {
    const auto file = OutputFile::create(folder.path() / name);
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().what.find((folder.path() / name).string()), std::string::npos);
  }
  EXPECT_FALSE(OutputFile::create(folder.path()));
  EXPECT_FALSE(OutputFile::create("/proc/out"));
}

TEST(Names, OnlyPlainBytesStayAsTheyAre) {
  EXPECT_EQ(percent_encode("blk.0.ffn_up-A9").value(), "blk.0.ffn_up-A9");
  EXPECT_EQ(percent_encode("a/b").value(), "a%2Fb");
  EXPECT_EQ(percent_encode("a%2Fb").value(), "a%252Fb");
  EXPECT_EQ(percent_encode(".").value(), "%2E");
  EXPECT_EQ(percent_encode("..").value(), "%2E.");
  EXPECT_EQ(percent_encode("../../etc").value(), "%2E.%2F..%2Fetc");
  EXPECT_EQ(percent_encode(std::string("a\0\n\xff", 4)).value(), "a%00%0A%FF");
}

TEST(Names, EmptyAndOverlongNamesAreRefused) {
  EXPECT_FALSE(percent_encode(""));
  EXPECT_TRUE(percent_encode(std::string(200, 'a')));
  EXPECT_FALSE(percent_encode(std::string(201, 'a')));
  EXPECT_TRUE(percent_encode(std::string(66, '/')));
  EXPECT_FALSE(percent_encode(std::string(67, '/')));
  EXPECT_FALSE(percent_encode(std::string(1u << 20, '/')));
}

TEST(Names, NamesThatDifferOnlyInCaseClash) {
  OutputNames names;
  EXPECT_EQ(names.add("Weight", ".t2").value(), "Weight.t2");
  EXPECT_FALSE(names.add("weight", ".t2"));
  EXPECT_FALSE(names.add("Weight", ".t2"));
  EXPECT_TRUE(names.add("weight", ".ref"));
  EXPECT_TRUE(names.add("weight2", ".t2"));
}

}  // namespace
}  // namespace tritproof::container
