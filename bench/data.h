// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "codec/fast/fast.h"
#include "codec/subject.h"

/// Inputs that are large and random enough that a branch predictor cannot learn them.
namespace tritproof::bench {

/// Memory that begins on a cache line, as vectors that lie in two lines cost more: for both a limit
/// and what is held against it.
template <class T>
struct OnLine {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  OnLine() = default;
  template <class U>
  explicit(false) OnLine(const OnLine<U>& /*other*/) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kLine));
  }
  void deallocate(T* at, std::size_t /*count*/) { ::operator delete(at, kLine); }
  friend bool operator==(const OnLine& /*a*/, const OnLine& /*b*/) { return true; }
};
template <class T>
using Lines = std::vector<T, OnLine<T>>;

/// A valid tensor of any format: random codes, scales of both signs that are finite; the units,
/// then the side table.
Bytes random_tensor(spec::Format format, spec::Geometry geometry, std::uint64_t seed);

/// The same bytes again and again, up to a size: a large tensor without the time to make one.
Bytes repeated(const Bytes& units, std::uint64_t bytes);

/// Random bytes.
Bytes random_bytes(std::uint64_t count, std::uint64_t seed);

/// Bytes of the units of a geometry.
std::uint64_t unit_bytes(spec::Format format, spec::Geometry geometry);

/// A tensor with its bands: 32 rows of tiles, or so many rows of blocks.
struct Banded {
  spec::Format format = spec::Format::t2;
  spec::Geometry geometry;  ///< of one band
  std::uint64_t bands = 1;
  Lines<std::uint8_t> bytes;            ///< the units of all bands
  std::vector<std::int32_t> exponents;  ///< of one band's rows, where the format has them

  [[nodiscard]] fast::Band band(std::uint64_t index) const;
  /// One band as the payload of a request.
  [[nodiscard]] Bytes payload(std::uint64_t index) const;
};

/// `bands` bands, of which the first `different` differ from each other.
Banded banded(spec::Format format, spec::Geometry band, std::uint64_t bands,
              std::uint64_t different);

}  // namespace tritproof::bench
