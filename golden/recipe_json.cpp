// SPDX-License-Identifier: Apache-2.0
#include "golden/recipe_json.h"

#include "golden/hex.h"
#include "golden/tables.h"

namespace tritproof::golden {
namespace {

constexpr std::size_t kMostSeedBytes = 64;
constexpr std::size_t kMostParts = 64;

Json to_json(const CodeSource& source) {
  return std::visit(Overloaded{[](const Trits& trits) -> Json {
                                 return {{"trits", trits.seed}};
                               },
                               [](const Constant& same) -> Json {
                                 return {{"constant", same.code}};
                               },
                               [](const Plane& plane) -> Json {
                                 if (!plane.inverted) return {{"plane", plane.bit}};
                                 return {{"plane", plane.bit}, {"inverted", true}};
                               }},
                    source);
}

Json to_json(const WordSource& source) {
  return std::visit(Overloaded{[](const FromTable& from) -> Json {
                                 return {{"table", from.table}, {"seed", from.seed}};
                               },
                               [](const Same& same) -> Json {
                                 return {{"same", to_hex(same.word)}};
                               },
                               [](const Rising& rising) -> Json {
                                 return {{"rising", rising.from}};
                               }},
                    source);
}

Json to_json(const Image& image) {
  return {{"image", spec::row_of(image.format).name},
          {"n", image.geometry.n},
          {"k", image.geometry.k},
          {"codes", to_json(image.codes)},
          {"scales", to_json(image.scales)}};
}

Json to_json(const Part& part) {
  return std::visit(Overloaded{[](const Hex& hex) -> Json {
                                 return {{"hex", to_hex(hex.bytes)}};
                               },
                               [](const Blob& blob) -> Json {
                                 return {{"blob", blob.sha256}, {"bytes", blob.bytes}};
                               },
                               [](const Repeat& repeat) -> Json {
                                 return {{"repeat", to_hex(repeat.of)}, {"times", repeat.times}};
                               },
                               [](const Random& random) -> Json {
                                 return {{"random", random.seed}, {"bytes", random.bytes}};
                               },
                               [](const Codes& codes) -> Json {
                                 return {{"codes", to_json(codes.source)}, {"count", codes.count}};
                               },
                               [](const Words& words) -> Json {
                                 return {{"words", to_json(words.source)}, {"count", words.count}};
                               },
                               [](const Image& image) { return to_json(image); },
                               [](const Units& units) -> Json {
                                 return {{"units", units.times}, {"of", golden::to_json(units.of)}};
                               }},
                    part.what);
}

std::string seed_from(StrictReader& reader, const Json& value) {
  std::string seed = reader.text(value, "seed");
  if (seed.empty() || seed.size() > kMostSeedBytes)
    reader.fail("wrong-value", "seed", "1 to 64 bytes", std::to_string(seed.size()));
  return seed;
}

template <class T>
T within(StrictReader& reader, const Json& value, std::string_view where, std::int64_t least,
         std::int64_t most) {
  const std::int64_t number = reader.signed_number(value, where);
  if (number >= least && number <= most) return static_cast<T>(number);
  reader.fail("wrong-value", std::string(where),
              std::to_string(least) + " to " + std::to_string(most), std::to_string(number));
  return {};
}

CodeSource codes_from(StrictReader& reader, const Json& value) {
  StrictObject object(reader, value, "codes");
  CodeSource source;
  if (const Json* trits = object.maybe("trits")) {
    source = Trits{seed_from(reader, *trits)};
  } else if (const Json* same = object.maybe("constant")) {
    source = Constant{within<int>(reader, *same, "constant", -128, 127)};
  } else {
    Plane plane{within<unsigned>(reader, object.need("plane"), "plane", 0, 63), false};
    if (const Json* inverted = object.maybe("inverted")) plane.inverted = *inverted == true;
    source = plane;
  }
  object.finish();
  return source;
}

WordSource words_from(StrictReader& reader, const Json& value) {
  StrictObject object(reader, value, "words");
  WordSource source;
  if (const Json* same = object.maybe("same")) {
    const Bytes word = reader.hex(*same, "same");
    if (word.size() != 2 && word.size() != 4)
      reader.fail("wrong-value", "same", "2 or 4 bytes", std::to_string(word.size()));
    source = Same{word};
  } else if (const Json* rising = object.maybe("rising")) {
    source = Rising{within<std::uint16_t>(reader, *rising, "rising", 0, 65535)};
  } else {
    FromTable from{object.text("table"), seed_from(reader, object.need("seed"))};
    if (table_named(from.table) == nullptr)
      reader.fail("wrong-value", "table", "a table of the index", from.table);
    source = from;
  }
  object.finish();
  return source;
}

spec::Format format_from(StrictReader& reader, const Json& value) {
  const std::string name = reader.text(value, "image");
  const auto format = spec::format_named(name);
  if (!format || !spec::row_of(*format).ternary)
    reader.fail("wrong-value", "image", "a ternary format", name);
  return format.value_or(spec::Format::t2);
}

std::vector<Part> parts_at(StrictReader& reader, const Json& value, unsigned depth);

Part part_from(StrictReader& reader, const Json& value, unsigned depth) {
  StrictObject object(reader, value, "input");
  Part part;
  if (const Json* hex = object.maybe("hex")) {
    part.what = Hex{reader.hex(*hex, "hex")};
  } else if (const Json* blob = object.maybe("blob")) {
    part.what = Blob{reader.text(*blob, "blob"), object.number("bytes")};
    if (!is_sha256_hex(std::get<Blob>(part.what).sha256))
      reader.fail("wrong-value", "blob", "64 hex digits", shown(*blob));
  } else if (const Json* repeat = object.maybe("repeat")) {
    part.what = Repeat{reader.hex(*repeat, "repeat"), object.number("times")};
  } else if (const Json* random = object.maybe("random")) {
    part.what = Random{seed_from(reader, *random), object.number("bytes")};
  } else if (const Json* codes = object.maybe("image") ? nullptr : object.maybe("codes")) {
    part.what = Codes{codes_from(reader, *codes), object.number("count")};
  } else if (const Json* words = object.maybe("words")) {
    part.what = Words{words_from(reader, *words), object.number("count")};
  } else if (const Json* units = object.maybe("units")) {
    part.what =
        Units{reader.number(*units, "units"), parts_at(reader, object.need("of"), depth + 1)};
  } else {
    part.what = Image{format_from(reader, object.need("image")),
                      {object.number("n"), object.number("k")},
                      codes_from(reader, object.need("codes")),
                      words_from(reader, object.need("scales"))};
  }
  object.finish();
  return part;
}

std::vector<Part> parts_at(StrictReader& reader, const Json& value, unsigned depth) {
  std::vector<Part> parts;
  const Json& array = reader.array(value, "input");
  if (depth > kMostDepth || array.size() > kMostParts)
    reader.fail("wrong-value", "input", "at most 64 parts, 3 deep", shown(value));
  for (const Json& part : array) {
    if (!reader.good()) break;
    parts.push_back(part_from(reader, part, depth));
  }
  return parts;
}

}  // namespace

Json to_json(const std::vector<Part>& parts) {
  Json array = Json::array();
  for (const Part& part : parts) array.push_back(to_json(part));
  return array;
}

Json to_json(const std::vector<Edit>& edits) {
  Json array = Json::array();
  for (const Edit& edit : edits) array.push_back(Json::array({edit.offset, to_hex(edit.bytes)}));
  return array;
}

std::vector<Part> parts_from(StrictReader& reader, const Json& value) {
  return parts_at(reader, value, 0);
}

std::vector<Edit> edits_from(StrictReader& reader, const Json& value) {
  std::vector<Edit> edits;
  for (const Json& edit : reader.array(value, "edits")) {
    if (!edit.is_array() || edit.size() != 2)
      reader.fail("wrong-kind", "edits", "[offset, hex]", shown(edit));
    if (!reader.good()) break;
    edits.push_back({reader.number(edit[0], "edits"), reader.hex(edit[1], "edits")});
  }
  return edits;
}

}  // namespace tritproof::golden
