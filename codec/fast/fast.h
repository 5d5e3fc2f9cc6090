// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/formats.h"
#include "spec/ops.h"
#include "spec/refusals.h"

/// SIMD codecs, bit-equal to the rules of spec/, one set of kernels for each instruction set. All
/// functions are stateless and reentrant, allocate nothing and trust their arguments: geometry,
/// sizes and side tables are judged by whoever calls. Pointers need no alignment.
namespace tritproof::fast {

/// Rows x columns of a stored tensor as they lie in memory, in whole units. Tiles: 32 rows, the
/// tiles of one row of the grid following each other along K (T2-5). Blocks: any number of rows,
/// `pitch` bytes from a row's first block to that of the next.
struct Band {
  spec::Format format = spec::Format::t2;
  spec::Layout layout = spec::Layout::standard;  ///< the other one for q4_1 and q8 alone (REF-9)
  const std::uint8_t* units = nullptr;
  std::size_t rows = spec::kTileRows;
  std::size_t columns = 0;
  std::size_t pitch = 0;                    ///< blocks only
  const std::int32_t* exponents = nullptr;  ///< e_ref of the 32 rows, pb16i and t2s only (PB16I-3)
};

/// What a conversion met, as bits by precedence (REF-2): the lowest bit names the refusal.
using Obstacles = std::uint32_t;
constexpr Obstacles obstacle(spec::RefusalName name) {
  return Obstacles{1} << static_cast<unsigned>(name);
}

/// What a conversion to a format needs besides its source.
struct Conversion {
  spec::Format to = spec::Format::t2;
  bool clamp = false;                       ///< +2 becomes +1 (CONV-6)
  const std::int32_t* exponents = nullptr;  ///< of the target's 32 rows, from f16 scales (PB16I-7)
};

struct Converted {
  Obstacles obstacles = 0;    ///< not 0: the target's bytes are of no worth
  std::uint64_t clamped = 0;  ///< codes
};

/// How a comparison looks at two bands; both answer alike.
enum class Path : std::uint8_t {
  floats,  ///< both weights of every pair are made in registers and compared there
  codes,   ///< codes and scales as integers; floats where these differ or a scale is not finite
};

/// A pair of weights that differ, as f32 words with the canonical NaN (HALF-6).
struct Difference {
  std::size_t row = 0;     ///< in the band
  std::size_t column = 0;  ///< in the band
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

struct Comparison {
  std::uint64_t differing = 0;   ///< weights
  std::uint64_t reserved_a = 0;  ///< codes (CONV-4)
  std::uint64_t reserved_b = 0;
  Difference first;  ///< in the order of a's units, inside a unit row by row; if differing is not 0
};

/// Rows of activations: row i starts at rows + i * pitch with the band's first column.
struct Activations {
  const std::int8_t* rows = nullptr;
  std::size_t m = 0;
  std::size_t pitch = 0;  ///< bytes
};

/// The magnitudes of a row's multipliers, or-ed together: all that SideTable depends on (PB16I-6).
struct Magnitudes {
  std::uint16_t of_row[spec::kTileRows] = {};
};

/// Those of a row that may hold any multiplier.
inline constexpr std::uint16_t kAllMagnitudes = 0xffff;

/// Whether every multiplier among these magnitudes times 2^e_ref is exactly a finite float.
bool exponent_fits(std::uint16_t magnitudes, std::int32_t e_ref);

/// Exponents before any scale was seen, and what PB16I-7 makes of one.
inline constexpr std::int32_t kNoExponent = 0x7fffffff;
constexpr std::int32_t e_ref_of(std::int32_t least) { return least == kNoExponent ? 0 : least; }

/// Whether `convert` has this pair: every ternary format to t2, t2s and pb16i.
constexpr bool converts(spec::Format from, spec::Format to) {
  const bool tiles = to == spec::Format::t2 || spec::row_of(to).side_table;
  return tiles && from != to && spec::row_of(from).ternary;
}

/// The kernels compiled for one instruction set.
struct Target {
  std::string_view name;  ///< "avx3", "avx2", "sse4", "ssse3", "emu128"
  std::size_t width = 0;  ///< bytes of a vector

  /// Weights, row-major, rows `stride` elements apart; nothing between rows is touched. Reserved
  /// codes give +0.0 (T2-3), also in t2s: counting and refusing them is the caller's (T2S-3). The
  /// exponents must fit.
  void (*decode_f32)(const Band& band, float* out, std::size_t stride) = nullptr;
  /// The same, rounded to bf16 (HALF-8).
  void (*decode_bf16)(const Band& band, std::uint16_t* out, std::size_t stride) = nullptr;

  /// Adds what the band holds to the counts (REF-6). The exponents must fit.
  void (*count)(const Band& band, spec::Counts& counts) = nullptr;
  /// Ors the magnitudes of a pb16i or t2s band's multipliers.
  void (*magnitudes)(const Band& band, Magnitudes& seen) = nullptr;

  /// `count` little-endian f16 to f32, exactly; a NaN stays a NaN (HALF-1).
  void (*halves)(const std::uint8_t* patterns, std::size_t count, float* out) = nullptr;

  /// t2s tiles to 4,096 bytes each (T2S-4). False if a code is reserved: refuse.
  bool (*expand)(const std::uint8_t* tiles, std::size_t count, std::uint8_t* out) = nullptr;

  /// Lowers least[r] to the largest exponent of which every f16 scale of row r that serves 128 k is
  /// a whole multiple (PB16I-7); zeros and non-finite scales leave it. For `converts` pairs from
  /// f16 scales to t2s and pb16i, over the whole of K, before the first convert.
  void (*exponents)(const Band& band, std::int32_t* least) = nullptr;
  /// Writes the tiles of a band of 32 rows in the target's format (CONV rules). Between t2s and
  /// pb16i exponents stay and are not looked at; from them to t2 the band's must fit.
  Converted (*convert)(const Band& from, const Conversion& how, std::uint8_t* tiles) = nullptr;

  /// Compares two bands of the same rows and columns weight by weight (HALF-6, HALF-7).
  Comparison (*compare)(const Band& a, const Band& b, Path path) = nullptr;

  /// Adds a t2s or pb16i band's groups, k ascending, to M x 32 sums, rows of sums `pitch` apart
  /// (REPLAY-1 to REPLAY-4). Sums begin at 0; mode sat32-end is clamped by the caller once all of K
  /// is in. Reserved codes must have been refused.
  void (*replay)(const Band& band, const Activations& activations, spec::ReplayMode mode,
                 spec::Narrowing narrowing, std::int64_t* sums, std::size_t pitch) = nullptr;
};

/// The targets that this machine runs, best first; emu128, portable code, is always the last.
std::span<const Target> targets();

/// The target of that name, or null: there is no fallback.
const Target* target_named(std::string_view name);

}  // namespace tritproof::fast
