// SPDX-License-Identifier: Apache-2.0
#include "props/laws/agreement.h"

#include <optional>

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

constexpr bool is_nan(std::uint64_t word, std::size_t width) {
  return width == 4 ? (word & 0x7fffffffu) > 0x7f800000u : (word & 0x7fffu) > 0x7f80u;
}

// The first word in which two answers of one size differ; a NaN is like any other (HALF-6).
template <std::size_t width>
std::optional<std::size_t> first_difference(const Bytes& a, const Bytes& b, bool floats) {
  for (std::size_t at = 0; at + width <= a.size(); at += width) {
    const std::uint64_t left = load_word(a, at, width), right = load_word(b, at, width);
    if (left == right || (floats && is_nan(left, width) && is_nan(right, width))) continue;
    return at;
  }
  return {};
}

std::optional<std::size_t> first_difference(const Request& request, const Bytes& a,
                                            const Bytes& b) {
  const bool floats = request.op == spec::Op::decode;
  const std::size_t width = word_bytes(request);
  if (a == b) return {};
  if (a.size() % width != 0 || width == 1) return first_difference<1>(a, b, false);
  if (width == 2) return first_difference<2>(a, b, floats);
  return width == 4 ? first_difference<4>(a, b, floats) : first_difference<8>(a, b, false);
}

Finding difference(const Request& request, std::size_t at, const Bytes& expected,
                   const Bytes& got) {
  const std::size_t width = expected.size() % word_bytes(request) == 0 ? word_bytes(request) : 1;
  return {"agreement", place_of(request, at, width), hex_word(expected, at, width),
          hex_word(got, at, width)};
}

}  // namespace

Bytes canonical(const Request& request, Bytes answer) {
  if (request.op != spec::Op::decode) return answer;
  const std::size_t width = word_bytes(request);
  for (std::size_t at = 0; at + width <= answer.size(); at += width) {
    const std::uint64_t word = load_word(answer, at, width);
    if (is_nan(word, width)) store_word(answer, at, width, width == 4 ? 0x7fc00000u : 0x7fc0u);
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
  const auto at = first_difference(request, *answer, *given);
  if (!at) return {};
  return difference(request, *at, *answer, *given);
}

}  // namespace tritproof::laws
