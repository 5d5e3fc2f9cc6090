// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/challenge.h"

#include <algorithm>

#include "codec/subjects.h"
#include "golden/hex.h"
#include "golden/judge.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

using spec::Op;

constexpr spec::Geometry kShape{32, 512};  // two tiles, and whole blocks of every format
constexpr std::uint64_t kRows = 3;         // of activations

FindBlob no_blobs() {
  return [](const Blob&) -> std::expected<Bytes, std::string> {
    return std::unexpected("a challenge has no blobs");
  };
}

Recipe of(std::vector<Part> parts) { return {std::move(parts), {}}; }

std::uint64_t unit_bytes(const spec::FormatRow& row) {
  return kShape.n / row.rows * (kShape.k / row.columns) * row.bytes;
}

/// Questions about one format under one seed.
class Asker {
 public:
  Asker(const spec::FormatRow& row, std::string_view challenge)
      : row_(row), seed_("challenge/" + std::string(challenge) + "/" + std::string(row.name)) {}

  [[nodiscard]] std::vector<Question> questions() const {
    std::vector<Question> all{ask(Op::decode, arbitrary()), ask(Op::validate, arbitrary())};
    if (row_.ternary) {
      all.push_back(ask(Op::decode, of({Part{image()}})));
      all.push_back(ask(Op::encode, of({codes(), scales()})));
    }
    if (spec::defined(Op::quantise, row_.id))
      all.push_back(ask(Op::quantise, of({Part{words("f32-ordinary", kShape.n * kShape.k)}})));
    if (spec::defined(Op::expand, row_.id)) all.push_back(ask(Op::expand, of({units()})));
    if (spec::defined(Op::convert, row_.id)) all.push_back(conversion());
    if (spec::defined(Op::replay, row_.id)) {
      all.push_back(ask(Op::replay, of({Part{Random{seed_ + "/a", kRows * kShape.k}}, units()})));
      all.back().m = kRows;
    }
    return all;
  }

 private:
  [[nodiscard]] Question ask(Op op, Recipe input) const {
    Question question;
    question.op = op;
    question.format = row_.id;
    question.geometry = kShape;
    question.input = std::move(input);
    question.why = "a tensor that the challenge seeds";
    return question;
  }

  /// t2 is the common target; what is not ternary is copied or repacked to q4_1.
  [[nodiscard]] Question conversion() const {
    Question question = ask(Op::convert, row_.ternary ? of({Part{image()}}) : arbitrary());
    question.options.target = !row_.ternary                 ? spec::Format::q4_1
                              : row_.id == spec::Format::t2 ? spec::Format::pq2_0
                                                            : spec::Format::t2;
    return question;
  }

  [[nodiscard]] Words words(const char* table, std::uint64_t count) const {
    return {FromTable{table, seed_ + "/words"}, count};
  }

  /// Any bytes, under exponents with which they have a meaning.
  [[nodiscard]] Recipe arbitrary() const {
    Recipe recipe = of({Part{Random{seed_ + "/bytes", unit_bytes(row_)}}});
    if (row_.side_table) recipe.parts.push_back(Part{words("e-ordinary", kShape.n)});
    return recipe;
  }

  [[nodiscard]] Image image() const {
    return {row_.id, kShape, Trits{seed_ + "/codes"}, FromTable{"f16-ordinary", seed_ + "/scales"}};
  }

  /// A valid tensor without its side table.
  [[nodiscard]] Part units() const {
    auto bytes = make_bytes(of({Part{image()}}), no_blobs());
    if (bytes) bytes->resize(std::min<std::size_t>(bytes->size(), unit_bytes(row_)));
    return Part{Hex{bytes ? *std::move(bytes) : Bytes{}}};
  }

  [[nodiscard]] Part codes() const {
    return Part{Codes{Trits{seed_ + "/codes"}, kShape.n * kShape.k}};
  }

  [[nodiscard]] Part scales() const {
    const std::uint32_t group = row_.side_table ? spec::kScaleGroup : row_.group;  // REF-7, REF-8
    return Part{words("f16-ordinary", kShape.n * kShape.k / group)};
  }

  const spec::FormatRow& row_;
  std::string seed_;
};

std::optional<Expected> expected_of(const Question& question, const Outcome& outcome) {
  if (const auto* bytes = std::get_if<Bytes>(&outcome))
    return Digest{sha256_hex(canonical(question, *bytes)), bytes->size()};
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome)) {
    ExpectedRefusal expected{refusal->name, refusal->count, std::nullopt};
    if (!refusal->places.empty()) expected.place = refusal->places.front();
    return expected;
  }
  return std::nullopt;
}

/// Answers the vector's question, and has the answer confirmed where second knows one.
bool answer(Vector& vector, Subject& reference, Subject& second) {
  const Question& question = vector.question;
  const auto payload = make_bytes(question.input, no_blobs());
  if (!payload) return false;
  const auto expected = expected_of(question, reference.answer(question.request(*payload)));
  if (!expected) return false;
  vector.expected = *expected;
  const auto* const refusal = std::get_if<ExpectedRefusal>(&*expected);
  vector.sign = refusal == nullptr ? Sign::valid : Sign::refused;
  if (refusal != nullptr && refusal->name == spec::RefusalName::NoSuchConversion) return false;
  vector.origin = second.declares(question.op, question.format) ? Origin::agreed : Origin::defined;
  return vector.origin != Origin::agreed ||
         judge(vector, *payload, second).verdict == Verdict::pass;
}

}  // namespace

bool is_challenge(std::string_view hex) {
  return hex.size() >= kLeastChallengeDigits && hex.size() <= kMostChallengeDigits &&
         from_hex(hex).has_value();
}

std::expected<std::vector<Vector>, std::string> challenge_vectors(
    std::string_view hex, std::span<const spec::Format> formats) {
  const auto reference = make_reference_subject();
  const auto second = make_second_subject();
  std::vector<Vector> vectors;
  for (const spec::Format format : formats) {
    const spec::FormatRow& row = spec::row_of(format);
    for (Question& question : Asker(row, hex).questions()) {
      Vector vector;
      vector.id = std::string(row.name) + "-" + std::string(spec::name_of(question.op)) +
                  "-challenge-" + std::to_string(vectors.size());
      vector.question = std::move(question);
      if (!answer(vector, *reference, *second))
        return std::unexpected("second and reference disagree about " + vector.id);
      vectors.push_back(std::move(vector));
    }
  }
  return vectors;
}

}  // namespace tritproof::golden
