// SPDX-License-Identifier: Apache-2.0
#include "fuzz/story.h"

#include <algorithm>
#include <optional>

#include "fuzz/place.h"
#include "props/laws/ask.h"
#include "props/properties/case_file.h"
#include "props/properties/templates.h"

namespace tritproof::fuzz {
namespace {

std::string name_of(const spec::Refusal& refusal) {
  return std::string(spec::row_of(refusal.name).name);
}

std::string hyphened(std::string_view law) {
  std::string text(law);
  std::ranges::replace(text, ' ', '-');
  return text;
}

std::string flags_of(const laws::Case& asked) {
  std::string text;
  const spec::Flags& flags = asked.flags;
  if (flags.target) text += " to " + std::string(spec::row_of(*flags.target).name);
  if (flags.bf16) text += " bf16";
  if (flags.clamp) text += " clamp";
  if (flags.layout == spec::Layout::other) text += " other-layout";
  if (asked.op == spec::Op::replay)
    text += " M=" + std::to_string(asked.m) + " mode " +
            std::to_string(static_cast<int>(flags.mode)) + " narrowing " +
            std::to_string(static_cast<int>(flags.narrowing));
  return text;
}

std::string question_line(const laws::Case& asked) {
  return std::string(spec::name_of(asked.op)) + " " + std::string(spec::row_of(asked.format).name) +
         flags_of(asked) + " N=" + std::to_string(asked.geometry.n) +
         " K=" + std::to_string(asked.geometry.k) + ", " + std::to_string(asked.input.size()) +
         " bytes";
}

std::string sentence_of(std::string_view law) {
  for (const laws::Law& row : laws::laws())
    if (row.name == law) return std::string(row.sentence);
  return {};
}

}  // namespace

std::string error_of(const Outcome& expected, const Outcome& got) {
  if (const auto* trouble = std::get_if<Trouble>(&got))
    return std::string(tritproof::name_of(trouble->verdict));
  const auto* wanted = std::get_if<spec::Refusal>(&expected);
  const auto* refusal = std::get_if<spec::Refusal>(&got);
  if (wanted != nullptr && refusal != nullptr) {
    if (wanted->name != refusal->name) return name_of(*refusal) + "-for-" + name_of(*wanted);
    return wanted->count != refusal->count ? "count-of-" + name_of(*wanted)
                                           : "place-of-" + name_of(*wanted);
  }
  if (wanted != nullptr) return "answers-" + name_of(*wanted);
  if (refusal != nullptr) return "refuses-" + name_of(*refusal);
  const auto* answer = std::get_if<Bytes>(&expected);
  const auto* given = std::get_if<Bytes>(&got);
  if (answer == nullptr || given == nullptr) return "value";
  return answer->size() == given->size() ? "value" : "size";
}

std::optional<std::string> case_line(const laws::Case& asked, std::size_t most) {
  if (!laws::input_bytes(asked)) return {};
  const auto [n, k] = asked.geometry;
  if (n * k > 1u << 20) return {};
  props::Sketch sketch{asked.op, asked.format, asked.flags, asked.geometry, asked.m, "good", {}};
  const Bytes from = props::template_of(sketch);
  const std::size_t both = std::min(from.size(), asked.input.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (from[i] == asked.input[i]) continue;
    if (sketch.edits.size() == most) return {};
    sketch.edits.push_back({props::Edit::Kind::byte, i, asked.input[i]});
  }
  using Kind = props::Edit::Kind;
  const auto cut = static_cast<std::uint32_t>(from.size() - both);
  const auto grown = static_cast<std::uint32_t>(asked.input.size() - both);
  if (cut != 0) sketch.edits.push_back({Kind::cut, 0, cut});
  if (grown != 0) sketch.edits.push_back({Kind::grow, 0, grown});
  // What a case grows by is zeros, so this one may be another; then there is no line.
  if (props::case_of(sketch).input != asked.input) return {};
  return props::one_line(sketch);
}

Story story_of(const laws::Trial& trial, const laws::Finding& finding) {
  const laws::Case& asked = trial.asked;
  const PlaceClass place = class_of(asked, place_of(trial, finding));
  const std::string error =
      std::string(spec::name_of(asked.op)) + "-" + error_of(trial.expected, trial.got);
  Story story;
  story.key = std::string(spec::row_of(asked.format).name) + "/" + hyphened(finding.law) + "/" +
              place.field + "/" + error + "/" + place.what;
  story.text = "subject " + std::string(trial.subject.name()) + ", judged by " +
               std::string(trial.judge.name()) + ": " + question_line(asked) + "\nlaw " +
               finding.law + ": " + sentence_of(finding.law) + "\n" + finding.where +
               ": expected " + finding.expected + ", got " + finding.got;
  if (const auto line = case_line(asked)) story.text += "\ncase: " + *line;
  return story;
}

}  // namespace tritproof::fuzz
