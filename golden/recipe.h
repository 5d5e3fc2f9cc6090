// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "codec/subject.h"
#include "spec/formats.h"
#include "spec/ops.h"

/// Inputs as short descriptions that any language turns into the same bytes; golden/README.md says
/// how in prose. Hex is always bytes as they stand in the payload, first byte first.
namespace tritproof::golden {

/// Units nest so deep and no deeper.
inline constexpr unsigned kMostDepth = 3;

/// A visitor of the variants below: one lambda for each alternative.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

/// Codes in {-1, 0, +1}, one a logical element, e counting row-major.
struct Trits {
  std::string seed;  ///< bytes below 243 of the seed's hash stream give five digits each
};
struct Constant {
  int code = 0;
};
/// Bit `bit` of the element's own index: +1 where it is set, -1 where not; or the other way round.
struct Plane {
  unsigned bit = 0;
  bool inverted = false;
};
using CodeSource = std::variant<Trits, Constant, Plane>;

/// Words of 2 or 4 bytes, one a scale, number or exponent.
struct FromTable {
  std::string table;  ///< a row of golden/tables.h, which sets the width
  std::string seed;   ///< word i: the table's entry le16(stream, 2i) mod its size
};
struct Same {
  Bytes word;  ///< 2 or 4 bytes
};
struct Rising {
  std::uint16_t from = 0;  ///< word i is from + i mod 65536
};
using WordSource = std::variant<FromTable, Same, Rising>;

struct Hex {
  Bytes bytes;
};
/// Stored bytes, by name.
struct Blob {
  std::string sha256;
  std::uint64_t bytes = 0;
};
struct Repeat {
  Bytes of;
  std::uint64_t times = 0;
};
/// The seed's hash stream: block i is SHA-256(seed, then i as u64 little-endian).
struct Random {
  std::string seed;
  std::uint64_t bytes = 0;
};
struct Codes {
  CodeSource source;
  std::uint64_t count = 0;
};
struct Words {
  WordSource source;
  std::uint64_t count = 0;
};
/// A valid tensor: codes and f16 patterns (one a group of encode, REF-7) packed into the format,
/// with the side table where it has one. Ternary formats only.
struct Image {
  spec::Format format = spec::Format::t2;
  spec::Geometry geometry;
  CodeSource codes;
  WordSource scales;
};
struct Part;
/// The parts again and again: repetition u appends "/u" to every seed and adds u * count to Rising.
struct Units {
  std::uint64_t times = 0;
  std::vector<Part> of;
};
struct Part {
  std::variant<Hex, Blob, Repeat, Random, Codes, Words, Image, Units> what;
};

/// Bytes put in place after the parts have been laid one after the other.
struct Edit {
  std::uint64_t offset = 0;
  Bytes bytes;
};

struct Recipe {
  std::vector<Part> parts;
  std::vector<Edit> edits;  ///< applied in order; none may reach past the end
};

/// The bytes of a blob by its sha256, or why there are none.
using FindBlob = std::function<std::expected<Bytes, std::string>(const Blob& blob)>;

/// No recipe makes more: what a whole model-sized tensor needs.
inline constexpr std::uint64_t kMostRecipeBytes = 512ull << 20;

/// The bytes of a recipe. The error says what is wrong with it: an unknown table, a geometry that
/// does not fit, an edit beyond the end, more than kMostRecipeBytes.
std::expected<Bytes, std::string> make_bytes(const Recipe& recipe, const FindBlob& find);

/// How many bytes make_bytes makes, without making them; the same errors, as far as sizes tell.
std::expected<std::uint64_t, std::string> recipe_bytes(const Recipe& recipe);

/// The first `bytes` of a seed's hash stream.
Bytes hash_stream(std::string_view seed, std::uint64_t bytes);

}  // namespace tritproof::golden
