// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <tuple>

#include "props/mutants/right.h"

namespace tritproof::mutants::right {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();

}  // namespace

bool refuses_threes(Op op, Format format) { return format == Format::t2s && op != Op::validate; }
bool noted(RefusalName, const Place&) { return true; }
int rank(RefusalName name) { return static_cast<int>(name); }
bool earlier(const Place& a, const Place& b) {
  return std::tuple(a.byte, a.bit) < std::tuple(b.byte, b.bit);
}
std::uint64_t total(std::uint64_t count) { return count; }
Place code_place(const Place& place, std::uint64_t unit_offset) {
  return {unit_offset + place.byte, place.bit, place.n, place.k};
}
std::uint64_t ref_byte(std::uint64_t unit_bytes, std::uint64_t n) { return unit_bytes + 4 * n; }

bool is_three(const At& at, int code) { return at.row->code3 != spec::Code3::none && code == 2; }
Counter three_counter(const spec::FormatRow& row) {
  return row.code3 == spec::Code3::reserved ? Counter::reserved : Counter::code3;
}
std::uint64_t count_on(Counter, std::uint64_t so_far) { return so_far + 1; }

bool is_ternary(int code) { return code >= -1 && code <= 1; }
std::uint16_t stored(std::uint16_t pattern) { return pattern; }

unsigned widen(unsigned raw) { return (raw + 15) % 16; }
std::uint8_t nibbles(unsigned first, unsigned second) {
  return static_cast<std::uint8_t>(first | second << 4);
}
unsigned wire_code(std::uint8_t byte, unsigned i) { return byte >> (2 * i) & 3u; }
std::uint64_t wide_byte(std::uint64_t wire, unsigned half) { return 2 * wire + half; }
bool expanded(std::uint64_t, std::uint64_t) { return true; }

bool pair_exists(const spec::FormatRow& from, const spec::FormatRow& to) {
  return from.ternary && to.ternary;
}
int clamp(const spec::FormatRow& row, int code, bool asked) {
  return asked && code == 2 && row.code3 == spec::Code3::plus_two ? 1 : code;
}
RefusalName code_refusal(const spec::FormatRow& row) {
  if (row.code3 == spec::Code3::reserved) return RefusalName::ReservedCode;
  return row.code3 == spec::Code3::plus_two ? RefusalName::PlusTwo : RefusalName::NotTernary;
}
bool same(std::uint16_t first, std::uint16_t other) { return first == other; }
std::size_t measure(std::size_t) { return 0; }
bool compared(std::size_t) { return true; }

int activation_value(std::uint8_t byte) { return static_cast<std::int8_t>(byte); }
std::int64_t add_product(std::int64_t p, int a, int code) { return p + std::int64_t{a} * code; }
std::int64_t narrow(std::int64_t p, spec::Narrowing narrowing) {
  if (narrowing == spec::Narrowing::wrap16) return static_cast<std::int16_t>(p);
  if (narrowing == spec::Narrowing::sat16) return std::clamp<std::int64_t>(p, -32768, 32767);
  return p;
}
std::int64_t term(std::int64_t p, std::int64_t ms) { return p * ms; }
std::int64_t multiplier_value(std::uint16_t pattern) { return static_cast<std::int16_t>(pattern); }
std::int64_t accumulate(std::int64_t sum, std::int64_t term, spec::ReplayMode mode, std::uint64_t) {
  const std::int64_t next = sum + term;
  return mode == spec::ReplayMode::sat32_step ? std::clamp(next, kLeast, kMost) : next;
}
std::int64_t finish(std::int64_t sum, spec::ReplayMode mode) {
  if (mode == spec::ReplayMode::wrap32) return static_cast<std::int32_t>(sum);
  return mode == spec::ReplayMode::sat32_end ? std::clamp(sum, kLeast, kMost) : sum;
}
bool group_counts(std::uint64_t, std::uint64_t) { return true; }
bool rows_needed(std::uint64_t m) { return m != 0; }

}  // namespace tritproof::mutants::right
