// SPDX-License-Identifier: Apache-2.0
#include "props/laws/agreement.h"

#include <algorithm>
#include <span>

#include "props/laws/words.h"

namespace tritproof::laws {
namespace {

std::string describe(const spec::Refusal& refusal) {
  std::string text = "refused: " + std::string(spec::row_of(refusal.name).name) + ", count " +
                     std::to_string(refusal.count);
  if (!refusal.places.empty()) {
    const spec::Place& place = refusal.places.front();
    text += ", first at byte " + std::to_string(place.byte) + " bit " + std::to_string(place.bit) +
            ", row " + std::to_string(place.n) + " column " + std::to_string(place.k);
  }
  return text;
}

std::string describe(const Outcome& outcome) {
  if (const auto* bytes = std::get_if<Bytes>(&outcome))
    return std::to_string(bytes->size()) + " bytes";
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome)) return describe(*refusal);
  const auto& trouble = std::get<Trouble>(outcome);
  return std::string(name_of(trouble.verdict)) + ": " + trouble.what;
}

bool same_refusal(const spec::Refusal& a, const spec::Refusal& b) {
  if (a.name != b.name) return false;
  if (a.places.empty() || b.places.empty()) return true;
  return a.count == b.count && a.places == b.places;
}

// Where word i of an answer stands in the tensor.
std::string place_of(const Request& request, std::size_t byte, std::size_t width) {
  const std::uint64_t index = byte / width;
  const std::uint64_t columns =
      request.op == spec::Op::replay ? request.geometry.n : request.geometry.k;
  if (request.op != spec::Op::decode && request.op != spec::Op::replay)
    return "byte " + std::to_string(byte);
  return "row " + std::to_string(index / columns) + " column " + std::to_string(index % columns);
}

Finding difference(const Request& request, const Bytes& expected, const Bytes& got) {
  const auto first = static_cast<std::size_t>(
      std::ranges::mismatch(expected, got).in1 - expected.begin());
  const std::size_t width = word_bytes(request);
  const std::size_t at = first / width * width;
  return {"agreement", place_of(request, at, width), hex_word(expected, at, width),
          hex_word(got, at, width)};
}

}  // namespace

Bytes canonical(const Request& request, Bytes answer) {
  if (request.op != spec::Op::decode) return answer;
  const std::size_t width = word_bytes(request);
  for (std::size_t at = 0; at + width <= answer.size(); at += width) {
    const std::uint64_t word = load_word(answer, at, width);
    const bool nan = width == 4 ? (word & 0x7fffffffu) > 0x7f800000u : (word & 0x7fffu) > 0x7f80u;
    if (nan) store_word(answer, at, width, width == 4 ? 0x7fc00000u : 0x7fc0u);
  }
  return answer;
}

Verdict agree(const Request& request, const Outcome& expected, const Outcome& got) {
  const auto* wanted = std::get_if<spec::Refusal>(&expected);
  const auto* refusal = std::get_if<spec::Refusal>(&got);
  if (wanted != nullptr && refusal != nullptr && same_refusal(*wanted, *refusal)) return {};
  const auto* answer = std::get_if<Bytes>(&expected);
  const auto* given = std::get_if<Bytes>(&got);
  if (answer == nullptr || given == nullptr || answer->size() != given->size())
    return Finding{"agreement", "the whole answer", describe(expected), describe(got)};
  const Bytes left = canonical(request, *answer);
  const Bytes right = canonical(request, *given);
  if (left == right) return {};
  return difference(request, left, right);
}

}  // namespace tritproof::laws
