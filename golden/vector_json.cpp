// SPDX-License-Identifier: Apache-2.0
#include "golden/vector_json.h"

#include "golden/flags.h"
#include "golden/hex.h"
#include "golden/recipe_json.h"

namespace tritproof::golden {
namespace {

constexpr std::size_t kMostWhyBytes = 240;
constexpr std::size_t kMostListing = 4096;

template <class E, std::size_t count>
std::string name_in(const std::string_view (&names)[count], E value) {
  return std::string(names[static_cast<std::size_t>(value)]);
}

template <class E, std::size_t count>
E take_named(StrictReader& reader, const Json& value, std::string_view where,
             const std::string_view (&names)[count]) {
  const std::string text = reader.text(value, where);
  const auto found = named<E>(names, text);
  if (!found) reader.fail("wrong-value", std::string(where), "a known name", text);
  return found.value_or(E{});
}

// What is as usual is not written: most questions have no options.
void put_options(const Question& question, Json& object) {
  const spec::Flags& options = question.options;
  if (question.op == spec::Op::replay) object["m"] = question.m;
  if (options.bf16) object["bf16"] = true;
  if (options.clamp) object["clamp"] = true;
  if (options.layout != spec::Layout::standard)
    object["layout"] = name_in(kLayouts, options.layout);
  if (options.target) object["target"] = spec::row_of(*options.target).name;
  if (options.mode != spec::ReplayMode::i64) object["mode"] = name_in(kModes, options.mode);
  if (options.narrowing != spec::Narrowing::exact)
    object["narrowing"] = name_in(kNarrowings, options.narrowing);
}

void take_options(StrictReader& reader, StrictObject& object, Question& question) {
  spec::Flags& options = question.options;
  if (question.op == spec::Op::replay) question.m = object.number("m");
  if (const Json* bf16 = object.maybe("bf16")) options.bf16 = *bf16 == true;
  if (const Json* clamp = object.maybe("clamp")) options.clamp = *clamp == true;
  if (const Json* layout = object.maybe("layout"))
    options.layout = take_named<spec::Layout>(reader, *layout, "layout", kLayouts);
  if (const Json* mode = object.maybe("mode"))
    options.mode = take_named<spec::ReplayMode>(reader, *mode, "mode", kModes);
  if (const Json* narrowing = object.maybe("narrowing"))
    options.narrowing = take_named<spec::Narrowing>(reader, *narrowing, "narrowing", kNarrowings);
  if (const Json* target = object.maybe("target")) {
    options.target = spec::format_named(reader.text(*target, "target"));
    if (!options.target) reader.fail("wrong-value", "target", "a format", shown(*target));
  }
}

template <class Q>
void put_recipe(const Q& question, Json& object) {
  object["input"] = to_json(question.input.parts);
  if (!question.input.edits.empty()) object["edits"] = to_json(question.input.edits);
}

void take_recipe(StrictReader& reader, StrictObject& object, Recipe& recipe) {
  recipe.parts = parts_from(reader, object.need("input"));
  if (const Json* edits = object.maybe("edits")) recipe.edits = edits_from(reader, *edits);
}

Json refusal_json(const ExpectedRefusal& refusal) {
  Json object = {{"refused", spec::row_of(refusal.name).name}};
  if (refusal.count != 0) object["count"] = refusal.count;
  if (refusal.place)
    object["place"] = {refusal.place->byte, refusal.place->bit, refusal.place->n, refusal.place->k};
  return object;
}

ExpectedRefusal refusal_from(StrictReader& reader, StrictObject& object) {
  ExpectedRefusal refusal;
  const std::string name = object.text("refused");
  const auto known = spec::refusal_named(name);
  if (!known) reader.fail("wrong-value", "refused", "a refusal's name", name);
  refusal.name = known.value_or(spec::RefusalName::Size);
  if (const Json* count = object.maybe("count")) refusal.count = reader.number(*count, "count");
  const Json* place = object.maybe("place");
  if (place == nullptr) return refusal;
  if (!place->is_array() || place->size() != 4) {
    reader.fail("wrong-kind", "place", "[byte, bit, n, k]", shown(*place));
    return refusal;
  }
  const auto at = [&](std::size_t i) { return reader.number((*place)[i], "place"); };
  refusal.place = spec::Place{at(0), static_cast<std::uint32_t>(at(1)), at(2), at(3)};
  return refusal;
}

Json expected_json(const Expected& expected) {
  if (const auto* bytes = std::get_if<Bytes>(&expected)) return {{"hex", to_hex(*bytes)}};
  if (const auto* digest = std::get_if<Digest>(&expected))
    return {{"sha256", digest->sha256}, {"bytes", digest->bytes}};
  return refusal_json(std::get<ExpectedRefusal>(expected));
}

std::string sha256_from(StrictReader& reader, const Json& value, std::string_view where) {
  std::string text = reader.text(value, where);
  if (!is_sha256_hex(text)) reader.fail("wrong-value", std::string(where), "64 hex digits", text);
  return text;
}

Expected expected_from(StrictReader& reader, const Json& value) {
  StrictObject object(reader, value, "expected");
  Expected expected;
  if (const Json* hex = object.maybe("hex")) {
    expected = reader.hex(*hex, "hex");
  } else if (const Json* sha256 = object.maybe("sha256")) {
    expected = Digest{sha256_from(reader, *sha256, "sha256"), object.number("bytes")};
  } else {
    expected = refusal_from(reader, object);
  }
  object.finish();
  return expected;
}

Json names_json(const std::vector<std::string>& names) {
  Json array = Json::array();
  for (const std::string& name : names) array.push_back(name);
  return array;
}

std::vector<std::string> names_from(StrictReader& reader, const Json& value, std::string_view where,
                                    std::size_t most) {
  std::vector<std::string> names;
  const Json& array = reader.array(value, where);
  if (array.size() > most)
    reader.fail("wrong-value", std::string(where), "fewer entries", std::to_string(array.size()));
  for (const Json& name : array) {
    if (!reader.good()) break;
    names.push_back(reader.text(name, where));
  }
  return names;
}

template <class Q>
void put_reasons(const Q& question, const std::string& input_sha256, Json& object) {
  object["input_sha256"] = input_sha256;
  object["rules"] = names_json(question.rules);
  object["flags"] = names_json(question.flags);
  object["why"] = question.why;
}

template <class V>
void take_reasons(StrictReader& reader, StrictObject& object, V& vector) {
  vector.input_sha256 = sha256_from(reader, object.need("input_sha256"), "input_sha256");
  vector.question.rules = names_from(reader, object.need("rules"), "rules", 32);
  vector.question.flags = names_from(reader, object.need("flags"), "flags", 64);
  for (const std::string& flag : vector.question.flags)
    if (flag_named(flag) == nullptr)
      reader.fail("wrong-value", "flags", "a flag of the index", flag);
  vector.question.why = object.text("why");
  if (vector.question.why.empty() || vector.question.why.size() > kMostWhyBytes)
    reader.fail("wrong-value", "why", "1 to 240 bytes", std::to_string(vector.question.why.size()));
}

Json listing_json(const std::variant<Listing, ExpectedRefusal>& expected) {
  if (const auto* refusal = std::get_if<ExpectedRefusal>(&expected)) return refusal_json(*refusal);
  return {{"tensors", names_json(std::get<Listing>(expected))}};
}

std::variant<Listing, ExpectedRefusal> listing_from(StrictReader& reader, const Json& value) {
  StrictObject object(reader, value, "expected");
  std::variant<Listing, ExpectedRefusal> expected;
  if (const Json* tensors = object.maybe("tensors"))
    expected = names_from(reader, *tensors, "tensors", kMostListing);
  else
    expected = refusal_from(reader, object);
  object.finish();
  return expected;
}

void put_file_options(const FileQuestion& question, Json& object) {
  if (question.shape) object["shape"] = {question.shape->n, question.shape->k};
  if (question.id42) object["id42"] = spec::row_of(*question.id42).name;
}

void take_file_options(StrictReader& reader, StrictObject& object, FileQuestion& question) {
  if (const Json* shape = object.maybe("shape")) {
    if (!shape->is_array() || shape->size() != 2)
      reader.fail("wrong-kind", "shape", "[N, K]", shown(*shape));
    else
      question.shape =
          spec::Geometry{reader.number((*shape)[0], "shape"), reader.number((*shape)[1], "shape")};
  }
  if (const Json* id42 = object.maybe("id42")) {
    question.id42 = spec::format_named(reader.text(*id42, "id42"));
    if (!question.id42) reader.fail("wrong-value", "id42", "a format", shown(*id42));
  }
}

}  // namespace

Json to_json(const Vector& vector) {
  Json object = {{"id", vector.id},
                 {"sign", name_in(kSignNames, vector.sign)},
                 {"origin", name_in(kOriginNames, vector.origin)},
                 {"n", vector.question.geometry.n},
                 {"k", vector.question.geometry.k}};
  put_options(vector.question, object);
  put_recipe(vector.question, object);
  object["expected"] = expected_json(vector.expected);
  put_reasons(vector.question, vector.input_sha256, object);
  return object;
}

Json to_json(const FileVector& vector) {
  Json object = {{"id", vector.id}};
  put_file_options(vector.question, object);
  put_recipe(vector.question, object);
  object["expected"] = listing_json(vector.expected);
  put_reasons(vector.question, vector.input_sha256, object);
  return object;
}

Vector vector_from(StrictReader& reader, const Json& value, spec::Op op, spec::Format format,
                   Level level) {
  StrictObject object(reader, value, "vector");
  Vector vector;
  vector.question.op = op;
  vector.question.format = format;
  vector.question.level = level;
  vector.id = object.text("id");
  vector.sign = take_named<Sign>(reader, object.need("sign"), "sign", kSignNames);
  vector.origin = take_named<Origin>(reader, object.need("origin"), "origin", kOriginNames);
  vector.question.geometry = {object.number("n"), object.number("k")};
  take_options(reader, object, vector.question);
  take_recipe(reader, object, vector.question.input);
  vector.expected = expected_from(reader, object.need("expected"));
  take_reasons(reader, object, vector);
  object.finish();
  return vector;
}

FileVector file_vector_from(StrictReader& reader, const Json& value, const std::string& suffix,
                            Level level) {
  StrictObject object(reader, value, "vector");
  FileVector vector;
  vector.question.suffix = suffix;
  vector.question.level = level;
  vector.id = object.text("id");
  take_file_options(reader, object, vector.question);
  take_recipe(reader, object, vector.question.input);
  vector.expected = listing_from(reader, object.need("expected"));
  take_reasons(reader, object, vector);
  object.finish();
  return vector;
}

std::string identity_of(const Question& question) {
  Json object = {{"op", spec::name_of(question.op)},
                 {"format", spec::row_of(question.format).name},
                 {"n", question.geometry.n},
                 {"k", question.geometry.k}};
  put_options(question, object);
  put_recipe(question, object);
  return one_line(object);
}

std::string identity_of(const FileQuestion& question) {
  Json object = {{"suffix", question.suffix}};
  put_file_options(question, object);
  put_recipe(question, object);
  return one_line(object);
}

}  // namespace tritproof::golden
