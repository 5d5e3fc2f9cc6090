// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "codec/container/io.h"
#include "spec/refusals.h"

namespace tritproof::container {

/// A refusal of a container, with the byte offset of the field at fault when one is known.
spec::Refusal refusal(spec::RefusalName name, std::string where, std::string expected,
                      std::string got, std::optional<std::uint64_t> byte = std::nullopt);

/// That refusal as the answer of a function that may fail in another way, too.
inline std::unexpected<Failure> refused(spec::Refusal refusal) {
  return std::unexpected(Failure(std::move(refusal)));
}

/// A name cut to a length fit for a message. It is still untrusted: each sink escapes it.
std::string cut(std::string_view name);

/// What a failure says, whichever of the two it is.
std::string text_of(const Failure& failure);

}  // namespace tritproof::container
