// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/probed.h"

#include <algorithm>
#include <map>

#include "codec/subjects.h"
#include "golden/fingerprint.h"
#include "golden/flags.h"
#include "golden/judge.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

constexpr std::string_view kMark = "-probe-";

std::string id_of_probe(spec::Format format, std::string_view key) {
  return std::string(spec::row_of(format).name) + std::string(kMark) + std::string(key);
}

std::optional<Expected> right_answer(const Question& question, const Outcome& outcome) {
  if (const auto* bytes = std::get_if<Bytes>(&outcome))
    return Digest{sha256_hex(canonical(question, *bytes)), bytes->size()};
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome))
    return ExpectedRefusal{refusal->name, 0, std::nullopt};
  return std::nullopt;
}

/// What came back, as far as it was kept.
std::optional<Outcome> outcome_of(const ResultLine& line, const FindOutput& find) {
  const Seen& seen = line.seen;
  if (!seen.declared || seen.verdict == Verdict::not_run) return std::nullopt;
  if (seen.refusal) return spec::Refusal{seen.refusal->name, 0, {}, {}, {}, {}};
  if (!seen.answer) return Trouble{seen.verdict, {}};
  auto bytes = find(seen.answer->sha256);
  if (!bytes) return std::nullopt;
  return *std::move(bytes);
}

}  // namespace

bool is_probe(std::string_view id) { return id.find(kMark) != std::string_view::npos; }

bool is_kept_raw(bool thin, const ResultLine& line) {
  const auto& answer = line.seen.answer;
  return answer && answer->bytes <= kMostRawBytes && (!thin || is_probe(line.id));
}

std::set<std::string> kept_outputs(bool thin, std::span<const ResultLine> lines) {
  std::set<std::string> kept;
  for (const ResultLine& line : lines)
    if (is_kept_raw(thin, line)) kept.insert(line.seen.answer->sha256);
  return kept;
}

std::vector<Vector> probe_vectors(std::span<const spec::Format> formats) {
  const auto reference = make_reference_subject();
  std::vector<Vector> vectors;
  for (const spec::Format format : formats)
    for (Probe& probe : probes_of(format)) {
      Vector vector;
      vector.id = id_of_probe(format, probe.key);
      vector.question = std::move(probe.question);
      vector.question.why = "it shows the choice of " + probe.key;
      auto expected =
          right_answer(vector.question, reference->answer(vector.question.request(probe.payload)));
      vector.question.flags = flags_shown(vector.question, probe.payload);  // waivers name them
      vector.question.input = {{Part{Hex{std::move(probe.payload)}}}, {}};
      if (!expected) continue;
      vector.expected = *std::move(expected);
      vector.origin = Origin::defined;
      vectors.push_back(std::move(vector));
    }
  return vectors;
}

std::vector<FormatPrint> prints_of(std::span<const spec::Format> formats,
                                   std::span<const ResultLine> lines, const FindOutput& find) {
  std::map<std::string_view, const ResultLine*> by_id;
  for (const ResultLine& line : lines)
    if (is_probe(line.id)) by_id.emplace(line.id, &line);
  std::vector<FormatPrint> prints;
  for (const spec::Format format : formats) {
    std::vector<std::optional<Outcome>> answers;
    for (const Probe& probe : probes_of(format)) {
      const auto found = by_id.find(id_of_probe(format, probe.key));
      answers.push_back(found == by_id.end() ? std::nullopt : outcome_of(*found->second, find));
    }
    const bool any = std::ranges::any_of(answers, [](const auto& one) { return one.has_value(); });
    if (any) prints.push_back({format, fingerprint_of(format, answers).line()});
  }
  return prints;
}

}  // namespace tritproof::golden
