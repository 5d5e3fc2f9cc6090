// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/gguf_bytes.h"
#include "golden/groups/rows.h"

/// Safetensors files with tiles, and those that break a rule.
namespace tritproof::golden {
namespace {

using gguf::Shelf;
using spec::RefusalName;

std::string tensor(std::string_view name, std::string_view dtype, std::string_view shape,
                   std::uint64_t begin, std::uint64_t end) {
  return "\"" + std::string(name) + "\":{\"dtype\":\"" + std::string(dtype) + "\",\"shape\":[" +
         std::string(shape) + "],\"data_offsets\":[" + std::to_string(begin) + "," +
         std::to_string(end) + "]}";
}

Recipe file_of(const std::string& json, std::uint64_t data) {
  Parts parts{hex(gguf::joined({gguf::le64(json.size()), Bytes(json.begin(), json.end())}))};
  if (data != 0) parts.push_back(repeat({0x5a}, data));
  return {std::move(parts), {}};
}

std::string object(const std::string& inside) { return "{" + inside + "}"; }

Shelf shelf_of(Collector& to, Level level = Level::core) { return {to, "safetensors", level}; }

// What a tensor lists, with a shape from the user.
void shaped(const Shelf& shelf, std::string why, Rules rules, const std::string& json,
            std::uint64_t data, std::optional<spec::Geometry> shape, std::string line) {
  FileQuestion question;
  question.shape = shape;
  question.input = file_of(json, data);
  question.rules = std::move(rules);
  question.flags = {"shape-mismatch"};
  question.why = std::move(why);
  shelf.put(std::move(question), Listing{std::move(line)});
}

void sound(Collector& to) {
  const std::string one = object(tensor("w", "U8", "1,1,2176", 0, 2176));
  shelf_of(to, Level::smoke)
      .listed("the worked example of q4nx.md", {"Q4NX-1", "Q4NX-2", "Q4NX-3", "Q4NX-6"},
              "sound-file", file_of(one, 2176), {"w t2 32 256 71 2176"});
  struct Kind {
    std::uint64_t bytes;
    std::string_view name;
  };
  for (const Kind& kind :
       {Kind{2176, "t2"}, Kind{4736, "q4_k"}, Kind{5120, "q4_1"}, Kind{8704, "q8"}}) {
    const std::string json =
        object(tensor("w", "U8", "2,3," + std::to_string(kind.bytes), 0, 6 * kind.bytes));
    shelf_of(to).listed("the last dimension names " + std::string(kind.name),
                        {"Q4NX-3", "Q4NX-4", "Q4NX-6"}, "sound-file", file_of(json, 6 * kind.bytes),
                        {"w " + std::string(kind.name) + " 64 768 " +
                         std::to_string(8 + json.size()) + " " + std::to_string(6 * kind.bytes)});
  }
  const std::string others = object(
      tensor("a", "I8", "1,1,2176", 0, 2176) + "," + tensor("b", "U8", "1,1,8", 2176, 2184) + "," +
      tensor("c", "F16", "2,3", 2184, 2196) + "," + tensor("d", "F32", "", 2196, 2200) + "," +
      tensor("e", "XYZ", "7", 2200, 2210) + "," + tensor("f", "BF16", "5", 2210, 2220));
  const std::uint64_t start = 8 + others.size();
  const auto at = [&](std::uint64_t offset) { return std::to_string(start + offset); };
  shelf_of(to).listed("tensors that are no tiles are listed", {"Q4NX-3"}, "unknown-type",
                      file_of(others, 2220),
                      {"a I8 1 2176 " + at(0) + " 2176", "b U8 1 8 " + at(2176) + " 8",
                       "c f16 2 3 " + at(2184) + " 12", "d f32 1 1 " + at(2196) + " 4",
                       "e XYZ 1 7 " + at(2200) + " 10", "f bf16 1 5 " + at(2210) + " 10"});
  shelf_of(to).listed("an empty object and no data", {"Q4NX-1"}, "sound-file", file_of("{}", 0),
                      {});
}

void shapes(Collector& to) {
  const Shelf shelf = shelf_of(to);
  const std::string one = object(tensor("w", "U8", "1,1,2176", 0, 2176));
  const std::string flat = object(tensor("w", "U8", "2,2176", 0, 4352));
  const std::string at = " " + std::to_string(8 + flat.size()) + " 4352";
  using G = spec::Geometry;
  shaped(shelf, "the stated shape agrees", {"Q4NX-4"}, one, 2176, G{32, 256},
         "w t2 32 256 71 2176");
  shaped(shelf, "the stated shape disagrees", {"Q4NX-4"}, one, 2176, G{32, 512},
         "w t2 32 256 71 2176 Geometry");
  shaped(shelf, "tiles in a row need N and K", {"Q4NX-5"}, flat, 4352, std::nullopt,
         "w t2 0 0" + at + " Geometry");
  shaped(shelf, "two tiles as 32 x 512", {"Q4NX-5"}, flat, 4352, G{32, 512}, "w t2 32 512" + at);
  shaped(shelf, "two tiles as 64 x 256", {"Q4NX-5"}, flat, 4352, G{64, 256}, "w t2 64 256" + at);
  shaped(shelf, "two tiles where four are due", {"Q4NX-5"}, flat, 4352, G{64, 512},
         "w t2 64 512" + at + " Size");
  shaped(shelf, "K = 250 is no whole tiles", {"Q4NX-5"}, flat, 4352, G{64, 250},
         "w t2 64 250" + at + " Geometry");
}

void broken_json(Collector& to) {
  const Shelf shelf = shelf_of(to);
  const std::string_view texts[] = {"",
                                    "{",
                                    " {}",
                                    "[]",
                                    "null",
                                    "{}x",
                                    "{\"a\":1}",
                                    "{\"a\":[]}",
                                    "{\"a\":\"b\"}",
                                    "{\"a\":{}}",
                                    "{\"a\":null}",
                                    "{\"a\":{\"dtype\":\"U8\",\"shape\":[0]}}",
                                    "\xef\xbb\xbf{}",
                                    "{\"a\":tru",
                                    "{\"\xff\":{}}",
                                    "{\"__metadata__\":\"x\"}",
                                    "{\"__metadata__\":{\"a\":1}}",
                                    "{\"__metadata__\":{\"a\":{}}}",
                                    "{\"a\":1e999}",
                                    "{\"a\":{\"shape\":[[[[[[[[[[[[[[[["};
  for (const std::string_view json : texts)
    shelf.refused("text that is no object of tensors", {"Q4NX-1"},
                  json.find('\xff') != json.npos ? "hostile-text" : "broken-header",
                  file_of(std::string(json), 0));
  const std::string_view fields[] = {
      "\"dtype\":8",       "\"shape\":\"x\"", "\"shape\":[[1]]",
      "\"shape\":[-1]",    "\"shape\":[1.0]", "\"shape\":[18446744073709551616]",
      "\"shape\":[\"1\"]", "\"extra\":1",     "\"dtype\":null"};
  for (const std::string_view field : fields)
    shelf.refused("a field of another kind, or one too many", {"Q4NX-1"}, "broken-header",
                  file_of("{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,0],\"shape\":[0]," +
                              std::string(field) + "}}",
                          0));
  const std::string a = tensor("a", "U8", "1", 0, 1);
  shelf.refused("two tensors of one name", {"Q4NX-1"}, "duplicate-name",
                file_of(object(a + "," + tensor("a", "U8", "1", 1, 2)), 2));
  shelf.refused("metadata twice", {"Q4NX-1"}, "duplicate-name",
                file_of("{\"__metadata__\":{},\"__metadata__\":{}," + a + "}", 1));
  shelf.refused("a key of the metadata twice", {"Q4NX-1"}, "duplicate-name",
                file_of("{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}," + a + "}", 1));
  for (const std::string_view field :
       {"\"dtype\":\"U8\"", "\"shape\":[1]", "\"data_offsets\":[0,1]"})
    shelf.refused("a field twice", {"Q4NX-1"}, "duplicate-name",
                  file_of("{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]," +
                              std::string(field) + "}}",
                          1));
}

void places(Collector& to) {
  const Shelf shelf = shelf_of(to);
  struct Case {
    std::string json;
    std::uint64_t data;
    const char* why;
    const char* flag;
  };
  const std::string a = tensor("a", "U8", "4", 0, 4);
  const Case cases[] = {
      {tensor("w", "U8", "1,1,2176", 0, 2175), 2176, "the shape says one byte more",
       "shape-mismatch"},
      {tensor("w", "U8", "1,1,2176", 1, 2177), 2176, "data_offsets beyond the data",
       "hostile-offset"},
      {tensor("w", "U8", "1,1,2176", 0, 2176), 2175, "the last byte is missing", "cut-file"},
      {tensor("w", "U8", "1,1,2176", 0, 2176), 2177, "a byte that no tensor covers", "cut-file"},
      {tensor("w", "U8", "4", 4, 0), 4, "data_offsets that fall", "hostile-offset"},
      {tensor("w", "F32", "3", 0, 3), 3, "three floats in three bytes", "shape-mismatch"},
      {tensor("w", "F32", "4611686018427387904", 0, 0), 0, "2^62 floats wrap to 0 bytes",
       "overflowing-dimensions"},
      {tensor("w", "U8", "4294967296,4294967296", 0, 0), 0, "2^64 elements wrap to 0",
       "overflowing-dimensions"},
      {tensor("w", "U8", "1", 0, ~std::uint64_t{0}), 1, "an end of 2^64 - 1", "hostile-offset"},
      {tensor("b", "U8", "5", 3, 8) + "," + a, 8, "tensors that overlap", "gap-or-overlap"},
      {tensor("b", "U8", "3", 5, 8) + "," + a, 8, "a gap between tensors", "gap-or-overlap"},
      {tensor("b", "U8", "4", 0, 4) + "," + a, 4, "two tensors in one place", "gap-or-overlap"},
      {"", 1, "data that nobody names", "gap-or-overlap"}};
  for (const Case& one : cases)
    shelf.refused(one.why, {"Q4NX-2"}, one.flag, file_of(object(one.json), one.data));
  for (const char* offsets : {"[0]", "[0,1,1]", "[]"})
    shelf.refused("data_offsets are two numbers", {"Q4NX-2"}, "broken-header",
                  file_of("{\"w\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":" +
                              std::string(offsets) + "}}",
                          1));
  const std::string turned = object(tensor("b", "U8", "4", 4, 8) + "," + a);
  const std::uint64_t start = 8 + turned.size();
  shelf.listed(
      "tensors in another order than their data", {"Q4NX-2"}, "sound-file", file_of(turned, 8),
      {"b U8 1 4 " + std::to_string(start + 4) + " 4", "a U8 1 4 " + std::to_string(start) + " 4"});
}

void lengths(Collector& to) {
  const std::string one = object(tensor("w", "U8", "1,1,2176", 0, 2176));
  const Shelf shelf = shelf_of(to);
  for (const std::uint64_t length :
       {(std::uint64_t{16} << 20) + 1, std::uint64_t{1} << 62, std::uint64_t{1} << 63,
        ~std::uint64_t{0}, std::uint64_t{2240}, std::uint64_t{62}, std::uint64_t{0}}) {
    Recipe input = file_of(one, 2176);
    input.edits = {{0, gguf::le64(length)}};
    shelf.refused("a header of " + std::to_string(length) + " bytes where 63 stand",
                  {"Q4NX-7", "Q4NX-1"}, "hostile-count", input);
  }
  const Recipe whole = file_of(one, 2176);
  const Bytes head = std::get<Hex>(whole.parts[0].what).bytes;
  for (std::uint64_t size = 0; size < 71 + 2176; size += size < 71 ? 5 : 223) {
    Parts parts{hex(Bytes(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(
                                                           std::min<std::uint64_t>(size, 71))))};
    if (size > 71) parts.push_back(repeat({0x5a}, size - 71));
    shelf_of(to, size % 10 == 0 ? Level::core : Level::full)
        .refused(std::to_string(size) + " of 2247 bytes", {"Q4NX-1", "Q4NX-2"}, "cut-file",
                 {std::move(parts), {}});
  }
}

}  // namespace

void draft_q4nx(Collector& to) {
  sound(to);
  shapes(to);
  broken_json(to);
  places(to);
  lengths(to);
}

}  // namespace tritproof::golden
