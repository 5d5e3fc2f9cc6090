// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/promote.h"

#include "fuzz/replay.h"
#include "fuzz/target.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

Done store(const fs::path& file, std::string_view bytes) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return std::unexpected(file.string() + ": " + error.message());
  return write_durably(file, bytes);
}

}  // namespace

std::expected<std::vector<fs::path>, std::string> promote(const fs::path& kept,
                                                          const fs::path& to) {
  const fs::path folder = fs::is_directory(kept) ? kept : kept.parent_path();
  const auto finding = read_finding(folder, Kind::finding);
  if (!finding) return std::unexpected(folder.string() + ": no finding that a campaign kept");
  if (target_named(finding->target) == nullptr)
    return std::unexpected("no target '" + finding->target + "'");
  const auto input = bytes_of(folder / "input");
  if (!input) return std::unexpected(input.error());
  const std::string_view bytes(reinterpret_cast<const char*>(input->data()), input->size());
  const std::string name = file_name_of(finding->key) + "-" + digest_of(bytes);
  std::vector<fs::path> written{to / finding->target / name};
  if (const Done done = store(written.back(), bytes); !done) return std::unexpected(done.error());
  if (finding->case_line.empty()) return written;
  written.push_back(to / (name + ".case"));
  if (const Done done = store(written.back(), finding->case_line + "\n"); !done)
    return std::unexpected(done.error());
  return written;
}

}  // namespace tritproof::fuzz
