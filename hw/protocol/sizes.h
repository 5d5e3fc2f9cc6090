// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "codec/subject.h"

/// How long the answer to a request may be, before any of it is read.
namespace tritproof::protocol {

/// Bytes of the only answer that this request can have; a geometry that is not whole tiles or
/// blocks is rounded up, so a subject that wrongly answers it is heard and judged.
/// Nothing if the number does not fit 64 bits: then only a refusal can be an answer.
[[nodiscard]] std::optional<std::uint64_t> answer_bytes(const Request& request);

/// Whether N and K are whole tiles or blocks and not zero: then `answer_bytes` is exact.
[[nodiscard]] bool whole_units(const Request& request);

/// Bytes of `answer` that repeat the poison in whole 8-byte words at their own offsets. From 64
/// on, an answer that should hold none is stale or partial.
[[nodiscard]] std::uint64_t poison_bytes(std::span<const std::uint8_t> answer,
                                         std::uint64_t poison);

}  // namespace tritproof::protocol
