// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "props/laws/agreement.h"
#include "props/laws/ask.h"
#include "props/laws/families.h"

/// Laws about any answer: what it is, how it compares, and what asking leaves behind.
namespace tritproof::laws {
namespace {

using spec::Op;
using spec::RefusalName;

bool always(const Trial&) { return true; }

bool judge_can(const Trial& trial) {
  return trial.judge.declares(trial.asked.op, trial.asked.format);
}

Verdict agreement(const Trial& trial) {
  return agree(trial.asked.request(), trial.expected, trial.got);
}

Verdict answer(const Trial& trial) {
  if (std::holds_alternative<spec::Refusal>(trial.got)) return {};
  if (const auto* trouble = std::get_if<Trouble>(&trial.got))
    return Finding{{},
                   "the whole answer",
                   "an answer",
                   std::string(name_of(trouble->verdict)) + ": " + trouble->what};
  if (input_bytes(trial.asked) != trial.asked.input.size())
    return Finding{{}, "the whole answer", "a refusal of the shape or size", "bytes"};
  const std::uint64_t wanted = answer_bytes(trial.asked);
  const std::uint64_t given = answered(trial)->size();
  if (given == wanted) return {};
  return Finding{
      {}, "the whole answer", std::to_string(wanted) + " bytes", std::to_string(given) + " bytes"};
}

// REF-5: what an op may refuse.
bool may_refuse(const Case& asked, RefusalName name) {
  using enum RefusalName;
  if (name == Geometry || name == Size || name == NoSuchConversion) return true;
  const bool side = spec::row_of(asked.format).side_table;
  switch (asked.op) {
    case Op::decode:
      return (side && name == SideTable) ||
             (asked.format == spec::Format::t2s && name == ReservedCode);
    case Op::validate: return side && name == SideTable;
    case Op::encode:
      return name == NotTernary ||
             (side && (name == NonFiniteScale || name == ScaleNotRepresentable));
    case Op::quantise: return name == NonFiniteInput || name == ScaleUnderflow;
    case Op::expand: return name == ReservedCode;
    case Op::convert:
      return name != Header && name != AmbiguousType && name != AdditiveTerm &&
             name != NonFiniteInput && name != ScaleUnderflow;
    case Op::replay: return asked.format == spec::Format::t2s && name == ReservedCode;
  }
  return false;
}

bool ascending(const std::vector<spec::Place>& places) {
  return std::ranges::is_sorted(places, [](const spec::Place& a, const spec::Place& b) {
    return std::pair(a.byte, a.bit) < std::pair(b.byte, b.bit);
  });
}

bool refused(const Trial& trial) { return std::holds_alternative<spec::Refusal>(trial.got); }

// REF-3, REF-5
Verdict refusal(const Trial& trial) {
  const auto& refusal = std::get<spec::Refusal>(trial.got);
  const std::string name(spec::row_of(refusal.name).name);
  if (!may_refuse(trial.asked, refusal.name))
    return Finding{{}, "the refusal", "a name that this op gives", name};
  if (refusal.places.size() > spec::kMaxPlaces || refusal.places.size() > refusal.count)
    return Finding{{},
                   "the places of " + name,
                   "8 places at most, and no more than the count",
                   std::to_string(refusal.places.size()) + " of " + std::to_string(refusal.count)};
  if (!ascending(refusal.places))
    return Finding{{}, "the places of " + name, "ascending bytes and bits", "another order"};
  const std::uint64_t size = trial.asked.input.size();
  if (!refusal.places.empty() && refusal.places.back().byte >= size)
    return Finding{{},
                   "the places of " + name,
                   "bytes below " + std::to_string(size),
                   std::to_string(refusal.places.back().byte)};
  return {};
}

Verdict determinism(const Trial& trial) {
  Request again = trial.asked.request();
  again.poison = ~again.poison;
  return agree(again, trial.got, trial.subject.answer(again));
}

// Asked with the input and with its complement, as a byte overwritten by itself cannot be seen; at
// an odd address between guards, as a byte beyond the ends can be.
Verdict untouched(const Trial& trial) {
  constexpr std::size_t guard = 61;
  for (const std::uint8_t flip : {std::uint8_t{0x00}, std::uint8_t{0xff}}) {
    Bytes before(trial.asked.input.size() + 2 * guard, std::uint8_t{0xc3});
    std::ranges::transform(trial.asked.input, before.begin() + guard, [flip](std::uint8_t byte) {
      return static_cast<std::uint8_t>(byte ^ flip);
    });
    const Bytes after = before;
    Request again = trial.asked.request();
    again.input = std::span(after).subspan(guard, trial.asked.input.size());
    (void)trial.subject.answer(again);
    if (Verdict changed = same_bytes(before, after)) {
      changed->where = "input " + changed->where + " - " + std::to_string(guard);
      return changed;
    }
  }
  return {};
}

constexpr std::array<Law, 5> kAnswerLaws{{
    {"agreement", "the answer is the judge's, bit for bit, or its refusal", 1, judge_can,
     agreement},
    {"answer", "every question is answered, with as many bytes as the op has", 1, always, answer},
    {"refusal", "a refusal's name is one that the op gives and its places ascend", 1, refused,
     refusal},
    {"determinism", "asked again, the answer is the same", 61, small, determinism},
    {"untouched", "the bytes of the input and beside it stay as they are", 67, small, untouched},
}};

}  // namespace

std::span<const Law> answer_laws() { return kAnswerLaws; }

}  // namespace tritproof::laws
