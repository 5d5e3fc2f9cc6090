// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/draft.h"

#include <bit>

namespace tritproof::mutants {
namespace {

// A number that looks like chance and is the same each time.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
  x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
  return x ^ x >> 33;
}

bool has_ref(Op op, const spec::FormatRow& row) {
  return row.side_table && op != Op::expand && op != Op::replay && op != Op::encode;
}

// Scales that differ from group to group; those of 256 k are alike where a conversion needs it.
unsigned good_scale(const spec::FormatRow& row, Op op, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t group = op == Op::convert ? k / 256 : k / row.group;
  const auto number = static_cast<unsigned>(mix(n * 977 + group * 13 + 5) % 97);
  if (row.side_table && op != Op::encode) return 3 + 2 * number;
  if (row.ternary) return 0x3c03 + 8 * number;
  return 0x3f01 + number;
}

}  // namespace

Draft::Draft(Op op, Format format) : row_(spec::row_of(format)) {
  case_.op = op;
  case_.format = format;
  case_.why = "the witness of a mutant";
  if (op == Op::convert && !row_.is_tile())
    case_.geometry = {32, 512};
  else
    case_.geometry = {2 * row_.rows, 2 * row_.columns};
  case_.m = op == Op::replay ? 2 : 0;
  build();
}

void Draft::build() {
  case_.input.clear();
  const auto [n, k] = case_.geometry;
  if (case_.op == Op::quantise) {
    case_.input.resize(4 * n * k);
    for (std::uint64_t i = 0; i < n * k; ++i)
      x(i / k, i % k, static_cast<float>(static_cast<int>(mix(i) % 2001) - 1000) / 777.0f);
  } else if (case_.op == Op::encode) {
    build_encode();
  } else {
    build_tensor();
  }
}

void Draft::build_encode() {
  const auto [n, k] = case_.geometry;
  case_.input.resize(n * k + n * k / scale_group() * 2);
  for (std::uint64_t i = 0; i < n * k; ++i)
    case_.input[i] = static_cast<std::uint8_t>(mix(i) % 3 - 1);
  for (std::uint64_t i = 0; i < n; ++i)
    for (std::uint64_t j = 0; j < k; j += scale_group())
      scale(i, j, good_scale(row_, case_.op, i, j));
}

void Draft::build_tensor() {
  const auto [n, k] = case_.geometry;
  const std::uint64_t tiles = n / row_.rows * (k / row_.columns) * row_.bytes;
  case_.input.resize(ahead() + tiles + (has_ref(case_.op, row_) ? 4 * n : 0));
  for (std::uint64_t i = 0; i < case_.input.size(); ++i)
    case_.input[i] = static_cast<std::uint8_t>(row_.ternary && i >= ahead() ? 0 : mix(i + 7));
  for (std::uint64_t i = 0; i < n; ++i)
    for (std::uint64_t j = 0; j < k; ++j) {
      const int ternary = static_cast<int>(mix(i * k + j) % 3);
      if (row_.ternary) raw(i, j, row_.id == Format::pb16i ? (ternary + 15) % 16 : ternary);
      if (j % row_.group == 0) scale(i, j, good_scale(row_, case_.op, i, j));
      if (j % row_.group == 0 && !row_.ternary)
        addend(i, j, 0xbf05 + good_scale(row_, case_.op, i, j) % 64);
    }
  if (!has_ref(case_.op, row_)) return;
  for (std::uint64_t i = 0; i < n; ++i) ref(i, -6 - static_cast<std::int32_t>(mix(i) % 4));
}

Draft& Draft::units(std::uint64_t down, std::uint64_t across) {
  case_.geometry = {down * row_.rows, across * row_.columns};
  build();
  return *this;
}

Draft& Draft::target(Format format) {
  case_.flags.target = format;
  return *this;
}

Draft& Draft::clamp() {
  case_.flags.clamp = true;
  return *this;
}

Draft& Draft::bf16() {
  case_.flags.bf16 = true;
  return *this;
}

Draft& Draft::other_layout() {
  case_.flags.layout = Layout::other;
  build();
  return *this;
}

Draft& Draft::mode(spec::ReplayMode mode, spec::Narrowing narrowing) {
  case_.flags.mode = mode;
  case_.flags.narrowing = narrowing;
  return *this;
}

Draft& Draft::rows(std::uint64_t m) {
  case_.m = m;
  build();
  return *this;
}

At Draft::at(std::uint64_t n, std::uint64_t k) const {
  return {&row_,
          case_.flags.layout,
          case_.geometry,
          n,
          k,
          static_cast<std::uint32_t>(n % row_.rows),
          static_cast<std::uint32_t>(k % row_.columns)};
}

