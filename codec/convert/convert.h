// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/convert/strip.h"

/// Lossless conversions between the formats (CONV rules), and the one that rounds.
namespace tritproof::convert {

/// Where a conversion writes: a range of bytes that exists beforehand, in any order.
class UnitSink {
 public:
  virtual ~UnitSink() = default;
  [[nodiscard]] virtual Readable<void> put(std::uint64_t offset,
                                           std::span<const std::uint8_t> bytes) = 0;
};

/// A sink into memory; writing past its end is CannotRun.
class MemorySink : public UnitSink {
 public:
  explicit MemorySink(std::span<std::uint8_t> bytes) : bytes_(bytes) {}
  Readable<void> put(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;

 private:
  std::span<std::uint8_t> bytes_;
};

struct Options {
  bool clamp_plus2 = false;  ///< +2 becomes +1 instead of PlusTwo (CONV-6)
};

/// How many bytes the target needs.
struct TargetSize {
  std::uint64_t units = 0;
  std::uint64_t ref = 0;
};

/// NoSuchConversion if the pair has no conversion, Geometry or Size if the shape does not fit.
spec::Result<TargetSize> target_size(spec::Format source, spec::Format target,
                                     spec::Geometry geometry);

/// Converts a stored tensor in constant memory. Refused or not, all of the source is read, so that
/// the refusal is the one that comes first (REF-2); the sink then holds nothing of worth. `ref`
/// may be null if the target has no side table. Places are offsets in the source tensor.
container::Loaded<Seen> convert(const StoredTensor& source, spec::Format target,
                                const Options& options, UnitSink& units, UnitSink* ref);

/// The same in memory: the payload of a convert request to its answer.
spec::Result<Bytes> convert_bytes(spec::Format source, spec::Geometry geometry,
                                  std::span<const std::uint8_t> input, spec::Format target,
                                  const Options& options);

/// q4_1 from q4_1 (a copy) or q4_k, rounding S*scale and M*min to bf16 (CONV-10).
struct Repacked {
  Bytes tiles;
  std::uint64_t changed = 0;  ///< numbers that rounding changed
  std::uint64_t numbers = 0;
};
spec::Result<Repacked> repack_q4_1(spec::Format source, spec::Geometry geometry,
                                   std::span<const std::uint8_t> tiles);

}  // namespace tritproof::convert
