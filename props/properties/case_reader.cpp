// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <set>

#include "props/properties/case_file.h"
#include "props/properties/regions.h"
#include "props/properties/templates.h"

namespace tritproof::props {
namespace {

constexpr std::uint64_t kMostElements = 1u << 24;
constexpr std::size_t kMostEdits = 4096;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t from = line.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return words;
    line.remove_prefix(from);
    const std::size_t length = std::min(line.find_first_of(" \t\r"), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

std::optional<std::uint64_t> number_of(std::string_view word, std::uint64_t most) {
  const bool hex = word.starts_with("0x");
  if (hex) word.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || end != word.data() + word.size() || value > most) return {};
  return value;
}

/// Reads the lines of one file into a sketch.
class Reader {
 public:
  /// What is wrong with a line, or nothing.
  std::optional<std::string> line(const std::vector<std::string_view>& words) {
    const std::string_view key = words.front();
    if (!started_) return start(words);
    if (key == "edit") return edit(words);
    if (!sketch_.edits.empty()) return "a key behind the edits: " + std::string(key);
    if (!keys_.insert(std::string(key)).second) return "a key twice: " + std::string(key);
    if (key == "bf16" || key == "clamp") return flag(words);
    if (words.size() != 2) return "a key and one value are wanted: " + std::string(key);
    if (set(key, words[1])) return {};
    return "an unknown key or value: " + std::string(key) + " " + std::string(words[1]);
  }

  /// What the file as a whole lacks, or nothing.
  [[nodiscard]] std::optional<std::string> end() const {
    if (!started_) return "the first line is not tritproof-case 1";
    for (const char* key : {"op", "format", "rows", "columns", "template"})
      if (!keys_.contains(key)) return std::string("no ") + key;
    if (!spec::defined(sketch_.op, sketch_.format)) return "no such op of this format";
    if ((sketch_.op == spec::Op::replay) != (sketch_.m != 0)) return "m belongs to replay";
    if ((sketch_.op == spec::Op::convert) != sketch_.flags.target.has_value())
      return "target belongs to convert";
    return geometry();
  }

  [[nodiscard]] Sketch take() { return std::move(sketch_); }

 private:
  std::optional<std::string> start(const std::vector<std::string_view>& words) {
    started_ = words.size() == 2 && words[0] == "tritproof-case" && words[1] == "1";
    if (started_) return {};
    return "the first line is not tritproof-case 1";
  }

  std::optional<std::string> flag(const std::vector<std::string_view>& words) {
    if (words.size() != 1) return "no value is wanted: " + std::string(words.front());
    (words.front() == "bf16" ? sketch_.flags.bf16 : sketch_.flags.clamp) = true;
    return {};
  }

  template <class T, class Value>
  static bool put(T& to, const std::optional<Value>& value) {
    if (value) to = static_cast<T>(*value);
    return value.has_value();
  }

  bool set(std::string_view key, std::string_view value) {
    spec::Flags& flags = sketch_.flags;
    if (key == "op") return put(sketch_.op, spec::op_named(value));
    if (key == "format") return put(sketch_.format, spec::format_named(value));
    if (key == "rows") return put(sketch_.geometry.n, number_of(value, kMostElements));
    if (key == "columns") return put(sketch_.geometry.k, number_of(value, kMostElements));
    if (key == "m") return put(sketch_.m, number_of(value, 64));
    if (key == "mode") return put(flags.mode, number_of(value, 3));
    if (key == "narrowing") return put(flags.narrowing, number_of(value, 2));
    if (key == "target") return (flags.target = spec::format_named(value)).has_value();
    if (key == "layout" && value == "other") flags.layout = spec::Layout::other;
    if (key == "template") sketch_.from = value;
    return (key == "layout" && value == "other") || (key == "template" && template_named(value));
  }

  std::optional<std::string> edit(const std::vector<std::string_view>& words) {
    if (words.size() < 3) return "an edit is wanted: edit KIND OFFSET VALUE";
    if (sketch_.edits.size() == kMostEdits) return "too many edits";
    const auto* name = std::ranges::find(kEditNames, words[1]);
    if (name == kEditNames.end()) return "an unknown edit: " + std::string(words[1]);
    Edit edit{static_cast<Edit::Kind>(name - kEditNames.begin()), 0, 0};
    const bool sized = edit.kind == Edit::Kind::cut || edit.kind == Edit::Kind::grow;
    if (words.size() != (sized ? 3 : 4)) return "an edit with too few or too many words";
    if (!sized && !put(edit.offset, number_of(words[2], ~std::uint64_t{0} >> 1)))
      return "an offset is wanted: " + std::string(words[2]);
    if (!put(edit.value, number_of(words.back(), most_of(edit.kind))))
      return "a value out of range: " + std::string(words.back());
    sketch_.edits.push_back(edit);
    return {};
  }

  static constexpr std::uint64_t most_of(Edit::Kind kind) {
    if (kind == Edit::Kind::byte) return 0xff;
    if (kind == Edit::Kind::word) return 0xffff;
    return kind == Edit::Kind::dword ? 0xffffffffu : 1u << 20;
  }

  [[nodiscard]] std::optional<std::string> geometry() const {
    const spec::FormatRow& row = spec::row_of(sketch_.format);
    const auto [n, k] = sketch_.geometry;
    if (n == 0 || k == 0 || n % row.rows != 0 || k % row.columns != 0)
      return "rows and columns are not whole units";
    const bool packed = sketch_.op == spec::Op::encode && row.side_table;
    if (n * k > kMostElements || (packed && k % spec::kScaleGroup != 0)) return "too many elements";
    const auto size =
        input_bytes(regions_of(sketch_.op, sketch_.format, sketch_.geometry, sketch_.m));
    for (const Edit& edit : sketch_.edits) {
      const std::uint64_t width = edit.kind == Edit::Kind::word    ? 2
                                  : edit.kind == Edit::Kind::dword ? 4
                                                                   : 1;
      const bool sized = edit.kind == Edit::Kind::cut || edit.kind == Edit::Kind::grow;
      if (!sized && (edit.offset >= size || size - edit.offset < width))
        return "an edit beyond the input's " + std::to_string(size) + " bytes";
    }
    return {};
  }

  Sketch sketch_;
  std::set<std::string> keys_;
  bool started_ = false;
};

}  // namespace

std::expected<Sketch, CaseError> parse_case(std::string_view text) {
  Reader reader;
  std::uint64_t number = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of("\n;"), text.size());
    const auto words = words_of(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
    ++number;
    if (words.empty() || words.front().starts_with("#")) continue;
    if (auto wrong = reader.line(words))
      return std::unexpected(CaseError{number, *std::move(wrong)});
  }
  if (auto missing = reader.end()) return std::unexpected(CaseError{0, *std::move(missing)});
  return reader.take();
}

}  // namespace tritproof::props
