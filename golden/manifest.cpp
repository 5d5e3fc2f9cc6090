// SPDX-License-Identifier: Apache-2.0
#include "golden/manifest.h"

#include <algorithm>

#include "golden/vector_json.h"

namespace tritproof::golden {
namespace {

constexpr std::string_view kTail = "]}";
constexpr std::size_t kMostShown = 80;

Json head_of(const Manifest& manifest) {
  Json head = Json::object();
  if (manifest.suffix.empty()) {
    head["format"] = spec::row_of(manifest.format).name;
    head["op"] = spec::name_of(manifest.op);
  } else {
    head["container"] = manifest.suffix;
    head["op"] = "read";
  }
  head["level"] = kLevelNames[static_cast<std::size_t>(manifest.level)];
  head["vectors"] = Json::array();
  return head;
}

std::string head_text(const Manifest& manifest) {
  const std::string whole = one_line(head_of(manifest));
  return whole.substr(0, whole.size() - kTail.size());
}

bool is_suffix(std::string_view text) {
  return !text.empty() && text.size() <= 16 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// Text cut into lines; each ends with a line feed.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] bool done() const { return rest_.empty(); }
  /// The next line without its end, or nothing: no line feed, or too long.
  std::optional<std::string_view> next() {
    const std::size_t end = rest_.substr(0, kMostLineBytes + 1).find('\n');
    ++number_;
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

std::unexpected<Fault> fault_in_line(std::string name, std::size_t line, std::string expected,
                                     std::string_view got) {
  return std::unexpected(Fault{std::move(name), "line " + std::to_string(line), std::move(expected),
                               std::string(got.substr(0, kMostShown))});
}

// The fault with the line, and the vector's id if it is known, before its key.
Fault placed(Fault fault, std::size_t line, const std::string& id) {
  std::string where = "line " + std::to_string(line);
  if (!id.empty()) where += ", " + id;
  if (!fault.where.empty()) where += ", " + fault.where;
  fault.where = where;
  return fault;
}

std::string id_in(const Json& value) {
  if (!value.is_object() || !value.contains("id") || !value["id"].is_string()) return {};
  return value["id"].get<std::string>().substr(0, kMostShown);
}

// Both texts from shortly before the place where they part.
Fault not_canonical(std::string_view expected, std::string_view got) {
  std::size_t at = 0;
  while (at < expected.size() && at < got.size() && expected[at] == got[at]) ++at;
  at -= std::min<std::size_t>(at, 20);
  return {"not-canonical", "", std::string(expected.substr(at, kMostShown)),
          std::string(got.substr(at, kMostShown))};
}

std::expected<Manifest, Fault> parse_head(std::string_view line) {
  auto value = parse_strict(std::string(line) + std::string(kTail));
  if (!value) return std::unexpected(placed(value.error(), 1, ""));
  StrictReader reader;
  StrictObject object(reader, *value, "head");
  Manifest manifest;
  if (object.has("container")) {
    manifest.suffix = object.text("container");
    if (!is_suffix(manifest.suffix) || object.text("op") != "read")
      reader.fail("wrong-value", "container", "a suffix, and the op read", manifest.suffix);
  } else {
    const auto format = spec::format_named(object.text("format"));
    const auto op = spec::op_named(object.text("op"));
    if (!format || !op) reader.fail("wrong-value", "head", "a format and an op", std::string(line));
    manifest.format = format.value_or(spec::Format::t2);
    manifest.op = op.value_or(spec::Op::decode);
  }
  const auto level = named<Level>(kLevelNames, object.text("level"));
  if (!level) reader.fail("wrong-value", "level", "smoke, core or full", std::string(line));
  manifest.level = level.value_or(Level::core);
  reader.array(object.need("vectors"), "vectors");
  object.finish();
  if (!reader.good()) return std::unexpected(placed(*reader.fault(), 1, ""));
  if (const std::string again = head_text(manifest); again != line)
    return std::unexpected(placed(not_canonical(again, line), 1, ""));
  return manifest;
}

std::optional<Fault> parse_vector(std::string_view line, std::size_t number, Manifest& manifest) {
  const auto value = parse_strict(line);
  if (!value) return placed(value.error(), number, "");
  const std::string id = id_in(*value);
  StrictReader reader;
  std::string again;
  if (manifest.suffix.empty()) {
    manifest.vectors.push_back(
        vector_from(reader, *value, manifest.op, manifest.format, manifest.level));
    if (reader.good()) again = one_line(to_json(manifest.vectors.back()));
  } else {
    manifest.files.push_back(file_vector_from(reader, *value, manifest.suffix, manifest.level));
    if (reader.good()) again = one_line(to_json(manifest.files.back()));
  }
  if (!reader.good()) return placed(*reader.fault(), number, id);
  if (again != line) return placed(not_canonical(again, line), number, id);
  return std::nullopt;
}

}  // namespace

std::string path_of(const Manifest& manifest) {
  const std::string level(kLevelNames[static_cast<std::size_t>(manifest.level)]);
  if (!manifest.suffix.empty()) return manifest.suffix + "/read." + level + ".json";
  return std::string(spec::row_of(manifest.format).name) + "/" +
         std::string(spec::name_of(manifest.op)) + "." + level + ".json";
}

std::string write_manifest(const Manifest& manifest) {
  std::string text = head_text(manifest) + "\n";
  std::size_t left = manifest.size();
  const auto put = [&](const auto& vector) {
    text += one_line(to_json(vector));
    text += --left != 0 ? ",\n" : "\n";
  };
  for (const Vector& vector : manifest.vectors) put(vector);
  for (const FileVector& vector : manifest.files) put(vector);
  text += kTail;
  text += "\n";
  return text;
}

std::expected<Manifest, Fault> parse_manifest(std::string_view text) {
  if (text.size() > kMostManifestBytes)
    return fault_in_line("too-large", 0, "at most 32 MiB", std::to_string(text.size()));
  Lines lines(text);
  const auto head = lines.next();
  if (!head) return fault_in_line("broken-json", 1, "a line", text.substr(0, kMostShown));
  auto manifest = parse_head(*head);
  if (!manifest) return manifest;
  bool more = true;
  while (more) {
    auto line = lines.next();
    if (!line)
      return fault_in_line("broken-json", lines.number(), "a line of at most 1 MiB", "none");
    if (manifest->size() == 0 && *line == kTail)
      return fault_in_line("no-vectors", lines.number(), "at least one vector", *line);
    more = line->ends_with(',');
    if (more) line->remove_suffix(1);
    if (auto wrong = parse_vector(*line, lines.number(), *manifest)) return std::unexpected(*wrong);
  }
  const auto tail = lines.next();
  if (!tail || *tail != kTail || !lines.done())
    return fault_in_line("broken-json", lines.number(), "]} and nothing after it",
                         tail.value_or("none"));
  return manifest;
}

}  // namespace tritproof::golden
