// SPDX-License-Identifier: Apache-2.0
#include "fuzz/containers/q4nx_judge.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

using Json = nlohmann::ordered_json;
__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kMostHeader = 16u << 20;

/// The document, or nothing if it is no JSON or an object has a key twice, which the document
/// itself would hide.
std::optional<Json> document(std::span<const std::uint8_t> text) {
  std::vector<std::set<std::string>> keys;
  bool twice = false;
  const auto watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key)
      twice |= !keys.back().insert(value.get<std::string>()).second;
    return true;
  };
  const auto* from = reinterpret_cast<const char*>(text.data());  // libc++ knows characters only
  Json json = Json::parse(from, from + text.size(), watch, false);
  if (twice || json.is_discarded() || !json.is_object()) return {};
  return json;
}

std::optional<std::vector<std::uint64_t>> numbers(const Json& array) {
  if (!array.is_array()) return {};
  std::vector<std::uint64_t> out;
  for (const Json& number : array) {
    if (!number.is_number_unsigned()) return {};
    out.push_back(number.get<std::uint64_t>());
  }
  return out;
}

bool take_metadata(const Json& map, Q4nxFile& file) {
  if (!map.is_object()) return false;
  for (const auto& [key, value] : map.items()) {
    if (!value.is_string()) return false;
    file.metadata.emplace_back(key, value.get<std::string>());
  }
  return true;
}

bool take_tensor(const std::string& name, const Json& entry, Q4nxFile& file) {
  if (!entry.is_object() || entry.size() != 3) return false;
  for (const char* key : {"dtype", "shape", "data_offsets"})
    if (!entry.contains(key)) return false;
  const auto shape = numbers(entry["shape"]), offsets = numbers(entry["data_offsets"]);
  if (!entry["dtype"].is_string() || !shape || !offsets || offsets->size() != 2) return false;
  file.tensors.push_back(
      {name, entry["dtype"].get<std::string>(), *shape, (*offsets)[0], (*offsets)[1]});
  return true;
}

// The product of a shape; nothing if it does not fit 64 bits. A zero makes any shape empty.
std::optional<std::uint64_t> elements_of(std::span<const std::uint64_t> shape) {
  if (std::ranges::count(shape, 0u) != 0) return 0;
  Wide product = 1;
  for (const std::uint64_t dim : shape) {
    product *= dim;
    if (product >> 64 != 0) return {};
  }
  return static_cast<std::uint64_t>(product);
}

bool sized(const Q4nxLine& line, std::uint64_t data) {
  if (line.begin > line.end || line.end > data) return false;
  const auto elements = elements_of(line.shape);
  const auto width = q4nx_width(line.dtype);
  return elements && (!width || Wide{*elements} * *width == line.end - line.begin);
}

bool covered(const Q4nxFile& file, std::uint64_t data) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
  for (const Q4nxLine& line : file.tensors) runs.emplace_back(line.begin, line.end);
  std::ranges::sort(runs);
  std::uint64_t at = 0;
  for (const auto& [begin, end] : runs) {
    if (begin != at) return false;
    at = end;
  }
  return at == data;
}

}  // namespace

std::optional<std::uint64_t> q4nx_width(const std::string& dtype) {
  // One list a width, as the format's own description has them.
  constexpr std::array<std::string_view, 4> kLists{
      "BOOL U8 I8 F8_E5M2 F8_E4M3 F8_E8M0", "I16 U16 F16 BF16", "I32 U32 F32", "F64 I64 U64"};
  for (std::size_t i = 0; i < kLists.size(); ++i) {
    const std::string list = " " + std::string(kLists[i]) + " ";
    if (dtype.find(' ') == std::string::npos && list.find(" " + dtype + " ") != std::string::npos)
      return std::uint64_t{1} << i;
  }
  return {};
}

std::optional<Q4nxFile> judge_q4nx(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 8) return {};
  const std::uint64_t length = laws::load_word(bytes, 0, 8);
  if (length > kMostHeader || length > bytes.size() - 8) return {};
  if (length == 0 || bytes[8] != '{') return {};
  const auto json = document(bytes.subspan(8, length));
  if (!json) return {};
  Q4nxFile file;
  file.data = 8 + length;
  for (const auto& [name, entry] : json->items())
    if (!(name == "__metadata__" ? take_metadata(entry, file) : take_tensor(name, entry, file)))
      return {};
  const std::uint64_t data = bytes.size() - file.data;
  for (const Q4nxLine& line : file.tensors)
    if (!sized(line, data)) return {};
  if (!covered(file, data)) return {};
  return file;
}

Q4nxMeaning meaning_of(const Q4nxLine& line, std::optional<spec::Geometry> shape) {
  const std::size_t rank = line.shape.size();
  Q4nxMeaning meaning;
  for (const spec::FormatRow& row : spec::kFormats)
    if (line.dtype == "U8" && (rank == 2 || rank == 3) && row.chunk_bytes == line.shape.back() &&
        row.chunk_bytes != 0)
      meaning.format = row.id;
  if (!meaning.format) {
    const std::span<const std::uint64_t> dims(line.shape);
    meaning.geometry.k = rank == 0 ? 1 : dims.back();
    meaning.geometry.n = rank == 0 ? 1 : elements_of(dims.first(rank - 1)).value_or(0);
    return meaning;
  }
  const auto times = [](std::uint64_t tiles, std::uint64_t unit) {
    return tiles > ~std::uint64_t{0} / unit ? 0 : tiles * unit;
  };
  if (rank == 3)
    meaning.geometry = {times(line.shape[0], 32), times(line.shape[1], 256)};
  else if (shape)
    meaning.geometry = *shape;
  const auto [n, k] = meaning.geometry;
  const bool told = rank == 3 ? !shape || *shape == meaning.geometry : shape.has_value();
  if (!told || n == 0 || k == 0 || n % 32 != 0 || k % 256 != 0)
    meaning.refusal = spec::RefusalName::Geometry;
  else if (Wide{n / 32} * (k / 256) * line.shape.back() != line.end - line.begin)
    meaning.refusal = spec::RefusalName::Size;
  return meaning;
}

}  // namespace tritproof::fuzz
