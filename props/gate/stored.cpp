// SPDX-License-Identifier: Apache-2.0
#include "props/gate/stored.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "props/properties/case_file.h"
#include "props/properties/templates.h"

namespace tritproof::gate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEdits = 1000;

std::expected<std::string, std::string> read_text(const fs::path& path) {
  constexpr std::uintmax_t most = 1 << 20;
  std::error_code error;
  if (fs::file_size(path, error) > most || error)
    return std::unexpected(path.string() + ": not a file of at most 1 MiB");
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.good() && !file.eof()) return std::unexpected(path.string() + ": cannot be read");
  return text;
}

// The case as edits of the good template; nothing if there would be too many.
std::optional<props::Sketch> sketch_of(const laws::Case& asked) {
  props::Sketch sketch{asked.op, asked.format, asked.flags, asked.geometry, asked.m, "good", {}};
  if (asked.geometry.n == 0 || asked.geometry.k == 0) return std::nullopt;
  const Bytes from = props::case_of(sketch).input;
  const std::size_t common = std::min(from.size(), asked.input.size());
  for (std::size_t at = 0; at < common && sketch.edits.size() <= kMostEdits; ++at)
    if (from[at] != asked.input[at])
      sketch.edits.push_back({props::Edit::Kind::byte, at, asked.input[at]});
  if (asked.input.size() < from.size())
    sketch.edits.push_back(
        {props::Edit::Kind::cut, 0, static_cast<std::uint32_t>(from.size() - asked.input.size())});
  if (sketch.edits.size() > kMostEdits || props::case_of(sketch).input != asked.input)
    return std::nullopt;
  return sketch;
}

}  // namespace

std::expected<std::vector<laws::Case>, std::string> load_cases(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".case") paths.push_back(entry.path());
  if (error) return std::unexpected(folder.string() + ": " + error.message());
  std::ranges::sort(paths);
  std::vector<laws::Case> cases;
  for (const fs::path& path : paths) {
    const auto text = read_text(path);
    if (!text) return std::unexpected(text.error());
    const auto sketch = props::parse_case(*text);
    if (!sketch)
      return std::unexpected(path.string() + ":" + std::to_string(sketch.error().line) + ": " +
                             sketch.error().what);
    cases.push_back(props::case_of(*sketch));
    cases.back().why = path.filename().string();
  }
  return cases;
}

std::expected<std::string, std::string> store_case(const fs::path& folder, const Broken& broken) {
  const auto sketch = sketch_of(broken.asked);
  if (!sketch) return std::unexpected("the case is too large for a readable file");
  const std::string text = props::write_case(*sketch);
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016zx", std::hash<std::string>{}(text));
  const std::string name = broken.rule + "-" + std::string(spec::row_of(broken.asked.format).name) +
                           "-" + hash + ".case";
  std::error_code error;
  fs::create_directories(folder, error);
  std::ofstream file(folder / name, std::ios::binary);
  file << text;
  file.close();
  if (!file) return std::unexpected((folder / name).string() + ": cannot be written");
  return name;
}

}  // namespace tritproof::gate
