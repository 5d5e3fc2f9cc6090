// SPDX-License-Identifier: Apache-2.0
#include "codec/container/folder.h"

#include <nlohmann/json.hpp>

namespace tritproof::container {
namespace {

using Json = nlohmann::json;

std::unexpected<Failure> header(const std::string& expected, const std::string& got) {
  return std::unexpected<Failure>(
      spec::Refusal{spec::RefusalName::Header, 1, {}, std::string(kIndexName), expected, got});
}

std::optional<std::uint64_t> count_of(const Json& row, const char* key) {
  if (!row[key].is_number_unsigned()) return std::nullopt;
  return row[key].get<std::uint64_t>();
}

Loaded<IndexRow> row_from(const Json& row) {
  if (!row.is_object() || row.size() != 5)
    return header("an object of five keys a tensor", row.type_name());
  for (const char* key : {"name", "file", "format", "n", "k"})
    if (!row.contains(key)) return header(std::string("the key ") + key, "other keys");
  if (!row["name"].is_string() || !row["file"].is_string() || !row["format"].is_string())
    return header("name, file and format as strings", "another type");
  const auto format = spec::format_named(row["format"].get<std::string>());
  const auto n = count_of(row, "n");
  const auto k = count_of(row, "k");
  if (!format || !n || !k) return header("a known format, n and k", "another value");
  IndexRow out{row["name"], row["file"], *format, {*n, *k}};
  const std::filesystem::path file(out.file);
  if (file.filename() != file || out.file == "." || out.file == "..")
    return header("a file name without a path", out.file);
  return out;
}

}  // namespace

Loaded<std::vector<IndexRow>> read_index(const std::filesystem::path& folder) {
  const auto source = file_source(folder / kIndexName);
  if (!source) return std::unexpected(source.error());
  if ((*source)->size() > kMaxIndex) return header("at most 32 MiB", "more");
  std::vector<std::uint8_t> text((*source)->size());
  if (auto done = (*source)->read(0, text); !done) return std::unexpected(done.error());
  // libc++ knows characters only.
  const auto* const from = reinterpret_cast<const char*>(text.data());
  const Json root = Json::parse(from, from + text.size(), nullptr, false);
  if (!root.is_object() || root.size() != 1 || !root.contains("tensors") ||
      !root["tensors"].is_array())
    return header("an object with the one key tensors", "something else");
  std::vector<IndexRow> rows;
  for (const Json& row : root["tensors"]) {
    auto parsed = row_from(row);
    if (!parsed) return std::unexpected(parsed.error());
    rows.push_back(*std::move(parsed));
  }
  return rows;
}

std::string index_text(const std::vector<IndexRow>& rows) {
  Json tensors = Json::array();
  for (const IndexRow& row : rows)
    tensors.push_back({{"name", row.name},
                       {"file", row.file},
                       {"format", spec::row_of(row.format).name},
                       {"n", row.geometry.n},
                       {"k", row.geometry.k}});
  return Json{{"tensors", tensors}}.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::optional<spec::Geometry> indexed_shape(const std::filesystem::path& file) {
  const auto rows = read_index(file.parent_path().empty() ? "." : file.parent_path());
  if (!rows) return std::nullopt;
  for (const IndexRow& row : *rows)
    if (row.file == file.filename()) return row.geometry;
  return std::nullopt;
}

}  // namespace tritproof::container
