// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/evidence.h"

#include <array>

#include "golden/certificate/fields.h"
#include "golden/certificate/sums.h"

namespace tritproof::golden {
namespace {

constexpr std::size_t kVerdicts = static_cast<std::size_t>(Verdict::not_run) + 1;

constexpr auto verdict_names() {
  std::array<std::string_view, kVerdicts + 1> names{};
  for (std::size_t i = 0; i < kVerdicts; ++i) names[i] = name_of(static_cast<Verdict>(i));
  names[kVerdicts] = kNotDeclared;
  return names;
}

constexpr auto refusal_names() {
  std::array<std::string_view, spec::kRefusals.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = spec::kRefusals[i].name;
  return names;
}

Json json_of(const AnswerSeen& answer) {
  return {{"sha256", answer.sha256}, {"canonical", answer.canonical}, {"bytes", answer.bytes}};
}

Json json_of(const RefusalSeen& refusal) {
  Json place;
  if (refusal.place)
    place = {{"byte", refusal.place->byte},
             {"bit", refusal.place->bit},
             {"n", refusal.place->n},
             {"k", refusal.place->k}};
  return {{"name", spec::row_of(refusal.name).name}, {"count", refusal.count}, {"place", place}};
}

AnswerSeen answer_of(StrictReader& reader, const Json& object) {
  Fields fields(reader, object, "answer");
  AnswerSeen answer{fields.digest("sha256"), fields.digest("canonical"), fields.number("bytes")};
  if (answer.sha256.empty() || answer.canonical.empty()) fields.wrong("sha256", "a digest", "none");
  fields.finish();
  return answer;
}

RefusalSeen refusal_of(StrictReader& reader, const Json& object) {
  Fields fields(reader, object, "refusal");
  RefusalSeen refusal;
  refusal.name = static_cast<spec::RefusalName>(fields.one_of("name", refusal_names()));
  refusal.count = fields.number("count");
  if (const Json& where = fields.need("place"); !where.is_null()) {
    Fields place(reader, where, "place");
    refusal.place =
        spec::Place{place.number("byte"), static_cast<std::uint32_t>(place.number("bit")),
                    place.number("n"), place.number("k")};
    place.finish();
  }
  fields.finish();
  return refusal;
}

ResultLine line_of(StrictReader& reader, const Json& document) {
  Fields fields(reader, document, "");
  ResultLine line;
  line.id = fields.text("id");
  const std::size_t verdict = fields.one_of("verdict", verdict_names());
  line.seen.declared = verdict != kVerdicts;
  if (line.seen.declared) line.seen.verdict = static_cast<Verdict>(verdict);
  line.policy = fields.text("policy");
  if (const Json& answer = fields.need("answer"); !answer.is_null())
    line.seen.answer = answer_of(reader, answer);
  if (const Json& refusal = fields.need("refusal"); !refusal.is_null())
    line.seen.refusal = refusal_of(reader, refusal);
  line.seen.what = fields.text("what");
  line.microseconds = fields.number("microseconds");
  line.child = fields.number("child");
  fields.finish();
  return line;
}

}  // namespace

std::string write_result(const ResultLine& line) {
  const Seen& seen = line.seen;
  Json out{{"id", line.id}, {"verdict", verdict_text(seen)}, {"policy", line.policy}};
  out["answer"] = seen.answer ? json_of(*seen.answer) : Json();
  out["refusal"] = seen.refusal ? json_of(*seen.refusal) : Json();
  out["what"] = seen.what;
  out["microseconds"] = line.microseconds;
  out["child"] = line.child;
  return json_text(out, -1) + "\n";
}

std::expected<ResultLine, Fault> parse_result(std::string_view text, const std::string& where) {
  const auto document = parse_file(text, where, kMostResultBytes);
  if (!document) return std::unexpected(document.error());
  StrictReader reader;
  const ResultLine line = line_of(reader, *document);
  if (!reader.good()) return std::unexpected(in_file(where, *reader.fault()));
  std::string rewritten = write_result(line);
  rewritten.pop_back();
  if (auto fault = same_text(text, rewritten, where)) return std::unexpected(*std::move(fault));
  return line;
}

std::expected<std::vector<ResultLine>, Fault> parse_results(std::string_view text) {
  const std::string file(kResultsFile);
  if (text.size() > kMostResultsBytes)
    return std::unexpected(Fault{"too-long", file, "at most 256 MiB", "more"});
  std::vector<ResultLine> lines;
  while (!text.empty()) {
    const std::string where = file + " line " + std::to_string(lines.size() + 1);
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return std::unexpected(Fault{"torn-line", where, "a line feed at its end", "none"});
    if (lines.size() == kMostResults)
      return std::unexpected(Fault{"too-many", where, "at most 262144 lines", "more"});
    auto line = parse_result(text.substr(0, end), where);
    if (!line) return std::unexpected(std::move(line.error()));
    lines.push_back(*std::move(line));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace tritproof::golden
