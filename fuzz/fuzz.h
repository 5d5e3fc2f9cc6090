// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "spec/formats.h"
#include "spec/ops.h"
#include "spec/refusals.h"

/// Your own decoder as a libFuzzer target, with this project's mutators and laws:
///
///     #include "fuzz/fuzz.h"
///
///     static tritproof::fuzz::Answer decode(const tritproof::fuzz::DecodeJob& job) {
///       my_decode(job.units.data(), job.geometry.n, job.geometry.k, job.out.data());
///       return {};
///     }
///     TRITPROOF_FUZZ_DECODE(t2, decode)
///
/// Link it with tritproof::fuzz and -fsanitize=fuzzer, or with tritproof::fuzz and
/// tritproof::fuzz_replay for a program that replays files.
namespace tritproof::fuzz {

/// A whole tensor to decode. Only sound jobs are given: N and K are whole units, the bytes are as
/// many as these need.
struct DecodeJob {
  spec::Format format{};
  spec::Geometry geometry;
  std::span<const std::uint8_t> units;  ///< tiles or blocks in their order (T2-5)
  std::span<const std::uint8_t> ref;    ///< N int32 for pb16i and t2s, else empty
  std::span<float> out;                 ///< N x K, row-major; filled with NaNs before
};

/// Nothing if the job was done; else the name under which the content is refused, as t2s refuses
/// ReservedCode.
using Answer = std::optional<spec::RefusalName>;

using DecodeFunction = Answer (*)(const DecodeJob& job);

/// What TRITPROOF_FUZZ_DECODE defines.
struct UserDecoder {
  spec::Format format{};
  DecodeFunction decode = nullptr;
};
UserDecoder user_decoder();

}  // namespace tritproof::fuzz

/// Makes this program the fuzz target of `function`, which decodes the format of that name.
#define TRITPROOF_FUZZ_DECODE(format_name, function)             \
  tritproof::fuzz::UserDecoder tritproof::fuzz::user_decoder() { \
    return {tritproof::spec::Format::format_name, function};     \
  }
