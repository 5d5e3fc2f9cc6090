// SPDX-License-Identifier: Apache-2.0
#include "golden/index.h"

#include <algorithm>
#include <array>

#include "golden/flags.h"
#include "golden/hex.h"
#include "golden/strict_json.h"
#include "golden/tables.h"

namespace tritproof::golden {
namespace {

constexpr std::size_t kMostIndexBytes = 4u << 20;

Json table_json(const Table& table) {
  Bytes words;
  for (const std::uint32_t word : table.words)
    for (unsigned i = 0; i < table.width; ++i)
      words.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  return {
      {"name", table.name}, {"what", table.what}, {"width", table.width}, {"words", to_hex(words)}};
}

Json flag_json(const Flag& flag) {
  return {
      {"name", flag.name}, {"fault", flag.fault}, {"effect", flag.effect}, {"claims", flag.claims}};
}

Json file_json(const IndexFile& file) {
  return {{"path", file.path},
          {"sha256", file.sha256},
          {"bytes", file.bytes},
          {"vectors", file.vectors}};
}

template <class Rows, class Make>
void put_rows(std::string_view name, const Rows& rows, Make make, std::string& text) {
  text += "\"" + std::string(name) + "\":[\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += one_line(make(rows[i])) + (i + 1 < rows.size() ? ",\n" : "\n");
  text += "]";
}

// A name or two joined by one slash, of the letters that a set's names have: it stays in the
// folder.
bool is_path(std::string_view path) {
  const bool letters = std::ranges::all_of(path, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '/';
  });
  return letters && std::ranges::count(path, '/') == 1 && !path.starts_with('/') &&
         !path.ends_with('/') && !path.starts_with('.') && path.find("/.") == path.npos &&
         path.size() <= 200;
}

IndexFile file_from(StrictReader& reader, const Json& value) {
  StrictObject object(reader, value, "files");
  IndexFile file{object.text("path"), object.text("sha256"), object.number("bytes"),
                 object.number("vectors")};
  object.finish();
  if (!is_path(file.path)) reader.fail("wrong-value", "path", "FORMAT/NAME", file.path);
  if (!is_sha256_hex(file.sha256))
    reader.fail("wrong-value", file.path + ", sha256", "64 hex digits", file.sha256);
  return file;
}

// Rows of the index that must be those of this tool, in order.
template <class Rows, class Make>
void compare_rows(StrictReader& reader, const Json& value, std::string_view name, const Rows& rows,
                  Make make) {
  const Json& array = reader.array(value, name);
  const std::string fault = std::string(name.substr(0, name.size() - 1)) + "-differs";
  if (array.size() != rows.size())
    reader.fail(fault, std::string(name), std::to_string(rows.size()) + " rows",
                std::to_string(array.size()));
  for (std::size_t i = 0; reader.good() && i < rows.size(); ++i)
    if (const Json own = make(rows[i]); array[i] != own)
      reader.fail(fault, std::string(rows[i].name), shown(own), shown(array[i]));
}

}  // namespace

std::string write_index(const std::vector<IndexFile>& files) {
  std::string text = "{\"version\":\"" + std::string(kSuiteVersion) + "\",\n";
  put_rows("tables", kTables, table_json, text);
  text += ",\n";
  put_rows("flags", flags(), flag_json, text);
  text += ",\n";
  put_rows("files", files, file_json, text);
  text += "}\n";
  return text;
}

std::expected<std::vector<IndexFile>, Fault> parse_index(std::string_view text) {
  if (text.size() > kMostIndexBytes)
    return std::unexpected(
        Fault{"too-large", "", "an index of at most 4 MiB", std::to_string(text.size())});
  const auto value = parse_strict(text);
  if (!value) return std::unexpected(value.error());
  StrictReader reader;
  StrictObject object(reader, *value, "index");
  if (const std::string version = object.text("version"); reader.good() && version != kSuiteVersion)
    reader.fail("version-differs", "version", std::string(kSuiteVersion), version);
  compare_rows(reader, object.need("tables"), "tables", kTables, table_json);
  compare_rows(reader, object.need("flags"), "flags", flags(), flag_json);
  std::vector<IndexFile> files;
  for (const Json& file : reader.array(object.need("files"), "files"))
    if (reader.good()) files.push_back(file_from(reader, file));
  object.finish();
  if (!reader.good()) return std::unexpected(*reader.fault());
  if (files.empty())
    return std::unexpected(Fault{"no-vectors", "files", "at least one file", "none"});
  if (write_index(files) != text)
    return std::unexpected(
        Fault{"not-canonical", "", "the index as this tool writes it", "another"});
  return files;
}

}  // namespace tritproof::golden
