// SPDX-License-Identifier: Apache-2.0
#include "codec/container/raw.h"

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "codec/container/checked.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

namespace fs = std::filesystem;
using spec::RefusalName;
using MaybeRefusal = std::optional<spec::Refusal>;

constexpr std::array<std::string_view, 3> kAdditiveSuffixes{".min", ".zero", ".zp"};
constexpr std::uint64_t kExponentBytes = 4;

fs::path beside(const fs::path& path, std::string_view suffix) {
  fs::path out = path;
  out.replace_extension(suffix);
  return out;
}

bool there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

MaybeRefusal additive_term(const fs::path& path, spec::Format format) {
  if (format != spec::Format::pb16i) return std::nullopt;
  for (const std::string_view suffix : kAdditiveSuffixes)
    if (const fs::path side = beside(path, suffix); there(side))
      return refusal(RefusalName::AdditiveTerm, path.string(), "an image without additive terms",
                     side.string() + " beside it");
  return std::nullopt;
}

MaybeRefusal bad_side_table(const Source* table, const spec::FormatRow& row, std::uint64_t n,
                            const std::string& where) {
  if (!row.side_table && table == nullptr) return std::nullopt;
  const auto bad = [&](std::string expected, std::string got) {
    return refusal(RefusalName::SideTable, where, std::move(expected), std::move(got));
  };
  if (!row.side_table) return bad(fmt::format("no .ref for {}", row.name), "one");
  if (table == nullptr) return bad("a .ref table of 4N bytes", "none");
  const MaybeSize wanted = checked_multiply(n, kExponentBytes);  // RAW-2
  if (wanted == table->size()) return std::nullopt;
  return bad(fmt::format("a .ref table of {} bytes for N = {}", wanted.value_or(0), n),
             fmt::format("{}", table->size()));
}

Loaded<std::unique_ptr<Source>> open_side_table(const fs::path& path) {
  const fs::path side = side_table_path(path);
  if (!there(side))
    return std::unexpected(Failure(refusal(RefusalName::SideTable, path.string(),
                                           "the side table " + side.string(), "no such file")));
  auto source = file_source(side);
  if (!source) return std::unexpected(Failure(std::move(source.error())));
  return std::move(*source);
}

}  // namespace

std::optional<spec::Format> raw_format(const fs::path& path) {
  const std::string suffix = path.extension().string();
  return suffix.empty() ? std::nullopt : spec::format_named(std::string_view(suffix).substr(1));
}

fs::path side_table_path(const fs::path& path) { return beside(path, ".ref"); }

spec::Result<Model> raw_model(std::unique_ptr<Source> source, std::unique_ptr<Source> side_table,
                              spec::Format format, std::optional<spec::Geometry> geometry,
                              std::string name) {
  const spec::FormatRow& row = spec::row_of(format);
  const std::string where = cut(name);
  if (!geometry)
    return std::unexpected(refusal(RefusalName::Geometry, where, "N and K to be given",
                                   fmt::format("a bare {} file", row.name)));
  const auto bytes = format_bytes(format, *geometry, where);
  if (!bytes) return std::unexpected(bytes.error());
  if (*bytes != source->size())  // RAW-1
    return std::unexpected(refusal(RefusalName::Size, where,
                                   fmt::format("{} bytes of {} for N = {}, K = {}", *bytes,
                                               row.name, geometry->n, geometry->k),
                                   fmt::format("{}", source->size())));
  if (auto bad = bad_side_table(side_table.get(), row, geometry->n, where))
    return std::unexpected(std::move(*bad));
  TensorInfo tensor;
  tensor.name = std::move(name);
  tensor.type = format;
  tensor.geometry = *geometry;
  tensor.dims = {geometry->k, geometry->n};
  tensor.bytes = *bytes;
  std::vector<TensorInfo> tensors;
  tensors.push_back(std::move(tensor));
  return Model(std::move(source), std::move(tensors), RawInfo{}, std::move(side_table));
}

Loaded<Model> read_raw(const fs::path& path, spec::Format format,
                       std::optional<spec::Geometry> geometry) {
  auto source = file_source(path);
  if (!source) return std::unexpected(Failure(std::move(source.error())));
  if (auto bad = additive_term(path, format)) return std::unexpected(Failure(std::move(*bad)));
  std::unique_ptr<Source> table;
  if (spec::row_of(format).side_table) {
    auto opened = open_side_table(path);
    if (!opened) return std::unexpected(std::move(opened.error()));
    table = std::move(*opened);
  }
  auto model =
      raw_model(std::move(*source), std::move(table), format, geometry, path.stem().string());
  if (!model) return std::unexpected(Failure(std::move(model.error())));
  return std::move(*model);
}

}  // namespace tritproof::container
