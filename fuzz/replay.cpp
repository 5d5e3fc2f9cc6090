// SPDX-License-Identifier: Apache-2.0
#include "fuzz/replay.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

// The files under a folder, sorted by name so that runs are alike.
std::expected<std::vector<fs::path>, std::string> files_under(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (at->is_regular_file()) files.push_back(at->path());
  if (error) return std::unexpected(folder.string() + ": " + error.message());
  if (files.empty()) return std::unexpected(folder.string() + ": no file in it");
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::expected<std::vector<fs::path>, std::string> files_of(const std::vector<fs::path>& paths) {
  std::vector<fs::path> all;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) {
      all.push_back(path);
      continue;
    }
    if (!fs::is_directory(path, error)) return std::unexpected(path.string() + ": no such file");
    const auto files = files_under(path);
    if (!files) return files;
    all.insert(all.end(), files->begin(), files->end());
  }
  return all;
}

std::expected<Bytes, std::string> bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) return std::unexpected(file.string() + ": cannot be read");
  return bytes;
}

int replay(const std::vector<fs::path>& paths,
           const std::function<void(std::span<const std::uint8_t>)>& run) {
  const auto fail = [](const std::string& what) {
    std::fprintf(stderr, "replay: %s\n", what.c_str());
    return 3;
  };
  if (paths.empty()) return fail("no file or folder is named");
  const auto files = files_of(paths);
  if (!files) return fail(files.error());
  for (const fs::path& file : *files) {
    const auto bytes = bytes_of(file);
    if (!bytes) return fail(bytes.error());
    std::fprintf(stderr, "replay: %s\n", file.c_str());
    run(*bytes);
  }
  std::fprintf(stderr, "replay: %zu inputs, no finding\n", files->size());
  return 0;
}

}  // namespace tritproof::fuzz
