// SPDX-License-Identifier: Apache-2.0
#include "golden/recipe_sources.h"

#include <algorithm>
#include <array>

#include "golden/tables.h"

namespace tritproof::golden {
namespace {

using Done = std::expected<void, std::string>;

void put_word(std::span<std::uint8_t> at, std::uint32_t word) {
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

// A byte below 243 holds five digits, the least first; others are skipped, so all are equally
// likely.
void fill_trits(std::string_view seed, std::span<std::uint8_t> out) {
  HashStream stream(seed);
  for (std::size_t i = 0; i < out.size();) {
    unsigned number = stream.next();
    if (number >= 243) continue;
    for (unsigned digit = 0; digit < 5 && i < out.size(); ++digit, number /= 3)
      out[i++] = static_cast<std::uint8_t>(number % 3 - 1);
  }
}

Done fill_constant(int code, std::span<std::uint8_t> out) {
  if (code < -128 || code > 127) return std::unexpected("no int8 code: " + std::to_string(code));
  std::ranges::fill(out, static_cast<std::uint8_t>(code));
  return {};
}

Done fill_plane(const Plane& plane, std::span<std::uint8_t> out) {
  if (plane.bit > 63) return std::unexpected("no bit of an index: " + std::to_string(plane.bit));
  for (std::uint64_t e = 0; e < out.size(); ++e) {
    const bool set = ((e >> plane.bit & 1) != 0) != plane.inverted;
    out[e] = set ? std::uint8_t{1} : std::uint8_t{0xff};
  }
  return {};
}

Done fill_from_table(const FromTable& from, std::span<std::uint8_t> out) {
  const Table* table = table_named(from.table);
  if (table == nullptr) return std::unexpected("no table '" + from.table + "'");
  HashStream stream(from.seed);
  for (std::size_t at = 0; at < out.size(); at += table->width) {
    const unsigned low = stream.next();
    const unsigned index = low | static_cast<unsigned>(stream.next()) << 8;
    put_word(out.subspan(at, table->width), table->words[index % table->words.size()]);
  }
  return {};
}

Done fill_same(const Same& same, std::span<std::uint8_t> out) {
  for (std::size_t at = 0; at < out.size(); ++at) out[at] = same.word[at % same.word.size()];
  return {};
}

Done fill_rising(const Rising& rising, std::span<std::uint8_t> out) {
  for (std::size_t at = 0; at < out.size(); at += 2)
    put_word(out.subspan(at, 2), static_cast<std::uint32_t>(rising.from + at / 2));
  return {};
}

}  // namespace

void HashStream::refill() {
  std::array<std::uint8_t, 8> number{};
  for (unsigned i = 0; i < number.size(); ++i)
    number[i] = static_cast<std::uint8_t>(number_ >> (8 * i));
  ++number_;
  sha_.update(seed_);
  sha_.update(number);
  block_ = sha_.finish();
  used_ = 0;
}

Bytes hash_stream(std::string_view seed, std::uint64_t bytes) {
  Bytes out(bytes);
  HashStream(seed).read(out);
  return out;
}

Done fill_codes(const CodeSource& source, std::span<std::uint8_t> out) {
  return std::visit(Overloaded{[&](const Trits& trits) -> Done {
                                 fill_trits(trits.seed, out);
                                 return {};
                               },
                               [&](const Constant& same) { return fill_constant(same.code, out); },
                               [&](const Plane& plane) { return fill_plane(plane, out); }},
                    source);
}

std::expected<unsigned, std::string> width_of(const WordSource& source) {
  if (std::holds_alternative<Rising>(source)) return 2;
  if (const auto* same = std::get_if<Same>(&source)) {
    if (same->word.size() == 2 || same->word.size() == 4)
      return static_cast<unsigned>(same->word.size());
    return std::unexpected("a word of " + std::to_string(same->word.size()) + " bytes");
  }
  const std::string& name = std::get<FromTable>(source).table;
  const Table* table = table_named(name);
  if (table == nullptr) return std::unexpected("no table '" + name + "'");
  return table->width;
}

Done fill_words(const WordSource& source, std::span<std::uint8_t> out) {
  return std::visit(Overloaded{[&](const FromTable& from) { return fill_from_table(from, out); },
                               [&](const Same& same) { return fill_same(same, out); },
                               [&](const Rising& rising) { return fill_rising(rising, out); }},
                    source);
}

}  // namespace tritproof::golden
