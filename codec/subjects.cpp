// SPDX-License-Identifier: Apache-2.0
#include "codec/subjects.h"

#include <bit>
#include <concepts>
#include <cstring>
#include <type_traits>

namespace tritproof {
namespace {

std::vector<SubjectRow> all_subjects() {
  std::vector<SubjectRow> rows{
      {"reference", "plain, byte by byte; the codec that the others are compared with",
       [](std::string_view) { return make_reference_subject(); }},
      {"second", "written from the prose alone, element by element, sharing no code",
       [](std::string_view) { return make_second_subject(); }},
  };
  static const std::vector<std::string> fast = fast_subject_names();
  for (const std::string& name : fast)
    rows.push_back({name, "the SIMD codec on this instruction set", make_fast_subject});
  return rows;
}

// Stores one word and answers where the next one goes.
template <std::integral Word>
std::uint8_t* store(std::uint8_t* at, Word word) {
  auto bits = static_cast<std::make_unsigned_t<Word>>(word);
  if constexpr (std::endian::native == std::endian::big) bits = std::byteswap(bits);
  std::memcpy(at, &bits, sizeof(Word));
  return at + sizeof(Word);
}

template <std::integral Word>
Bytes little_endian(std::span<const Word> words) {
  Bytes out(words.size_bytes());
  std::uint8_t* at = out.data();
  for (const Word word : words) at = store(at, word);
  return out;
}

}  // namespace

std::span<const SubjectRow> in_process_subjects() {
  static const std::vector<SubjectRow> rows = all_subjects();
  return rows;
}

std::unique_ptr<Subject> make_subject(std::string_view name) {
  for (const SubjectRow& row : in_process_subjects())
    if (row.name == name) return row.make();
  return nullptr;
}

Bytes bytes_of(std::span<const std::uint16_t> words) { return little_endian(words); }
Bytes bytes_of(std::span<const std::uint32_t> words) { return little_endian(words); }

Bytes bytes_of_counts(const spec::Counts& counts) {
  const std::array<std::uint64_t, 6> words{counts.reserved,   counts.code3, counts.non_canonical,
                                           counts.non_finite, counts.zero,  counts.subnormal};
  return little_endian(std::span<const std::uint64_t>(words));
}

Bytes bytes_of_sums(std::span<const std::int64_t> sums, spec::ReplayMode mode) {
  if (mode == spec::ReplayMode::i64) return little_endian(sums);
  Bytes out(4 * sums.size());
  std::uint8_t* at = out.data();
  for (const std::int64_t sum : sums) at = store(at, static_cast<std::int32_t>(sum));
  return out;
}

std::optional<spec::Refusal> undefined_request(const Request& request) {
  const spec::FormatRow& row = spec::row_of(request.format);
  const bool reads = request.op == spec::Op::decode || request.op == spec::Op::validate;
  if (request.flags.layout == spec::Layout::other && !(reads && row.second_layout))
    return spec::Refusal{spec::RefusalName::NoSuchConversion, 1, {}, {}, "one layout",
                         "another layout asked for"};
  const auto [n, k] = request.geometry;
  constexpr std::uint64_t most = std::uint64_t{1} << 28;
  const bool whole = n != 0 && k != 0 && n % row.rows == 0 && k % row.columns == 0;
  if (request.op == spec::Op::replay && whole && request.m != 0 && n > most / request.m)
    return spec::Refusal{spec::RefusalName::Size, 1, {}, {}, "at most 2^28 sums", "more"};
  return std::nullopt;
}

}  // namespace tritproof
