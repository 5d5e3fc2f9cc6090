// SPDX-License-Identifier: Apache-2.0
#include "props/support/sweep.h"

#include <gtest/gtest.h>

#include "props/laws/agreement.h"
#include "props/laws/words.h"

namespace tritproof::test {

Bytes agreed_words(const Question& question) {
  const auto subjects = subjects_declaring(question.op, question.format);
  EXPECT_GE(subjects.size(), 2u);
  const Outcome first = subjects.front()->answer(question.request());
  const auto* answer = std::get_if<Bytes>(&first);
  if (answer == nullptr) {
    ADD_FAILURE() << "refused by " << subjects.front()->name();
    return {};
  }
  for (Subject* subject : std::span(subjects).subspan(1)) {
    const auto verdict =
        laws::agree(question.request(), first, subject->answer(question.request()));
    if (!verdict) continue;
    ADD_FAILURE() << spec::row_of(question.format).name << ", " << subject->name() << ", "
                  << verdict->where << ": expected " << verdict->expected << ", got "
                  << verdict->got;
    return {};
  }
  return laws::canonical(question.request(), *answer);
}

bool is_arithmetic(const Question& question, const Bytes& words) {
  const spec::FormatRow& row = spec::row_of(question.format);
  const auto [n_all, k_all] = question.geometry;
  const std::size_t width = question.flags.bf16 ? 2 : 4;
  if (words.size() != width * n_all * k_all) return false;
  for (std::uint64_t n = 0; n < n_all; ++n) {
    const std::int32_t e_ref = exponent_at(question, n);
    for (std::uint64_t k = 0; k < k_all; ++k) {
      const std::uint64_t unit = n / row.rows * (k_all / row.columns) + k / row.columns;
      const float weight =
          weight_in(std::span(question.input).subspan(unit * row.bytes, row.bytes), row.id,
                    static_cast<std::uint32_t>(n % row.rows),
                    static_cast<std::uint32_t>(k % row.columns), e_ref, question.flags.layout);
      const std::uint64_t expected = question.flags.bf16 ? bf16_of(weight) : word_of(weight);
      if (laws::load_word(words, width * (n * k_all + k), width) == expected) continue;
      ADD_FAILURE() << row.name << " n " << n << " k " << k << ": expected " << expected << ", got "
                    << laws::hex_word(words, width * (n * k_all + k), width);
      return false;
    }
  }
  return true;
}

std::int32_t exponent_at(const Question& question, std::uint64_t n) {
  const spec::FormatRow& row = spec::row_of(question.format);
  if (!row.side_table) return 0;
  const std::size_t at = unit_count(row, question.geometry) * row.bytes + 4 * n;
  return static_cast<std::int32_t>(laws::load_word(question.input, at, 4));
}

void take_out_reserved(const spec::FormatRow& row, std::span<std::uint8_t> units) {
  if (row.code3 != spec::Code3::reserved) return;
  const spec::Field& codes = spec::fields_of(row).front();
  for (std::size_t at = 0; at < units.size(); ++at)
    if (at % row.bytes >= codes.offset && at % row.bytes < codes.offset + codes.bytes)
      units[at] &= static_cast<std::uint8_t>(~(units[at] & units[at] >> 1 & 0x55));
}

}  // namespace tritproof::test
