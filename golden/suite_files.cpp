// SPDX-License-Identifier: Apache-2.0
#include "golden/suite_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;

/// A set has some hundred files: a folder with more is none, and its listing is cut here.
constexpr std::size_t kMostFiles = 100000;

}  // namespace

bool cannot_run(const Fault& fault) {
  return std::ranges::find(kCannotFaults, fault.name) != std::end(kCannotFaults);
}

std::expected<std::vector<std::string>, Fault> list_files(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return fault("missing-folder", folder.string(), "a folder with the set", "no folder");
  std::vector<std::string> names;
  auto entry = fs::recursive_directory_iterator(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().lexically_relative(folder).generic_string();
    const fs::file_status status = entry->symlink_status(error);
    if (fs::is_directory(status)) continue;
    if (!fs::is_regular_file(status))
      return fault("extra-file", name, "files and folders", "neither");
    if (names.size() == kMostFiles) return fault("extra-file", name, "a set's files", "many more");
    names.push_back(name);
  }
  if (error) return fault("cannot-read", folder.string(), "a readable folder", error.message());
  if (names.empty()) return fault("empty-folder", folder.string(), "the files of a set", "none");
  std::ranges::sort(names);
  return names;
}

std::expected<std::string, Fault> read_file(const fs::path& folder, const std::string& name,
                                            std::uint64_t most) {
  std::error_code error;
  const fs::path path = folder / name;
  if (!fs::exists(path, error)) return fault("missing-file", name, "a file", "none");
  const std::uint64_t size = fs::file_size(path, error);
  if (error) return fault("cannot-read", name, "a readable file", error.message());
  if (size > most)
    return fault("too-large", name, std::to_string(most) + " bytes", std::to_string(size));
  std::ifstream in(path, std::ios::binary);
  std::string bytes(size, '\0');
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size)))
    return fault("cannot-read", name, "a readable file", std::strerror(errno));
  return bytes;
}

std::expected<void, Fault> write_file(const fs::path& folder, const std::string& name,
                                      std::string_view bytes) {
  const fs::path path = folder / name;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!error && out) return {};
  return fault("cannot-write", path.string(), "a writable folder",
               error ? error.message() : std::strerror(errno));
}

std::expected<void, Fault> check_empty(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error) || fs::is_empty(folder, error)) {
    if (!error) return {};
    return fault("cannot-write", folder.string(), "an empty folder", error.message());
  }
  return fault("not-empty", folder.string(), "an empty folder or none", "something in it");
}

std::string digest_of_lines(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  Sha256 sha;
  for (const std::string& line : lines) sha.update(line);
  return sha.finish_hex();
}

}  // namespace tritproof::golden
