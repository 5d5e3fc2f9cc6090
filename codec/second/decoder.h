// SPDX-License-Identifier: Apache-2.0
// The second decoder: every format read again, element by element, from the format facts alone.
#ifndef SECOND_DECODER_H
#define SECOND_DECODER_H

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

namespace second {

/// Where a refused thing lies: `byte` is its offset in the span that was passed in, `bit` the
/// lowest bit of it in that byte; `n` is its row (output feature), `k` its column (input feature).
struct Place {
  std::uint64_t byte;
  unsigned bit;
  std::uint64_t n;
  std::uint64_t k;
};

/// Why there is no answer: the name in the words of the contract, how many things are refused, and
/// the first of them (at most 8, lowest byte first, then lowest bit). Size, Geometry and
/// NoSuchConversion have count 1 and no places.
struct Refusal {
  std::string_view name;
  std::uint64_t count;
  std::vector<Place> places;
};

/// What validate() counts. `reserved`: codes 3 of t2 and t2s. `code3`: codes 3 of tq2_0, q2_0 and
/// pq2_0. `non_canonical`: bytes of tq1_0 and ptq1_0 that no encoder writes. `non_finite`, `zero`
/// (either sign) and `subnormal`: stored scales.
struct Counts {
  std::uint64_t reserved, code3, non_canonical, non_finite, zero, subnormal;
};

template <class T>
using Answer = std::expected<T, Refusal>;

/// How replay() adds up: exactly; modulo 2^32 as a signed number; clamped to int32 after each
/// group; added exactly and clamped once.
enum class Mode { i64, wrap32, sat32_step, sat32_end };

/// What becomes of the sum of one 32-column group before its multiplier: kept; taken modulo 2^16 as
/// a signed number; clamped to int16.
enum class Narrowing { exact, wrap16, sat16 };

/// The weights of a tensor of `n` rows and `k` columns as f32 words, n x k row-major.
/// `format` is one of t2 t2s pb16i q4_1 q4_k q8 tq1_0 tq2_0 q2_0 pq2_0 ptq1_0. `input` holds all
/// tiles or blocks; for t2s and pb16i the side table (n int32, little-endian) follows them.
/// `other_layout` reads the second layout of q4_1 or q8 (the first is `false`).
/// A NaN weight is 0x7FC00000.
/// Errors: NoSuchConversion (format unknown, or it has no second layout), Geometry, Size, SideTable
/// (t2s, pb16i), ReservedCode (t2s).
Answer<std::vector<std::uint32_t>> decode(std::string_view format, std::uint64_t n, std::uint64_t k,
                                          std::span<const std::uint8_t> input, bool other_layout);

/// As decode(), each f32 weight then rounded to the nearest bf16, ties to even. NaN is 0x7FC0.
/// Errors: those of decode().
Answer<std::vector<std::uint16_t>> decode_bf16(std::string_view format, std::uint64_t n,
                                               std::uint64_t k, std::span<const std::uint8_t> input,
                                               bool other_layout);

/// Counts what is remarkable in a tensor and refuses none of it; the input is that of decode().
/// Errors: NoSuchConversion, Geometry, Size, SideTable (t2s, pb16i).
Answer<Counts> validate(std::string_view format, std::uint64_t n, std::uint64_t k,
                        std::span<const std::uint8_t> input, bool other_layout);

/// The int4 code area (4096 bytes a tile, laid out as that of pb16i) of t2s `tiles`, which come
/// without a side table. Shapes: n x k weights; the answer has n/32 * k/256 * 4096 bytes.
/// Errors: Geometry, Size, ReservedCode.
Answer<std::vector<std::uint8_t>> expand(std::uint64_t n, std::uint64_t k,
                                         std::span<const std::uint8_t> tiles);

/// The integer arithmetic of the kernel. `input` is A (int8, [m][k], m * k bytes), then the tiles
/// of `format`, t2s or pb16i, without a side table. The answer is [m][n], row-major.
/// Errors: NoSuchConversion (any other format), Geometry (m == 0 too), Size, ReservedCode (t2s).
Answer<std::vector<std::int64_t>> replay(std::string_view format, std::uint64_t n, std::uint64_t k,
                                         std::uint64_t m, std::span<const std::uint8_t> input,
                                         Mode mode, Narrowing narrowing);

}  // namespace second

#endif