std::uint64_t Draft::ahead() const {
  return case_.op == Op::replay ? case_.m * case_.geometry.k : 0;
}

std::uint32_t Draft::scale_group() const {
  return row_.side_table && case_.op == Op::encode ? spec::kScaleGroup : row_.group;
}

std::uint64_t Draft::scale_at(std::uint64_t n, std::uint64_t k) const {
  if (case_.op == Op::encode)
    return case_.geometry.n * case_.geometry.k + 2 * right::pattern_index(at(n, k), scale_group());
  return ahead() + right::unit_offset(at(n, k)) + right::scale_byte(at(n, k));
}

std::uint64_t Draft::ref_at(std::uint64_t n) const {
  return case_.geometry.n / row_.rows * (case_.geometry.k / row_.columns) * row_.bytes + 4 * n;
}

Draft& Draft::raw(std::uint64_t n, std::uint64_t k, int bits) {
  if (case_.op == Op::encode)
    return byte(n * case_.geometry.k + k, static_cast<unsigned>(bits & 255));
  const Site site = right::site(at(n, k));
  std::uint8_t& stored = case_.input[ahead() + right::unit_offset(at(n, k)) + site.byte];
  const FieldKind kind = right::kind(at(n, k), site.byte);
  const std::uint32_t many = spec::codes_per_byte(kind);
  if (kind == FieldKind::base3x5 || kind == FieldKind::base3x4) {
    std::array<unsigned, 5> digits{};
    for (unsigned i = 0; i < many; ++i)
      digits[i] = static_cast<unsigned>(right::code(kind, stored, i) + 1);
    digits[site.position] = static_cast<unsigned>(bits);
    stored = right::base3_byte(right::base3_number(digits, many));
    return *this;
  }
  const unsigned mask = (1u << (8 / many)) - 1;
  stored = static_cast<std::uint8_t>((stored & ~(mask << site.position)) |
                                     (static_cast<unsigned>(bits) & mask) << site.position);
  return *this;
}

Draft& Draft::every_raw(int bits) {
  for (std::uint64_t n = 0; n < case_.geometry.n; ++n)
    for (std::uint64_t k = 0; k < case_.geometry.k; ++k) raw(n, k, bits);
  return *this;
}

Draft& Draft::scale(std::uint64_t n, std::uint64_t k, unsigned pattern) {
  right::store16(case_.input, scale_at(n, k), static_cast<std::uint16_t>(pattern));
  return *this;
}

Draft& Draft::every_scale(unsigned pattern) {
  for (std::uint64_t n = 0; n < case_.geometry.n; ++n)
    for (std::uint64_t k = 0; k < case_.geometry.k; k += scale_group()) scale(n, k, pattern);
  return *this;
}

Draft& Draft::addend(std::uint64_t n, std::uint64_t k, unsigned pattern) {
  if (row_.id != Format::q4_1 && row_.id != Format::q4_k) return *this;
  right::store16(case_.input, right::unit_offset(at(n, k)) + right::addend_byte(at(n, k)),
                 static_cast<std::uint16_t>(pattern));
  return *this;
}

Draft& Draft::ref(std::uint64_t n, std::int32_t e_ref) {
  right::store32(case_.input, ref_at(n), std::bit_cast<std::uint32_t>(e_ref));
  return *this;
}

Draft& Draft::every_ref(std::int32_t e_ref) {
  for (std::uint64_t n = 0; n < case_.geometry.n; ++n) ref(n, e_ref);
  return *this;
}

Draft& Draft::x(std::uint64_t n, std::uint64_t k, float value) {
  right::store32(case_.input, 4 * (n * case_.geometry.k + k), std::bit_cast<std::uint32_t>(value));
  return *this;
}

Draft& Draft::every_x(float value) {
  for (std::uint64_t n = 0; n < case_.geometry.n; ++n)
    for (std::uint64_t k = 0; k < case_.geometry.k; ++k) x(n, k, value);
  return *this;
}

Draft& Draft::every_a(int value) {
  for (std::uint64_t i = 0; i < ahead(); ++i) byte(i, static_cast<unsigned>(value & 255));
  return *this;
}

Draft& Draft::byte(std::uint64_t at, unsigned value) {
  case_.input[at] = static_cast<std::uint8_t>(value);
  return *this;
}

Draft& Draft::longer(std::int64_t bytes) {
  case_.input.resize(
      static_cast<std::size_t>(static_cast<std::int64_t>(case_.input.size()) + bytes));
  return *this;
}

Draft& Draft::geometry(std::uint64_t n, std::uint64_t k) {
  case_.geometry = {n, k};
  return *this;
}

}  // namespace tritproof::mutants
