// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "codec/subjects.h"
#include "props/support/bytes.h"
#include "spec/ops.h"

/// Questions to the subjects of this process, and what their outcomes must be.
namespace tritproof::test {

using spec::Format;
using spec::Geometry;
using spec::Op;
using spec::Place;
using spec::RefusalName;
using Places = std::vector<Place>;

/// A request that owns its input.
struct Question {
  Op op = Op::decode;
  Format format = Format::t2;
  Geometry geometry;
  Bytes input;
  spec::Flags flags{};
  std::uint64_t m = 0;

  [[nodiscard]] Request request() const {
    return {op, format, flags, geometry, m, input, 0xa5a5a5a5a5a5a5a5u};
  }
};

/// The subjects that declare an op of a format, made once.
std::vector<Subject*> subjects_declaring(Op op, Format format);

/// Shows the outcome of every subject that declares the op and takes the question to `check`, under
/// a trace with its name; nobody being asked is a failure.
void with_every_subject(const Question& question, const std::function<void(const Outcome&)>& check);

/// A weight that must come out at (n, k); any NaN stands for all.
struct Weight {
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  float value = 0;
};

void expect_answer(const Question& question, const Bytes& expected);
void expect_weights(const Question& question, const std::vector<Weight>& weights);
/// All N x K of them, row-major.
void expect_all_weights(const Question& question, std::span<const float> weights);
void expect_counts(Question question, const spec::Counts& counts);
void expect_sums(const Question& question, const std::vector<std::int64_t>& sums);
void expect_refused(const Question& question, RefusalName name);
void expect_refused(const Question& question, RefusalName name, std::uint64_t count,
                    const Places& places);
/// Neither a refusal nor silence.
void expect_answered(const Question& question);

/// All declaring subjects answer what the first of them answers; false if one does not.
bool all_agree(const Question& question);

}  // namespace tritproof::test
