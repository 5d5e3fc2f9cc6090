// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "hw/ggml/ggml_api.h"

namespace tritproof::bench {

/// The decoder of a type in a ggml library, or null with a word on stderr. The known build is
/// loaded as the runner loads it, its digest checked; any other file is one that the user named.
ggml::DequantizeRow ggml_decoder(const std::string& library, std::string_view type);

}  // namespace tritproof::bench
