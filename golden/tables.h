// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// Named lists of words that recipes draw from. index.json repeats them, so that whoever reads the
/// set needs no source of ours; a changed table is a changed set.
namespace tritproof::golden {

struct Table {
  std::string_view name;
  std::string_view what;  ///< one line for people
  unsigned width = 2;     ///< bytes a word: 2 or 4
  std::span<const std::uint32_t> words;
};

namespace table_words {

/// Normal halves from 2^-2 to 8, no two alike, with an odd mantissa each (so none is a bf16). Their
/// five binades let any of them share a row of pb16i: 2047 * 2^4 fits an int16 (PB16I-8).
constexpr std::array<std::uint32_t, 128> ordinary_halves(bool negative_too) {
  std::array<std::uint32_t, 128> words{};
  for (std::uint32_t i = 0; i < words.size(); ++i)
    words[i] =
        (negative_too ? (i & 1) << 15 : 0) | (13 + i / 2 % 5) << 10 | (2 * (i * 197 % 512) + 1);
  return words;
}

/// Normal halves of all 30 exponents and both signs: most rows of them do not pack.
constexpr std::array<std::uint32_t, 120> wide_halves() {
  std::array<std::uint32_t, 120> words{};
  for (std::uint32_t i = 0; i < words.size(); ++i)
    words[i] = (i & 1) << 15 | (1 + i / 2 % 30) << 10 | (2 * (i * 197 % 512) + 1);
  return words;
}

/// Each of the ordinary halves twice: what two neighbouring groups share.
constexpr std::array<std::uint32_t, 128> pairs_of_halves() {
  std::array<std::uint32_t, 128> words = ordinary_halves(true);
  for (std::uint32_t& word : words) word |= word << 16;
  return words;
}

constexpr std::array<std::uint32_t, 128> ordinary_bf16(bool negative_too) {
  std::array<std::uint32_t, 128> words{};
  for (std::uint32_t i = 0; i < words.size(); ++i)
    words[i] =
        (negative_too ? (i & 1) << 15 : 0) | (122 + i / 2 % 10) << 7 | (2 * (i * 37 % 64) + 1);
  return words;
}

/// Multipliers other than 0, of both signs, up to `most` in magnitude.
constexpr std::array<std::uint32_t, 128> multipliers(std::uint32_t most) {
  std::array<std::uint32_t, 128> words{};
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    const std::uint32_t magnitude = 1 + (i + 1) * (most / 130) + i % 3;
    words[i] = (i & 1 ? 0x10000 - magnitude : magnitude) & 0xffff;
  }
  return words;
}

/// All exponents from `first` to `last`, as int32 words.
template <int first, int last>
constexpr auto exponents() {
  std::array<std::uint32_t, last - first + 1> words{};
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<std::uint32_t>(first + static_cast<int>(i));
  return words;
}

constexpr std::array<std::uint32_t, 128> ordinary_floats() {
  std::array<std::uint32_t, 128> words{};
  for (std::uint32_t i = 0; i < words.size(); ++i)
    words[i] = (i & 1) << 31 | (122 + i / 2 % 6) << 23 | (i * 65537 + 0x1234567) % 0x800000;
  return words;
}

inline constexpr auto f16_ordinary = ordinary_halves(true);
inline constexpr auto f16_positive = ordinary_halves(false);
inline constexpr auto f16_wide = wide_halves();
inline constexpr auto bf16_ordinary = ordinary_bf16(true);
inline constexpr auto bf16_positive = ordinary_bf16(false);
inline constexpr auto ms_ordinary = multipliers(32767);
inline constexpr auto ms_half = multipliers(2047);
inline constexpr auto e_ordinary = exponents<-20, 10>();
inline constexpr auto e_half = exponents<-24, 5>();
inline constexpr auto f16_ordinary_pairs = pairs_of_halves();
inline constexpr auto f32_ordinary = ordinary_floats();

inline constexpr std::array<std::uint32_t, 24> f16_subnormal{
    0x0001, 0x8001, 0x0002, 0x8002, 0x0003, 0x8003, 0x0029, 0x8029, 0x00b9, 0x80b9, 0x0100, 0x8100,
    0x01ff, 0x81ff, 0x0200, 0x8200, 0x0255, 0x8255, 0x02aa, 0x82aa, 0x03fe, 0x83fe, 0x03ff, 0x83ff};
inline constexpr std::array<std::uint32_t, 20> f16_finite_edges{
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x3bff,
    0x3c00, 0xbc00, 0x3c01, 0x3c68, 0xbc68, 0x7800, 0x7bfe, 0x7bff, 0xfbfe, 0xfbff};
inline constexpr std::array<std::uint32_t, 8> f16_nonfinite{0x7c00, 0xfc00, 0x7c01, 0xfc01,
                                                            0x7e00, 0xfe00, 0x7fff, 0xffff};
inline constexpr std::array<std::uint32_t, 24> f16_edges{
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3bff, 0x3c00, 0xbc00, 0x3c68,
    0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0xfc01, 0x7e00, 0xfe00, 0x7fff, 0xffff, 0x7800, 0xf800};
inline constexpr std::array<std::uint32_t, 12> bf16_subnormal{
    0x0001, 0x8001, 0x0002, 0x8002, 0x003f, 0x803f, 0x0040, 0x8040, 0x007e, 0x807e, 0x007f, 0x807f};
inline constexpr std::array<std::uint32_t, 24> bf16_edges{
    0x0000, 0x8000, 0x0001, 0x8001, 0x007f, 0x807f, 0x0080, 0x8080, 0x3f7f, 0x3f80, 0xbf80, 0x3f81,
    0x7f00, 0xff00, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7f81, 0xff81, 0x7fc0, 0xffc0, 0x7fff, 0xffff};
inline constexpr std::array<std::uint32_t, 24> ms_edges{
    0x0000, 0x0001, 0xffff, 0x0002, 0xfffe, 0x007f, 0xff80, 0x00ff, 0xff00, 0x0100, 0x07ff, 0xf801,
    0x0800, 0x0801, 0xf7ff, 0x1000, 0x4000, 0xc000, 0x5555, 0xaaaa, 0x7ffe, 0x7fff, 0x8001, 0x8000};
/// Under each of these every int16 times 2^e is exactly a finite f32 (PB16I-6).
inline constexpr std::array<std::uint32_t, 16> e_edges{
    0xffffff6b, 0xffffff6c, 0xffffff73, 0xffffff79, 0xffffff7a, 0xffffff81, 0xffffff82, 0xffffff83,
    0xffffffe8, 0xffffffff, 0x00000000, 0x00000001, 0x00000064, 0x0000006e, 0x0000006f, 0x00000070};
/// Under these no multiplier, or few, have a float; under multiplier 0 they are nothing (PB16I-5).
inline constexpr std::array<std::uint32_t, 12> e_wild{
    0x80000000, 0xfffffc18, 0xffffff00, 0xffffff5b, 0xffffff6a, 0x00000080,
    0x00000081, 0x000000ff, 0x00000100, 0x000003e8, 0x00010000, 0x7fffffff};
/// Around half of the largest magnitude, 1.0.
inline constexpr std::array<std::uint32_t, 20> f32_ties{
    0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3effffff, 0xbeffffff, 0x3f000001,
    0xbf000001, 0x3e800000, 0xbe800000, 0x3f400000, 0xbf400000, 0x3f7fffff, 0xbf7fffff,
    0x00000000, 0x80000000, 0x3e7fffff, 0x3f3fffff, 0x00000001, 0x80000001};
/// 0, subnormals, 2^-128 and around, 2^-25, 2^-24, 65504, 65520 and around, the largest.
inline constexpr std::array<std::uint32_t, 32> f32_edges{
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x001fffff, 0x801fffff, 0x00200000, 0x80200000,
    0x00200001, 0x80200001, 0x00400000, 0x80400000, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x33000000, 0xb3000000, 0x33000001, 0xb3000001, 0x33800000, 0xb3800000, 0x477fe000, 0xc77fe000,
    0x477fefff, 0xc77fefff, 0x477ff000, 0xc77ff000, 0x477ff001, 0xc77ff001, 0x7f7fffff, 0xff7fffff};
inline constexpr std::array<std::uint32_t, 6> f32_nonfinite{0x7f800000, 0xff800000, 0x7fc00000,
                                                            0xffc00000, 0x7f800001, 0xffffffff};

}  // namespace table_words

/// In the order of index.json; rows are added at the end.
inline constexpr std::array<Table, 23> kTables{{
    {"f16-ordinary", "normal, both signs, any row packs", 2, table_words::f16_ordinary},
    {"f16-positive", "normal, positive, any row packs", 2, table_words::f16_positive},
    {"f16-wide", "normal, all exponents, both signs", 2, table_words::f16_wide},
    {"f16-subnormal", "subnormal, both signs", 2, table_words::f16_subnormal},
    {"f16-edges", "the edges of all classes, Inf and NaN too", 2, table_words::f16_edges},
    {"f16-finite-edges", "the edges of the finite classes", 2, table_words::f16_finite_edges},
    {"f16-nonfinite", "Inf and NaN, quiet and signalling", 2, table_words::f16_nonfinite},
    {"bf16-ordinary", "normal, both signs", 2, table_words::bf16_ordinary},
    {"bf16-positive", "normal, positive", 2, table_words::bf16_positive},
    {"bf16-subnormal", "subnormal, both signs", 2, table_words::bf16_subnormal},
    {"bf16-edges", "the edges of all classes, Inf and NaN too", 2, table_words::bf16_edges},
    {"ms-ordinary", "int16 multipliers but 0, both signs", 2, table_words::ms_ordinary},
    {"ms-half", "int16 multipliers but 0, below 2048", 2, table_words::ms_half},
    {"ms-edges", "the edges of int16, 0 and powers of two", 2, table_words::ms_edges},
    {"e-ordinary", "exponents -20 to 10", 4, table_words::e_ordinary},
    {"e-half", "exponents that make halves of ms-half", 4, table_words::e_half},
    {"e-edges", "the edges of exactness for every multiplier", 4, table_words::e_edges},
    {"e-wild", "exponents out of range", 4, table_words::e_wild},
    {"f32-ordinary", "normal, both signs", 4, table_words::f32_ordinary},
    {"f32-ties", "around the halves of 1.0", 4, table_words::f32_ties},
    {"f32-edges", "zeros, subnormals and the edges of f16", 4, table_words::f32_edges},
    {"f32-nonfinite", "Inf and NaN", 4, table_words::f32_nonfinite},
    {"f16-ordinary-pairs", "f16-ordinary, each twice", 4, table_words::f16_ordinary_pairs},
}};

/// The table of that name, or null.
constexpr const Table* table_named(std::string_view name) {
  for (const Table& table : kTables)
    if (table.name == name) return &table;
  return nullptr;
}

}  // namespace tritproof::golden
